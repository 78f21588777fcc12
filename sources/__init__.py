"""Bytes in, claims out: the reader of vendor reports.

`ingest` is the one edge that touches files; `parse` and `extract` are pure functions over frozen records.
Nothing here knows of the ledger, of DuckDB or of any other document than the one in hand.
"""

import sys

if sys.version_info < (3, 11, 5):
    # Their `re` matches possessive groups wrongly (seen: the price "1,32,000" of a sample read as 1 by 3.11.2, without an error).
    raise ImportError(
        f"Parallax needs Python 3.11.5 or later; this is {sys.version.split()[0]}, whose `re` misreads figures"
    )
