"""Trees laid out so that all of them are read at once: for each column and value, the leaves that a row can still reach. No weights file here."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
MOST_LEAVES = 64  # of one tree: its leaves are the bits of one integer


@dataclass(frozen=True)
class LeafSets:
    """A forest by columns, after QuickScorer (Lucchese et al. 2015).

    The leaves of a tree are bits, the leftmost one the lowest. A row that goes right at a node loses the leaves on the left of it; the
    lowest bit that is left when all nodes were asked is the leaf that the row reaches.

    Attributes:
        columns: those that a node asks.
        thresholds: of each of them, ascending.
        masks: of each of them the leaves that are left to a row above so many thresholds, shape (thresholds + 1, trees).
        leaves: the score of each leaf, tree after tree, `width` for each tree.
        width: leaves of the largest tree.
    """

    columns: tuple[int, ...]
    thresholds: tuple[Floats, ...]
    masks: tuple[NDArray[np.unsignedinteger], ...]
    leaves: Floats
    width: int

    def scores(self, rows: Floats, sizes: Ints) -> Floats:
        """Sum of the leaves that each row reaches, shape (n,).

        Args:
            rows: shape (n, columns), group after group.
            sizes: rows of each group. A column that is the same within every group is asked once for each group.
        """
        first = np.cumsum(sizes) - sizes
        of_groups = rows[first]
        is_shared = (rows == np.repeat(of_groups, sizes, axis=0)).all(axis=0)
        left = np.repeat(self._left(of_groups, is_shared), sizes, axis=0)
        left &= self._left(rows, ~is_shared)
        leaf = np.bitwise_count(~left & (left - left.dtype.type(1)))  # zeros below the lowest bit that is left
        places = np.add(leaf, np.arange(0, len(self.leaves), self.width), dtype=np.intp)
        return np.asarray(self.leaves.take(places).sum(axis=1))

    def _left(self, rows: Floats, asked: NDArray[np.bool_]) -> NDArray[np.unsignedinteger]:
        """The leaves that are left to each row when some of the columns were asked, shape (n, trees)."""
        left = np.full((len(rows), len(self.leaves) // self.width), _all_bits(self.width))
        for column, thresholds, masks in zip(self.columns, self.thresholds, self.masks, strict=True):
            if asked[column]:
                left &= masks.take(thresholds.searchsorted(rows[:, column]), axis=0)
        return left


def leaf_sets(roots: Ints, feature: Ints, threshold: Floats, left: Ints, right: Ints, value: Floats) -> LeafSets:
    """Lays a forest out whose nodes are columns as `Trees` has them; the children of a node come behind it.

    Raises:
        ValueError: a tree has more than MOST_LEAVES leaves.
    """
    tree, first, n_leaves = _places(roots.tolist(), feature.tolist(), left.tolist(), right.tolist())
    width = int(n_leaves[roots].max())
    if width > MOST_LEAVES:
        raise ValueError(f"a tree has {width} leaves, {MOST_LEAVES} at most")
    every = _all_bits(width)
    inner, ends = np.nonzero(feature >= 0)[0], np.nonzero(feature < 0)[0]
    one = np.uint64(1)
    lost = ((one << n_leaves[left[inner]]) - one) << first[inner]
    keeps = ~lost.astype(every.dtype) & every
    order = np.lexsort((threshold[inner], feature[inner]))
    inner, keeps = inner[order], keeps[order]
    bounds = np.flatnonzero(np.diff(feature[inner], prepend=-1, append=-1))
    columns, thresholds, masks = feature[inner[bounds[:-1]]], [], []
    for start, end in pairwise(bounds.tolist()):
        asking = inner[start:end]
        is_next = np.diff(threshold[asking], prepend=-np.inf) > 0
        rank = np.cumsum(is_next)
        table = np.full((rank[-1] + 1, len(roots)), every)
        np.bitwise_and.at(table, (rank, tree[asking]), keeps[start:end])
        thresholds.append(threshold[asking[is_next]])
        masks.append(np.bitwise_and.accumulate(table, axis=0))
    leaves = np.zeros((len(roots), width))
    leaves[tree[ends], first[ends].astype(np.intp)] = value[ends]
    return LeafSets(tuple(columns.tolist()), tuple(thresholds), tuple(masks), leaves.ravel(), width)


def _all_bits(width: int) -> np.unsignedinteger:
    """As many ones as a tree has leaves at most, in the smallest type that holds them."""
    unsigned = next(t for t in (np.uint8, np.uint16, np.uint32, np.uint64) if width <= 8 * t().itemsize)
    return unsigned(2**width - 1)


def _places(
    roots: list[int], feature: list[int], left: list[int], right: list[int]
) -> tuple[NDArray[np.intp], NDArray[np.uint64], NDArray[np.uint64]]:
    """Of each node its tree, the first of its leaves from the left, and how many it has."""
    n_leaves, first, tree = [1] * len(feature), [0] * len(feature), [0] * len(feature)
    for node in reversed(range(len(feature))):
        if feature[node] >= 0:
            n_leaves[node] = n_leaves[left[node]] + n_leaves[right[node]]
    for number, root in enumerate(roots):
        tree[root] = number
    for node in range(len(feature)):
        if feature[node] >= 0:
            low, high = left[node], right[node]
            tree[low] = tree[high] = tree[node]
            first[low], first[high] = first[node], first[node] + n_leaves[low]
    return np.array(tree), np.array(first, dtype=np.uint64), np.array(n_leaves, dtype=np.uint64)
