"""A table: columns with types, key and descriptions; and the DDL, Arrow and Polars types derived from them.

The names of types are those of `core.yml`. Which tables there are is said in `core.py` and `raw.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

import polars as pl
import pyarrow as pa

TypeName = Literal["VARCHAR", "BIGINT", "INTEGER", "DOUBLE", "BOOLEAN", "DATE", "TIMESTAMP", "NUM", "VARCHAR[]"]

NUMBERS: frozenset[TypeName] = frozenset({"BIGINT", "INTEGER", "DOUBLE", "NUM"})
NUM_PRECISION = 38
NUM_SCALE = 9

_SQL: Mapping[TypeName, str] = {name: name for name in get_args(TypeName)} | {
    "NUM": f"DECIMAL({NUM_PRECISION}, {NUM_SCALE})"
}
_POLARS: Mapping[TypeName, pl.DataType] = {
    "VARCHAR": pl.String(),
    "BIGINT": pl.Int64(),
    "INTEGER": pl.Int32(),
    "DOUBLE": pl.Float64(),
    "BOOLEAN": pl.Boolean(),
    "DATE": pl.Date(),
    "TIMESTAMP": pl.Datetime("us"),
    "NUM": pl.Decimal(NUM_PRECISION, NUM_SCALE),
    "VARCHAR[]": pl.List(pl.String()),
}
_ARROW: Mapping[TypeName, pa.DataType] = {
    "VARCHAR": pa.string(),
    "BIGINT": pa.int64(),
    "INTEGER": pa.int32(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "DATE": pa.date32(),
    "TIMESTAMP": pa.timestamp("us"),
    "NUM": pa.decimal128(NUM_PRECISION, NUM_SCALE),
    "VARCHAR[]": pa.list_(pa.string()),
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, its type, whether null is refused, what it holds, and the unit of a number where it is known."""

    name: str
    type: TypeName
    required: bool
    doc: str
    unit: str | None = None

    @property
    def sql_type(self) -> str:
        """DuckDB type."""
        return _SQL[self.type]

    @property
    def polars_type(self) -> pl.DataType:
        """Polars type."""
        return _POLARS[self.type]

    @property
    def arrow_type(self) -> pa.DataType:
        """Arrow type."""
        return _ARROW[self.type]


@dataclass(frozen=True, slots=True)
class Table:
    """One table. `key` is unique over the rows of a core table (null is a value too); rows stand in key order."""

    name: str  # with its schema: core.claims
    doc: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def schema(self) -> str:
        """Database schema: raw or core."""
        return self.name.partition(".")[0]

    @property
    def bare_name(self) -> str:
        """Name within its database schema."""
        return self.name.partition(".")[2]

    @property
    def column_names(self) -> tuple[str, ...]:
        """Names in order."""
        return tuple(column.name for column in self.columns)

    def polars_schema(self) -> pl.Schema:
        """Names and Polars types in order."""
        return pl.Schema({column.name: column.polars_type for column in self.columns})

    def ddl(self) -> str:
        """The CREATE TABLE statement. No key, no index: uniqueness is a test (DuckDB's indexes do not stand kills)."""
        columns = ",\n  ".join(
            quoted(column.name) + " " + column.sql_type + (" NOT NULL" if column.required else "")
            for column in self.columns
        )
        return f"CREATE TABLE {self.sql_name} (\n  {columns}\n)"

    def comments(self) -> tuple[str, ...]:
        """COMMENT statements for the table and each column."""
        return (
            f"COMMENT ON TABLE {self.sql_name} IS {literal(self.doc)}",
            *(
                f"COMMENT ON COLUMN {self.sql_name}.{quoted(column.name)} IS {literal(column.doc)}"
                for column in self.columns
            ),
        )

    @property
    def sql_name(self) -> str:
        """Quoted name for SQL."""
        return f"{quoted(self.schema)}.{quoted(self.bare_name)}"


def quoted(identifier: str) -> str:
    """An SQL identifier; only names of our own schemas come here, never a vendor's words."""
    return '"' + identifier.replace('"', '""') + '"'


def literal(text: str) -> str:
    """An SQL string literal."""
    return "'" + text.replace("'", "''") + "'"


def empty_frame(table: Table) -> pl.DataFrame:
    """A frame of the table's columns and types without rows."""
    return pl.DataFrame(schema=table.polars_schema())


def by_name(tables: tuple[Table, ...]) -> Mapping[str, Table]:
    """Read-only map of tables by full name, in order."""
    return MappingProxyType({table.name: table for table in tables})
