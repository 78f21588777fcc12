"""Claims as arrays in a total order: items (object and attribute) one after the other, values ascending within each.

Belongs here: encoding and one voice per source and item. No statistics.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]

COLUMNS = ("source", "object", "attribute", "num")


class ClaimsError(ValueError):
    """Claims cannot be fused as they are. The message says which column and what it should hold."""


@dataclass(frozen=True)
class Claims:
    """All claims on n items by S sources, ordered by item, value and source.

    Attributes:
        value: what is claimed, finite.
        item: item of each claim, 0 to m - 1, ascending.
        source: source of each claim, 0 to S - 1.
        attribute: attribute of each item, 0 to A - 1, ascending.
        sources: names of the sources, ascending.
        attributes: names of the attributes, ascending.
        objects: names of the items' objects.
    """

    value: Floats
    item: Ints
    source: Ints
    attribute: Ints
    sources: pl.Series
    attributes: pl.Series
    objects: pl.Series

    @cached_property
    def start(self) -> Ints:
        """First claim of each item."""
        return np.flatnonzero(np.r_[True, self.item[1:] != self.item[:-1]][: len(self.item)]).astype(np.int64)

    @cached_property
    def size(self) -> Ints:
        """Claims of each item."""
        return np.asarray(np.diff(np.r_[self.start, len(self.value)]), dtype=np.int64)

    def of(self, attributes: Flags) -> Claims:
        """The claims on the items of some attributes.

        Args:
            attributes: which, one flag per attribute.
        """
        items = attributes[self.attribute]
        kept = items[self.item]
        renumbered = np.cumsum(items) - 1
        return Claims(
            value=self.value[kept],
            item=renumbered[self.item[kept]],
            source=self.source[kept],
            attribute=self.attribute[items],
            sources=self.sources,
            attributes=self.attributes,
            objects=self.objects.filter(pl.Series(items)),
        )


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
    missing = [name for name in COLUMNS if name not in frame.columns]
    if missing:
        raise ClaimsError(f"no column {', '.join(missing)}; claims need {', '.join(COLUMNS)}")
    if not frame.schema["num"].is_numeric() and frame.schema["num"] != pl.Null:
        raise ClaimsError(f"column num holds {frame.schema['num']}; it must hold numbers")
    stated = frame.select(
        *(pl.col(name).cast(pl.String) for name in ("source", "object", "attribute")), pl.col("num").cast(pl.Float64)
    ).filter(pl.col("num").is_finite(), *(pl.col(name).is_not_null() for name in ("source", "object", "attribute")))
    source, sources = _codes(stated["source"])
    attribute, attributes = _codes(stated["attribute"])
    thing, things = _codes(stated["object"])
    value = stated["num"].to_numpy()
    del stated
    said, value = _one_voice_each((attribute * len(things) + thing) * len(sources) + source, value)
    del attribute, thing, source
    key, source = np.divmod(said, max(len(sources), 1))
    begins = np.r_[True, key[1:] != key[:-1]] if len(key) else np.zeros(0, dtype=bool)
    items = key[begins]
    order = _by_value(np.flatnonzero(begins), value)
    return Claims(
        value=value[order],
        item=np.cumsum(begins) - 1,
        source=source[order],
        attribute=items // max(len(things), 1),
        sources=sources,
        attributes=attributes,
        objects=things.gather(items % max(len(things), 1)),
    )


def _codes(names: pl.Series) -> tuple[Ints, pl.Series]:
    """Names as their places in ascending order, and the names in that order."""
    number = names.cast(pl.Categorical).to_physical().to_numpy()
    # The categories of a process are shared: only those that occur here count. A place where each occurs gives its name.
    somewhere = np.full(int(number.max(initial=0)) + 1, -1)
    somewhere[number] = np.arange(len(number))
    occurring = np.flatnonzero(somewhere >= 0)
    met = names.gather(somewhere[occurring])
    ascending = met.arg_sort()
    place = np.zeros(len(somewhere), dtype=np.int64)
    place[occurring[ascending.to_numpy()]] = np.arange(len(met))
    return place[number], met.gather(ascending)


def _one_voice_each(said: Ints, value: Floats) -> tuple[Ints, Floats]:
    """Claims ordered by item and source, `said`, with one value of each."""
    ordered = pl.DataFrame({"said": said, "value": value}).sort("said")
    said, value = ordered["said"].to_numpy(), ordered["value"].to_numpy()
    begins = np.r_[True, said[1:] != said[:-1]][: len(said)]
    if begins.all():
        return said, value
    start = np.flatnonzero(begins)
    size = np.diff(np.r_[start, len(said)])
    once = value[start]
    for times in np.unique(size[size > 1]):
        of = np.flatnonzero(size == times)
        once[of] = np.sort(value[start[of][:, None] + np.arange(times)], axis=1)[:, (times - 1) // 2]
    return said[start], once


def _by_value(start: Ints, value: Floats) -> Ints:
    """Places of claims that lie item by item, source by source, with the values of each item ascending.

    Items of one size are sorted together, which is far quicker than sorting by two keys.
    """
    order = np.empty(len(value), dtype=np.int64)
    if not len(value):
        return order
    size = np.diff(np.r_[start, len(value)])
    by_size = np.argsort(size, kind="stable")
    sizes, first = np.unique(size[by_size], return_index=True)
    for one, begin, end in zip(sizes, first, np.r_[first[1:], len(size)], strict=True):
        places = start[by_size[begin:end]][:, None] + np.arange(one)
        order[places] = np.take_along_axis(places, np.argsort(value[places], axis=1, kind="stable"), axis=1)
    return order
