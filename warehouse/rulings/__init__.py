"""Human decisions in a build: which are in force, the state of each, and taking a new one.

Belongs here: expiry, expectations, standing, the writing of entries. The shapes of decisions are in
`warehouse/decision_kinds.py` and `decision_expectations.py`; what a decision changes in figures stands where those are made.
"""
