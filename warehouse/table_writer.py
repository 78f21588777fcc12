"""Core tables go to the build's database on a thread of their own: DuckDB writes one while the next step computes.

Belongs here: the order of writing, and what becomes of a failure. The form of a table is settled before (`warehouse/schema`).
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Self

from warehouse.schema import core_tables

if TYPE_CHECKING:
    import duckdb
    import polars as pl

_WRITTEN_AT_ONCE = (
    2 * 122_880
)  # rows; row groups of DuckDB, so that none is cut. A step computes meanwhile, in the same memory
_WAITING = 2  # tables; one that waits stays in memory


class TableWriter:
    """Writes tables in the order in which they are given.

    A failure is raised by the next `write` or at the end of the block. In the block, the connection that the writer was made from may
    read: the writer has a cursor of its own.
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
                self._await(0)
        finally:
            self._thread.shutdown(cancel_futures=True)
            self._cursor.close()

    def write(self, name: str, frame: pl.DataFrame) -> None:
        """Writes a table soon; waits where many tables wait.

        Args:
            name: full name of a core table that does not exist yet.
            frame: its rows in the table's form and order.
        """
        self._await(_WAITING)
        self._waiting.append(self._thread.submit(_write, self._cursor, name, frame))

    def _await(self, n_left: int) -> None:
        while self._waiting and (len(self._waiting) > n_left or self._waiting[0].done()):
            self._waiting.popleft().result()


def _write(cursor: duckdb.DuckDBPyConnection, name: str, frame: pl.DataFrame) -> None:
    table = core_tables()[name]
    cursor.execute(table.ddl())
    for comment in table.comments():
        cursor.execute(comment)
    for part in frame.iter_slices(_WRITTEN_AT_ONCE):  # Arrow's form of a frame is a copy of it
        cursor.register("written_rows", part.to_arrow())
        try:
            cursor.execute(f"INSERT INTO {table.sql_name} SELECT * FROM written_rows")
        finally:
            cursor.unregister("written_rows")
