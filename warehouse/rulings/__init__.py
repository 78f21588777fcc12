"""Which human decisions hold in a build, what became of each, and how a new one is taken.

Belongs here: expiry, expectations, standing, the writing of entries. The shapes of decisions are in
`warehouse/decision_kinds.py` and `decision_expectations.py`; what a decision changes in figures stands where those are made.
"""
