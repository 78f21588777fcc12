"""Scopes of names: facets, the concept hierarchy, and the relation of two scopes (same, contained, overlapping, different).

Belongs here: what the words of one or two names say of their scope. Printed names with areas and acronyms do not
(`markets`), nor does what a relation allows (`warehouse/sql/60_scope_pairs.sql`).
"""
