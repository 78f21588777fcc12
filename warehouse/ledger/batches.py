"""Immutable batches of rows: a folder of Parquet files with a list of their hashes, there whole or not at all."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.ledger.store import LedgerError, fsync_directory, sha256_hex, write_durably
from warehouse.schema.raw import ledger_tables

__all__ = ["Batch", "LedgerError", "list_batches", "read_table", "verify", "write_batch"]

_NAME = re.compile(r"(\d{6,})-([0-9a-f]{12})\Z")


@dataclass(frozen=True, slots=True)
class Batch:
    """One complete batch: its id (the folder's name), its number from 1, its folder, its tables with file hashes."""

    batch_id: str
    number: int
    folder: Path
    tables: Mapping[str, str]  # "raw.claims" → sha256 of the file

    def file(self, table: str) -> Path:
        """Parquet file of a table of this batch."""
        return self.folder / f"{table.partition('.')[2]}.parquet"


def list_batches(folder: Path) -> tuple[Batch, ...]:
    """Complete batches in order of their numbers.

    Raises:
        LedgerError: a folder that is no batch, two batches of one number, or a batch.json that does not fit its
            folder's name.
    """
    batches = sorted((_read_batch(entry) for entry in folder.iterdir()), key=lambda batch: batch.number)
    for before, after in pairwise(batches):
        if before.number == after.number:
            raise LedgerError(f"{folder}: {before.batch_id} and {after.batch_id} have one number; restore a backup")
    return tuple(batches)


def _read_batch(folder: Path) -> Batch:
    name = _NAME.match(folder.name)
    manifest = folder / "batch.json"
    if name is None or not manifest.is_file():
        raise LedgerError(f"{folder}: not a ledger batch; move it out of the ledger")
    try:
        listed = json.loads(manifest.read_bytes())["tables"]
        tables = {str(table): str(found["sha256"]) for table, found in listed.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LedgerError(f"{manifest}: damaged ({error}); restore it from a backup") from error
    if _content_hash(tables) != name[2]:
        raise LedgerError(f"{manifest}: does not fit the name of its folder; restore it from a backup")
    return Batch(folder.name, int(name[1]), folder, tables)


def _content_hash(tables: Mapping[str, str]) -> str:
    return sha256_hex(json.dumps(sorted(tables.items())).encode())[:12]


def write_batch(folder: Path, tmp: Path, tables: Mapping[str, pa.Table]) -> Batch:
    """Writes one batch; a kill at any moment leaves either the whole batch or a temporary folder.

    Args:
        folder: where batches lie.
        tmp: folder for unfinished writes, on the same file system.
        tables: Arrow tables by full name; empty ones are left out.

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
    number = max((batch.number for batch in list_batches(folder)), default=0) + 1
    batch_id = f"{number:06d}-{_content_hash(hashes)}"
    work = tmp / batch_id
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    for name, content in contents.items():
        write_durably(work / f"{name.partition('.')[2]}.parquet", content)
    listing = {name: {"rows": filled[name].num_rows, "sha256": hashes[name]} for name in filled}
    write_durably(work / "batch.json", json.dumps({"batch_id": batch_id, "tables": listing}, indent=1).encode())
    fsync_directory(work)
    work.rename(folder / batch_id)
    fsync_directory(folder)
    return Batch(batch_id, number, folder / batch_id, hashes)


def _parquet(table: pa.Table) -> bytes:
    buffer = BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def verify(batches: Iterable[Batch]) -> None:
    """Compares every file with its hash: Parquet read by DuckDB does not notice a flipped bit (measured).

    Raises:
        LedgerError: a file is missing or holds other bytes.
    """
    for batch in batches:
        for table, sha256 in batch.tables.items():
            path = batch.file(table)
            if not path.is_file() or sha256_hex(path.read_bytes()) != sha256:
                raise LedgerError(f"{path}: missing or damaged; restore it from a backup")


def read_table(batches: Iterable[Batch], table: str) -> pl.DataFrame:
    """Rows of one table over batches, in order, with `batch_id` and `batch_number` behind its columns.

    Columns that an older batch lacks are null there; columns that the table no longer has are left out.
    """
    shape = ledger_tables()[table].polars_schema()
    frames = [
        pl.read_parquet(batch.file(table)).with_columns(
            pl.lit(batch.batch_id).alias("batch_id"), pl.lit(batch.number, pl.Int64).alias("batch_number")
        )
        for batch in batches
        if table in batch.tables
    ]
    empty = pl.DataFrame(schema={**shape, "batch_id": pl.String(), "batch_number": pl.Int64()})
    return pl.concat([empty, *frames], how="diagonal").select(empty.columns)
