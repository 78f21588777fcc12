"""Blocking: the components of a sparse "is the same" relation without comparing every pair.

Belongs here: the search. The caller decides what makes two items the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scipy.cluster.hierarchy import DisjointSet


def linked_pairs(
    blocks: Mapping[str, Sequence[Hashable]],
    are_tied: Callable[[str, str], bool],
    asking: Mapping[str, Collection[Hashable]] | None = None,
) -> Iterator[tuple[str, str]]:
    """Ties that join all that any tied pair with a block in common would join.

    Items are taken in order of their ids. In each of its blocks an item is compared with the members of each component
    until one ties; a component that it already belongs to is not looked at again. So a hundred copies cost a hundred
    comparisons and not five thousand, and the components are those of all pairs.

    Args:
        blocks: keys of each item; items without a key in common are never compared.
        are_tied: the relation; asked once per pair at most, smaller id first.
        asking: the keys by which an item looks for others; two items meet in a block where at least one of them asks.
            All its keys where None.

    Yields:
        Pairs (smaller id, larger id), a spanning forest of the components.
    """
    from scipy.cluster.hierarchy import DisjointSet  # lazily: scipy is heavy

    sets = DisjointSet(blocks)
    held: dict[Hashable, dict[str, list[str]]] = {}  # block → component → members, in order
    askers: dict[Hashable, dict[str, list[str]]] = {}
    asked: set[tuple[str, str]] = set()
    for item in sorted(blocks):
        keys = blocks[item] if asking is None else asking[item]
        for key in dict.fromkeys(blocks[item]):
            met = held if key in keys else askers
            if key in met:
                met[key] = _current(met[key], sets)
            for members in list(met.get(key, {}).values()):
                if sets[members[0]] == sets[item]:
                    continue
                for other in members:
                    if (other, item) in asked:
                        continue
                    asked.add((other, item))
                    if are_tied(other, item):
                        sets.merge(other, item)
                        yield other, item
                        break
            root = sets[item]
            held.setdefault(key, {}).setdefault(root, []).append(item)
            if key in keys:
                askers.setdefault(key, {}).setdefault(root, []).append(item)


def _current(components: dict[str, list[str]], sets: DisjointSet) -> dict[str, list[str]]:
    """The members of a block by the component that they belong to by now."""
    if all(sets[root] == root for root in components):
        return components
    merged: dict[str, list[str]] = {}
    for root, members in components.items():
        merged.setdefault(sets[root], []).extend(members)
    return merged
