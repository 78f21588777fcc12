"""Staging views as columns and as dbt files: every column of a core table, renamed and cast, nothing else. No marts here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from warehouse.dbt_files.inheritance import Inheritable
from warehouse.schema.marts import MartColumn
from warehouse.schema.table import Column, Table

# `year` is a reserved word in other engines; `excluded` is the target row of an upsert.
RENAMED: Mapping[str, str] = MappingProxyType({"year": "time_period_year", "excluded": "excluded_reason"})
LIST = "VARCHAR[]"


def staged(table: Table) -> Inheritable:
    """A table's staging view. A list becomes text, null where it is empty, so that it is optional."""
    columns = (
        MartColumn(_staged_name(column.name), column.doc, column.unit, required=column.required and column.type != LIST)
        for column in table.columns
    )
    return Inheritable(
        table.doc, tuple(_staged_name(name) for name in table.key), {column.name: column for column in columns}
    )


def staging_sql(table: Table) -> str:
    """The query of a table's staging view."""
    selected = ",\n".join(f"    {_selected(column)}" for column in table.columns)
    return f"select\n{selected}\nfrom {{{{ source('core', '{table.bare_name}') }}}}\n"


def sources_of(tables: Sequence[Table]) -> Mapping[str, object]:
    """The content of `sources.yml`."""
    source = {
        "name": "core",
        "description": "The modelled layer, written by the build; complete, with our clocks. Marts are made from it.",
        "schema": "core",
        "tables": [{"name": table.bare_name, "description": table.doc} for table in tables],
    }
    return {"version": 2, "sources": [source]}


def staging_models_of(tables: Sequence[Table]) -> Mapping[str, object]:
    """The content of `staging.yml`."""
    return {
        "version": 2,
        "models": [{"name": f"stg_{table.bare_name}", "description": table.doc} for table in tables],
    }


def _selected(column: Column) -> str:
    if column.type == LIST:
        return f"{{{{ list_to_text('{column.name}') }}}} as {column.name}"
    name = _staged_name(column.name)
    return name if name == column.name else f"{column.name} as {name}"


def _staged_name(name: str) -> str:
    return RENAMED.get(name, name)
