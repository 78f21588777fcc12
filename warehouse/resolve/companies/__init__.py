"""Companies: one name per company, with the reviewed aliases, owners and public ids.

Belongs here: what a printed name means. Which companies of a list belong together is in `warehouse/sql/20_companies.sql`; publishers
are in `documents`.
"""
