"""Frames about the shape of given tables: columns and types, nulls, keys. One row per finding or per table."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from quality.check import FrameOf, Reading
from quality.contract import Contract


def contract_breaches(contracts: Sequence[Contract], schema: str) -> FrameOf:
    """Rows against the contracts: table_name, column_name, expected, found.

    A missing table is one row with column_name null, and so is a table that no contract knows.
    """

    def frame(reading: Reading) -> pl.DataFrame:
        seen = reading.query(
            "select columns.table_name, columns.column_name, columns.data_type from information_schema.columns "
            "inner join information_schema.tables using (table_schema, table_name) "
            f"where table_schema = '{schema}' and table_type = 'BASE TABLE' order by table_name, ordinal_position"
        )
        types: dict[str, dict[str, str]] = {}
        for table, column, data_type in seen.iter_rows():
            types.setdefault(f"{schema}.{table}", {})[column] = data_type.upper().replace(" ", "")
        rows: list[tuple[str, str | None, str | None, str | None]] = []
        for contract in contracts:
            columns = types.pop(contract.table, None)
            if columns is None:
                rows.append((contract.table, None, "a table", None))
                continue
            rows += [
                (contract.table, name, contract.types.get(name), columns.get(name))
                for name in sorted({*contract.types, *columns})
                if contract.types.get(name) != columns.get(name)
            ]
        rows += [(table, None, "no table", "a table") for table in sorted(types)]
        return pl.DataFrame(
            rows, schema=["table_name", "column_name", "expected", "found"], orient="row", infer_schema_length=None
        ).cast(pl.String)

    return frame


def missing_values(contracts: Sequence[Contract]) -> FrameOf:
    """Nulls in required columns: table_name, column_name, n_null; a row per column that has any."""

    def frame(reading: Reading) -> pl.DataFrame:
        rows = []
        for contract in _present(contracts, reading):
            if contract.required:
                counts = ", ".join(f'count(*) - count("{name}") as "{name}"' for name in contract.required)
                nulls = reading.query(f"select {counts} from {contract.table}").row(0, named=True)
                rows += [(contract.table, name, n_null) for name, n_null in nulls.items() if n_null]
        return pl.DataFrame(
            rows, schema={"table_name": pl.String, "column_name": pl.String, "n_null": pl.Int64}, orient="row"
        )

    return frame


def key_counts(contracts: Sequence[Contract]) -> FrameOf:
    """Rows and distinct keys of each table: table_name, key, n_rows, n_keys."""

    def frame(reading: Reading) -> pl.DataFrame:
        rows = []
        for contract in _present(contracts, reading):
            key = ", ".join(f'"{name}"' for name in contract.key)
            counts = reading.query(
                f"select (select count(*) from {contract.table}) as n_rows, "
                f"(select count(*) from (select distinct {key} from {contract.table})) as n_keys"
            )
            rows.append((contract.table, ", ".join(contract.key), *counts.row(0)))
        return pl.DataFrame(
            rows,
            schema={"table_name": pl.String, "key": pl.String, "n_rows": pl.Int64, "n_keys": pl.Int64},
            orient="row",
        )

    return frame


def _present(contracts: Sequence[Contract], reading: Reading) -> list[Contract]:
    """Contracts whose table has all the columns they name; the others are the contract check's business."""
    seen: dict[str, set[str]] = {}
    for schema, table, column in reading.query(
        "select table_schema, table_name, column_name from information_schema.columns"
    ).iter_rows():
        seen.setdefault(f"{schema}.{table}", set()).add(column)
    return [contract for contract in contracts if set(contract.types) <= seen.get(contract.table, set())]
