"""Statements other than claims: segments, definitions and technical figures; drivers, events, rankings and the like are `warehouse/sql/20_*.sql`.

Belongs here: the steps of tables whose rows need words read (facets, keys of members, reference figures). Claims do not
(`claims`), nor do comparisons across documents (`warehouse/compare`).
"""
