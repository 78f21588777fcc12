"""Going through the nodes of a page in document order, without recursion: pages may be deeper than Python's stack.

Steps only; what happens at a node is the visitor's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from sources.parse.draft import n_visible
from sources.parse.html_guard import UNSEEN

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode


class Visitor(Protocol):
    """What happens at each node."""

    def enter(self, node: LexborNode) -> bool:
        """Called before a node's children; True to go in."""

    def leave(self, node: LexborNode) -> None:
        """Called after a node's children, or at once where it was not gone into."""


def walk(root: LexborNode, visitor: Visitor) -> None:
    """Enter and leave the nodes below root in document order; `enter` says whether to go in."""
    node = root.first_child
    while node is not None:
        child = node.first_child if visitor.enter(node) else None
        if child is not None:
            node = child
            continue
        while True:
            visitor.leave(node)
            if node.next is not None:
                node = node.next
                break
            node = node.parent
            if node is None or node.mem_id == root.mem_id:
                return


def children(node: LexborNode) -> Iterator[LexborNode]:
    """The children of a node in order."""
    child = node.first_child
    while child is not None:
        yield child
        child = child.next


def n_text(node: LexborNode) -> int:
    """Characters of text below a node, white space and what never shows left out."""
    count = _Count()
    walk(node, count)
    return count.n


def text_below(node: LexborNode) -> str:
    """The text below a node, stretches parted by blanks, without what never shows."""
    gathered = _Gather()
    walk(node, gathered)
    return " ".join(gathered.texts)


@dataclass(slots=True)
class _Gather:
    texts: list[str] = field(default_factory=list)

    def enter(self, node: LexborNode) -> bool:
        if node.tag == "-text":
            self.texts.append(node.text_content or "")
        return node.tag not in UNSEEN

    def leave(self, node: LexborNode) -> None:
        """Nothing to do: gathering needs no block ends."""


@dataclass(slots=True)
class _Count:
    n: int = 0

    def enter(self, node: LexborNode) -> bool:
        if node.tag == "-text":
            self.n += n_visible(node.text_content or "")
        return node.tag not in UNSEEN

    def leave(self, node: LexborNode) -> None:
        """Nothing to do: counting needs no block ends."""
