"""The tables of schema `work`: rows that one step of the build gives another, and that no database holds.

Belongs here: their columns and keys; columns that a table shares with one of core have its words. A step may take such a table
apart into groups as any other. Decimals that have to be exact are text: NUM ends at nine digits.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from warehouse.schema.core import core_tables
from warehouse.schema.table import NUMBERS, Column, Table, TypeName, by_name


@cache
def work_tables() -> Mapping[str, Table]:
    """Tables of schema work by full name."""
    return by_name(
        (
            _table(
                "work.reprints",
                "Pairs of publisher groups whose figures of a series are equal and never differ: they may be one source.",
                ("series_id", "publisher_group", "other_group"),
                _is("market_id", "VARCHAR", "market"),
                _is("series_id", "VARCHAR", "series"),
                _is("publisher_group", "VARCHAR", "the first group in alphabetical order"),
                _is("other_group", "VARCHAR", "the other"),
            ),
        )
    )


def _table(name: str, doc: str, key: tuple[str, ...], *columns: Column) -> Table:
    return Table(name, doc, key, columns)


def _is(name: str, type_: TypeName, doc: str, unit: str | None = None) -> Column:
    """A column that holds no null."""
    return Column(name, type_, True, doc, unit if unit or type_ not in NUMBERS else "unit_measure")


def _may(name: str, type_: TypeName, doc: str, unit: str | None = None) -> Column:
    """A column that may hold null."""
    return Column(name, type_, False, doc, unit if unit or type_ not in NUMBERS else "unit_measure")


def _of_core(table: str, without: Collection[str] = ()) -> tuple[Column, ...]:
    """The columns of a table of core."""
    return tuple(column for column in core_tables()[table].columns if column.name not in without)
