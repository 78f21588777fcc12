"""Synthetic reports: realistic texts in any number whose claims are known before anyone reads them. Own words, seeded.

Belongs here: worlds, sentences, forms, and what a reader is held against. Not here: timing.
"""
