"""Immutable batches of rows: a folder of Parquet files with a list of their hashes, there whole or not at all.

Belongs here: writing, listing and reading of batches. Which rows are in force is said in `index.py`; when several batches
become one in `compaction.py`. A batch of that kind covers the numbers `first` to `number`, its rows keep the batch that
they were written in, and the batches within that span are no longer in force, whether or not their folders still stand.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.ledger.store import LedgerError, fsync_directory, sha256_hex, write_durably
from warehouse.schema.raw import ledger_tables

__all__ = ["Batch", "LedgerError", "list_batches", "read_table", "stored_batches", "verify", "write_batch"]

_NAME = re.compile(r"(\d{6,})-([0-9a-f]{12})\Z")
LISTING = "batch.json"


@dataclass(frozen=True, slots=True)
class Batch:
    """One complete batch.

    Attributes:
        batch_id: the folder's name.
        number: its number from 1; of several batches in one, the last of theirs.
        folder: where it lies.
        tables: full table name → sha256 of its file.
        rows: full table name → number of rows.
        first: the first number that it covers; `number` but for several batches in one.
    """

    batch_id: str
    number: int
    folder: Path
    tables: Mapping[str, str]
    rows: Mapping[str, int]
    first: int

    def file(self, table: str) -> Path:
        """Parquet file of a table of this batch."""
        return self.folder / f"{table.partition('.')[2]}.parquet"

    def content(self, table: str) -> bytes:
        """Bytes of a table's file, verified: Parquet does not notice a flipped bit (measured).

        Raises:
            LedgerError: the file is missing or holds other bytes.
        """
        path = self.file(table)
        content = path.read_bytes() if path.is_file() else b""
        if sha256_hex(content) != self.tables[table]:
            raise LedgerError(f"{path}: missing or damaged; restore it from a backup")
        return content

    def covers(self, other: Batch) -> bool:
        """Whether this batch also has that batch's rows."""
        return self.first <= other.first and other.number <= self.number and self.first < self.number and self != other


def list_batches(folder: Path) -> tuple[Batch, ...]:
    """Batches in force, in order of their numbers.

    Raises:
        LedgerError: a folder that is no batch, two batches of one number, a number without a batch, or a batch.json
            that does not fit its folder's name.
    """
    names = _names(folder)
    try:
        return _in_force(folder, names)
    except LedgerError:
        if _names(folder) == names:
            raise
        return list_batches(folder)  # another process wrote or joined batches meanwhile


def stored_batches(folder: Path) -> tuple[Batch, ...]:
    """All complete batches, those that another one covers included, in order of their names."""
    return tuple(_read_batch(folder / name) for name in _names(folder))


def _names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def _in_force(folder: Path, names: Sequence[str]) -> tuple[Batch, ...]:
    stored = [_read_batch(folder / name) for name in names]
    covering = [batch for batch in stored if batch.first < batch.number]
    batches = sorted(
        (batch for batch in stored if not any(other.covers(batch) for other in covering)), key=lambda batch: batch.first
    )
    reached, last = 0, "the first"
    for batch in batches:
        if batch.first <= reached:
            raise LedgerError(f"{folder}: {last} and {batch.batch_id} have one number; restore a backup")
        if batch.first > reached + 1:
            raise LedgerError(
                f"{folder}: the batch numbered {reached + 1} is missing before {batch.batch_id}; "
                "restore the folder from a backup"
            )
        reached, last = batch.number, batch.batch_id
    return tuple(batches)


def _read_batch(folder: Path) -> Batch:
    name = _NAME.match(folder.name)
    listing = folder / LISTING
    if name is None:
        raise LedgerError(f"{folder}: not a ledger batch; move it out of the ledger")
    if not listing.is_file():
        raise LedgerError(
            f"{listing}: missing, and the rows beside it are part of the ledger; restore the file from a backup, leave the "
            "folder where it is"
        )
    try:
        content = listing.read_bytes()
        read = json.loads(content)
        tables = {str(table): str(entry["sha256"]) for table, entry in read["tables"].items()}
        rows = {str(table): int(entry["rows"]) for table, entry in read["tables"].items()}
        batch = Batch(folder.name, int(name[1]), folder, tables, rows, int(read.get("first", int(name[1]))))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LedgerError(f"{listing}: damaged ({error}); restore it from a backup") from error
    if _content_hash(tables, batch.first, batch.number) != name[2] or _listing(batch) != content:
        raise LedgerError(f"{listing}: does not fit the name of its folder; restore it from a backup")
    return batch


def _content_hash(tables: Mapping[str, str], first: int, number: int) -> str:
    said: list[object] = [*sorted(tables.items())]
    return sha256_hex(json.dumps(said if first == number else [first, said]).encode())[:12]


def _listing(batch: Batch) -> bytes:
    """The one form that a batch.json has, so that every other byte in it is seen."""
    tables = {name: {"rows": batch.rows[name], "sha256": batch.tables[name]} for name in sorted(batch.tables)}
    span = {} if batch.first == batch.number else {"first": batch.first}
    return json.dumps({"batch_id": batch.batch_id, **span, "tables": tables}, indent=1).encode()


def write_batch(
    folder: Path,
    tmp: Path,
    tables: Mapping[str, pa.Table],
    span: tuple[int, int] | None = None,
    check: Callable[[Batch], None] | None = None,
) -> Batch:
    """Writes one batch; a kill at any moment leaves either the whole batch or a temporary folder.

    Args:
        folder: where batches lie.
        tmp: folder for unfinished writes, on the same file system.
        tables: Arrow tables by full name; empty ones are left out.
        span: first and last number that the batch covers; the next free number by default.
        check: judges the written batch before it gets its place, and raises where it must not.

    Returns:
        The batch.

    Raises:
        ValueError: there is no row at all.
    """
    filled = {name: table for name, table in sorted(tables.items()) if table.num_rows}
    if not filled:
        raise ValueError("a batch without rows is not written")
    contents = {name: _parquet(table) for name, table in filled.items()}
    hashes = {name: sha256_hex(content) for name, content in contents.items()}
    following = max((batch.number for batch in list_batches(folder)), default=0) + 1
    first, number = span or (following, following)
    batch_id = f"{number:06d}-{_content_hash(hashes, first, number)}"
    work = tmp / batch_id
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    for name, content in contents.items():
        write_durably(work / f"{name.partition('.')[2]}.parquet", content)
    written = Batch(batch_id, number, work, hashes, {name: table.num_rows for name, table in filled.items()}, first)
    write_durably(work / LISTING, _listing(written))
    fsync_directory(work)
    if check is not None:
        check(written)
    work.rename(folder / batch_id)
    fsync_directory(folder)
    return Batch(batch_id, number, folder / batch_id, hashes, written.rows, first)


def _parquet(table: pa.Table) -> bytes:
    buffer = BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def verify(batches: Iterable[Batch]) -> None:
    """Compares every file with its hash.

    Raises:
        LedgerError: a file is missing or holds other bytes.
    """
    for batch in batches:
        for table in batch.tables:
            batch.content(table)


def read_table(batches: Iterable[Batch], table: str) -> pl.DataFrame:
    """Rows of one table over batches, in order, with `batch_id` and `batch_number` behind its columns.

    Columns that an older batch lacks are null there; columns that the table no longer has are left out.

    Raises:
        LedgerError: a file is missing or holds other bytes.
    """
    shape = ledger_tables()[table].polars_schema()
    frames = [_with_batch(pl.read_parquet(batch.content(table)), batch) for batch in batches if table in batch.tables]
    empty = pl.DataFrame(schema={**shape, "batch_id": pl.String(), "batch_number": pl.Int64()})
    return pl.concat([empty, *frames], how="diagonal").select(empty.columns)


def _with_batch(rows: pl.DataFrame, batch: Batch) -> pl.DataFrame:
    """Rows with the batch that they were written in; rows of several batches in one carry it themselves."""
    if batch.first < batch.number:
        return rows
    return rows.with_columns(
        pl.lit(batch.batch_id).alias("batch_id"), pl.lit(batch.number, pl.Int64).alias("batch_number")
    )
