"""`views.sql`: schema `marts` over the Parquet files by relative path, for whoever has the files and no database.

Text only; the files are written by `warehouse.export`.
"""

from __future__ import annotations

from collections.abc import Sequence

from release.record import PARQUET, VIEWS
from warehouse.export import TableInfo
from warehouse.schema.table import literal, quoted

_HEAD = f"""-- Schema marts over the Parquet files of this release. The paths are relative: start DuckDB in this folder.
--   duckdb -init {VIEWS}
CREATE SCHEMA IF NOT EXISTS marts;
"""


def views_sql(tables: Sequence[TableInfo]) -> str:
    """The statements, one view per mart with its description and those of its columns.

    Args:
        tables: the marts as the database's catalogue knows them.

    Returns:
        SQL in DuckDB's dialect that can be run again and again.
    """
    return _HEAD + "".join(map(_view, tables))


def _view(table: TableInfo) -> str:
    name = f"marts.{quoted(table.name)}"
    lines = [f"CREATE OR REPLACE VIEW {name} AS FROM read_parquet({literal(f'{PARQUET}/{table.name}.parquet')});"]
    if table.doc:
        lines.append(f"COMMENT ON VIEW {name} IS {literal(table.doc)};")
    lines += [
        f"COMMENT ON COLUMN {name}.{quoted(column.name)} IS {literal(column.doc)};"
        for column in table.columns
        if column.doc
    ]
    return "\n" + "\n".join(lines) + "\n"
