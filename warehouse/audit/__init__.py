"""A publisher against itself, as far as it takes code: words against words, and what names mean.

Belongs here: rules and tables that need grammar or reviewed words. What figures of one document must keep is in
`warehouse/sql/40_*_findings.sql`; comparing publishers with each other is in `warehouse/compare`.
"""
