"""A language model's part of the ledger: the documents to ask about, the stored answers, and the joined readings.

Belongs here: choosing documents, planning questions, the spool that a kill cannot empty, files of batch APIs, and recording
joined readings. Questions, verification and calls are `sources.ask`'s.
"""
