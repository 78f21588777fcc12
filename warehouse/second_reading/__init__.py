"""The second reader's part of the ledger: which documents it is asked about, its answers kept, and both readings joined.

Belongs here: choosing documents, planning questions, the spool that a kill cannot empty, files of batch APIs, and recording
joined readings. Questions, verification and calls are `sources/second_reader`'s.
"""
