"""Companies: one name per company, and which companies of a list belong together.

Belongs here: core.companies and the reviewed aliases and owners. Publishers do not (`documents`).
"""
