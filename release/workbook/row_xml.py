"""Rows of a sheet as the XML that xlsxwriter writes for them, column by column, at a fifth of its time.

Belongs here: cells and rows, nothing else of the file. xlsxwriter escapes, checks and looks up each cell anew; most cells of a
sheet repeat a word or a format. A test compares these rows with those of xlsxwriter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from release.workbook.cells import Number, Text

Cell = Number | Text | None
LINE_POINTS, MOST_LINES = 13, 24  # of a row; a taller one hides the rows around it
_USUAL_PIXELS = 20  # a row of this height names none
_MARKUP = re.compile('["&<>\n]')
_LIKE_AN_ESCAPE = re.compile("(_x[0-9a-fA-F]{4}_)")
_TALL = re.compile(r'<row r="\d+" ht="([\d.]+)"')
_EDGE = re.compile(r"^\s|\s$")


def column_xml(
    letters: str, numbers: Sequence[int], cells: Sequence[Cell], form_of: Callable[[Cell], int], *, is_folded: bool
) -> list[str]:
    """The cells of one column, one text for each row.

    Args:
        letters: of the column.
        numbers: of the rows, from 1.
        cells: contents; None is an empty cell.
        form_of: the number of a cell's format.
        is_folded: an empty cell of a folded column is left out.
    """
    empty = form_of(None)
    forms = {kind: form_of(kind) for kind in (Text("", False), Text("", True))}
    plain, guarded = (f'" s="{form}" t="inlineStr"><is>' for form in forms.values())
    start = f'<c r="{letters}'
    found = []
    for number, cell in zip(numbers, cells, strict=True):
        if cell is None:
            found.append("" if is_folded else f'{start}{number}" s="{empty}"/>')
        elif isinstance(cell, Number):
            found.append(f'{start}{number}" s="{form_of(cell)}"><v>{cell.value:.16G}</v></c>')
        else:
            found.append(f"{start}{number}{guarded if cell.is_guarded else plain}{_inline(cell.text)}</is></c>")
    return found


def rows_xml(numbers: Sequence[int], n_lines: Iterable[int], columns: Sequence[Sequence[str]]) -> list[str]:
    """Whole rows.

    Args:
        numbers: of the rows, from 1.
        n_lines: lines of text that each row is tall enough for.
        columns: `column_xml` of each column, from left to right.
    """
    rows = zip(numbers, n_lines, zip(*columns, strict=True), strict=True)
    return [f'<row r="{number}"{_height(lines)}>{"".join(cells)}</row>' for number, lines, cells in rows]


def lines_in(xml: str) -> int:
    """The number of lines that a row of `rows_xml` is tall enough for."""
    tall = _TALL.match(xml)
    return round((float(tall[1]) - 2) / LINE_POINTS) if tall else 1


def points_of(n_lines: int) -> int:
    """The height of a row with so many lines, in points."""
    return LINE_POINTS * min(max(n_lines, 1), MOST_LINES) + 2


@lru_cache(maxsize=1_000)
def _height(n_lines: int) -> str:
    """The height of a row; not every program counts it out by itself."""
    pixels = int(points_of(n_lines) * 4 / 3 + 0.5)
    return "" if pixels == _USUAL_PIXELS else f' ht="{pixels * 0.75:.16g}" customHeight="1"'


@lru_cache(maxsize=20_000)
def _inline(text: str) -> str:
    """A text of `text_cell`, which has no control characters but tab and line feed."""
    escaped = _LIKE_AN_ESCAPE.sub(r"_x005F\1", text) if "_x" in text else text
    space = ' xml:space="preserve"' if _EDGE.search(escaped) else ""
    if _MARKUP.search(escaped):
        escaped = escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<t{space}>{escaped}</t>"
