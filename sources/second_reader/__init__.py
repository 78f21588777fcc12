"""A second reader: a language model that chooses and points, and counts only if our code finds its answer in the text.

Belongs here: questions about a document, the schema of answers, their verification, and the joining of both readings.
Everything but `asking/` is pure; `asking/` is the one place that speaks to a model. Which answers are stored is the
ledger's (`warehouse/second_reading`).
"""
