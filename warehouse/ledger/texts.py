"""Canonical texts by document, for the many look-ups of a check or an export: one index, few texts in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import polars as pl

from warehouse.ledger.ledger import Ledger
from warehouse.ledger.store import LedgerError

TEXTS_IN_MEMORY = 8  # texts in memory; a corpus never is


@dataclass(frozen=True)
class Texts:
    """Canonical text by document_id; goes to other processes, where it reads for itself.

    Attributes:
        ledger: where texts lie.
        hashes: hash of the text by document_id.
    """

    ledger: Ledger
    hashes: Mapping[str, str]

    def __call__(self, document_id: str) -> str:
        """The text of a document.

        Raises:
            KeyError: it has none.
            LedgerError: its text is damaged or gone.
        """
        wanted = self.hashes[document_id]
        try:
            return self._read(wanted)
        except KeyError:
            raise LedgerError(f"text {wanted}: the ledger lost it; restore it from a backup") from None

    @cached_property
    def _read(self) -> Callable[[str], str]:
        return lru_cache(maxsize=TEXTS_IN_MEMORY)(self.ledger.text_by_hash)

    def __getstate__(self) -> Mapping[str, object]:
        """Without the texts that are in memory."""
        return {"ledger": self.ledger, "hashes": self.hashes}


def texts_of(ledger: Ledger) -> Texts:
    """Texts of a ledger.

    Args:
        ledger: as it stands now; documents read later are not seen.
    """
    known = ledger.outcomes().filter(pl.col("text_sha256").is_not_null()).select("document_id", "text_sha256")
    return Texts(ledger, dict(known.iter_rows()))
