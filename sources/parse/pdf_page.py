"""One page of a PDF: its characters as lines and ruled tables, in reading order.

Geometry of a single page only. What is a heading, a paragraph or a running header shows when the pages are seen
together, in `pdf_layout`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sources.parse.draft import Cell, Table, superscript
from sources.parse.pdf_columns import regions
from sources.parse.wrap import join_lines

if TYPE_CHECKING:
    from pdfplumber.page import Page

_UNMAPPED = re.compile(r"\(cid:\d+\)")
_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_SPACE_RATIO = 0.15  # a gap of this share of the font size is a blank
_TAB_RATIO = 2.5  # a gap of this many font sizes sets columns apart
_SMALL = 0.85  # a footnote mark is at most so large beside its text
_RAISED = 0.15
_EDGE_TOLERANCE = 1.5
_MIN_FILLED = 0.25
_LONG_CELL = 200
_BULLET_GLYPH = "•"

Char = dict[str, Any]


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
class _Word:
    x0: float
    x1: float
    top: float
    bottom: float
    chars: tuple[Char, ...]

    @property
    def n_chars(self) -> int:
        return len(self.chars)


def _word(found: Char) -> _Word:
    return _Word(found["x0"], found["x1"], found["top"], found["bottom"], tuple(found["chars"]))


def read_page(page: Page, number: int) -> PageContent:
    """Read one page.

    Args:
        page: a page of an open PDF.
        number: its number, from 1.

    Raises:
        Exception: whatever the PDF reader meets in a damaged page.
    """
    from pdfplumber.utils.text import extract_words

    inked = [char for char in page.chars if not char["text"].isspace()]
    shown = _once(char for char in page.chars if char["upright"] and _is_inside(char, page.bbox))
    tables, rest = _tables(page, shown, number)
    found = extract_words(rest, x_tolerance_ratio=_SPACE_RATIO, return_chars=True)
    boxes: list[_Word | RuledTable] = [*map(_word, found), *tables]
    items: list[TextLine | RuledTable] = []
    for index, region in enumerate(regions(boxes)):
        items.extend(_region_items(region.members, number, index, region.right))
    return PageContent(
        number,
        float(page.height),
        tuple(items),
        n_chars=sum(char["upright"] for char in inked),
        n_unmapped=sum(bool(_UNMAPPED.fullmatch(char["text"])) for char in inked),
        n_rotated=sum(not char["upright"] for char in inked),
    )


def _once(chars: Iterable[Char]) -> list[Char]:
    """Characters drawn once: bold type is sometimes made by drawing a letter twice, a hair apart."""
    seen: set[tuple[str, int, int]] = set()
    kept = []
    for char in chars:
        x, y = round(char["x0"]), round(char["top"])
        if char["text"].isspace() or not any(
            (char["text"], x + dx, y + dy) in seen for dx in (-1, 0, 1) for dy in (-1, 0, 1)
        ):
            kept.append(char)
            seen.add((char["text"], x, y))
    return kept


def _is_inside(char: Char, box: Sequence[float]) -> bool:
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    return bool(box[0] <= x <= box[2] and box[1] <= y <= box[3])


def _tables(page: Page, chars: list[Char], number: int) -> tuple[list[RuledTable], list[Char]]:
    """Ruled tables of a page, and the characters that stand in none of their cells."""
    tables: list[RuledTable] = []
    for found in page.find_tables():
        boxes = sorted(set(found.cells), key=lambda box: (box[1], box[0]))
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
        texts = [_cell_text(held.get(index, [])) for index in range(len(boxes))]
        n_filled = sum(map(bool, texts))
        n_columns = len({first for _, first, _, _ in spans})
        is_box_of_text = n_columns == 1 and max(map(len, texts), default=0) > _LONG_CELL
        if n_filled < max(2, _MIN_FILLED * len(boxes)) or is_box_of_text:
            continue
        cells = tuple(
            Cell(row, column, text, rows, columns)
            for (row, column, rows, columns), text in zip(spans, texts, strict=True)
        )
        x0, top, x1, bottom = found.bbox
        tables.append(RuledTable(Table(cells, page=number), number, x0, x1, top, bottom, tuple(xs)))
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


def _cell_text(chars: list[Char]) -> str:
    from pdfplumber.utils.text import extract_words

    if not chars:
        return ""
    found = extract_words(chars, x_tolerance_ratio=_SPACE_RATIO, return_chars=True)
    words = list(map(_word, found))
    return join_lines([_line_text(line) for line in _lines(words)])


def _region_items(
    members: Sequence[_Word | RuledTable], page: int, region: int, right: float | None
) -> list[TextLine | RuledTable]:
    items: list[TextLine | RuledTable] = [member for member in members if isinstance(member, RuledTable)]
    for words in _lines([member for member in members if isinstance(member, _Word)]):
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


def _lines(words: Sequence[_Word]) -> list[list[_Word]]:
    """Words on a common line, from left to right. A raised or larger word belongs to the line it overlaps."""
    lines: list[list[_Word]] = []
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


def _line_text(words: Sequence[_Word]) -> str:
    """Text of a line: blanks where words part, footnote marks gone, exponents as such."""
    size = _main_size([char for word in words for char in word.chars])
    floor = max((char["bottom"] for word in words for char in word.chars if char["size"] >= _SMALL * size), default=0.0)
    text, raised, reached = "", "", None
    for word in words:
        if reached is not None and word.x0 - reached > _SPACE_RATIO * size / 2:
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
    text = _UNMAPPED.sub(_BULLET_GLYPH, text, count=1) if _UNMAPPED.match(text) else text
    return _UNMAPPED.sub("\ufffd", text).strip()
