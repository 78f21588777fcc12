"""One page of a PDF: its characters as lines and ruled tables, in reading order.

Geometry of a single page only. What is a heading, a paragraph or a running header shows when the pages are seen
together, in `pdf_layout`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sources.parse.draft import Cell, Table, superscript
from sources.parse.pdf_columns import regions
from sources.parse.pdf_drawn import SPACE_RATIO, Drawn, Refused, Word
from sources.parse.wrap import join_lines

UNMAPPED = re.compile(r"\(cid:\d+\)")
_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_TAB_RATIO = 2.5  # a gap of this many font sizes sets columns apart
_SMALL = 0.85  # a footnote mark is at most so large beside its text
_RAISED = 0.15
_EDGE_TOLERANCE = 1.5
_MIN_FILLED = 0.25
_LONG_CELL = 200
_BULLET_GLYPH = "•"


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
    hidden: str = ""  # text that cannot be seen, or is outside of the page
    n_recognised: int = 0  # characters that text recognition added to a picture


def page_content(drawn: Drawn) -> PageContent:
    """Put what was found on a page in reading order.

    Args:
        drawn: its text and the grids of its tables, in points from the upper left corner.

    Raises:
        Refused: a piece would have to be cut.
    """
    inside: list[Word] = []
    outside: list[Word] = []
    for piece in drawn.pieces:
        (inside if _is_inside(piece, drawn.box) else outside).append(piece)
    tables, rest = _tables(drawn, inside)
    boxes: list[Word | RuledTable] = [*drawn.words(rest), *tables]
    items: list[TextLine | RuledTable] = []
    for index, region in enumerate(regions(boxes)):
        items.extend(_region_items(region.members, drawn.number, index, region.right))
    height = drawn.box[3] - drawn.box[1]
    off_page = "".join(span.text for word in drawn.words(outside) for span in word.spans)
    return PageContent(
        drawn.number, height, tuple(items), drawn.n_chars, drawn.n_unmapped, drawn.n_rotated,
        drawn.hidden + off_page, drawn.n_recognised,
    )  # fmt: skip


def _is_inside(piece: Word, box: Sequence[float]) -> bool:
    is_begun = box[0] <= piece.first <= box[2]
    if is_begun != (box[0] <= piece.last <= box[2]):
        raise Refused("text stands across the edge of the page")
    return is_begun and box[1] <= (piece.top + piece.bottom) / 2 <= box[3]


def _tables(drawn: Drawn, pieces: list[Word]) -> tuple[list[RuledTable], list[Word]]:
    """Ruled tables of a page, and the pieces that stand in none of their cells."""
    tables: list[RuledTable] = []
    for grid in drawn.grids:
        boxes = sorted(set(grid), key=lambda box: (box[1], box[0]))
        xs, ys = (
            _edges(v for box in boxes for v in (box[0], box[2])),
            _edges(v for box in boxes for v in (box[1], box[3])),
        )
        place: dict[tuple[int, int], int] = {}
        spans = []
        slot_x = {x: _slot(xs, x) for box in boxes for x in (box[0], box[2])}
        slot_y = {y: _slot(ys, y) for box in boxes for y in (box[1], box[3])}
        for index, (x0, top, x1, bottom) in enumerate(boxes):
            first, upper = slot_x[x0], slot_y[top]
            last, lower = max(first + 1, slot_x[x1]), max(upper + 1, slot_y[bottom])
            spans.append((upper, first, lower - upper, last - first))
            place.update({(row, column): index for row in range(upper, lower) for column in range(first, last)})
        held: dict[int, list[Word]] = {}
        outside: list[Word] = []
        for piece in pieces:
            y = (piece.top + piece.bottom) / 2
            index = -1
            if ys[0] <= y < ys[-1]:
                row = bisect_right(ys, y) - 1
                first, last = bisect_right(xs, piece.first) - 1, bisect_right(xs, piece.last) - 1
                index = place.get((row, first), -1)
                if last > first and any(place.get((row, column), -1) != index for column in range(first + 1, last + 1)):
                    raise Refused("text stands across a rule")
            (held.setdefault(index, []) if index >= 0 else outside).append(piece)
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
        pieces = outside
    return tables, pieces


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
        text = _line_text(words)
        if not text:
            continue
        size = _main_size(words)
        gaps = [b.x0 - a.x1 for a, b in pairwise(words)]
        is_mark = words[0].n_chars == 1 and not words[0].spans[0].is_named
        items.append(
            TextLine(
                text, page, words[0].x0, max(word.x1 for word in words),
                min(word.top for word in words), max(word.bottom for word in words), size,
                is_bold=all(_BOLD.search(span.font) for word in words for span in word.spans if span.is_named),
                has_tabs=any(gap > _TAB_RATIO * size for gap in gaps[is_mark:]),
                first_word=words[0].x1 - words[0].x0, region=region, right=right,
            )
        )  # fmt: skip
    return sorted(items, key=lambda item: (item.top, item.x0))


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    """Words on a common line, from left to right. A raised or larger word belongs to the line it overlaps."""
    if len(words) == 1:
        return [list(words)]
    started: list[tuple[float, float, list[Word]]] = []
    for word in sorted(words, key=lambda w: (round(w.top - w.bottom, 3), round(w.top, 3), w.x0)):
        word_top, word_bottom = word.top, word.bottom
        height = word_bottom - word_top
        best, best_share = None, 0.3
        for top, bottom, line in started:
            if top >= word_bottom or bottom <= word_top:
                continue
            overlap = min(word_bottom, bottom) - max(word_top, top)
            is_initial = bottom - top > 2.2 * height and bottom - word_bottom > 0.5 * height
            if height > 0 and overlap / height > best_share + 1e-6 and not is_initial:
                best, best_share = line, overlap / height
        if best is None:
            started.append((word_top, word_bottom, [word]))
        else:
            best.append(word)
    lines = [line for _, _, line in started]
    for line in lines:
        line.sort(key=lambda w: (w.x0, w.top))
    return sorted(lines, key=lambda line: (min(w.top for w in line), line[0].x0))


def _main_size(words: Sequence[Word]) -> float:
    if len(words) == 1 and len(words[0].spans) == 1:
        return round(words[0].spans[0].size * 2) / 2
    sizes: dict[float, int] = {}
    for word in words:
        for span in word.spans:
            size = round(span.size * 2) / 2
            sizes[size] = sizes.get(size, 0) + span.n_chars
    return max(sizes, key=lambda size: (sizes[size], size))


def _line_text(words: Sequence[Word]) -> str:
    """Text of a line: blanks where words part, footnote marks gone, exponents as such."""
    if len(words) == 1 and len(words[0].spans) == 1:  # most cells of tables
        return _finished(words[0].spans[0].text)
    size = _main_size(words)
    small = _SMALL * size
    floor = max((span.bottom for word in words for span in word.spans if span.size >= small), default=0.0)
    text, raised, reached = "", "", None
    for word in words:
        if reached is not None and word.x0 - reached > SPACE_RATIO * size / 2:
            if raised:
                text, raised = text + superscript(text, raised), ""
            text += " "
        reached = word.x1
        for span in word.spans:
            if span.size < small and floor - span.bottom > _RAISED * size:
                raised += span.text
                continue
            if raised:
                text, raised = text + superscript(text, raised), ""
            text += span.text
    if raised:
        text += superscript(text, raised)
    return _finished(text)


def _finished(text: str) -> str:
    """A line's text with what stands for characters that the font does not name."""
    if "(cid:" not in text:
        return text.strip()
    text = UNMAPPED.sub(_BULLET_GLYPH, text, count=1) if UNMAPPED.match(text) else text
    return UNMAPPED.sub("\ufffd", text).strip()
