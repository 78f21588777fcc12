"""Printed names, read: of a market its tokens, area and acronyms; of a dimension or a segment its key.

Belongs here: one name, by its print alone. Whether two names are one market does not (`markets`), nor how their scopes
relate (`scopes`).
"""
