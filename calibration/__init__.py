"""Confidence of claims: weights of evidence, fitted on the reader's first readings of labelled texts, and their reliability.

A tool of developers beside the rooms, like `benchmarks`: it reads labels and writes sources/grammar/confidence.yml.
"""
