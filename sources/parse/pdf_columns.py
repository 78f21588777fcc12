"""Columns of text on a page: which words are read before which.

Works on boxes alone. A gutter that only parts short entries is a table without rules and is read line by line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

_STEP = 3.0  # points between the gutters that are tried
_HALF_GUTTER = 4.0
_MIN_LINES = 5
_MIN_CHARS = 18  # of a line on average: prose, no table


class Box(Protocol):
    """Something on a page; `n_chars` of a table is missing, for a table is no prose."""

    @property
    def x0(self) -> float:
        """Left edge in points."""

    @property
    def x1(self) -> float:
        """Right edge in points."""

    @property
    def top(self) -> float:
        """Upper edge in points."""

    @property
    def bottom(self) -> float:
        """Lower edge in points."""


B = TypeVar("B", bound=Box)


@dataclass(frozen=True, slots=True)
class Region(Generic[B]):
    """Boxes that are read together; `right` is their right edge, None where they stand across the page."""

    members: tuple[B, ...]
    right: float | None


def regions(boxes: Sequence[B], right: float | None = None) -> list[Region[B]]:
    """Split a page into regions in reading order: what stands above two columns, left, right, what stands below.

    Args:
        boxes: words and tables of the page or of a part of it, in any order.
        right: right edge of the part, None for the whole page.
    """
    split = _best_split(boxes)
    if split is None:
        return [Region(tuple(boxes), right)] if boxes else []
    gutter, upper, lower = split
    above = [box for box in boxes if box.bottom <= upper]
    below = [box for box in boxes if box.top >= lower]
    outer = {id(box) for box in above} | {id(box) for box in below}
    inner = [box for box in boxes if id(box) not in outer]
    left = [box for box in inner if box.x1 <= gutter]
    others = [box for box in inner if box.x1 > gutter]
    return [
        *regions(above, right),
        *regions(left, max(box.x1 for box in left)),
        *regions(others, max(box.x1 for box in others)),
        *regions(below, right),
    ]


def _best_split(boxes: Sequence[B]) -> tuple[float, float, float] | None:
    """The gutter and the stretch of the page in which it parts the most boxes into two columns of prose."""
    if len(boxes) < 2 * _MIN_LINES:
        return None
    gutters = _gutters(boxes)
    crossing = _crossing(boxes, gutters)
    ordered = sorted(boxes, key=lambda box: box.top)
    tops, bottoms = [box.top for box in ordered], sorted(box.bottom for box in boxes)
    heights = sorted(box.bottom - box.top for box in boxes)
    room = (_MIN_LINES - 1) * 0.5 * heights[0]
    best, best_count = None, 0
    for x, across in zip(gutters, crossing, strict=True):
        upper = float("-inf")
        for top, bottom in [*across, (float("inf"), float("inf"))]:
            # Lines of prose stand at least half their height apart: what is too low for them is not looked at.
            if top - upper > room:
                taller = len(heights) - bisect_left(heights, top - upper)
                begin = bisect_left(tops, upper)
                at_most = len(boxes) - begin - len(bottoms) + bisect_right(bottoms, top) + taller
                if at_most > max(best_count, 2 * _MIN_LINES - 1):
                    band = [box for box in ordered[begin : bisect_right(tops, top)] if box.bottom <= top]
                    left, right = [b for b in band if b.x1 <= x], [b for b in band if b.x0 >= x]
                    if len(band) > best_count and _is_prose(left) and _is_prose(right):
                        best, best_count = (x, upper, top), len(band)
            if bottom > upper:
                upper = bottom
    return best


def _gutters(boxes: Sequence[Box]) -> list[float]:
    """Places in the middle half of the boxes at which a gutter is tried, from the left."""
    first, last = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
    x, places = first + 0.25 * (last - first), []
    while x <= first + 0.75 * (last - first):
        places.append(x)
        x += _STEP
    return places


def _crossing(boxes: Sequence[Box], gutters: Sequence[float]) -> list[list[tuple[float, float]]]:
    """For each gutter the heights (upper, lower edge) of the boxes that stand across it, from above."""
    heights: list[list[tuple[float, float]]] = [[] for _ in gutters]
    for box in sorted(boxes, key=lambda box: (box.top, box.bottom)):
        for index in range(bisect_right(gutters, box.x0 - _HALF_GUTTER), len(gutters)):
            x = gutters[index]
            if not box.x1 > x - _HALF_GUTTER:
                break
            if box.x0 < x + _HALF_GUTTER:
                heights[index].append((box.top, box.bottom))
    return heights


def _is_prose(boxes: Sequence[Box]) -> bool:
    if len(boxes) < _MIN_LINES:
        return False
    tops = sorted((box.top, box.bottom - box.top) for box in boxes)
    n_lines = 0
    line_top = float("-inf")
    for top, height in tops:
        if top > line_top + 0.5 * height:
            n_lines += 1
            line_top = top
    n_chars = sum(getattr(box, "n_chars", 0) for box in boxes)
    return n_lines >= _MIN_LINES and n_chars >= _MIN_CHARS * n_lines
