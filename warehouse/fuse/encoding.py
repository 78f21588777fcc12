"""Encodes a table of claims as arrays: names become numbers, claims are ordered, one voice per source and item.

Belongs here: what makes the order of rows, and repetition, not matter. No statistics.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from warehouse.fuse.claims import COLUMNS, Claims, ClaimsError, Flags, Floats, Ints
from warehouse.fuse.parts import CLAIMS_AT_ONCE, each

# Integers as narrow as they fit: half the memory is half the time of bringing them into order.
Numbers: TypeAlias = npt.NDArray[np.integer[Any]]


def claims_of(frame: pl.DataFrame) -> Claims:
    """Brings claims into their order.

    Claims without a finite number are left out. A source that says several things of one item counts once, with the
    lower median of what it says: repetition never weighs.

    Args:
        frame: columns source, object, attribute (any type with an order) and num (numeric), in any row order.

    Returns:
        The claims; the order of rows makes no difference.

    Raises:
        ClaimsError: a column is missing or num is no number.
    """
    stated = _stated(frame)
    is_much = stated.height > CLAIMS_AT_ONCE
    encoded = each(_codes, [stated["source"], stated["attribute"]], is_much=is_much)
    (source, sources), (attribute, attributes) = encoded
    n_sources, n_said = max(len(sources), 1), len(sources) * len(attributes)
    said: Numbers = attribute * (np.int32 if n_said <= np.iinfo(np.int32).max else np.int64)(n_sources) + source
    del attribute, source
    rows = by_object(stated.select("object", pl.col("object").hash().alias("hash"), "num", said=said))
    del stated, said
    begins = _changes(rows["object"])
    objects = rows["object"].filter(pl.Series(begins))
    begins, said, value = _one_voice_each(*_in_rows(begins, rows["said"].to_numpy(), rows["num"].to_numpy(), n_said))
    del rows
    attribute, source = np.divmod(said, n_sources)
    start = np.flatnonzero(begins | _steps(attribute))
    attribute, thing = attribute[start], np.cumsum(begins[start]) - 1
    order = np.lexsort((_ranks(objects)[thing], attribute))
    value, by_value = _by_value(start, order, value, source)
    return Claims(
        value=value,
        item=np.repeat(np.arange(len(order)), np.diff(np.r_[start, len(value)])[order]),
        source=by_value,
        attribute=attribute[order].astype(np.int64),
        sources=sources,
        attributes=attributes,
        objects=objects.gather(thing[order]),
    )


def _stated(frame: pl.DataFrame) -> pl.DataFrame:
    """Claims that say something, names as text."""
    missing = [name for name in COLUMNS if name not in frame.columns]
    if missing:
        raise ClaimsError(f"no column {', '.join(missing)}; claims need {', '.join(COLUMNS)}")
    if not frame.schema["num"].is_numeric() and frame.schema["num"] != pl.Null:
        raise ClaimsError(f"column num holds {frame.schema['num']}; it must hold numbers")
    names = [name for name in COLUMNS if name != "num"]
    texts = (pl.col(name).cast(pl.String) for name in names if frame.schema[name] != pl.Categorical or name == "object")
    stated = frame.select(COLUMNS).with_columns(*texts, pl.col("num").cast(pl.Float64))
    return stated.filter(pl.col("num").is_finite(), *(pl.col(name).is_not_null() for name in names))


def by_object(rows: pl.DataFrame) -> pl.DataFrame:
    """Brings the rows of each object together.

    Rows are sorted by the hashes of names, which are quicker to sort than names, and need no table of all names, whose
    every look-up would wait for memory.

    Args:
        rows: columns object, hash (equal where objects are) and any others.

    Returns:
        The rows; in which order objects follow one another means nothing.
    """
    ordered = rows.sort("hash")
    if _changes(ordered["object"]).sum() > _changes(ordered["hash"]).sum():  # several names share a hash
        return rows.sort("hash", "object")
    return ordered


def _changes(values: pl.Series) -> Flags:
    """Where a value differs from the one before; the first always does."""
    return np.asarray((values != values.shift(1)).fill_null(value=True).to_numpy(), dtype=bool)


def _steps(numbers: Numbers) -> Flags:
    return np.asarray(np.r_[True, numbers[1:] != numbers[:-1]][: len(numbers)], dtype=np.bool_)


def _codes(names: pl.Series) -> tuple[Numbers, pl.Series]:
    """Names as their places in ascending order, and the names in that order."""
    numbered = names.cast(pl.Categorical)
    # The categories of a process are shared: only those that occur here count.
    met = numbered.unique()
    ascending = met.cast(pl.String).arg_sort()
    met = met.gather(ascending)
    number = met.to_physical().to_numpy()
    place = np.zeros(int(number.max(initial=0)) + 1, dtype=np.int32)
    place[number] = np.arange(len(number))
    return place[numbered.to_physical().to_numpy()], met.cast(pl.String)


def _ranks(names: pl.Series) -> Ints:
    """Of different names, their places in ascending order."""
    rank = np.empty(len(names), dtype=np.int64)
    rank[names.arg_sort().to_numpy()] = np.arange(len(names))
    return rank


def _in_rows(begins: Flags, said: Numbers, value: Floats, n_said: int) -> tuple[Flags, Numbers, Floats]:
    """Claims of each object, ordered by what is said by whom: attribute, then source."""
    from scipy.sparse import csr_array  # sorts many short rows quickest

    bounds = np.r_[np.flatnonzero(begins), len(said)]
    rows = csr_array((value, said, bounds), shape=(len(bounds) - 1, n_said), copy=True)
    rows.sort_indices()
    return begins, rows.indices, rows.data


def _one_voice_each(begins: Flags, said: Numbers, value: Floats) -> tuple[Flags, Numbers, Floats]:
    """The same with one value of each source, attribute and object: their lower median. Writes into the values."""
    new = begins | _steps(said)
    if new.all():
        return begins, said, value
    again = np.flatnonzero(~new)
    first = np.flatnonzero(np.r_[True, np.diff(again) > 1])
    start, size = again[first] - 1, np.diff(np.r_[first, len(again)]) + 1
    for times in np.unique(size):
        of = start[size == times]
        value[of] = np.sort(value[of[:, None] + np.arange(times)], axis=1)[:, (times - 1) // 2]
    return begins[new], said[new], value[new]


def _by_value(start: Ints, order: Ints, value: Floats, source: Numbers) -> tuple[Floats, Ints]:
    """Items in their order, the values of each ascending, equal ones in the order of sources.

    Items of one size are sorted together, which is far quicker than sorting by several keys.

    Args:
        start: first claim of each item.
        order: which item comes first, and so on.
        value: values, item by item.
        source: sources, ascending within an item.

    Returns:
        Values and sources in order.
    """
    size = np.diff(np.r_[start, len(value)])[order]
    start_from, start_to = start[order], np.cumsum(size) - size
    sorted_value, sorted_source = np.empty(len(value)), np.empty(len(value), dtype=np.int64)

    def settle(items: Ints) -> None:
        within = np.arange(size[items[0]])
        places = start_from[items][:, None] + within
        both = np.empty(places.shape, dtype=np.complex128)  # ordered by the real part, then by the imaginary one
        both.real, both.imag = value[places], source[places]
        both.sort(axis=1)
        places = start_to[items][:, None] + within
        sorted_value[places], sorted_source[places] = both.real, both.imag

    by_size = np.argsort(size, kind="stable")
    sizes, first = np.unique(size[by_size], return_index=True)
    settled = []
    for one, (begin, end) in zip(sizes, pairwise([*first.tolist(), len(size)]), strict=True):
        step = max(1, CLAIMS_AT_ONCE // int(one))
        settled += [by_size[at : min(at + step, end)] for at in range(begin, end, step)]
    for _ in each(settle, settled, is_much=len(value) > CLAIMS_AT_ONCE):
        pass
    return sorted_value, sorted_source
