"""Two databases compared table by table and row by row. One public verb, `compare`. Reading only.

Belongs here: what differs, and one row that shows it. What a difference means is the caller's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.schema.table import literal, quoted
from warehouse.temporary import scratch_folder

if TYPE_CHECKING:
    import duckdb

_MEMORY = "2GB"  # what a comparison needs beyond that goes to disk


@dataclass(frozen=True, slots=True)
class TableComparison:
    """One table of both databases.

    Attributes:
        table: its name, without the schema.
        rows: rows in each database, by its name; None where it lacks the table.
        differences: rows, with how often each stands there, that are in one and not in the other; all rows where only one has
            the table.
        columns_differ: whether names, order, types, refusal of null or descriptions of columns differ.
        example: one row that differs, in words; None where none does.
    """

    table: str
    rows: Mapping[str, int | None]
    differences: int
    columns_differ: bool
    example: str | None = None

    @property
    def is_equal(self) -> bool:
        """Whether nothing differs."""
        return not self.differences and not self.columns_differ and len(set(self.rows.values())) == 1


def compare(one: Path, other: Path, schema: str, names: tuple[str, str]) -> tuple[TableComparison, ...]:
    """Compares every table of a schema, values to the last digit. The order of rows does not count.

    Args:
        one: a closed DuckDB file.
        other: another one.
        schema: the schema that is compared.
        names: what to call the two in an example; two words.

    Returns:
        One entry for each table of either, by name.
    """
    import duckdb

    with scratch_folder("compare") as folder:
        con = duckdb.connect()
        try:
            con.execute("SET enable_progress_bar = false")
            con.execute(f"SET memory_limit = {literal(_MEMORY)}")
            con.execute(f"SET temp_directory = {literal(str(folder / 'spill'))}")
            for name, path in zip(names, (one, other), strict=True):
                con.execute(f"ATTACH {literal(str(path))} AS {quoted(f'{name}_release')} (READ_ONLY)")
            tables = {name: _tables(con, f"{name}_release", schema) for name in names}
            return tuple(
                _compared(con, schema, table, {name: found.get(table) for name, found in tables.items()})
                for table in sorted({table for found in tables.values() for table in found})
            )
        finally:
            con.close()


def _compared(
    con: duckdb.DuckDBPyConnection, schema: str, table: str, columns: Mapping[str, Sequence[tuple[object, ...]] | None]
) -> TableComparison:
    places = {name: f"{quoted(f'{name}_release')}.{quoted(schema)}.{quoted(table)}" for name in columns}
    counts = {
        name: None if found is None else _one(con, f"SELECT count(*) FROM {places[name]}")
        for name, found in columns.items()
    }
    (one, at_one), (other, at_other) = places.items()
    forms = [[column[:2] for column in found or ()] for found in columns.values()]
    if None in counts.values() or forms[0] != forms[1]:
        return TableComparison(table, counts, sum(count or 0 for count in counts.values()), True)
    apart = (
        f"(SELECT {literal(one)} AS only_in, * FROM (SELECT * FROM {at_one} EXCEPT ALL SELECT * FROM {at_other}) "
        f"UNION ALL SELECT {literal(other)}, * FROM (SELECT * FROM {at_other} EXCEPT ALL SELECT * FROM {at_one}))"
    )
    n_apart = _one(con, f"SELECT count(*) FROM {apart}")
    example = _example(con, apart, (one, other)) if n_apart else None
    return TableComparison(table, counts, n_apart, columns[one] != columns[other], example)


def _example(con: duckdb.DuckDBPyConnection, apart: str, names: tuple[str, str]) -> str:
    """The first row that differs; where the next one is its counterpart, only the columns in which they differ."""
    found = con.execute(f"SELECT * FROM {apart} ORDER BY {_BEHIND_FIRST}, only_in")
    columns = [column[0] for column in found.description]
    rows = found.fetchmany(_LOOKED_AT)
    mine = next((row for row in rows if row[0] == names[0]), rows[0])
    others = [row for row in rows if row[0] != mine[0]]
    if not others:
        return f"only {mine[0]}: " + ", ".join(f"{n}={v!r}" for n, v in zip(columns[1:], mine[1:], strict=True))
    nearest = max(others, key=lambda row: sum(a == b for a, b in zip(mine, row, strict=True)))
    unequal = [
        f"{name}: {a!r} / {b!r}" for name, a, b in zip(columns[1:], mine[1:], nearest[1:], strict=True) if a != b
    ]
    return f"{columns[1]}={mine[1]!r}: {' / '.join((str(mine[0]), str(nearest[0])))}: " + ", ".join(unequal)


_LOOKED_AT = 1_000  # rows among which a counterpart is looked for
_BEHIND_FIRST = "COLUMNS(* EXCLUDE only_in)"  # rows of both that have the same key stand side by side


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
