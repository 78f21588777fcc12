"""Connections to a DuckDB file: for the build and for reading. No SQL of the model here; foreign SQL is in `analyst/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warehouse.temporary import scratch_folder

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa

_AT_ONCE = 100_000  # rows that DuckDB hands over at a time
_OFTEN = 4  # a word that stands so often on average is held once


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
    con.execute("SET TimeZone = 'UTC'; SET enable_progress_bar = false")  # a log would hold it
    return con


@contextmanager
def connected(path: Path, most: str = "2GB") -> Iterator[duckdb.DuckDBPyConnection]:
    """A read-only connection that sorts and aggregates more than fits: what is too much for memory goes to disk.

    The folder for that is its own: DuckDB names such files alike in every process, and removes those of all when one ends.

    Args:
        path: the file.
        most: memory for DuckDB; by itself it takes four fifths of the machine's.

    Raises:
        FileNotFoundError: there is no file.
    """
    with scratch_folder("duckdb") as folder:
        con = connect(path)
        try:
            con.execute(f"SET memory_limit = {_literal(most)}")
            con.execute(f"SET temp_directory = {_literal(str(folder / 'spill'))}")
            yield con
        finally:
            con.close()


@contextmanager
def held_open(path: Path) -> Iterator[None]:
    """Opens a file once for all queries inside: while a connection is open, further ones of this process cost next to nothing."""
    con = connect(path)
    try:
        yield
    finally:
        con.close()


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
        return _asked(con, sql, parameters).pl()
    finally:
        con.close()


def rows(path: Path, sql: str, parameters: list[object] | None = None) -> list[dict[str, Any]]:
    """Runs one query as `query` does, for a few rows: polars and pyarrow take a third of a second to load (measured).

    Args:
        path: the file.
        sql: one statement.
        parameters: values for its placeholders.

    Returns:
        The rows as dictionaries by column.
    """
    con = connect(path)
    try:
        asked = _asked(con, sql, parameters)
        names = [column[0] for column in asked.description]
        return [dict(zip(names, row, strict=True)) for row in asked.fetchall()]
    finally:
        con.close()


def _asked(con: duckdb.DuckDBPyConnection, sql: str, parameters: list[object] | None) -> duckdb.DuckDBPyConnection:
    if parameters is None:
        return con.execute(sql)
    # Prepared in SQL: given as Python values, parameters make duckdb import pandas, a third of a second (measured).
    con.execute(f"PREPARE asked AS {sql}")
    return con.execute(f"EXECUTE asked({', '.join(map(_literal, parameters))})")


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


def held(path: Path, statements: Mapping[str, str]) -> dict[str, pl.DataFrame]:
    """Runs queries as `queries` does, for whoever keeps all their rows: words that repeat are held once (categorical columns).

    That saves half of the memory of all marts, and four fifths of the largest (measured).

    Args:
        path: the file.
        statements: one statement by name.

    Returns:
        The rows by name.
    """
    with connected(path) as con:  # sorting takes as much again
        return {name: _held(con.execute(sql)) for name, sql in statements.items()}


def _held(asked: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    import polars as pl

    frame = pl.concat([pl.DataFrame(part) for part in _parts(asked.to_arrow_reader(_AT_ONCE))], rechunk=False)
    words = frame.select(pl.col(pl.String))
    repeated = [column.name for column in words if column.n_unique() * _OFTEN < column.len()]
    return frame.with_columns(pl.col(repeated).cast(pl.Categorical)).rechunk()


def _parts(reader: pa.RecordBatchReader) -> Iterator[pa.Table | pa.RecordBatch]:
    yield reader.schema.empty_table()
    yield from reader


def _literal(value: object) -> str:
    """A value as SQL; strings, integers and lists of them are all that our own queries ask with."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    raise TypeError(f"{type(value).__name__}: no parameter of a query; give strings, integers or lists of them")
