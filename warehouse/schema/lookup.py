"""A table of any schema by its full name."""

from __future__ import annotations

from warehouse.schema.core import core_tables
from warehouse.schema.raw import raw_tables
from warehouse.schema.table import Table
from warehouse.schema.work import work_tables


def table_of(name: str) -> Table:
    """The table of raw, core or work with a full name.

    Raises:
        KeyError: there is none.
    """
    for tables in (core_tables(), raw_tables(), work_tables()):
        if name in tables:
            return tables[name]
    raise KeyError(name)
