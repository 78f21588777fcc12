"""Ruled boxes beside the text of a page. The parser reads each box on its own, before the paragraph beside it.

A box without text beside it is ordinary text; a box of several cells is a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sources.parse.pdf.lines import Char, TextLine
from sources.parse.pdf.tables import TableBox

if TYPE_CHECKING:
    from pdfplumber.table import TableFinder

Item = TextLine | TableBox
_FEWEST_LINES = 2  # a line in a box beside a line is a label, a button or a cell
_NEXT = 0.7  # heights between the lines of one paragraph, at most


def boxed_asides(ruled: TableFinder, chars: list[Char]) -> tuple[list[list[Char]], list[Char]]:
    """Splits characters: those of each box with text beside it, and the rest."""
    asides: list[list[Char]] = []
    of_tables = {cell for table in ruled.tables for cell in table.cells}
    for x0, top, x1, bottom in sorted(set(ruled.cells) - of_tables, key=lambda cell: (cell[1], cell[0])):
        inside: list[Char] = []
        outside: list[Char] = []
        n_beside = 0
        for char in chars:
            x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
            is_level = top < y < bottom
            is_in = is_level and x0 < x < x1
            (inside if is_in else outside).append(char)
            n_beside += is_level and not is_in and not char["text"].isspace()
        n_lines = len({round(char["bottom"]) for char in inside if not char["text"].isspace()})
        if n_beside and n_lines >= _FEWEST_LINES:
            asides.append(inside)
            chars = outside
    return asides, chars


def with_aside(items: Sequence[Item], aside: Sequence[Item]) -> tuple[Item, ...]:
    """Puts the lines of a box before the paragraph that begins beside it, or that reaches down to it."""
    if not aside:
        return tuple(items)
    top, bottom = min(item.top for item in aside), max(item.bottom for item in aside)
    at = next((i for i, item in enumerate(items) if item.bottom > top and item.top < bottom), len(items))
    while 0 < at < len(items) and _follows(items[at - 1], items[at]):
        at -= 1
    return (*items[:at], *aside, *items[at:])


def _follows(above: Item, below: Item) -> bool:
    """The line below goes on with the paragraph of the line above."""
    if isinstance(above, TableBox) or isinstance(below, TableBox) or above.region != below.region:
        return False
    gap = below.top - above.bottom
    return abs(above.size - below.size) < 0.5 and gap < _NEXT * (below.bottom - below.top)
