"""Connections to a DuckDB file: for the build, for reading, and locked down for analysts. No SQL of the model here."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    import duckdb

ANALYST_MEMORY = "1GB"
ANALYST_SPILL = "2GB"

# `read_only` alone still lets SQL read files, write copies and scan Python variables (measured); these three close it.
# The order matters: the last one freezes the others.
_LOCKED_DOWN = (
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


class DeadlineExceeded(TimeoutError):
    """A query ran longer than it was given."""


def connect(path: Path, *, read_only: bool = True) -> duckdb.DuckDBPyConnection:
    """Opens a DuckDB file with the time zone of all our clocks, UTC.

    Args:
        path: the file; must exist where `read_only`.
        read_only: whether writing is refused.

    Returns:
        An open connection; the caller closes it.

    Raises:
        FileNotFoundError: `read_only` and there is no file.
    """
    import duckdb

    if read_only and not path.is_file():
        raise FileNotFoundError(f"{path}: no such database; build a release first (parallax run)")
    con = duckdb.connect(str(path), read_only=read_only)
    con.execute("SET TimeZone = 'UTC'")
    return con


def query(path: Path, sql: str, parameters: list[object] | None = None) -> pl.DataFrame:
    """Runs one query on a file, read-only, and closes it.

    Args:
        path: the file.
        sql: one statement.
        parameters: values for its placeholders.

    Returns:
        The rows as a frame.
    """
    con = connect(path)
    try:
        if parameters is None:
            return con.execute(sql).pl()
        # Prepared in SQL: given as Python values, parameters make duckdb import pandas, a third of a second (measured).
        con.execute(f"PREPARE asked AS {sql}")
        return con.execute(f"EXECUTE asked({', '.join(map(_literal, parameters))})").pl()
    finally:
        con.close()


def queries(path: Path, statements: Mapping[str, str]) -> dict[str, pl.DataFrame]:
    """Runs several queries on one connection, read-only: opening a file costs as much as a small query.

    Args:
        path: the file.
        statements: one statement by name.

    Returns:
        The rows by name.
    """
    con = connect(path)
    try:
        return {name: con.execute(sql).pl() for name, sql in statements.items()}
    finally:
        con.close()


def _literal(value: object) -> str:
    """A value as SQL; strings, integers and lists of them are all that our own queries ask with."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    raise TypeError(f"{type(value).__name__}: no parameter of a query; give strings, integers or lists of them")


def open_for_analysts(path: Path, *, threads: int = 1) -> duckdb.DuckDBPyConnection:
    """Opens a release so that foreign SQL can read its tables and nothing else: no file, no variable, no setting.

    Args:
        path: a published file.
        threads: threads a query may use.

    Returns:
        An open, locked-down connection in an own database instance; temporary tables work. The caller closes it.

    Raises:
        FileNotFoundError: there is no file.
    """
    import duckdb

    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such database; build a release first (parallax run)")
    # The file is attached to an in-memory instance: settings that lock down stay with this instance, while connections
    # of the same process that hold the file open themselves keep their freedom.
    con = duckdb.connect(":memory:", config={"memory_limit": ANALYST_MEMORY, "threads": str(threads)})
    con.execute("SET TimeZone = 'UTC'")
    con.execute(f"SET max_temp_directory_size = '{ANALYST_SPILL}'")
    con.execute("ATTACH " + "'" + str(path).replace("'", "''") + "' AS parallax (READ_ONLY)")
    con.execute("USE parallax")
    for statement in _LOCKED_DOWN:
        con.execute(statement)
    return con


def run_with_deadline(con: duckdb.DuckDBPyConnection, sql: str, seconds: float) -> pl.DataFrame:
    """Runs one query and interrupts it when its time is up; DuckDB has no such setting.

    Args:
        con: an open connection.
        sql: one statement.
        seconds: time allowed, > 0.

    Returns:
        The rows as a frame; empty where the statement gives none.

    Raises:
        DeadlineExceeded: the time was up.
    """
    import duckdb

    with _interrupted_after(con, seconds) as timer:
        try:
            con.execute(sql)
            return con.pl() if con.description else pl.DataFrame()
        except duckdb.InterruptException as error:
            if timer.is_set():
                raise DeadlineExceeded(
                    f"the query took longer than {seconds:g} s and was stopped; narrow it, or allow more time"
                ) from error
            raise


@contextmanager
def _interrupted_after(con: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[threading.Event]:
    fired = threading.Event()

    def stop() -> None:
        fired.set()
        con.interrupt()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield fired
    finally:
        timer.cancel()
        timer.join()
