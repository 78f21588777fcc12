"""Versions of the reader behind a ledger's current rows, and the guard against a build of mixed versions."""

from __future__ import annotations

from collections.abc import Mapping

from warehouse.ledger.ledger import Ledger
from warehouse.ledger.store import LedgerError


def versions_in_force(ledger: Ledger) -> dict[str, int]:
    """Number of documents by the extractor version of their reading in force, versions in order of their names."""
    counted = ledger.outcomes().group_by("extractor_version").len().sort("extractor_version")
    return {str(version): int(count) for version, count in counted.iter_rows()}


def refuse_half(versions: Mapping[str, int], present: str, *, tried: bool) -> int:
    """Refuses to build on documents that still wait to be read again.

    Args:
        versions: documents by extractor version (`versions_in_force`).
        present: the version at work; all documents are meant to be of it.
        tried: whether this run has just tried to read every document: what is left then failed one by one, and one bad
            document costs no other.

    Returns:
        How many documents are of other versions.

    Raises:
        LedgerError: documents of other versions are left and nobody tried to read them.
    """
    older = sum(count for version, count in versions.items() if version != present)
    if older and not tried:
        raise LedgerError(
            f"{older} of {sum(versions.values())} documents wait to be read by the present version of the reader "
            f"({present}); a build now would be half old and half new. Run the whole job (`parallax run`), or say "
            "`reading.on_new_extractor: new_documents` in operations.yml of the data home"
        )
    return older
