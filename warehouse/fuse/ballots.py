"""Claims as votes: the different values of each item, their supporters, and items with equally many values as arrays.

Belongs here: the arrays that voting works on. What a vote is worth does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats, Ints

# An item with more different values than this keeps the most claimed of them as candidates: work stays linear in claims.
MOST_CANDIDATES = 50
# So many pairs of a value and a candidate lie in the processor's cache together.
PAIRS_AT_ONCE = 1 << 15


@dataclass(frozen=True, slots=True)
class Block:
    """Items that have equally many different values, at least two.

    Attributes:
        items: which.
        values: their values by number, items × values, ascending.
        candidates: those of them that may be the truth, by place in the row, items × candidates; None where all may.
    """

    items: Ints
    values: Ints
    candidates: Ints | None

    def of_candidates(self, of_values: Floats) -> Floats:
        """From a quantity of the block's values, items × values, that of the candidates."""
        if self.candidates is None:
            return of_values
        return np.take_along_axis(of_values, self.candidates, axis=1)


@dataclass(frozen=True)
class Ballots:
    """Different values in order of item and value.

    Attributes:
        claims: the claims.
        at: the claims' values on the scale that errors are measured on.
        share: how much of one voice each claim is.
        of: of each claim, the number of the value that it states.
        first: first claim of each value.
        item: item of each value.
        start: first value of each item.
        backing: voices behind each value.
    """

    claims: Claims
    at: Floats
    share: Floats
    of: Ints
    first: Ints
    item: Ints
    start: Ints
    backing: Floats

    @cached_property
    def value(self) -> Floats:
        """The values."""
        return self.claims.value[self.first]

    @cached_property
    def place(self) -> Floats:
        """The values on the scale of errors."""
        return self.at[self.first]

    @cached_property
    def attribute(self) -> Ints:
        """Attribute of each value."""
        return self.claims.attribute[self.item]

    @cached_property
    def different(self) -> Ints:
        """How many different values each item has."""
        return np.asarray(np.diff(np.r_[self.start, len(self.item)]), dtype=np.int64)

    @cached_property
    def against(self) -> Floats:
        """Voices for something else than each value."""
        return np.asarray(self.sums(self.backing)[self.item] - self.backing)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All items with several different values, small numbers of values first."""
        blocks = []
        by_number = np.argsort(self.different, kind="stable")
        numbers, begin = np.unique(self.different[by_number], return_index=True)
        for number, (low, high) in zip(numbers.tolist(), pairwise([*begin.tolist(), len(by_number)]), strict=True):
            if number < 2:
                continue
            step = max(1, PAIRS_AT_ONCE // (number * min(number, MOST_CANDIDATES)))
            blocks += [self._block(by_number[at : min(at + step, high)], number) for at in range(low, high, step)]
        return tuple(blocks)

    def _block(self, items: Ints, number: int) -> Block:
        values = self.start[items][:, None] + np.arange(number)
        if number <= MOST_CANDIDATES:
            return Block(items, values, None)
        # The most claimed stay, of equally claimed ones those nearest to the item's median, then the smaller.
        median = self.claims.value[self.claims.start + (self.claims.size - 1) // 2][items]
        off = np.abs(self.value[values] - median[:, None])
        order = np.lexsort((self.value[values], off, -self.backing[values]))
        return Block(items, values, np.sort(order[:, :MOST_CANDIDATES], axis=1))

    def sums(self, of_values: Floats) -> Floats:
        """A quantity of values, added up per item."""
        return np.asarray(np.add.reduceat(of_values, self.start))

    def sums_of_claims(self, of_claims: Floats) -> Floats:
        """A quantity of claims, added up per value."""
        return np.asarray(np.add.reduceat(of_claims, self.first))

    def some(self, items: Flags) -> Ballots:
        """The ballots of some items, one flag per item."""
        selected = np.repeat(items, self.claims.size)
        return ballots_of(self.claims.some(items), self.at[selected], self.share[selected])


def ballots_of(claims: Claims, at: Floats, share: Floats | None = None) -> Ballots:
    """Lays out claims as votes.

    Args:
        claims: the claims, at least one.
        at: their values on the scale of errors, ascending with them within an item.
        share: how much of one voice each is; None for whole voices.

    Returns:
        The ballots.
    """
    value, item = claims.value, claims.item
    begins = np.r_[True, (item[1:] != item[:-1]) | (value[1:] != value[:-1])]
    first = np.flatnonzero(begins)
    of_item = item[first]
    shares = np.ones(len(value)) if share is None else share
    return Ballots(
        claims=claims,
        at=at,
        share=shares,
        of=np.cumsum(begins) - 1,
        first=first,
        item=of_item,
        start=np.flatnonzero(np.r_[True, of_item[1:] != of_item[:-1]]),
        backing=np.asarray(np.add.reduceat(shares, first)),
    )
