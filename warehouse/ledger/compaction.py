"""Joining small batches into one, so that a ledger of many runs stays quick to read. One verb, `compact`.

Belongs here: which batches join, and the order of the steps, which is the promise. The joined batch is written aside, read
back and compared row by row with those it stands for, and renamed into place; from that moment it covers them, whether
their folders still stand or not, so no row is ever there twice or not at all. Only then are they removed. The rows keep
the batch that they were written in: what is in force, the digest and every `batch_id` in the warehouse stay as they were.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.ledger.batches import Batch, list_batches, read_table, stored_batches, verify, write_batch
from warehouse.ledger.store import LedgerError, fsync_directory


def joinable(batches: Sequence[Batch], *, small_rows: int, rows_at_most: int) -> list[tuple[Batch, ...]]:
    """Runs of neighbouring small batches, each of which may become one.

    Args:
        batches: in force, in order.
        small_rows: a batch of at least so many rows stays as it is.
        rows_at_most: rows that a joined batch may have.

    Returns:
        Runs of two and more.
    """
    runs: list[list[Batch]] = [[]]
    held = 0
    for batch in batches:
        rows = sum(batch.rows.values())
        if rows >= small_rows or held + rows > rows_at_most:
            runs.append([])
            held = 0
        if rows < small_rows:
            runs[-1].append(batch)
            held += rows
    return [tuple(run) for run in runs if len(run) > 1]


def compact(root: Path, *, small_rows: int, rows_at_most: int) -> list[Batch]:
    """Joins small batches of a ledger and removes those that are covered then.

    Args:
        root: the ledger's folder; the caller holds its lock.
        small_rows: a batch of at least so many rows stays as it is.
        rows_at_most: rows that a joined batch may have; what one process can hold in memory.

    Returns:
        The joined batches.

    Raises:
        LedgerError: a batch is damaged, or the joined rows are not the same. Nothing is removed then.
    """
    joined = []
    for run in joinable(list_batches(root / "batches"), small_rows=small_rows, rows_at_most=rows_at_most):
        joined.append(_join(root, run))
        sweep_covered(root)
    return joined


def _join(root: Path, run: Sequence[Batch]) -> Batch:
    names = sorted({table for batch in run for table in batch.tables})
    tables = {name: pa.concat_tables(_parts(run, name), promote_options="default") for name in names}

    def check(written: Batch) -> None:
        for name in names:
            if not read_table([written], name).equals(read_table(run, name)):
                raise LedgerError(f"{written.folder}: {name} is not what the batches held; nothing was changed")

    return write_batch(root / "batches", root / "tmp", tables, (run[0].first, run[-1].number), check)


def _parts(run: Sequence[Batch], table: str) -> Iterator[pa.Table]:
    for batch in run:
        if table in batch.tables:
            rows = pq.read_table(BytesIO(batch.content(table)))
            if batch.first == batch.number:
                rows = rows.append_column("batch_id", pa.array([batch.batch_id] * rows.num_rows, pa.string()))
                rows = rows.append_column("batch_number", pa.array([batch.number] * rows.num_rows, pa.int64()))
            yield rows


def sweep_covered(root: Path) -> list[str]:
    """Removes batches that another one covers, as a killed `compact` may have left them.

    Args:
        root: the ledger's folder; the caller holds its lock.

    Returns:
        Their ids.

    Raises:
        LedgerError: the batch that covers them is damaged: they stay.
    """
    folder, tmp = root / "batches", root / "tmp"
    in_force = list_batches(folder)
    known = {batch.batch_id for batch in in_force}
    covered = [batch for batch in stored_batches(folder) if batch.batch_id not in known]
    for covering in in_force:
        if any(covering.covers(batch) for batch in covered):
            verify([covering])
    for batch in covered:
        aside = tmp / batch.batch_id
        shutil.rmtree(aside, ignore_errors=True)
        batch.folder.rename(aside)  # gone in one step; half a batch would be no batch
        fsync_directory(folder)
        shutil.rmtree(aside)
    return [batch.batch_id for batch in covered]
