"""Checks a frame against its table: columns, types, nulls, key. It corrects order and width only."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from warehouse.schema.table import NUM_SCALE, Column, Table
from warehouse.step import BuildError
from warehouse.values.wording import counted

SHOWN = 3  # offending rows that an error shows
AT_ONCE = 250_000  # rows that are checked and sorted at a time


def conformed(table: Table, frame: pl.DataFrame, at_once: int = AT_ONCE) -> Iterator[pl.DataFrame]:
    """The frame as `conform` gives it, in parts one behind the other, so that no second copy of it has to exist.

    Args:
        table: what the frame must be.
        frame: as `conform` takes it.
        at_once: about how many rows a part has; rows with one value in the key's first column stay together.

    Yields:
        One part or more, each with rows.

    Raises:
        BuildError: as `conform`; rows and counts that it names are of one part.
    """
    _refuse_columns(table, frame)
    if frame.height <= at_once:
        yield conform(table, frame)
        return
    first = _cast(table, next(column for column in table.columns if column.name == table.key[0]), frame)
    ends = first.sort(nulls_last=False)[at_once - 1 :: at_once].drop_nulls().unique(maintain_order=True)
    # Rows up to the first end (and those without a value), up to the second, ..., and behind the last.
    number = ends.search_sorted(first, side="left") if len(ends) else pl.Series([0] * frame.height)
    for place in number.unique().sort():
        yield conform(table, frame.filter(number == place))


def conform(table: Table, frame: pl.DataFrame) -> pl.DataFrame:
    """Checks a frame against its table and puts it into the table's form.

    Args:
        table: what the frame must be.
        frame: rows in any order, columns in any order, types no wider than the table's.

    Returns:
        The frame with the table's column order and types, rows in key order (nulls first).

    Raises:
        BuildError: missing or extra columns, a value that its type cannot hold, null in a required column, or a key
            that stands twice; names table and column and shows the first offending rows.
    """
    _refuse_columns(table, frame)
    cast = pl.DataFrame([_cast(table, column, frame) for column in table.columns])
    for column in table.columns:
        if column.required and cast[column.name].null_count():
            rows = cast.filter(pl.col(column.name).is_null())
            raise BuildError(
                f"{table.name}.{column.name}: required, yet null in {counted(rows.height, 'row')}; first: {_shown(table, rows)}"
            )
    ordered = cast.sort(table.key, nulls_last=False)
    # Equal keys are neighbours now: to look for them among all takes a table of all keys beside the rows.
    as_before = pl.all_horizontal(pl.col(name).eq_missing(pl.col(name).shift(1)) for name in table.key)
    is_again = as_before & (pl.int_range(pl.len()) > 0)
    repeated = ordered.filter(is_again | is_again.shift(-1, fill_value=False))
    if repeated.height:
        raise BuildError(
            f"{table.name}: key {', '.join(table.key)} is repeated in {counted(repeated.height, 'row')}; "
            f"first: {_shown(table, repeated)}"
        )
    return ordered


def _refuse_columns(table: Table, frame: pl.DataFrame) -> None:
    wanted, given = set(table.column_names), set(frame.columns)
    if wanted != given:
        raise BuildError(
            f"{table.name}: columns differ from warehouse/schema: missing {sorted(wanted - given)}, "
            f"not in the schema {sorted(given - wanted)}"
        )


def _cast(table: Table, column: Column, frame: pl.DataFrame) -> pl.Series:
    series = frame[column.name]
    if series.dtype == column.polars_type:
        return series
    if not _may_become(series.dtype, column):
        raise BuildError(
            f"{table.name}.{column.name}: is {series.dtype}, must be {column.type}; convert it where it is made "
            "(a conversion here would guess)"
        )
    try:
        return series.cast(column.polars_type, strict=True)
    except pl.exceptions.PolarsError as error:
        lost = frame.filter(series.is_not_null() & series.cast(column.polars_type, strict=False).is_null())
        raise BuildError(
            f"{table.name}.{column.name}: a value does not fit {column.type}; first: {_shown(table, lost)}"
        ) from error


def _may_become(given: pl.DataType, column: Column) -> bool:
    """Casts that keep the value: null to anything, integers among themselves (checked), into NUM and DOUBLE."""
    if given in (pl.Null(), pl.List(pl.Null())):
        return True
    casts: dict[str, bool] = {
        "BIGINT": given.is_integer(),
        "INTEGER": given.is_integer(),
        "DOUBLE": given.is_integer() or given.is_float(),
        "NUM": given.is_integer() or (isinstance(given, pl.Decimal) and (given.scale or 0) <= NUM_SCALE),
        "TIMESTAMP": isinstance(given, pl.Datetime) and given.time_zone in (None, "UTC"),
        "VARCHAR": isinstance(given, pl.Categorical | pl.Enum),
    }
    return casts.get(column.type, False)


def _shown(table: Table, rows: pl.DataFrame) -> list[dict[str, object]]:
    return rows.select(table.key).head(SHOWN).to_dicts()
