"""Columns of the second pass: what the first pass chose for this candidate and for the figures beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sources.extract.candidates.page import Figure

C = TypeVar("C")

COLUMNS = (
    "first_pass", "first_pass_rank", "previous_same", "previous_chance", "previous_in_sentence", "previous_metric", "previous_whole", "next_same", "next_chance", "next_in_sentence", "next_metric",
    "next_whole", "share_in_sentence", "share_in_block", "share_in_page", "share_of_metric", "n_in_block", "n_in_page", "same_figure_same",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice(Generic[C]):
    """What a pass made of one attribute of one figure.

    Attributes:
        candidates: of the figure.
        chances: of each of them.
    """

    candidates: Sequence[C]
    chances: Sequence[float]

    @property
    def best(self) -> int:
        """Index of the likeliest candidate."""
        return max(range(len(self.chances)), key=self.chances.__getitem__)

    @property
    def chosen(self) -> C:
        """The likeliest candidate."""
        return self.candidates[self.best]


def neighbour_columns(
    figures: Sequence[Figure],
    first: Sequence[Choice[C]],
    same: Callable[[C, C], bool],
    is_whole: Callable[[C], bool],
) -> list[list[list[float]]]:
    """For each figure and each of its candidates one value for each of COLUMNS.

    Args:
        figures: of one page, in order.
        first: what the first pass chose for each of them.
        same: whether two candidates mean the same.
        is_whole: whether a candidate is the whole market, the world, or no metric of a market.
    """
    chosen = [choice.chosen for choice in first]
    top = [choice.chances[choice.best] for choice in first]
    wholes = [is_whole(candidate) for candidate in chosen]
    n = len(figures)
    sentence = [f.sentence for f in figures]
    block = [f.scene.sentence.block for f in figures]
    metric = [f.mention.metric for f in figures]
    value = [(f.mention.value, f.mention.unit) for f in figures]
    out = []
    for i in range(n):
        beside = [j for j in range(n) if j != i and sentence[j] == sentence[i]]
        near = [j for j in range(n) if j != i and block[j] == block[i]]
        page = [j for j in range(n) if j != i]
        alike = [j for j in page if metric[j] == metric[i]]
        equal = [j for j in page if value[j] == value[i]]
        ranks = sorted(range(len(first[i].chances)), key=lambda c, at=i: -first[at].chances[c])  # type: ignore[misc]
        rank_of = {c: float(r) for r, c in enumerate(ranks)}
        rows = []
        for c, candidate in enumerate(first[i].candidates):
            agrees = [j != i and same(candidate, chosen[j]) for j in range(n)]
            rows.append([
                first[i].chances[c], rank_of[c],
                *_side(i - 1, i, agrees, top, sentence, metric, wholes), *_side(i + 1, i, agrees, top, sentence, metric, wholes),
                _share(beside, agrees), _share(near, agrees), _share(page, agrees), _share(alike, agrees), float(len(near)), float(len(page)), _share(equal, agrees),
            ])  # fmt: skip
        out.append(rows)
    return out


def _side(
    j: int,
    i: int,
    agrees: Sequence[bool],
    top: Sequence[float],
    sentence: Sequence[int],
    metric: Sequence[str],
    wholes: Sequence[bool],
) -> list[float]:
    if not 0 <= j < len(agrees):
        return [-1.0] * 5
    return [
        float(agrees[j]),
        top[j],
        float(sentence[j] == sentence[i]),
        float(metric[j] == metric[i]),
        float(wholes[j]),
    ]


def _share(among: Sequence[int], agrees: Sequence[bool]) -> float:
    return sum(agrees[j] for j in among) / len(among) if among else -1.0
