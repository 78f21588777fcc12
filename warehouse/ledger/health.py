"""Faults of a ledger: every file against its hash, every receipt against its document. Reads, repairs nothing.

Each fault is a finding and the next is looked for, as far as the ledger can be read. A ledger that another process writes
to meanwhile is read as it stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from warehouse.finding import Finding
from warehouse.ledger.batches import Batch, list_batches, stored_batches
from warehouse.ledger.formats import FORMAT_FILE, FORMAT_VERSION, check_format, format_content, read_format
from warehouse.ledger.head import check_head, read_head
from warehouse.ledger.ledger import Ledger
from warehouse.ledger.store import LedgerError, sha256_hex

RESTORE = "restore it from a backup"
AGAIN = "restore it from a backup, or move it away and run `parallax run` with the original in the inbox"


def ledger_findings(home: Path) -> list[Finding]:
    """Everything that is wrong with the ledger of a data home; empty where there is none, or it is whole.

    Args:
        home: the data home.
    """
    root = home / "ledger"
    if not root.is_dir():
        return []
    format_faults = list(_format(root))
    if format_faults:
        return format_faults
    faults = [*_stored(root / "documents", "", AGAIN), *_stored(root / "texts", ".txt", RESTORE)]
    try:
        head, batches = read_head(root), list_batches(root / "batches")
        check_head(root, head, batches)
        stored = stored_batches(root / "batches")
    except LedgerError as error:
        return [*faults, _as_finding(root / "batches", error)]
    damaged = list(_batches(stored))
    if damaged:
        return [*faults, *damaged]
    return [*faults, *_accounts(root, batches)]


def _format(root: Path) -> Iterator[Finding]:
    file = root / FORMAT_FILE
    try:
        check_format(root)
        if file.read_bytes() != format_content(read_format(root)):
            yield Finding(str(file), f"altered; format {FORMAT_VERSION} says something else", RESTORE)
    except LedgerError as error:
        yield _as_finding(file, error)


def _as_finding(where: Path, error: LedgerError) -> Finding:
    """Messages of the ledger say what, where, and behind the semicolon what to do."""
    what, _, to_do = str(error).removeprefix(f"{where}: ").rpartition("; ")
    return Finding(str(where), what or to_do, to_do if what else RESTORE)


def _stored(folder: Path, suffix: str, to_do: str) -> Iterator[Finding]:
    """Files whose bytes are not those of their names."""
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            continue
        wanted = path.name.removesuffix(suffix)
        try:
            content = path.read_bytes()
        except OSError as error:
            yield Finding(
                str(path), f"cannot be read ({error.strerror})", f"check the disk and its permissions; {to_do}"
            )
            continue
        if sha256_hex(content) != wanted or path.parent.name != wanted[:2]:
            yield Finding(str(path), "damaged or edited: not the bytes of its name", to_do)


def _batches(batches: tuple[Batch, ...]) -> Iterator[Finding]:
    import pyarrow.parquet as pq

    for batch in batches:
        listed = {batch.file(table).name for table in batch.tables} | {"batch.json"}
        for path in sorted(batch.folder.iterdir()):
            if path.name not in listed:
                yield Finding(str(path), "does not belong to the batch", "move it out of the ledger")
        for table in sorted(batch.tables):
            try:
                batch.content(table)
            except LedgerError as error:
                yield _as_finding(batch.file(table), error)
                continue
            except OSError as error:
                what = f"cannot be read ({error.strerror})"
                yield Finding(str(batch.file(table)), what, f"check the disk and its permissions; {RESTORE}")
                continue
            rows = pq.read_metadata(batch.file(table)).num_rows
            if rows != batch.rows[table]:
                yield Finding(str(batch.file(table)), f"{rows} rows, its list says {batch.rows[table]}", RESTORE)


def _accounts(root: Path, batches: tuple[Batch, ...]) -> Iterator[Finding]:
    """Received = landed + duplicate + quarantined + pending, in documents; and nothing is there that was not received."""
    ledger = Ledger(root)
    receipts = ledger.rows("raw.receipts", batches)
    landed = set(receipts.filter(pl.col("outcome") == "landed")["document_id"])
    known = set(receipts["document_id"])
    there = {path.name for path in (root / "documents").rglob("*") if path.is_file()}
    for document_id in sorted(landed - there):
        yield Finding(
            str(root / "documents" / document_id[:2] / document_id), "received, and its bytes are missing", AGAIN
        )
    for document_id in sorted(there - known):
        yield Finding(
            str(root / "documents" / document_id[:2] / document_id),
            "bytes without a receipt: a run was killed during the arrival, or a batch is missing",
            "run `parallax run` with the inbox it came from; if that changes nothing, restore the ledger from a backup",
        )
    twice = receipts.filter(pl.col("outcome") == "landed")["document_id"]
    for document_id in sorted(set(twice.filter(twice.is_duplicated()))):
        yield Finding(document_id, "landed more than once", "report it to the maintainers; the marts count it once")
    lost = receipts.filter(pl.col("outcome") == "duplicate")["document_id"].unique()
    for document_id in sorted(set(lost) - landed):
        yield Finding(document_id, "a duplicate of a document that never landed", RESTORE)
    outcomes = ledger.outcomes(batches)
    for document_id in sorted(set(outcomes["document_id"]) - known):
        yield Finding(document_id, "was read and never received: a batch is missing", RESTORE)
    texts = {path.name.removesuffix(".txt") for path in (root / "texts").rglob("*") if path.is_file()}
    read = ledger.rows("raw.documents", batches)
    for document_id, text in sorted(set(read.select("document_id", "text_sha256").iter_rows())):
        if text not in texts:
            yield Finding(
                str(root / "texts" / text[:2] / f"{text}.txt"), f"the text of {document_id} is missing", RESTORE
            )
