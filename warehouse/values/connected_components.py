"""Things that belong together because they share a key, directly or through others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def connected_components(things: Sequence[T], keys_of: Callable[[T], Iterable[Hashable]]) -> list[list[T]]:
    """Connected components of things that share keys.

    Args:
        things: in any order.
        keys_of: the keys of one; a thing without a key is alone.

    Returns:
        Groups in the order of their first things, each in the order given.
    """
    from scipy.cluster.hierarchy import DisjointSet  # lazily: scipy is heavy

    sets = DisjointSet(range(len(things)))
    first: dict[Hashable, int] = {}
    for number, thing in enumerate(things):
        for key in keys_of(thing):
            sets.merge(first.setdefault(key, number), number)
    groups: dict[int, list[T]] = {}
    for number, thing in enumerate(things):
        groups.setdefault(sets[number], []).append(thing)
    return list(groups.values())
