"""Boosted trees over numeric rows, evaluated with numpy: scores, and the contribution of each feature. No training."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sources.extract.choose.leaf_sets import Floats, Ints, LeafSets, leaf_sets

__all__ = ["Floats", "Ints", "Trees", "chances"]
_PIECE = 512  # rows at a time, about: what is under way fits into the cache of a processor


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

    def scores(self, rows: Floats, sizes: Ints | None = None) -> Floats:
        """Sum of the leaves that each row reaches, shape (n,).

        Args:
            rows: shape (n, columns).
            sizes: rows of each figure, figure after figure; one each where it is not given.
        """
        if not len(rows):
            return np.zeros(0)
        sizes = np.ones(len(rows), dtype=np.int32) if sizes is None else sizes
        ends = np.cumsum(sizes)
        cuts = np.flatnonzero(np.diff((ends - 1) // _PIECE)) + 1
        pieces = zip(np.split(rows, ends[cuts - 1]), np.split(sizes, cuts), strict=True)
        return np.concatenate([self._leaf_sets.scores(*piece) for piece in pieces])

    @cached_property
    def _leaf_sets(self) -> LeafSets:
        return leaf_sets(self.roots, self.feature, self.threshold, self.left, self.right, self.value)

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
    ends = np.cumsum(sizes)
    starts = ends - sizes
    weights = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
    groups = [weights[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return [group / group.sum() for group in groups]
