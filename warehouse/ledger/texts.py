"""Canonical texts by document, for the many look-ups of a check or an export: one index, few texts in memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import polars as pl

from warehouse.ledger.ledger import Ledger
from warehouse.ledger.store import LedgerError

KEPT = 8  # texts in memory; a corpus never is


def texts_of(ledger: Ledger) -> Callable[[str], str]:
    """A function from document_id to canonical text.

    Args:
        ledger: as it stands now; documents read later are not seen.

    Returns:
        The function; it raises KeyError for a document without text and LedgerError for a text that is damaged or gone.
    """
    known = ledger.outcomes().filter(pl.col("text_sha256").is_not_null()).select("document_id", "text_sha256")
    hashes = dict(known.iter_rows())
    read = lru_cache(maxsize=KEPT)(ledger.text_by_hash)

    def text_of(document_id: str) -> str:
        wanted = hashes[document_id]
        try:
            return read(wanted)
        except KeyError:
            raise LedgerError(f"text {wanted}: the ledger lost it; restore it from a backup") from None

    return text_of
