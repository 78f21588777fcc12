"""The shape of every table of `raw`, `core` and `work`, each said once: raw by the records of `sources`, core by `core.yml`, work by `work.py`.

`core_tables()`, `raw_tables()` and `work_tables()` give `Table` objects by full name ("core.claims"); a table knows its DDL and its
Arrow and Polars types. `conform` checks a frame against its table, `conformed` a large one part by part. Data and marts do not belong here.
"""

from warehouse.schema.conform import conform, conformed
from warehouse.schema.core import core_tables
from warehouse.schema.lookup import table_of
from warehouse.schema.raw import raw_tables
from warehouse.schema.table import Column, Table, empty_frame
from warehouse.schema.work import work_tables

__all__ = [
    "Column",
    "Table",
    "conform",
    "conformed",
    "core_tables",
    "empty_frame",
    "raw_tables",
    "table_of",
    "work_tables",
]
