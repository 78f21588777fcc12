"""The log: one line per event, with run and document, without secrets.

Belongs here: form (`lines.py`), what is kept out of it (`redaction.py`) and where it goes (`setup.py`). What is logged is
said by whoever logs it, through Python's own `logging`.
"""
