"""The shape of every table of `raw` and `core`, each said once: raw by the records of `sources`, core by `core.yml`.

`core_tables()` and `raw_tables()` give `Table` objects by full name ("core.claims"); a table knows its DDL and its
Arrow and Polars types. `conform` checks a frame against its table, `conformed` a large one part by part. Data and marts do not belong here.
"""

from warehouse.schema.conform import conform, conformed
from warehouse.schema.core import core_tables
from warehouse.schema.raw import raw_tables
from warehouse.schema.table import Column, Table, empty_frame

__all__ = ["Column", "Table", "conform", "conformed", "core_tables", "empty_frame", "raw_tables"]
