"""One page of a PDF: its characters as lines and ruled tables, in reading order.

Geometry of a single page only. What is a heading, a paragraph or a running header shows when the pages are seen
together, in `pdf_layout`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sources.parse.draft import Cell, Table, superscript
from sources.parse.pdf_columns import regions
from sources.parse.wrap import join_lines

UNMAPPED = re.compile(r"\(cid:\d+\)")
_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
SPACE_RATIO = 0.15  # a gap of this share of the font size is a blank
_TAB_RATIO = 2.5  # a gap of this many font sizes sets columns apart
_SMALL = 0.85  # a footnote mark is at most so large beside its text
_RAISED = 0.15
_EDGE_TOLERANCE = 1.5
_MIN_FILLED = 0.25
_LONG_CELL = 200
_BULLET_GLYPH = "•"
LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}

Char = dict[str, Any]
CellBox = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text. Lengths in points, from the page's upper left corner; `region` numbers its column of text."""

    text: str
    page: int
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    is_bold: bool
    has_tabs: bool  # gaps as between the columns of a table
    first_word: float  # width of its first word
    region: int
    right: float | None  # right edge of its column of text; None where it stands across the page


@dataclass(frozen=True, slots=True)
class RuledTable:
    """A ruled table with the places of its column edges."""

    table: Table
    page: int
    x0: float
    x1: float
    top: float
    bottom: float
    edges: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PageContent:
    """What stands on a page, in reading order, with its count of characters (blanks left out)."""

    number: int
    height: float
    items: tuple[TextLine | RuledTable, ...]
    n_chars: int
    n_unmapped: int  # characters whose font does not say what they show
    n_rotated: int


@dataclass(frozen=True, slots=True)
class Word:
    """Characters without a gap between them."""

    x0: float
    x1: float
    top: float
    bottom: float
    chars: tuple[Char, ...]

    @property
    def n_chars(self) -> int:
        """Number of its characters."""
        return len(self.chars)


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a PDF reader found on a page, before it is put in order.

    Attributes:
        number: of the page, from 1.
        box: its left, upper, right and lower edge.
        chars: characters that stand upright, as pdfplumber gives them (text, x0, x1, top, bottom, size, fontname).
        grids: for each ruled table the boxes (left, top, right, bottom) of its cells.
        n_chars: characters with ink, those that stand sideways left out.
        n_unmapped: those whose font does not say what they show.
        n_rotated: those that stand sideways.
        words: splits characters into words.
    """

    number: int
    box: tuple[float, float, float, float]
    chars: Sequence[Char]
    grids: Sequence[Sequence[CellBox]]
    n_chars: int
    n_unmapped: int
    n_rotated: int
    words: Callable[[Sequence[Char]], list[Word]]


def page_content(drawn: Drawn) -> PageContent:
    """Put what was found on a page in reading order.

    Args:
        drawn: its characters and the grids of its tables, in points from the upper left corner.
    """
    shown = _once(char for char in drawn.chars if _is_inside(char, drawn.box))
    tables, rest = _tables(drawn, shown)
    boxes: list[Word | RuledTable] = [*drawn.words(rest), *tables]
    items: list[TextLine | RuledTable] = []
    for index, region in enumerate(regions(boxes)):
        items.extend(_region_items(region.members, drawn.number, index, region.right))
    height = drawn.box[3] - drawn.box[1]
    return PageContent(drawn.number, height, tuple(items), drawn.n_chars, drawn.n_unmapped, drawn.n_rotated)


def _once(chars: Iterable[Char]) -> list[Char]:
    """Characters drawn once: bold type is sometimes made by drawing a letter twice, a hair apart.

    A hair is less than half of the letter's own width, so that both letters of "ll" in small print stay.
    """
    seen: dict[tuple[str, int, int], list[tuple[float, float]]] = {}
    reached: dict[int, float] = {}  # how far to the right a row of points has been written on
    kept = []
    for char in chars:
        text, x, y = char["text"], char["x0"], char["top"]
        column, row = int(x), int(y)
        hair = min(1.0, (char["x1"] - x) / 2)
        is_first = x > max(reached.get(row - 1, -1.0), reached.get(row, -1.0), reached.get(row + 1, -1.0))
        if is_first or text.isspace() or not any(
            abs(x - other_x) < hair and abs(y - other_y) < 1.0
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for other_x, other_y in seen.get((text, column + dx, row + dy), ())
        ):
            kept.append(char)
            seen.setdefault((text, column, row), []).append((x, y))
            reached[row] = max(reached.get(row, -1.0), x + 1.0)
    return kept


def _is_inside(char: Char, box: Sequence[float]) -> bool:
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    return bool(box[0] <= x <= box[2] and box[1] <= y <= box[3])


def _tables(drawn: Drawn, chars: list[Char]) -> tuple[list[RuledTable], list[Char]]:
    """Ruled tables of a page, and the characters that stand in none of their cells."""
    tables: list[RuledTable] = []
    for grid in drawn.grids:
        boxes = sorted(set(grid), key=lambda box: (box[1], box[0]))
        xs, ys = (
            _edges(v for box in boxes for v in (box[0], box[2])),
            _edges(v for box in boxes for v in (box[1], box[3])),
        )
        place: dict[tuple[int, int], int] = {}
        spans = []
        for index, (x0, top, x1, bottom) in enumerate(boxes):
            first, last = _slot(xs, x0), max(_slot(xs, x0) + 1, _slot(xs, x1))
            upper, lower = _slot(ys, top), max(_slot(ys, top) + 1, _slot(ys, bottom))
            spans.append((upper, first, lower - upper, last - first))
            place.update({(row, column): index for row in range(upper, lower) for column in range(first, last)})
        held: dict[int, list[Char]] = {}
        outside: list[Char] = []
        for char in chars:
            x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
            index = place.get((bisect_right(ys, y) - 1, bisect_right(xs, x) - 1), -1)
            (held.setdefault(index, []) if index >= 0 else outside).append(char)
        texts = [_cell_text(drawn.words(held[index])) if index in held else "" for index in range(len(boxes))]
        n_filled = sum(map(bool, texts))
        n_columns = len({first for _, first, _, _ in spans})
        is_box_of_text = n_columns == 1 and max(map(len, texts), default=0) > _LONG_CELL
        if n_filled < max(2, _MIN_FILLED * len(boxes)) or is_box_of_text:
            continue
        cells = tuple(
            Cell(row, column, text, rows, columns)
            for (row, column, rows, columns), text in zip(spans, texts, strict=True)
        )
        x0, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        x1, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        table = Table(cells, page=drawn.number)
        tables.append(RuledTable(table, drawn.number, x0, x1, top, bottom, tuple(xs)))
        chars = outside
    return tables, chars


def _edges(values: Iterable[float]) -> list[float]:
    """Distinct places of rules; those within a hair of each other are one."""
    edges: list[float] = []
    for value in sorted(values):
        if not edges or value - edges[-1] > _EDGE_TOLERANCE:
            edges.append(value)
    return edges


def _slot(edges: Sequence[float], value: float) -> int:
    return max(0, bisect_right(edges, value + _EDGE_TOLERANCE) - 1)


def _cell_text(words: Sequence[Word]) -> str:
    return join_lines([_line_text(line) for line in _lines(words)])


def _region_items(
    members: Sequence[Word | RuledTable], page: int, region: int, right: float | None
) -> list[TextLine | RuledTable]:
    items: list[TextLine | RuledTable] = [member for member in members if isinstance(member, RuledTable)]
    for words in _lines([member for member in members if isinstance(member, Word)]):
        chars = [char for word in words for char in word.chars]
        text = _line_text(words)
        if not text:
            continue
        size = _main_size(chars)
        gaps = [b.x0 - a.x1 for a, b in pairwise(words)]
        is_mark = len(words[0].chars) == 1 and not words[0].chars[0]["text"].isalnum()
        items.append(
            TextLine(
                text, page, words[0].x0, max(word.x1 for word in words),
                min(word.top for word in words), max(word.bottom for word in words), size,
                is_bold=all(_BOLD.search(char["fontname"]) for char in chars if char["text"].isalnum()),
                has_tabs=any(gap > _TAB_RATIO * size for gap in gaps[is_mark:]),
                first_word=words[0].x1 - words[0].x0, region=region, right=right,
            )
        )  # fmt: skip
    return sorted(items, key=lambda item: (item.top, item.x0))


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    """Words on a common line, from left to right. A raised or larger word belongs to the line it overlaps."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (-(w.bottom - w.top), w.top, w.x0)):
        height = word.bottom - word.top
        best, best_share = None, 0.3
        for line in lines:
            overlap = min(word.bottom, line[0].bottom) - max(word.top, line[0].top)
            is_initial = line[0].bottom - line[0].top > 2.2 * height and line[0].bottom - word.bottom > 0.5 * height
            if height > 0 and overlap / height > best_share and not is_initial:
                best, best_share = line, overlap / height
        if best is None:
            lines.append([word])
        else:
            best.append(word)
    for line in lines:
        line.sort(key=lambda w: (w.x0, w.top))
    return sorted(lines, key=lambda line: (min(w.top for w in line), line[0].x0))


def _main_size(chars: Sequence[Char]) -> float:
    sizes: Counter[float] = Counter(round(float(char["size"]) * 2) / 2 for char in chars)
    return max(sizes, key=lambda size: (sizes[size], size))


def _line_text(words: Sequence[Word]) -> str:
    """Text of a line: blanks where words part, footnote marks gone, exponents as such."""
    size = _main_size([char for word in words for char in word.chars])
    floor = max((char["bottom"] for word in words for char in word.chars if char["size"] >= _SMALL * size), default=0.0)
    text, raised, reached = "", "", None
    for word in words:
        if reached is not None and word.x0 - reached > SPACE_RATIO * size / 2:
            text, raised = text + superscript(text, raised), ""
            text += " "
        reached = word.x1
        for char in word.chars:
            if char["size"] < _SMALL * size and floor - char["bottom"] > _RAISED * size:
                raised += char["text"]
                continue
            text, raised = text + superscript(text, raised), ""
            text += char["text"]
    text += superscript(text, raised)
    text = UNMAPPED.sub(_BULLET_GLYPH, text, count=1) if UNMAPPED.match(text) else text
    return UNMAPPED.sub("\ufffd", text).strip()
