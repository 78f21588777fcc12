"""`describe TABLE` with what each column holds: DuckDB's own answer has its type, and not its comment."""

from __future__ import annotations

import re

from warehouse.schema.table import literal

_DESCRIBE = re.compile(r"(?is)\s*+desc(?:ribe)?\s++(?:table\s++)?(?:(\w++)\s*+\.\s*+)?\"?(\w++)\"?\s*+;?\s*+")


def with_descriptions(statement: str) -> str | None:
    """A query for the columns of a table with their descriptions.

    Args:
        statement: one statement.

    Returns:
        The query, where the statement describes a table of a release by its name; else None. It has no row where there is
        no such table.
    """
    found = _DESCRIBE.fullmatch(statement)
    if found is None:
        return None
    schema, table = found.groups()
    in_schema = f"AND schema_name = {literal(schema.lower())} " if schema else ""
    return (
        "SELECT column_name, data_type AS column_type, CASE WHEN is_nullable THEN 'YES' ELSE 'NO' END AS \"null\", "
        f"comment AS description FROM duckdb_columns() WHERE table_name = {literal(table.lower())} {in_schema}"
        "AND database_name = 'parallax' AND comment IS NOT NULL ORDER BY schema_name, table_name, column_index"
    )
