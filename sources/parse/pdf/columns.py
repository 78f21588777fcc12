"""Columns of text on a page: which words are read before which.

Works on boxes alone. A gutter that only parts short entries is a table without rules and is read line by line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

_STEP = 3.0  # points between the gutters that are tried
_HALF_GUTTER = 4.0
_MIN_LINES = 5
_MIN_CHARS = 18  # of a line on average: prose, no table


class Region(NamedTuple):
    """Boxes that are read together; `right` is their right edge, None where they stand across the page."""

    members: list[Any]
    right: float | None


def regions(boxes: Sequence[Any], right: float | None = None) -> list[Region]:
    """Split a page into regions in reading order: what stands above two columns, left, right, what stands below.

    Args:
        boxes: words, tables and rules of the page or of a part of it, in any order, with their edges `x0`, `x1`, `top`, `bottom`.
        right: right edge of the part, None for the whole page.
    """
    split = _best_split(boxes)
    if split is None:
        return [Region(list(boxes), right)] if boxes else []
    gutter, upper, lower = split
    above = [box for box in boxes if box.bottom <= upper]
    below = [box for box in boxes if box.top >= lower and box.bottom > upper]
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


def _best_split(boxes: Sequence[Any]) -> tuple[float, float, float] | None:
    """The gutter and the stretch of the page in which it parts the most boxes into two columns of prose."""
    heights = sorted(box.bottom - box.top for box in boxes if hasattr(box, "text"))
    if len(heights) < 2 * _MIN_LINES:
        return None
    ordered = sorted(boxes, key=lambda box: (box.top, box.bottom))
    tops = [box.top for box in ordered]
    room = (_MIN_LINES - 1) * 0.5 * heights[0]  # lines of prose stand at least half their height apart
    best, best_count = None, 2 * _MIN_LINES - 1
    gutters = _gutters(boxes)
    for x, across in zip(gutters, _crossing(ordered, gutters), strict=True):
        upper = float("-inf")
        for top, bottom in [*across, (float("inf"), float("inf"))]:
            begin, end = bisect_left(tops, upper), bisect_right(tops, top)
            if top - upper > room and end - begin > best_count:
                band = [box for box in ordered[begin:end] if box.bottom <= top]
                left, right = [b for b in band if b.x1 <= x], [b for b in band if b.x0 >= x]
                if len(band) > best_count and _is_prose(left) and _is_prose(right):
                    best, best_count = (x, upper, top), len(band)
            upper = max(upper, bottom)
    return best


def _gutters(boxes: Sequence[Any]) -> list[float]:
    """Places in the middle half of the boxes at which a gutter is tried, from the left."""
    first, last = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
    n_steps = int(0.5 * min(last - first, 20_000) / _STEP)
    return [first + 0.25 * (last - first) + _STEP * step for step in range(n_steps + 1)]


def _crossing(boxes: Sequence[Any], gutters: Sequence[float]) -> list[list[tuple[float, float]]]:
    """For each gutter the heights (upper, lower edge) of the boxes that stand across it, from above."""
    heights: list[list[tuple[float, float]]] = [[] for _ in gutters]
    for box in boxes:
        first = bisect_right(gutters, box.x0 - _HALF_GUTTER)
        for index in range(first, bisect_left(gutters, box.x1 + _HALF_GUTTER)):
            heights[index].append((box.top, box.bottom))
    return heights


def _is_prose(boxes: Sequence[Any]) -> bool:
    n_lines = n_chars = 0
    line_top = float("-inf")
    for box in boxes:  # from above
        if not hasattr(box, "text"):
            continue
        n_chars += len(box.text)
        if box.top > line_top + 0.5 * (box.bottom - box.top):
            n_lines += 1
            line_top = box.top
    return n_lines >= _MIN_LINES and n_chars >= _MIN_CHARS * n_lines
