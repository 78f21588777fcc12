"""Bytes in, claims out: reads vendor reports and says what they state.

`ingest` is the one edge that touches files; `parse` and `extract` are pure functions over frozen records.
Nothing here knows of the ledger, of DuckDB or of any other document than the one in hand.
"""
