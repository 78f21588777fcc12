"""Two databases compared mart by mart and row by row. Reading only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from warehouse.schema.table import literal, quoted


@dataclass(frozen=True, slots=True)
class Parity:
    """One mart in both databases.

    Attributes:
        mart: its name.
        rows_local: rows of the first database; None where it lacks the table.
        rows_spark: of the second.
        differences: rows, with how often each stands there, that are in one and not in the other; all rows where only one has
            the table.
        columns_differ: whether names, order, types, refusal of null or descriptions of columns differ.
        example: one row that differs, in words; None where none does.
    """

    mart: str
    rows_local: int | None
    rows_spark: int | None
    differences: int
    columns_differ: bool
    example: str | None = None

    @property
    def is_equal(self) -> bool:
        """Whether nothing differs."""
        return not self.differences and not self.columns_differ and self.rows_local == self.rows_spark


def compare(local: Path, spark: Path, schema: str = "marts") -> tuple[Parity, ...]:
    """Compares every table of a schema, values to the last digit.

    Args:
        local: a closed DuckDB file.
        spark: another one.
        schema: the schema that is compared.

    Returns:
        One entry for each table of either, by name.
    """
    con = duckdb.connect()
    con.execute("SET enable_progress_bar = false")
    try:
        for name, path in (("local", local), ("spark", spark)):
            con.execute(f"ATTACH {literal(str(path))} AS {name}_release (READ_ONLY)")
        tables = {name: _tables(con, f"{name}_release", schema) for name in ("local", "spark")}
        return tuple(
            _compared(con, schema, table, {name: found.get(table) for name, found in tables.items()})
            for table in sorted({table for found in tables.values() for table in found})
        )
    finally:
        con.close()


def table_of(found: Iterable[Parity]) -> str:
    """The comparison as a table for people, with a line of sums; differing marts show a row each."""
    rows = list(found)
    width = max([len(row.mart) for row in rows] + [len("all marts")])
    lines = [f"{'mart':<{width}} {'rows local':>11} {'rows spark':>11} {'differences':>12}"]
    for row in rows:
        note = "  columns differ" if row.columns_differ else ""
        lines.append(
            f"{row.mart:<{width}} {_count(row.rows_local):>11} {_count(row.rows_spark):>11} {row.differences:>12,}{note}"
        )
        if row.example is not None:
            lines.append(f"    {row.example}")
    local, spark = (sum(getattr(row, side) or 0 for row in rows) for side in ("rows_local", "rows_spark"))
    lines.append(f"{'all marts':<{width}} {local:>11,} {spark:>11,} {sum(row.differences for row in rows):>12,}")
    return "\n".join(lines)


def _compared(
    con: duckdb.DuckDBPyConnection, schema: str, table: str, columns: Mapping[str, Sequence[tuple[object, ...]] | None]
) -> Parity:
    names = {side: f"{side}_release.{quoted(schema)}.{quoted(table)}" for side in columns}
    counts = {
        side: None if found is None else _one(con, f"SELECT count(*) FROM {names[side]}")
        for side, found in columns.items()
    }
    there = [side for side, count in counts.items() if count is not None]
    if len(there) == 1 or [c[:2] for c in columns["local"] or ()] != [c[:2] for c in columns["spark"] or ()]:
        return Parity(table, counts["local"], counts["spark"], sum(count or 0 for count in counts.values()), True)
    local, spark = names["local"], names["spark"]
    apart = (
        f"(SELECT 'local' AS only_in, * FROM (SELECT * FROM {local} EXCEPT ALL SELECT * FROM {spark}) "
        f"UNION ALL SELECT 'spark' AS only_in, * FROM (SELECT * FROM {spark} EXCEPT ALL SELECT * FROM {local}))"
    )
    n_apart = _one(con, f"SELECT count(*) FROM {apart}")
    return Parity(
        table,
        counts["local"],
        counts["spark"],
        n_apart,
        columns["local"] != columns["spark"],
        _example(con, apart) if n_apart else None,
    )


def _example(con: duckdb.DuckDBPyConnection, apart: str) -> str:
    """The first row that differs; where the next one is its counterpart, only the columns in which they differ."""
    found = con.execute(f"SELECT * FROM {apart} ORDER BY ALL")
    names = [column[0] for column in found.description]
    rows = found.fetchall()
    mine = next((row for row in rows if row[0] == "local"), rows[0])
    others = [row for row in rows if row[0] != mine[0]]
    if not others:
        return f"only {mine[0]}: " + ", ".join(f"{n}={v!r}" for n, v in zip(names[1:], mine[1:], strict=True))
    nearest = max(others, key=lambda row: sum(a == b for a, b in zip(mine, row, strict=True)))
    told = [f"{name}: {a!r} / {b!r}" for name, a, b in zip(names[1:], mine[1:], nearest[1:], strict=True) if a != b]
    return f"{names[1]}={mine[1]!r}: local / spark: " + ", ".join(told)


def _tables(con: duckdb.DuckDBPyConnection, database: str, schema: str) -> dict[str, list[tuple[object, ...]]]:
    """Columns of each table: name, type, whether null is allowed, description; the table's own description first."""
    of = f"database_name = {literal(database)} AND schema_name = {literal(schema)}"
    found: dict[str, list[tuple[object, ...]]] = {}
    for table, doc in con.execute(f"SELECT table_name, comment FROM duckdb_tables() WHERE {of}").fetchall():
        found[table] = [("", "", None, doc)]
    for table, *column in con.execute(
        f"SELECT table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE {of} "
        "ORDER BY table_name, column_index"
    ).fetchall():
        if table in found:
            found[table].append(tuple(column))
    return found


def _one(con: duckdb.DuckDBPyConnection, sql: str) -> int:
    row = con.execute(sql).fetchone()
    assert row is not None
    return int(row[0])


def _count(rows: int | None) -> str:
    return "none" if rows is None else f"{rows:,}"
