"""Claims as arrays in a total order: items (object and attribute) one after the other, values ascending within each.

Belongs here: the arrays, and taking items out of them. How they come into order stands in `encoding.py`. No statistics.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
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

    @cached_property
    def classes(self) -> tuple[slice, ...]:
        """Items of each attribute."""
        bounds = np.searchsorted(self.attribute, np.arange(len(self.attributes) + 1)).tolist()
        return tuple(slice(*both) for both in pairwise(bounds))

    def within(self, items: slice) -> slice:
        """Claims of consecutive items, at least one."""
        return slice(int(self.start[items.start]), int(self.start[items.stop - 1] + self.size[items.stop - 1]))

    def some(self, items: Flags) -> Claims:
        """The claims on some items.

        Args:
            items: which, one flag per item.
        """
        selected = np.repeat(items, self.size)
        return Claims(
            value=self.value[selected],
            item=np.repeat(np.arange(int(items.sum())), self.size[items]),
            source=self.source[selected],
            attribute=self.attribute[items],
            sources=self.sources,
            attributes=self.attributes,
            objects=self.objects.filter(pl.Series(items)),
        )

    def only(self, claims: Flags) -> Claims:
        """Some of the claims, and the items that have any of them.

        Args:
            claims: which, one flag per claim.
        """
        items = np.zeros(len(self.start), dtype=bool)
        items[self.item[claims]] = True
        number = np.cumsum(items) - 1
        return Claims(
            value=self.value[claims],
            item=number[self.item[claims]],
            source=self.source[claims],
            attribute=self.attribute[items],
            sources=self.sources,
            attributes=self.attributes,
            objects=self.objects.filter(pl.Series(items)),
        )

    def of(self, attributes: Flags) -> Claims:
        """The claims on the items of some attributes.

        Args:
            attributes: which, one flag per attribute.
        """
        return self.some(attributes[self.attribute])
