"""A language model as a reader: it chooses among figures and points to words, and our code believes nothing it does not find.

Only `calling` speaks to a model. What an answer points to is read by `sources.extract.resolve`; stored answers are the ledger's.
"""
