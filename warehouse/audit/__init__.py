"""A publisher against itself: growth, products and parts recomputed from its own figures.

Belongs here: arithmetic that one publisher's figures of one document must keep, and what keeps it not. Comparing
publishers with each other does not (`warehouse/compare`).
"""
