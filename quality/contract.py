"""What every table must look like: core from `warehouse.schema`, marts from the dbt contracts. Reading only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from warehouse.schema import core_tables
from warehouse.schema.marts import marts


@dataclass(frozen=True, slots=True)
class Contract:
    """What one table must look like.

    Attributes:
        table: with its schema.
        types: DuckDB type by column, in order, upper-case without blanks: DECIMAL(38,9).
        required: columns that hold no null.
        key: columns whose values tell rows apart; null counts as a value.
    """

    table: str
    types: Mapping[str, str]
    required: tuple[str, ...]
    key: tuple[str, ...]


@cache
def contracts() -> Mapping[str, Contract]:
    """Contracts of every table of core and marts, by name with schema: core in build order, then marts by name."""
    core = [
        Contract(
            name,
            {column.name: _plain(column.sql_type) for column in table.columns},
            tuple(column.name for column in table.columns if column.required),
            table.key,
        )
        for name, table in core_tables().items()
    ]
    published = [
        Contract(
            f"marts.{name}",
            {column.name: _plain(column.type) for column in mart.columns},
            tuple(column.name for column in mart.columns if column.required),
            mart.key,
        )
        for name, mart in marts().items()
    ]
    return MappingProxyType({contract.table: contract for contract in [*core, *published]})


def _plain(sql_type: str) -> str:
    return sql_type.upper().replace(" ", "")
