"""Rows dealt to groups: by their own column, or to every group that names them.

Belongs here: what cuts of several steps have in common. Which step is cut by what is in `splits.py` and the modules beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import polars as pl

from warehouse.grouping.groups import KEY, empty
from warehouse.schema import table_of
from warehouse.step import Frames


def keyed(frame: pl.DataFrame, key: str | pl.Expr) -> pl.DataFrame:
    """Rows, each for the group that its column or an expression names."""
    return frame.with_columns((pl.col(key) if isinstance(key, str) else key).alias(KEY))


def named(table: pl.DataFrame, column: str, dealt: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """The rows of a table that the frames of a group name in a column, each for every group that names it: a group that is given
    more than it asks for has to be computed whenever any of that changes.
    """
    names = [frame.select(KEY, column).unique() for frame in dealt if column in frame.columns]
    return table.join(pl.concat(names).unique(), on=column, how="inner", maintain_order="left")


def in_portions(frames: Frames, keys: Mapping[str, pl.Expr], at_once: int) -> Iterator[Frames]:
    """Frames in portions of whole keys.

    Args:
        frames: of a step.
        keys: by table the key of its rows; the other tables come whole with every portion.
        at_once: about how many rows of these tables a portion has.

    Yields:
        The frames, as often as there are portions; once where the tables have no rows.
    """
    named_keys = {name: frames[name].select(key.fill_null("").alias(KEY)) for name, key in keys.items()}
    counts = pl.concat(named_keys.values()).group_by(KEY).len().sort(KEY)
    numbers = counts.select(KEY, number=(pl.col("len").cum_sum() - 1) // at_once)
    of_rows = {
        name: column.join(numbers, on=KEY, how="left", maintain_order="left")["number"]
        for name, column in named_keys.items()
    }
    for number in numbers["number"].unique().sort() if numbers.height else [0]:
        yield {**frames, **{name: frames[name].filter(of == number) for name, of in of_rows.items()}}


def complete(frames: Frames, names: Iterable[str]) -> Frames:
    """The frames of a group, with those of which it was dealt no row."""
    return {name: frames[name] if name in frames else empty(name) for name in names}


def once(frames: Frames) -> Frames:
    """Rows of tables that several groups were dealt, each once."""
    return {name: rows.unique(table_of(name).key, maintain_order=True) for name, rows in frames.items()}
