"""Rows of a frame that share a key, one group after another: the rows of a group exist as dictionaries, and no others.

Belongs here: walking through a frame in groups. What is made of a group is said by whoever walks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import polars as pl


def groups_of_rows(frame: pl.DataFrame, key: Sequence[str]) -> Iterator[list[Mapping[str, Any]]]:
    """The rows of each key.

    A row of 30 columns takes two kilobytes as a dictionary, ten times what it takes in its frame.

    Args:
        frame: rows with the columns that are wanted; none is null in a column of the key.
        key: two or more columns, each of a type whose values are ordered as polars orders them.

    Yields:
        Groups in the order of their keys, rows of a group in the order of the frame.
    """
    ordered = frame.sort(key, maintain_order=True)
    for _, rows in groupby(ordered.iter_rows(named=True), key=itemgetter(*key)):
        yield list(rows)
