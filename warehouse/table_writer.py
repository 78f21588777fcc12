"""Writes tables of core, and those of work that a statement reads, to the build's database on its own thread, while the next steps compute.

Belongs here: the order of the tables, and how a failed write ends the build. The schema of a table is in `warehouse/schema`.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Self

from warehouse.schema import table_of
from warehouse.schema.table import Table

if TYPE_CHECKING:
    import duckdb
    import polars as pl

# Rows: whole row groups of DuckDB, and few, because a step computes in the same memory meanwhile.
_WRITTEN_AT_ONCE = 2 * 122_880
_WAITING = 2  # tables beside the one that is written; they stay in memory


class TableWriter:
    """Writes tables in the order of the calls.

    A failed write is raised by a later `write` or at the end of the block. The writer has its own cursor, so its connection may read
    meanwhile.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._cursor = con.cursor()
        self._thread = ThreadPoolExecutor(1, "table-writer")
        self._waiting: deque[Future[None]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.flush()
        finally:
            self._thread.shutdown(cancel_futures=True)
            self._cursor.close()

    def write(self, name: str, frame: pl.DataFrame) -> None:
        """Queues a table; blocks while too many are queued.

        Args:
            name: full name of a table that does not exist yet.
            frame: its rows in the table's form and order.
        """
        self._await(_WAITING)
        self._waiting.append(self._thread.submit(_write, self._cursor, name, frame))

    def flush(self) -> None:
        """Waits until all tables are written: the connection reads them next."""
        self._await(0)

    def _await(self, n_left: int) -> None:
        while self._waiting and (len(self._waiting) > n_left or self._waiting[0].done()):
            self._waiting.popleft().result()


def make(con: duckdb.DuckDBPyConnection, table: Table) -> None:
    """An empty table with its comments, in one transaction: every commit waits for the disk."""
    con.execute("; ".join(("BEGIN", table.ddl(), *table.comments(), "COMMIT")))


def _write(cursor: duckdb.DuckDBPyConnection, name: str, frame: pl.DataFrame) -> None:
    table = table_of(name)
    make(cursor, table)
    for part in frame.iter_slices(_WRITTEN_AT_ONCE):  # Arrow's form of a frame is a copy of it
        cursor.register("written_rows", part.to_arrow())
        try:
            cursor.execute(f"INSERT INTO {table.sql_name} SELECT * FROM written_rows")
        finally:
            cursor.unregister("written_rows")
