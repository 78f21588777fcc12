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
    key, value, source = _one_voice_each(attribute * len(things) + thing, value, source, len(sources))
    ordered = pl.DataFrame({"key": key, "value": value, "source": source}).sort("key", "value", "source")
    key = ordered["key"].to_numpy()
    begins = np.r_[True, key[1:] != key[:-1]] if len(key) else np.zeros(0, dtype=bool)
    items = key[begins]
    return Claims(
        value=ordered["value"].to_numpy(),
        item=np.cumsum(begins) - 1,
        source=ordered["source"].to_numpy(),
        attribute=items // max(len(things), 1),
        sources=sources,
        attributes=attributes,
        objects=things.gather(items % max(len(things), 1)),
    )


def _codes(names: pl.Series) -> tuple[Ints, pl.Series]:
    """Names as their places in ascending order, and the names in that order."""
    categories = names.cast(pl.Categorical)
    met = names.unique()  # the categories of a process are shared: only those that occur here count
    physical = met.cast(pl.Categorical).to_physical().to_numpy()
    ascending = met.arg_sort()
    place = np.zeros(int(physical.max(initial=0)) + 1, dtype=np.int64)
    place[physical[ascending.to_numpy()]] = np.arange(len(met))
    return place[categories.to_physical().to_numpy()], met.gather(ascending)


def _one_voice_each(key: Ints, value: Floats, source: Ints, n_sources: int) -> tuple[Ints, Floats, Ints]:
    """Claims with one value per source and item; only what is repeated is grouped, for it is little."""
    repeated = pl.Series(key * n_sources + source).is_duplicated().to_numpy()
    if not repeated.any():
        return key, value, source
    said = pl.DataFrame({"key": key[repeated], "source": source[repeated], "value": value[repeated]})
    once = said.group_by("key", "source").agg(pl.col("value").sort().get((pl.len() - 1) // 2))
    return (
        np.r_[key[~repeated], once["key"].to_numpy()],
        np.r_[value[~repeated], once["value"].to_numpy()],
        np.r_[source[~repeated], once["source"].to_numpy()],
    )
