"""Columns of the second pass: what the first pass chose for this candidate and for the figures beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import Figure

C = TypeVar("C")

COLUMNS = (
    "first_pass", "first_pass_rank", "previous_same", "previous_chance", "previous_in_sentence", "previous_metric", "previous_whole", "next_same", "next_chance", "next_in_sentence", "next_metric",
    "next_whole", "share_in_sentence", "share_in_block", "share_in_page", "share_of_metric", "n_in_block", "n_in_page", "same_figure_same",
)  # fmt: skip


def neighbour_columns(
    figures: Sequence[Figure],
    first: Sequence[Choice[C]],
    key: Callable[[C], Hashable],
    same: Callable[[C, C], bool],
    is_whole: Callable[[C], bool],
) -> list[list[list[float]]]:
    """For each figure and each of its candidates one value for each of COLUMNS.

    Args:
        figures: of one page, in order.
        first: what the first pass chose for each of them.
        key: what candidates that mean the same have in common.
        same: whether two candidates mean the same or nearly so.
        is_whole: whether a candidate is the whole market, the world, or no metric of a market.
    """
    chosen = [choice.chosen for choice in first]
    keys = [key(candidate) for candidate in chosen]
    groups = [
        _Group([f.sentence for f in figures], keys),
        _Group([f.scene.sentence.block for f in figures], keys),
        _Group([0] * len(figures), keys),
        _Group([f.mention.metric for f in figures], keys),
        _Group([(f.mention.value, f.mention.unit) for f in figures], keys),
    ]
    sides = [_Side(f, c, c.chances[c.best], is_whole(one)) for f, c, one in zip(figures, first, chosen, strict=True)]
    out = []
    for i, choice in enumerate(first):
        ranks = sorted(range(len(choice.chances)), key=lambda c, p=choice.chances: -p[c])  # type: ignore[misc]
        rank_of = {c: float(r) for r, c in enumerate(ranks)}
        beside = [sides[j] if 0 <= j < len(sides) else None for j in (i - 1, i + 1)]
        shares: dict[Hashable, list[float]] = {}
        rows = []
        for c, candidate in enumerate(choice.candidates):
            found = key(candidate)
            if found not in shares:
                sentence, block, page, metric, equal = (group.share(i, found) for group in groups)
                shares[found] = [sentence, block, page, metric, groups[1].others(i), groups[2].others(i), equal]
            rows.append([
                choice.chances[c], rank_of[c],
                *(value for side in beside for value in _beside(side, sides[i].figure, candidate, same)),
                *shares[found],
            ])  # fmt: skip
        out.append(rows)
    return out


class _Group:
    """How often figures of a group were given each reading."""

    def __init__(self, members: Sequence[Hashable], keys: Sequence[Hashable]) -> None:
        self._members, self._keys = members, keys
        self._n = Counter(members)
        self._same = Counter(zip(members, keys, strict=True))

    def others(self, i: int) -> float:
        """Figures of the group beside this one."""
        return float(self._n[self._members[i]] - 1)

    def share(self, i: int, key: Hashable) -> float:
        """Share of the other figures of the group that were given this reading; -1 where there is none."""
        others = self._n[self._members[i]] - 1
        same = self._same[(self._members[i], key)] - (self._keys[i] == key)
        return same / others if others else -1.0


@dataclass(frozen=True, slots=True)
class _Side(Generic[C]):
    figure: Figure
    choice: Choice[C]
    chance: float
    is_whole: bool


def _beside(side: _Side[C] | None, figure: Figure, candidate: C, same: Callable[[C, C], bool]) -> list[float]:
    if side is None:
        return [-1.0] * 5
    return [
        float(same(candidate, side.choice.chosen)),
        side.chance,
        float(side.figure.sentence == figure.sentence),
        float(side.figure.mention.metric == figure.mention.metric),
        float(side.is_whole),
    ]
