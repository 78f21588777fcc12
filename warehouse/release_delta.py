"""Rows in which a schema of two databases differs, as one file per table. One verb, `write_delta`. Reading only.

Belongs here: which rows are added, removed and changed, by the key of their table. Not here: why (`release/changes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.connection import connected
from warehouse.export import WRITTEN, ColumnInfo, Form, TableInfo, list_tables
from warehouse.schema.table import literal, quoted

if TYPE_CHECKING:
    import duckdb

LEADING = (
    ColumnInfo("change", "VARCHAR", True, "added, removed or changed; a changed row stands here once of each release"),
    ColumnInfo("release_id", "VARCHAR", True, "the release that the row is of"),
    ColumnInfo("changed_columns", "VARCHAR", False, "of a changed row the columns that differ, separated by blanks"),
)


@dataclass(frozen=True, slots=True)
class TableDelta:
    """A table that differs: its columns in the file, and how many rows are added, removed and changed."""

    table: TableInfo
    added: int
    removed: int
    changed: int


def write_delta(
    before: tuple[str, Path],
    after: tuple[str, Path],
    schema: str,
    keys: Mapping[str, Sequence[str]],
    directory: Path,
    form: Form,
    names: Sequence[str] = (),
) -> tuple[TableDelta, ...]:
    """Writes `directory/<table>.<form>` for every table whose rows differ.

    A row counts by its key. Columns that only one of the two has are in the file and do not make a row changed.

    Args:
        before: id and database of the earlier release.
        after: id and database of the later one.
        schema: the schema that is compared.
        keys: the columns of each table that no two rows share; a table without a key of columns that both have is
            compared by whole rows.
        directory: an existing directory.
        form: form of the files.
        names: the tables that are compared; none for all.

    Returns:
        What differs, by table name; a table that is equal has no entry and no file.
    """
    old, new = (
        {table.name: table for table in list_tables(database, schema) if not names or table.name in names}
        for _, database in (before, after)
    )
    found = []
    with connected(after[1]) as con:
        con.execute("SET threads = 1")
        con.execute(f"ATTACH {literal(str(before[1]))} AS earlier (READ_ONLY)")
        for name in sorted(old.keys() | new.keys()):
            info = _columns(old.get(name), new.get(name))
            at = f"{quoted(schema)}.{quoted(name)}"
            sides = (f"earlier.{at}" if name in old else None, at if name in new else None)
            common = [
                column.name for column in info.columns if _has(old.get(name), column) and _has(new.get(name), column)
            ]
            key = list(keys.get(name, ()))
            _mark(con, sides, common, key if key and set(key) <= set(common) else common)
            counts = dict(con.execute("SELECT change, count(*) FROM delta GROUP BY ALL").fetchall())
            if counts:
                _write(con, (before[0], after[0]), info, key, directory / f"{name}.{form}", form)
                columns = (*LEADING, *(ColumnInfo(c.name, c.type, False, c.doc) for c in info.columns))
                told = TableInfo(name, info.doc, columns, sum(counts.values()))
                found.append(
                    TableDelta(told, counts.get("added", 0), counts.get("removed", 0), counts.get("changed", 0) // 2)
                )
    return tuple(found)


def _columns(old: TableInfo | None, new: TableInfo | None) -> TableInfo:
    """The later release's table with the columns that only the earlier one has behind its own."""
    if old is None or new is None:
        known = new or old
        assert known is not None
        return known
    names = {column.name for column in new.columns}
    return TableInfo(new.name, new.doc, (*new.columns, *(c for c in old.columns if c.name not in names)), new.n_rows)


def _has(table: TableInfo | None, column: ColumnInfo) -> bool:
    return table is not None and any(one.name == column.name for one in table.columns)


def _mark(
    con: duckdb.DuckDBPyConnection, sides: tuple[str | None, str | None], common: Sequence[str], key: Sequence[str]
) -> None:
    """Makes the temporary table `delta`: rows of both sides that differ, with `change`, `is_later` and `changed_columns`."""
    was, now = sides
    if was is None or now is None or not common:
        parts = [
            f"SELECT {literal(change)} AS change, {is_later} AS is_later, NULL::VARCHAR AS changed_columns, * FROM {side}"
            for side, change, is_later in ((was, "removed", False), (now, "added", True))
            if side is not None
        ]
    else:
        _mark_keys(con, was, now, common, key)
        parts = [
            f"SELECT CASE WHEN both_have.changed_columns IS NULL THEN {literal(change)} ELSE 'changed' END AS change, "
            f"{is_later} AS is_later, both_have.changed_columns, side.* FROM {side} AS side "
            f"SEMI JOIN {touched} ON {_same(touched, 'side', key)} LEFT JOIN both_have ON {_same('both_have', 'side', key)}"
            for side, touched, change, is_later in ((was, "gone", "removed", False), (now, "came", "added", True))
        ]
    both_sides = " UNION ALL BY NAME ".join(parts)
    con.execute(f"CREATE OR REPLACE TEMP TABLE delta AS {both_sides}")


def _mark_keys(con: duckdb.DuckDBPyConnection, was: str, now: str, common: Sequence[str], key: Sequence[str]) -> None:
    """Makes the tables `gone` and `came`, keys of rows that only one side has so, and `both_have`, those in both."""
    columns, keys = ", ".join(map(quoted, common)), ", ".join(map(quoted, key))
    for name, side, other in (("gone", was, now), ("came", now, was)):
        con.execute(
            f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT DISTINCT {keys} FROM "
            f"(SELECT {columns} FROM {side} EXCEPT SELECT {columns} FROM {other})"
        )
    unequal = ", ".join(
        f"CASE WHEN w.{quoted(name)} IS DISTINCT FROM n.{quoted(name)} THEN {literal(name)} END" for name in common
    )
    its_keys = ", ".join(f"n.{quoted(name)}" for name in key)
    same, is_new = _same("w", "n", key), _same("came", "n", key)
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE both_have AS SELECT {its_keys}, concat_ws(' ', {unequal}) AS changed_columns "
        f"FROM {now} AS n SEMI JOIN came ON {is_new} JOIN {was} AS w ON {same}"
    )


def _same(one: str, other: str, key: Sequence[str]) -> str:
    """Whether rows of two tables have the same key; null is a value of it."""
    return " AND ".join(f"{one}.{quoted(name)} IS NOT DISTINCT FROM {other}.{quoted(name)}" for name in key)


def _write(
    con: duckdb.DuckDBPyConnection, ids: tuple[str, str], info: TableInfo, key: Sequence[str], file: Path, form: Form
) -> None:
    """Rows by key, the earlier of two that changed first."""
    names = [column.name for column in info.columns]
    first = [name for name in key if name in names]
    rest = [name for name in names if name not in first]
    by = ", ".join(
        [*(f"{quoted(n)} NULLS LAST" for n in first), "is_later", *(f"{quoted(n)} NULLS LAST" for n in rest)]
    )
    columns = ", ".join(map(quoted, names))
    con.execute(
        f"COPY (SELECT change, CASE WHEN is_later THEN {literal(ids[1])} ELSE {literal(ids[0])} END AS release_id, "
        f"changed_columns, {columns} FROM delta ORDER BY {by}) TO {literal(str(file))} ({WRITTEN[form]})"
    )
