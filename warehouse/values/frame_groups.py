"""Frames group by group: rows that share a key, or those of some documents; later groups are not built in advance.

Belongs here: walking through a frame in groups. What is made of a group is said by whoever walks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from sys import intern
from typing import Any

import polars as pl

from warehouse.step import Frames

_DOCUMENTS_AT_ONCE = 500
_TIMES = 2  # a word that comes this often is worth looking up


def groups_of_rows(frame: pl.DataFrame, key: Sequence[str]) -> Iterator[Sequence[Mapping[str, Any]]]:
    """The rows of each key.

    A row of 30 columns takes two kilobytes as a dictionary, ten times what it takes in its frame. What is made of rows is kept longer,
    so words that come again and again (ids of markets, publishers, documents) are one object each.

    Args:
        frame: rows with the columns that are wanted; none is null in a column of the key.
        key: two or more columns, each of a type whose values are ordered as polars orders them.

    Yields:
        Groups in the order of their keys, rows of a group in the order of the frame.
    """
    ordered = frame.sort(key, maintain_order=True)
    repeated = [name for name, kind in frame.schema.items() if kind == pl.String and _repeats(frame[name])]
    for _, rows in groupby(ordered.iter_rows(named=True), key=itemgetter(*key)):
        group = list(rows)
        for row in group:
            for name in repeated:
                if (word := row[name]) is not None:
                    row[name] = intern(word)
        yield group


def by_documents(frames: Frames, names: Sequence[str]) -> Iterator[Frames]:
    """Frames of some documents at a time, for rules that join no figures of two documents.

    Args:
        frames: at least `names`.
        names: tables with a column document_id; the first has a row of every document that is wanted.

    Yields:
        The tables with all rows of a few hundred documents, documents in ascending order; rows in the order of the frame.
    """
    documents = frames[names[0]]["document_id"].unique().sort()
    # Looked for once: each slice would look through whole frames, and there are the more slices the longer those are.
    places = {name: frames[name].select("document_id").with_row_index("place").sort("document_id") for name in names}
    for start in range(0, len(documents), _DOCUMENTS_AT_ONCE):
        first, last = documents[start], documents[start : start + _DOCUMENTS_AT_ONCE][-1]
        yield {name: frames[name][_between(places[name], first, last)] for name in names}


def _between(places: pl.DataFrame, first: str, last: str) -> pl.Series:
    """Places of the rows of some documents, ascending."""
    begin = places["document_id"].search_sorted(first, side="left")
    end = places["document_id"].search_sorted(last, side="right")
    return places["place"][begin:end].sort()


def _repeats(column: pl.Series) -> bool:
    return column.n_unique() * _TIMES <= column.len()
