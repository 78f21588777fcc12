"""Features of the second pass: the first pass's choices for this candidate and for the neighbouring figures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import PlacedFigure

C = TypeVar("C")
Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

COLUMNS = (
    "first_pass", "first_pass_rank", "previous_same", "previous_chance", "previous_in_sentence", "previous_metric", "previous_whole", "next_same", "next_chance", "next_in_sentence", "next_metric",
    "next_whole", "share_in_sentence", "share_in_block", "share_in_page", "share_of_metric", "n_in_block", "n_in_page", "same_figure_same",
)  # fmt: skip


def neighbour_columns(
    figures: Sequence[PlacedFigure],
    first: Sequence[Choice[C]],
    key: Callable[[C], Hashable],
    same: Callable[[C, C], bool],
    is_whole: Callable[[C], bool],
) -> Floats:
    """For each figure and each of its candidates one row, shape (candidates of all figures, COLUMNS).

    Args:
        figures: of one page, in order.
        first: what the first pass chose for each of them.
        key: what candidates that mean the same have in common.
        same: whether two candidates mean the same or nearly so.
        is_whole: whether a candidate is the whole market, the world, or no metric of a market.
    """
    best = [choice.best for choice in first]
    chosen = [choice.candidates[c] for choice, c in zip(first, best, strict=True)]
    number: dict[Hashable, int] = {}
    keys = np.array([number.setdefault(key(c), len(number)) for choice in first for c in choice.candidates])
    chances = np.array([p for choice in first for p in choice.chances])
    sizes = np.array([len(choice.chances) for choice in first])
    at = np.repeat(np.arange(len(first)), sizes)  # the figure of each row
    starts = np.cumsum(sizes) - sizes
    best_keys = keys[starts + best]
    sentence, block, page, metric, equal = (
        _Group(members, best_keys, len(number))
        for members in (
            [f.sentence for f in figures],
            [f.scene.sentence.block for f in figures],
            [0] * len(figures),
            [f.mention.metric for f in figures],
            [(f.mention.value, f.mention.unit) for f in figures],
        )
    )
    order = np.lexsort((-chances, at))  # stable: of equals the first
    ranks = np.empty(len(at))
    ranks[order] = np.arange(len(at)) - starts[at]
    before, behind = _sides(figures, chances[starts + best], [is_whole(one) for one in chosen])
    return np.column_stack([
        chances, ranks, _same_beside(first, chosen, -1, same), before[at], _same_beside(first, chosen, 1, same), behind[at],
        sentence.shares(at, keys), block.shares(at, keys), page.shares(at, keys), metric.shares(at, keys), block.others[at], page.others[at], equal.shares(at, keys),
    ])  # fmt: skip


def _same_beside(first: Sequence[Choice[C]], chosen: Sequence[C], step: int, same: Callable[[C, C], bool]) -> Floats:
    """Whether each candidate is what the figure so many steps on was given; -1 where there is none."""
    values: list[float] = []
    for i, choice in enumerate(first):
        if 0 <= i + step < len(first):
            other = chosen[i + step]
            values += [same(candidate, other) for candidate in choice.candidates]
        else:
            values += [-1.0] * len(choice.candidates)
    return np.array(values, dtype=float)


def _sides(figures: Sequence[PlacedFigure], chance: Floats, is_whole: Sequence[bool]) -> tuple[Floats, Floats]:
    """Of the figure before each figure and of the one behind it: chance, whether in the same sentence, of the same metric, and whole."""
    in_sentence = [a.sentence == b.sentence for a, b in pairwise(figures)]
    of_metric = [a.mention.metric == b.mention.metric for a, b in pairwise(figures)]
    none = np.full((1, 4), -1.0)
    before = np.column_stack([chance[:-1], in_sentence, of_metric, is_whole[:-1]])
    behind = np.column_stack([chance[1:], in_sentence, of_metric, is_whole[1:]])
    return np.vstack([none, before]), np.vstack([behind, none])


class _Group:
    """How often figures of a group were given each reading."""

    def __init__(self, members: Sequence[Hashable], keys: Ints, n_keys: int) -> None:
        number: dict[Hashable, int] = {}
        self._of = np.array([number.setdefault(member, len(number)) for member in members])
        self._keys = keys
        self._n_keys = n_keys
        given = np.sort(self._of * self._n_keys + keys)
        starts = np.flatnonzero(np.diff(given, prepend=-1))
        self._given, self._n_given = given[starts], np.diff(starts, append=len(given))
        self.others = np.bincount(self._of)[self._of] - 1  # figures of the group beside each figure

    def shares(self, at: Ints, keys: Ints) -> Floats:
        """Share of the other figures of the group that were given a reading; -1 where there is none.

        Args:
            at: the figure of each row.
            keys: the reading of each row.
        """
        asked = self._of[at] * self._n_keys + keys
        place = np.minimum(self._given.searchsorted(asked), len(self._given) - 1)
        same = np.where(self._given[place] == asked, self._n_given[place], 0) - (self._keys[at] == keys)
        others = self.others[at]
        return np.where(others > 0, same / np.maximum(others, 1), -1.0)
