"""Claims as votes: the candidate values of each item, and every claim beside every candidate of its item.

Belongs here: the arrays that voting works on. What a vote is worth does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats, Ints

# An item with more different values than this keeps the most claimed of them as candidates: work stays linear in claims.
MOST_CANDIDATES = 50


@dataclass(frozen=True)
class Ballots:
    """Candidates in order of item and value, and pairs of a claim and a candidate of the same item.

    Attributes:
        claims: the claims.
        at: the claims' values on the scale that errors are measured on.
        value: value of each candidate.
        place: its value on that scale.
        item: its item.
        start: first candidate of each item.
        backing: claims that state each candidate.
        vote: of each claim, the candidate that it states; -1 where that is no candidate.
        pair_claim: claim of each pair.
        pair_candidate: candidate of each pair.
    """

    claims: Claims
    at: Floats
    value: Floats
    place: Floats
    item: Ints
    start: Ints
    backing: Ints
    vote: Ints
    pair_claim: Ints
    pair_candidate: Ints

    @cached_property
    def agrees(self) -> Flags:
        """Pairs in which the claim states the candidate."""
        return np.equal(self.vote[self.pair_claim], self.pair_candidate)

    @cached_property
    def distance(self) -> Floats:
        """How far apart claim and candidate of each pair lie, on the scale of errors."""
        return np.abs(self.at[self.pair_claim] - self.place[self.pair_candidate])

    @cached_property
    def against(self) -> Ints:
        """Claims that state something else than each candidate."""
        return self.claims.size[self.item] - self.backing

    @cached_property
    def pair_source(self) -> Ints:
        """Source of each pair's claim."""
        return self.claims.source[self.pair_claim]

    def sum_by_candidate(self, pairs: Floats) -> Floats:
        """A quantity of pairs, added up per candidate."""
        return np.bincount(self.pair_candidate, pairs, len(self.value)).astype(np.float64)


def ballots_of(claims: Claims, at: Floats) -> Ballots:
    """Lays out claims as votes.

    Args:
        claims: the claims.
        at: their values on the scale of errors, ascending with them within an item.

    Returns:
        The ballots.
    """
    value, item = claims.value, claims.item
    begins = np.r_[True, (item[1:] != item[:-1]) | (value[1:] != value[:-1])]
    group = np.cumsum(begins) - 1
    first = np.flatnonzero(begins)
    backing = np.diff(np.r_[first, len(value)])
    kept = _most_claimed(claims, item[first], value[first], backing)
    number = np.where(kept, np.cumsum(kept) - 1, -1)
    of_item = item[first][kept]
    start = np.searchsorted(of_item, np.arange(len(claims.start)))
    per_item = np.diff(np.r_[start, len(of_item)])
    repeats = per_item[item]
    pair_claim = np.repeat(np.arange(len(value)), repeats)
    within = np.arange(len(pair_claim)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    return Ballots(
        claims=claims,
        at=at,
        value=value[first][kept],
        place=at[first][kept],
        item=of_item,
        start=start,
        backing=backing[kept],
        vote=number[group],
        pair_claim=pair_claim,
        pair_candidate=start[item[pair_claim]] + within,
    )


def _most_claimed(claims: Claims, item: Ints, value: Floats, backing: Ints) -> Flags:
    """The candidates that stay: the most claimed of each item, then those nearest to its median, then the smaller."""
    different = np.bincount(item, minlength=len(claims.start))
    kept = np.ones(len(item), dtype=bool)
    if different.max(initial=0) <= MOST_CANDIDATES:
        return kept
    median = claims.value[claims.start + (claims.size - 1) // 2]
    order = np.lexsort((value, np.abs(value - median[item]), -backing, item))
    rank = np.arange(len(item)) - np.repeat(np.cumsum(different) - different, different)
    kept[order] = rank < MOST_CANDIDATES
    return kept
