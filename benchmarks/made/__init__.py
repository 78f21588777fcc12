"""Synthetic reports: realistic texts in any number with known claims. Own words, seeded.

Belongs here: worlds, sentences, forms, and what a reader is held against. Not here: copies of the samples (`corpus.py`), timing.
"""
