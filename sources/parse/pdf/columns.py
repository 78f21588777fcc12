"""Columns of text on a page: which words are read before which.

Works on boxes alone. A gutter that only parts short entries is a table without rules and is read line by line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

_STEPS = 120  # gutters that are tried, over the middle half of the text
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
    parts: tuple[list[Any], ...] = ([], [], [], [])
    for box in boxes:
        parts[0 if box.bottom <= upper else 3 if box.top >= lower else 1 if box.x1 <= gutter else 2].append(box)
    edges = (right, *(max(box.x1 for box in column) for column in parts[1:3]), right)
    return [region for part, edge in zip(parts, edges, strict=True) for region in regions(part, edge)]


def _best_split(boxes: Sequence[Any]) -> tuple[float, float, float] | None:
    """The gutter and the stretch of the page in which it parts the most boxes into two columns of prose."""
    heights = [box.bottom - box.top for box in boxes if hasattr(box, "text")]
    if len(heights) < 2 * _MIN_LINES:
        return None
    ordered = sorted(boxes, key=lambda box: (box.top, box.bottom))
    tops = [box.top for box in ordered]
    room = (_MIN_LINES - 1) * 0.5 * min(heights)  # lines of prose stand at least half their height apart
    first, last = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
    best, best_count = None, 2 * _MIN_LINES - 1
    for step in range(_STEPS + 1):
        x = first + (0.25 + 0.5 * step / _STEPS) * (last - first)
        upper = float("-inf")
        across = [box for box in ordered if box.x0 < x + _HALF_GUTTER and box.x1 > x - _HALF_GUTTER]
        for top, bottom in [*((box.top, box.bottom) for box in across), (float("inf"), float("inf"))]:
            begin, end = bisect_left(tops, upper), bisect_right(tops, top)
            if top - upper > room and end - begin > best_count:
                band = [box for box in ordered[begin:end] if box.bottom <= top]
                sides = [b for b in band if b.x1 <= x], [b for b in band if b.x0 >= x]
                if len(band) > best_count and all(map(_is_prose, sides)):
                    best, best_count = (x, upper, top), len(band)
            upper = max(upper, bottom)
    return best


def _is_prose(boxes: Sequence[Any]) -> bool:
    n_lines = n_chars = 0
    line_top = float("-inf")
    for box in (box for box in boxes if hasattr(box, "text")):  # from above
        n_chars += len(box.text)
        if box.top > line_top + 0.5 * (box.bottom - box.top):
            n_lines += 1
            line_top = box.top
    return n_lines >= _MIN_LINES and n_chars >= _MIN_CHARS * n_lines
