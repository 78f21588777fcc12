"""Databases of the local engine and of Spark compared, as a table for people. How rows are compared is the warehouse's."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from warehouse.database_comparison import TableComparison
from warehouse.database_comparison import compare as compare_databases

LOCAL, SPARK = "local", "spark"


def compare(local: Path, spark: Path, schema: str = "marts") -> tuple[TableComparison, ...]:
    """Compares every table of a schema, as `warehouse.database_comparison.compare`."""
    return compare_databases(local, spark, schema, (LOCAL, SPARK))


def table_of(found: Iterable[TableComparison]) -> str:
    """The comparison as a table for people, with a line of sums; differing marts show a row each."""
    rows = list(found)
    width = max([len(row.table) for row in rows] + [len("all marts")])
    lines = [f"{'mart':<{width}} {'rows local':>11} {'rows spark':>11} {'differences':>12}"]
    for row in rows:
        note = "  columns differ" if row.columns_differ else ""
        local, spark = (_count(row.rows[side]) for side in (LOCAL, SPARK))
        lines.append(f"{row.table:<{width}} {local:>11} {spark:>11} {row.differences:>12,}{note}")
        if row.example is not None:
            lines.append(f"    {row.example}")
    sums = [sum(row.rows[side] or 0 for row in rows) for side in (LOCAL, SPARK)]
    differences = sum(row.differences for row in rows)
    lines.append(f"{'all marts':<{width}} {sums[0]:>11,} {sums[1]:>11,} {differences:>12,}")
    return "\n".join(lines)


def _count(rows: int | None) -> str:
    return "none" if rows is None else f"{rows:,}"
