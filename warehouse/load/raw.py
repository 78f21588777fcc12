"""Ledger batches → schema `raw` of a DuckDB file: the rows in force of every table, straight from Parquet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from warehouse.ledger.batches import Batch
from warehouse.schema.raw import WITH_BATCH, raw_tables
from warehouse.schema.table import Table, quoted
from warehouse.step import BuildError

if TYPE_CHECKING:
    import duckdb

    from warehouse.ledger import Ledger


def load_raw(con: duckdb.DuckDBPyConnection, ledger: Ledger, batches: Sequence[Batch]) -> dict[str, int]:
    """Creates and fills every table of schema raw.

    Receipts come whole, sidecars as they are in force, the rest from the newest extraction of each document: a document
    that is read again supersedes its earlier rows whole.

    Args:
        con: an open, writable build.
        ledger: where the batches belong.
        batches: the batches to load, verified.

    Returns:
        Rows by full table name.

    Raises:
        BuildError: rows of a batch lack a required column.
    """
    con.execute("CREATE SCHEMA raw")
    outcomes = ledger.outcomes(batches)
    keep: Mapping[str, pl.DataFrame] = {
        "raw.metadata": ledger.metadata(batches).select("document_id", "origin", "batch_id"),
        "raw.receipts": ledger.rows("raw.receipts", batches).select("document_id", "origin", "batch_id").unique(),
    }
    in_force = outcomes.select("document_id", "batch_id")
    return {name: _load(con, table, batches, keep.get(name, in_force)) for name, table in raw_tables().items()}


def _load(con: duckdb.DuckDBPyConnection, table: Table, batches: Sequence[Batch], keep: pl.DataFrame) -> int:
    """Loads the rows of one table whose document (and origin) and batch stand in `keep`, in a total order."""
    import duckdb

    con.execute(table.ddl())
    for comment in table.comments():
        con.execute(comment)
    files = {str(batch.file(table.name)): batch.batch_id for batch in batches if table.name in batch.tables}
    if not files:
        return 0
    paths = list(files)
    present = {row[0] for row in con.execute(f"DESCRIBE {_SCAN}", [paths]).fetchall()}
    columns = [column.name for column in table.columns if column.name != "batch_id"]
    selected = [f"rows.{quoted(name)}" if name in present else f"NULL AS {quoted(name)}" for name in columns]
    # Rows of several batches in one carry the batch that they were written in.
    written_in = "coalesce(rows.batch_id, files.batch_id)" if "batch_id" in present else "files.batch_id"
    if table.name in WITH_BATCH:
        columns, selected = [*columns, "batch_id"], [*selected, f"{written_in} AS batch_id"]
    joined = [name for name in keep.columns if name != "batch_id"]
    con.register("keep_rows", keep.to_arrow())
    con.register("batch_files", pl.DataFrame({"filename": paths, "batch_id": list(files.values())}).to_arrow())
    order = ", ".join(quoted(name) for name in dict.fromkeys((*table.key, *columns)))
    names = ", ".join(quoted(name) for name in columns)
    try:
        con.execute(
            f"INSERT INTO {table.sql_name} ({names}) "
            f"SELECT {names} FROM (SELECT {', '.join(selected)} FROM ({_SCAN}) AS rows "
            "JOIN batch_files AS files ON files.filename = rows.filename "
            f"SEMI JOIN keep_rows ON keep_rows.batch_id = {written_in} "
            + "".join(f"AND keep_rows.{quoted(name)} = rows.{quoted(name)} " for name in joined)
            + f") ORDER BY {order}",
            [paths],
        )
    except duckdb.ConstraintException as error:
        raise BuildError(
            f"{table.name}: the ledger holds rows without a value that is required now: {error}; "
            "read the documents again with the present extractor, or make the column optional"
        ) from error
    finally:
        con.unregister("keep_rows")
        con.unregister("batch_files")
    counted = con.execute(f"SELECT count(*) FROM {table.sql_name}").fetchone()
    return int(counted[0]) if counted else 0


_SCAN = "SELECT * FROM read_parquet(?, union_by_name = true, filename = true)"
