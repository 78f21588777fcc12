"""Rows as dictionaries → a frame in the form of a table, without a Python object for every list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate, islice, zip_longest
from typing import Any

import polars as pl
import pyarrow as pa

from warehouse.schema.lookup import table_of
from warehouse.step import BuildError

_LISTS = (list, tuple, type(None))
AT_ONCE = 10_000  # rows that exist as dictionaries at a time: each takes some kilobyte, ten times its share of a frame


def framed(table: str, rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """The rows of a step as a frame.

    polars makes a series of each list that it is given (7 of the 17 s of a step with two such columns); Arrow takes a
    column of lists from its items and where each list begins.

    Args:
        table: full name of a table.
        rows: one dictionary for each row, with at least the table's columns; best made while they are asked for.

    Returns:
        A frame with the table's columns and types, rows in the order given.

    Raises:
        BuildError: a cell of a column of lists is something else (a set has no order, a word is a list of letters).
        TypeError, polars.exceptions.PolarsError: a value does not fit its column.
    """
    return laid_out(table_of(table).polars_schema(), rows)


def laid_out(schema: Mapping[str, pl.DataType], rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows as a frame of any form; as `framed`."""
    remaining = iter(rows)
    parts = [_part(schema, list(islice(remaining, AT_ONCE)))]
    while more := list(islice(remaining, AT_ONCE)):
        parts.append(_part(schema, more))
    return pl.concat(parts)


def _part(schema: Mapping[str, pl.DataType], rows: list[Mapping[str, Any]]) -> pl.DataFrame:
    if not rows:
        return pl.DataFrame(schema=schema)
    lists = {name: dtype for name, dtype in schema.items() if isinstance(dtype, pl.List)}
    flat = pl.DataFrame(rows, schema={name: dtype for name, dtype in schema.items() if name not in lists})
    return flat.with_columns(_lists(name, dtype, rows) for name, dtype in lists.items()).select(list(schema))


def _lists(name: str, dtype: pl.List, rows: list[Mapping[str, Any]]) -> pl.Series:
    cells = [row.get(name) for row in rows]
    odd = next((cell for cell in cells if not isinstance(cell, _LISTS)), None)
    if odd is not None:
        raise BuildError(f"{name}: {odd!r} is a {type(odd).__name__}, must be a list, a tuple or None")
    # Laid out by hand: given lists of Python, pyarrow loads pandas to ask whether they are series of it.
    items = pl.Series([item for cell in cells for item in cell or ()], dtype=dtype.inner)
    ends = accumulate((len(cell or ()) for cell in cells), initial=0)
    # Where each list begins, null where there is none, and behind the last one where all end.
    starts = [None if cell is None else start for cell, start in zip_longest(cells, ends, fillvalue=())]
    laid = pa.LargeListArray.from_arrays(pl.Series(starts, dtype=pl.Int64).to_arrow(), items.to_arrow())
    return pl.Series(name, laid, dtype=dtype)
