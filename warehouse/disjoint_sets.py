"""Disjoint sets of ids: connected ids form one set, named by its smallest id."""

from __future__ import annotations

from collections.abc import Iterable


class DisjointSets:
    """Sets that only grow together. The outcome does not depend on the order of joins."""

    def __init__(self, ids: Iterable[str]) -> None:
        """Every id starts as a set of its own."""
        self._parent = {item: item for item in ids}

    def root(self, item: str) -> str:
        """The smallest id of an item's set; KeyError for an unknown item."""
        while self._parent[item] != item:
            self._parent[item] = self._parent[self._parent[item]]
            item = self._parent[item]
        return item

    def join(self, one: str, other: str) -> None:
        """Makes two items' sets one."""
        first, second = sorted((self.root(one), self.root(other)))
        self._parent[second] = first

    def groups(self) -> list[list[str]]:
        """The sets, each with its ids in order, by their smallest id."""
        by_root: dict[str, list[str]] = {}
        for item in sorted(self._parent):
            by_root.setdefault(self.root(item), []).append(item)
        return list(by_root.values())
