"""How sure claims are: weights of evidence fitted on the reader's first readings of labelled texts, and how far they can be believed.

A tool of developers beside the rooms, like `benchmarks`: it reads labels and writes sources/grammar/confidence.yml.
"""
