"""Boosted trees over rows of numbers, evaluated with numpy: scores, and what each column adds to a score. No training."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
_PIECE = 512  # rows at a time: what is under way fits into the cache of a processor


@dataclass(frozen=True)
class Trees:
    """Nodes of all trees as columns of equal length.

    Attributes:
        roots: first node of each tree.
        feature: column that a node asks; -1 in a leaf.
        threshold: a row goes left where its value is at most this.
        left, right: next node; in a leaf the node itself.
        value: mean score of what reached the node in training; in a leaf the score.
    """

    roots: Ints
    feature: Ints
    threshold: Floats
    left: Ints
    right: Ints
    value: Floats

    def scores(self, rows: Floats) -> Floats:
        """Sum of the leaves that each row reaches, shape (n,), for rows of shape (n, columns)."""
        pieces = [self._scores(rows[start : start + _PIECE]) for start in range(0, len(rows), _PIECE)]
        return np.concatenate(pieces) if pieces else np.zeros(0)

    def _scores(self, rows: Floats) -> Floats:
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots))).copy()
        index = np.arange(len(rows))[:, None]
        while True:
            asked = self.feature[at]
            if (asked < 0).all():
                return np.asarray(self.value[at].sum(axis=1))
            goes_left = rows[index, asked] <= self.threshold[at]
            at = np.where(goes_left, self.left[at], self.right[at])

    def shares(self, row: Floats) -> Floats:
        """What each column adds to a row's score: the steps of the mean along its paths (Saabas 2014), shape (columns,)."""
        added = np.zeros(len(row))
        for root in self.roots.tolist():
            node = root
            while (asked := int(self.feature[node])) >= 0:
                nxt = int(self.left[node] if row[asked] <= self.threshold[node] else self.right[node])
                added[asked] += self.value[nxt] - self.value[node]
                node = nxt
        return added


def chances(scores: Floats, sizes: Ints) -> list[Floats]:
    """Probabilities within each group of candidates: exp(score) over the sum of its group (conditional logit, McFadden 1974).

    Args:
        scores: of all candidates, group after group.
        sizes: candidates of each group.
    """
    out = []
    for group in np.split(scores, np.cumsum(sizes)[:-1]):
        weights = np.exp(group - group.max())
        out.append(weights / weights.sum())
    return out
