"""Claims in parts that fit the processor's cache, several worked on at a time.

Belongs here: the cut, and the hands. What is done with a part depends on that part alone and results come in the order
of parts, so how many hands there are changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from warehouse.fuse.claims import Claims, Floats, Ints

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")
Kind = TypeVar("Kind", bound=np.generic)

# A dozen arrays of so many numbers lie in the cache together.
CLAIMS_AT_ONCE = 1 << 15


@dataclass(frozen=True, slots=True)
class Part:
    """Some consecutive items with all their claims.

    Attributes:
        items: which items.
        within: which claims.
        start: first claim of each item, counted from the part's first.
        size: claims of each item.
    """

    items: slice
    within: slice
    start: Ints
    size: Ints

    def sums(self, of_claims: Floats) -> Floats:
        """A quantity of the part's claims, added up per item."""
        return np.asarray(np.add.reduceat(of_claims, self.start))

    def beside(self, of_items: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
        """A quantity of the part's items, beside each claim."""
        return np.repeat(of_items, self.size)


def parts_of(claims: Claims) -> tuple[Part, ...]:
    """Cuts claims into parts of about as many claims as are worked on at once.

    Args:
        claims: the claims.

    Returns:
        The parts in order. An item is never cut, however many claims it has.
    """
    ends = claims.start + claims.size
    if not len(ends):
        return ()
    last = np.searchsorted(ends, np.arange(CLAIMS_AT_ONCE, len(claims.value), CLAIMS_AT_ONCE))
    bounds = np.unique(np.r_[0, last + 1, len(ends)]).tolist()
    return tuple(_part(claims, slice(*both)) for both in pairwise(bounds))


def _part(claims: Claims, items: slice) -> Part:
    within = claims.within(items)
    return Part(items, within, claims.start[items] - within.start, claims.size[items])


def each(work: Callable[[Work], Outcome], parts: Sequence[Work], *, is_much: bool = True) -> Iterator[Outcome]:
    """Does the same to every part, by as many hands as there are processors: numpy lets them work side by side.

    Args:
        work: what to do; what it writes, no other part may read.
        parts: the parts.
        is_much: whether the work is worth calling hands for.

    Yields:
        What was found, in the order of parts.
    """
    hands = min(len(parts), os.cpu_count() or 1) if is_much and len(parts) > 1 else 1
    if hands <= 1:
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(hands) as pool:
        yield from pool.map(work, parts)


def joined(parts: Iterable[Floats]) -> Floats:
    """What was found in parts, in one piece."""
    return np.concatenate([np.zeros(0), *parts])
