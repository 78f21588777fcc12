"""Marts that another engine wrote as Parquet → tables of the build, under the contracts of their models. No Spark here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from warehouse.connection import connect
from warehouse.schema.marts import Mart
from warehouse.schema.table import literal, quoted
from warehouse.step import BuildError


def take_rows(database: Path, folder: Path, marts: Mapping[str, Mart]) -> None:
    """Writes tables of schema `marts`, with types, order, comments and refusal of null as dbt leaves them on the local engine.

    Args:
        database: the build's file; no connection of this process may be open on it.
        folder: holds `<mart>/*.parquet`; a mart without rows may have no file.
        marts: their contracts, by name.

    Raises:
        BuildError: rows do not fit; names the mart.
    """
    import duckdb

    con = connect(database, read_only=False)
    try:
        con.execute("CREATE SCHEMA IF NOT EXISTS marts")
        for name, mart in marts.items():
            try:
                for statement in statements(mart, folder / name):
                    con.execute(statement)
            except duckdb.Error as error:
                raise BuildError(f"marts.{name}: rows of Spark break its contract: {error}") from error
    finally:
        con.close()


def statements(mart: Mart, folder: Path) -> tuple[str, ...]:
    """SQL that makes one mart in DuckDB from Parquet files of equal columns, which may stand in any order.

    Args:
        mart: its contract.
        folder: holds its files.
    """
    table = f"marts.{quoted(mart.name)}"
    names = [column.name for column in mart.columns]
    columns = ", ".join(
        f"{quoted(column.name)} {column.type}{' NOT NULL' if column.required else ''}" for column in mart.columns
    )
    script = [f"CREATE TABLE {table} ({columns})", f"COMMENT ON TABLE {table} IS {literal(mart.doc)}"]
    script += [f"COMMENT ON COLUMN {table}.{quoted(column.name)} IS {literal(column.doc)}" for column in mart.columns]
    files = sorted(str(path) for path in folder.glob("*.parquet"))
    if files:
        order = [*mart.sorted_by, *[name for name in names if name not in mart.sorted_by]]
        script.append(
            f"INSERT INTO {table} SELECT {', '.join(map(quoted, names))} "
            f"FROM read_parquet([{', '.join(map(literal, files))}]) "
            f"ORDER BY {', '.join(f'{quoted(name)} ASC NULLS LAST' for name in order)}"
        )
    return tuple(script)
