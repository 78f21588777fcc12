"""The ledger as an object: receive arrivals, record readings, return bytes, texts and current rows. I/O only.

What becomes of an arrival is judged in `intake.py`; what is in force in `index.py`; how files are written in `store.py`
and `batches.py`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa

from sources.parse.recogniser import tesseract
from warehouse.ledger import index
from warehouse.ledger.batches import Batch, list_batches, read_table, write_batch
from warehouse.ledger.compaction import compact, sweep_covered
from warehouse.ledger.formats import FORMAT_FILE, FORMAT_VERSION, check_format, write_format
from warehouse.ledger.head import write_head
from warehouse.ledger.intake import Intake, Received, sift
from warehouse.ledger.listing import listed, read_in_force
from warehouse.ledger.lock import exclusive
from warehouse.ledger.results import (
    Result,
    failure_rows,
    installed_extractor_version,
    sort_results,
    storable_rows,
    texts_as_bytes,
)
from warehouse.ledger.rows import answer_rows, metadata_rows, receipt_rows, visit_rows
from warehouse.ledger.store import LedgerError, Store, sha256_hex

if TYPE_CHECKING:
    from sources.ingest.arrival import Arrival
    from sources.records import StoredAnswer, Visit


def open_ledger(home: Path) -> Ledger:
    """Opens the ledger of a data home, creating it where there is none.

    Args:
        home: PARALLAX_HOME.

    Returns:
        The ledger.

    Raises:
        LedgerError: the folder holds a ledger of another format (an older one is migrated by `formats.migrate`), or
            something else.
    """
    root = home / "ledger"
    format_file = root / FORMAT_FILE
    for name in ("documents", "texts", "batches", "tmp"):
        (root / name).mkdir(parents=True, exist_ok=True)
    if not format_file.exists():
        if any((root / "batches").iterdir()):
            raise LedgerError(f"{format_file}: missing beside batches; restore it from a backup")
        with exclusive(root / ".lock"):
            if not format_file.exists():
                write_format(root, FORMAT_VERSION)
    check_format(root)
    return Ledger(root)


class Ledger:
    """One ledger on disk. Holds no open file and no state in memory; cheap to make."""

    def __init__(self, root: Path, until: int | None = None) -> None:
        """Use `open_ledger`, which checks the format.

        Args:
            root: the ledger's folder.
            until: number of the last batch that is seen: the ledger as it stood then, for reading.
        """
        self.root = root
        self.until = until
        self._documents = Store(root / "documents", root / "tmp")
        self._texts = Store(root / "texts", root / "tmp", suffix=".txt")

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Holds the ledger for one writer; sweeps what a killed writer left. May be entered again by the same process.

        Raises:
            LedgerLocked: another process holds it; the message names the process.
        """
        with exclusive(self.root / ".lock") as outermost:
            if outermost:
                self._sweep()
            yield

    def _sweep(self) -> None:
        for leftover in (self.root / "tmp").iterdir():
            if leftover.is_dir() and not leftover.is_symlink():
                shutil.rmtree(leftover)
            else:
                leftover.unlink()
        sweep_covered(self.root)

    # -- writing ---------------------------------------------------------------------------------------------------

    def take_in(self, arrivals: Iterable[Arrival], *, now: datetime, visits: Iterable[Visit] = ()) -> Intake:
        """Receives arrivals: stores bytes, writes one batch of receipts and sidecar records. Again changes nothing.

        Args:
            arrivals: in a total order; read once, one at a time.
            now: our clock, with a time zone.
            visits: what became of the addresses that the arrivals come from; read after the last arrival, and written in
                the same batch, so that a kill loses both or neither.

        Returns:
            What became of each arrival.

        Raises:
            ValueError: `now` has no time zone.
            LedgerError: an arrival's id is not the hash of its bytes, or stored bytes are damaged.
            LedgerLocked: another process writes.
        """
        if now.tzinfo is None:
            raise ValueError("take_in needs a clock with a time zone; pass datetime.now(UTC)")
        with self.lock():
            batches = self.batches()
            old = self.rows("raw.receipts", batches).sort("batch_number")
            received = Received.of(old.select("origin", "document_id", "outcome").iter_rows())
            sidecars = {(one.origin, one.document_id): one for one in index.as_metadata(self.metadata(batches))}
            receipts, unchanged, news = sift(arrivals, received, sidecars, now.astimezone(UTC), self._keep)
            stored = [receipt for receipt in receipts if receipt.outcome != "pending"]
            batch_id = self._write(
                {
                    "raw.receipts": receipt_rows(stored),
                    "raw.metadata": metadata_rows(news.values()),
                    "ledger.visits": visit_rows(visits),
                }
            )
            return Intake(tuple(receipts), tuple(unchanged), len(news), batch_id)

    def _keep(self, arrival: Arrival) -> None:
        """Stores an arrival's bytes. One with a problem may have none; what it has is kept for a better reader."""
        if sha256_hex(arrival.content) == arrival.document_id:
            self._documents.put(arrival.content)
        elif arrival.problem is None:
            raise LedgerError(f"{arrival.origin}: {arrival.document_id} is not the sha256 of its bytes")

    def record(
        self,
        results: Iterable[Result],
        *,
        extractor_version: str | None = None,
        charsets: Mapping[str, str] = MappingProxyType({}),
        column_maps: Mapping[str, str] = MappingProxyType({}),
    ) -> str | None:
        """Writes what was read of documents as one batch.

        A document with a value that no table can hold is recorded as unreadable: one bad document costs no other.

        Args:
            results: (ParsedDocument, Extraction) of readable documents, (document_id, Unreadable) of others.
            extractor_version: version that found documents unreadable; the installed one by default.
            charsets: what documents were read with, where a server named one (`charsets`).
            column_maps: what documents were to be read with (`column_maps`); of readable ones the document says it.

        Returns:
            The batch's id; None where there are no results.

        Raises:
            LedgerError: a document that the ledger does not hold, one that stands twice, or a pair of two documents.
            LedgerLocked: another process writes.
        """
        with self.lock():
            read, failures = sort_results(results, lambda: extractor_version or installed_extractor_version())
            for document_id in [parsed.document_id for parsed, _ in read] + [failed.document_id for failed in failures]:
                if not self._documents.path(document_id).is_file():
                    raise LedgerError(f"{document_id}: the ledger holds no such document; take it in first")
            read, contents, no_unicode = texts_as_bytes(read)
            texts = {document_id: self._texts.put(content) for document_id, content in contents.items()}
            sizes = {document_id: self._documents.size(document_id) for document_id in texts}
            tables, unstorable = storable_rows(read, sizes, texts, charsets)
            failed = failure_rows([*failures, *no_unicode, *unstorable], charsets, column_maps)
            return self._write({**tables, "raw.unreadable": failed})

    def _write(self, tables: Mapping[str, pa.Table]) -> str | None:
        if not any(table.num_rows for table in tables.values()):
            return None
        self.batches()  # a batch that is missing is told before another one hides it
        written = write_batch(self.root / "batches", self.root / "tmp", tables)
        write_head(self.root, [written])
        return written.batch_id

    def record_answers(self, answers: Iterable[StoredAnswer]) -> str | None:
        """Writes answers of a language model as one batch.

        Args:
            answers: new ones; what is there already is not looked for.

        Returns:
            The batch's id; None where there are none.

        Raises:
            LedgerLocked: another process writes.
        """
        with self.lock():
            return self._write({"ledger.answers": answer_rows(answers)})

    def compact(self, *, small_rows: int, rows_at_most: int) -> list[Batch]:
        """Joins small batches, see `compaction.compact`: same rows, same digest, fewer folders.

        Raises:
            LedgerError: a batch is damaged.
            LedgerLocked: another process writes.
        """
        with self.lock():
            self.batches()
            joined = compact(self.root, small_rows=small_rows, rows_at_most=rows_at_most)
            write_head(self.root, list_batches(self.root / "batches"))
            return joined

    # -- reading ---------------------------------------------------------------------------------------------------

    def batches(self) -> tuple[Batch, ...]:
        """Complete batches in order; a batch being written is none yet.

        Raises:
            LedgerError: a batch is missing or damaged.
        """
        all_batches = listed(self.root)
        return tuple(batch for batch in all_batches if self.until is None or batch.first <= self.until)

    def rows(self, table: str, batches: Iterable[Batch] | None = None) -> pl.DataFrame:
        """All rows of a ledger table ("raw.receipts") with batch_id and batch_number, superseded ones included."""
        rows = (
            read_in_force(self.batches, lambda there: read_table(there, table))
            if batches is None
            else read_table(batches, table)
        )
        return rows if self.until is None else rows.filter(pl.col("batch_number") <= self.until)

    def as_it_stood(self, digest: str) -> Ledger | None:
        """The ledger when it had that digest, for reading; None where it never had.

        Args:
            digest: as `digest` gave it then. Batches are only ever added, so some number of them gives it again.
        """
        names = ("raw.receipts", "raw.metadata", "raw.documents", "raw.unreadable")
        receipts, said, read, unreadable = read_in_force(
            self.batches, lambda there: [self.rows(name, there) for name in names]
        )
        numbers = pl.concat([rows["batch_number"] for rows in (receipts, said, read, unreadable)]).unique().sort()
        for number in reversed(numbers.to_list()):
            there = pl.col("batch_number") <= number
            metadata = index.newest_metadata(said.filter(there))
            outcomes = index.newest_outcomes(read.filter(there), unreadable.filter(there))
            if index.digest(receipts.filter(there), metadata, outcomes) == digest:
                return Ledger(self.root, number)
        return None

    def metadata(self, batches: Iterable[Batch] | None = None) -> pl.DataFrame:
        """Sidecar records in force, see `index.newest_metadata`."""
        return index.newest_metadata(self.rows("raw.metadata", batches))

    def outcomes(self, batches: Sequence[Batch] | None = None) -> pl.DataFrame:
        """Newest outcome of reading per document, see `index.newest_outcomes`."""
        if batches is None:
            return read_in_force(self.batches, self.outcomes)
        return index.newest_outcomes(self.rows("raw.documents", batches), self.rows("raw.unreadable", batches))

    def visits(self) -> dict[tuple[str, str], Visit]:
        """The newest visit of each feed and address."""
        return {(visit.feed, visit.url): visit for visit in index.as_visits(self.rows("ledger.visits"))}

    def answers(self) -> tuple[StoredAnswer, ...]:
        """Every answer of a language model, oldest first."""
        return tuple(index.as_answers(self.rows("ledger.answers")))

    def charsets(self) -> dict[str, str]:
        """The charset to read each document with, where a server named one, see `index.charsets`."""
        return index.charsets(self.metadata())

    def column_maps(self) -> dict[str, str]:
        """The map to read the columns of each document's tables with, see `index.column_maps`."""
        return index.column_maps(self.metadata())

    def pending(self, extractor_version: str, *, unread_only: bool = False) -> tuple[str, ...]:
        """Documents that landed and whose newest outcome is not of that version, charset and column map, in order of their ids.

        Args:
            extractor_version: the version at work.
            unread_only: leaves out documents that another version has read or found unreadable.
        """
        receipts, done, metadata = read_in_force(
            self.batches, lambda there: (self.rows("raw.receipts", there), self.outcomes(there), self.metadata(there))
        )
        version = None if unread_only else extractor_version
        named, mapped = index.charsets(metadata), index.column_maps(metadata)
        return index.pending(receipts, done, named, mapped, version, recognises=tesseract() is not None)

    def content(self, document_id: str) -> bytes:
        """Received bytes of a document, verified.

        Raises:
            KeyError: the ledger does not hold it.
            LedgerError: the stored file is damaged.
        """
        return self._documents.get(document_id)

    def content_path(self, document_id: str) -> Path:
        """Where a document's bytes lie, for those who read them elsewhere and verify them there; the file may be missing."""
        return self._documents.path(document_id)

    def text(self, document_id: str) -> str:
        """Canonical text of a document as its newest extraction read it, verified.

        Raises:
            KeyError: the document is unknown or unreadable.
            LedgerError: the stored file is damaged.
        """
        outcomes = self.outcomes().filter((pl.col("document_id") == document_id) & pl.col("text_sha256").is_not_null())
        if outcomes.is_empty():
            raise KeyError(document_id)
        return self.text_by_hash(outcomes["text_sha256"][0])

    def text_by_hash(self, text_sha256: str) -> str:
        """Canonical text by the hash of its UTF-8 bytes, verified; KeyError where there is none."""
        return self._texts.get(text_sha256).decode("utf-8")

    def digest(self) -> str:
        """Hash of everything here that can change the marts, see `index.digest`."""
        return read_in_force(
            self.batches,
            lambda there: index.digest(self.rows("raw.receipts", there), self.metadata(there), self.outcomes(there)),
        )
