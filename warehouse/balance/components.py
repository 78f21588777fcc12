"""Figures that hang together: connected components over shared constraints. Sets of ids only."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from warehouse.disjoint_sets import DisjointSets


def components(groups: Sequence[Sequence[str]]) -> list[list[int]]:
    """Groups that share members, through whatever chain.

    Args:
        groups: the members of each group, at least one.

    Returns:
        Positions of groups that belong together, in ascending order; components by their first group.
    """
    sets = DisjointSets(member for members in groups for member in members)
    for members in groups:
        for one, other in pairwise(members):
            sets.join(one, other)
    found: dict[str, list[int]] = {}
    for number, members in enumerate(groups):
        found.setdefault(sets.root(members[0]), []).append(number)
    return list(found.values())
