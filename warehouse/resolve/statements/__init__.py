"""Statements other than claims: segments, definitions, drivers, events, rankings, citations, technical figures.

Belongs here: the step of each of these tables, with the rule that joins mentions of one document to one row. Claims do not
(`claims`), nor do comparisons across documents (`warehouse/reconcile`).
"""
