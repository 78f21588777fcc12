"""Core tables as marts read them: what a mart's column can inherit, and dbt's list of sources. No marts here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from warehouse.dbt_files.inheritance import Inheritable
from warehouse.schema.marts import MartColumn
from warehouse.schema.table import Table

# `year` is a reserved word in other engines; `excluded` is the target row of an upsert. Marts call them otherwise.
RENAMED: Mapping[str, str] = MappingProxyType({"year": "time_period_year", "excluded": "excluded_reason"})
LIST = "VARCHAR[]"


def inheritable(table: Table) -> Inheritable:
    """A table under the names of marts. They write a list as text, null where it is empty, so that it is optional."""
    columns = (
        MartColumn(_name(column.name), column.doc, column.unit, required=column.required and column.type != LIST)
        for column in table.columns
    )
    return Inheritable(table.doc, tuple(map(_name, table.key)), {column.name: column for column in columns})


def renamed(table: Table) -> Mapping[str, str]:
    """The columns of a table's key that marts call otherwise: their name → that of the table."""
    return {_name(name): name for name in table.key if name in RENAMED}


def sources_of(tables: Sequence[Table]) -> Mapping[str, object]:
    """The content of `sources.yml`."""
    source = {
        "name": "core",
        "description": "The modelled layer, written by the build; complete, with our clocks. Marts are made from it.",
        "schema": "core",
        "tables": [{"name": table.bare_name, "description": table.doc} for table in tables],
    }
    return {"version": 2, "sources": [source]}


def _name(name: str) -> str:
    return RENAMED.get(name, name)
