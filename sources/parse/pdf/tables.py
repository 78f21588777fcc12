"""Tables of a PDF page: those that pdfplumber finds by their rules, and lines whose entries stand below one another.

Geometry, and whether an entry has letters or digits; no word is interpreted.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from sources.parse.pdf.lines import Char, TextLine, Word, in_lines, line_text, text_line, words

if TYPE_CHECKING:
    from pdfplumber.page import Page
    from pdfplumber.table import Table

Line = list[Word]
Span = tuple[float, float]
Entry = tuple[int, int, Line]  # first column, how many, its words
Row = list[Entry]

_MIN_FILLED = 0.25
_LONG_CELL = 200
_GAP = 1.0  # sizes between the entries of a row; a blank has a third of one
_NEAR = 3.0  # sizes between the rows of one table
_MOST_SINGLE = 2  # lines in a row with one entry only: a wrapped name, a band
_LONG_ENTRY, _LONG_VALUE = 80, 25  # characters of an entry of a table, of one that is a value
_VALUE = re.compile(r"\d|^[-–—]$")
_LIST_MARK = re.compile(r"\W|\(?\w{1,2}[.)]")
_LEADER = re.compile(r"\.{4}|(?:\. ){4}")  # between an entry of a table of contents and its page


class Rule(NamedTuple):
    """A level line from `x0` to `x1`."""

    x0: float
    x1: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class CellBox:
    """A cell on the grid of its table, with its lines; `right` is where the room for them ends."""

    row: int
    column: int
    lines: tuple[TextLine, ...]
    row_span: int = 1
    column_span: int = 1
    right: float = float("inf")


@dataclass(frozen=True, slots=True)
class TableBox:
    """A table with the places of its column edges."""

    cells: tuple[CellBox, ...]
    page: int
    x0: float
    x1: float
    top: float
    bottom: float
    edges: tuple[float, ...]


def ruled_tables(page: Page, ruled: Sequence[Table], chars: list[Char]) -> tuple[list[TableBox], list[Char]]:
    """Tables with rules on all sides, as pdfplumber finds them, and those of a page's characters that stand in none of their cells."""
    tables: list[TableBox] = []
    for found in ruled:
        boxes = sorted(set(found.cells), key=lambda box: (box[1], box[0]))
        lefts, tops = (sorted({box[side] for box in boxes}) for side in (0, 1))
        spans = [
            (tops.index(box[1]), bisect_left(tops, box[3]), lefts.index(box[0]), bisect_left(lefts, box[2]))
            for box in boxes
        ]
        place = {
            (row, column): index
            for index, (upper, lower, first, last) in enumerate(spans)
            for row in range(upper, lower)
            for column in range(first, last)
        }
        held: list[list[Char]] = [[] for _ in boxes]
        outside: list[Char] = []
        for char in chars:
            x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
            index = place.get((bisect_right(tops, y) - 1, bisect_right(lefts, x) - 1), -1)
            is_in = index >= 0 and x < boxes[index][2] and y < boxes[index][3]
            (held[index] if is_in else outside).append(char)
        cells = []
        for box, (upper, lower, first, last), inside in zip(boxes, spans, held, strict=True):
            lines = tuple(text_line(line, page.page_number) for line in in_lines(words(inside)))
            padding = min((line.x0 for line in lines), default=box[0]) - box[0]
            cells.append(CellBox(upper, first, lines, lower - upper, last - first, box[2] - padding))
        lengths = [sum(len(line.text) for line in cell.lines) for cell in cells]
        is_box = len(lefts) == 1 and (
            max(lengths) > _LONG_CELL or any(line.has_tabs for cell in cells for line in cell.lines)
        )
        x0, top, x1, bottom = found.bbox
        is_shaded = any(rect["fill"] and rect["top"] <= top + 1 and rect["bottom"] >= bottom - 1 for rect in page.rects)
        is_stripe = (
            len(tops) == 1 and is_shaded and all(len(cell.lines) < 2 for cell in cells)
        )  # the shade behind a line
        if sum(map(bool, lengths)) >= max(2, _MIN_FILLED * len(boxes)) and not (is_box or is_stripe):
            tables.append(TableBox(tuple(cells), page.page_number, x0, x1, top, bottom, (*lefts, x1)))
            chars = outside
    return tables, chars


def with_tables(lines: Sequence[Line], rules: Sequence[Rule], page: int) -> list[Line | TableBox]:
    """Lines of a region, from above, with tables in the place of lines whose entries stand below one another; `page` is its number."""
    parts: list[Line | TableBox] = []
    entries = [_entries(line) for line in lines]
    at = 0
    while at < len(lines):
        columns, rows = _columns_and_rows(entries, at)
        tops = sorted(rule.top for rule in rules if columns and _underlines(rule, columns))
        if not _is_table(rows, tops):
            parts.append(lines[at])
            at += 1
            continue
        at += len(rows)
        while parts and _heads(parts[-1], columns, rows[0]):
            rows.insert(0, _fitted(_entries(parts.pop()), columns))  # type: ignore[arg-type]
        while at < len(lines) and _is_within(lines[at], tops) and (row := _fitted(entries[at], columns)):
            rows.append(row)
            at += 1
        parts.append(_table(_joined(rows, tops), columns, page))
    return parts


def _entries(line: Line) -> list[Line]:
    """Stretches of a line between wide gaps; the mark of a list is no entry of its own."""
    parts = [[line[0]]]
    for before, word in pairwise(line):
        if word.x0 - before.x1 > _GAP * max(before.size, word.size) and not (
            len(parts) == len(parts[0]) == 1 and _LIST_MARK.fullmatch(before.text)
        ):
            parts.append([])
        parts[-1].append(word)
    return parts


def _columns_and_rows(entries: Sequence[list[Line]], at: int) -> tuple[list[Span], list[Row]]:
    """Columns that the lines from `at` on share, and these lines fitted to them."""
    last = at
    for index in range(at + 1, len(entries) if len(entries[at]) > 1 else 0):
        line, before = entries[index], entries[index - 1]
        near = _NEAR if len(line) > 1 < len(before) else _NEAR / 2
        if line[0][0].top - before[0][0].bottom > near * line[0][0].size or index > last + _MOST_SINGLE + 1:
            break
        last = index if len(line) > 1 else last
    run = entries[at : last + 1]
    for count, _ in sorted(Counter(map(len, run)).items(), key=lambda item: (-item[1], -item[0])):
        full = [line for line in run if len(line) == count > 1]
        columns = [(min(p[0].x0 for p in parts), max(p[-1].x1 for p in parts)) for parts in zip(*full, strict=True)]
        if columns and all(left[1] < right[0] for left, right in pairwise(columns)):
            rows = list(takewhile(bool, (_fitted(line, columns) for line in run)))
            while rows and len(rows[-1]) == 1:
                rows.pop()
            return columns, rows
    return [], []


def _fitted(line: list[Line], columns: Sequence[Span]) -> Row:
    """Entries of a line with the columns that they stand in; none where a line is text that only happens to lie there."""
    middles = [(left[1] + right[0]) / 2 for left, right in pairwise(columns)]
    row: Row = []
    for entry in line:
        x0, x1 = entry[0].x0, entry[-1].x1
        over = [
            i
            for i, (left, right) in enumerate(columns)
            if min(x1, right) - max(x0, left) > 0.5 * min(x1 - x0, right - left)
        ]
        third = (x1 - x0) / 3  # a header that hangs between its columns
        over = over or [bisect_right(middles, x0 + third), bisect_right(middles, x1 - third)]
        if sum(len(word.text) + 1 for word in entry) > _LONG_ENTRY or _LEADER.search(line_text(entry)):
            return []
        row.append((over[0], over[-1] - over[0] + 1, entry))
    return row


def _is_table(rows: Sequence[Row], tops: Sequence[float]) -> bool:
    """Whether rows have names and values, or rules between them."""
    if len(rows) < 2:
        return False
    n_ruled = len({_stretch(row, tops) for row in rows})
    names = [_text(row[0]) for row in rows if row[0][0] == 0]
    values = [_text(entry) for row in rows[1:] for entry in row if entry[0]]
    is_named = 2 * sum(map(_has_letter, names)) >= len(rows) or all(_has_letter(_text(entry)) for entry in rows[0])
    n_values = sum(bool(_VALUE.search(text)) and len(text) <= _LONG_VALUE for text in values)
    return is_named and (n_ruled > 2 or (2 * n_values >= max(1, len(values)) and len(rows) + n_ruled > 3))


def _heads(part: Line | TableBox, columns: Sequence[Span], first: Row) -> bool:
    """Whether a line is a header over some columns: right above the first row, with nothing over the names of rows."""
    if isinstance(part, TableBox) or part[0].x0 <= columns[0][1]:
        return False
    size = part[0].size
    return 0 < first[0][2][0].top - part[0].top < _NEAR * size and part[-1].x1 <= columns[-1][1] + size


def _joined(rows: Sequence[Row], tops: Sequence[float]) -> list[list[Row]]:
    """Lines of each row of the table. Between rules they are one row until a value would stand over a value; a line with one entry
    that stands half below another is its wrapped or centred name.
    """
    is_ruled = len({_stretch(row, tops) for row in rows}) > max(2, sum(len(row) > 1 for row in rows) / 2)
    joined: list[list[Row]] = []
    for row in rows:
        above = [entry for line in joined[-1] for entry in line] if joined else []
        values, theirs = (
            {column for column, _, entry in entries if column and not _has_letter(line_text(entry))}
            for entries in (row, above)
        )
        is_full = len(row) > 1 and any(len(line) > 1 for line in joined[-1:] and joined[-1])
        is_half_below = not is_full and above and row[0][2][0].top < above[-1][2][0].bottom
        is_between = is_ruled and above and _stretch(row, tops) == _stretch(joined[-1][0], tops)
        if is_half_below or (is_between and not (is_full and values & theirs)):
            joined[-1].append(row)
        else:
            joined.append([row])
    return joined


def _table(rows: Sequence[Sequence[Row]], columns: Sequence[Span], page: int) -> TableBox:
    cells = []
    for number, lines in enumerate(rows):
        placed: dict[int, tuple[int, list[TextLine]]] = {}
        for line in lines:
            for column, span, entry in line:
                placed.setdefault(column, (span, []))[1].append(text_line(entry, page))
        cells += [CellBox(number, column, tuple(held), 1, span) for column, (span, held) in placed.items()]
    found = [line for cell in cells for line in cell.lines]
    return TableBox(
        tuple(cells), page, columns[0][0], columns[-1][1], min(line.top for line in found),
        max(line.bottom for line in found), tuple(edge for span in columns for edge in span),
    )  # fmt: skip


def _underlines(rule: Rule, columns: Sequence[Span]) -> bool:
    """Whether a rule runs under most of a table."""
    left, right = columns[0][0], columns[-1][1]
    return min(rule.x1, right) - max(rule.x0, left) > 0.5 * (right - left)


def _stretch(row: Row, tops: Sequence[float]) -> int:
    word = row[0][2][0]
    return bisect_left(tops, (word.top + word.bottom) / 2)


def _is_within(line: Line, tops: Sequence[float]) -> bool:
    """Whether a line stands between the last rules of a table: the end of a wrapped entry."""
    return len(tops) > 2 and tops[-2] < line[0].top and (line[0].top + line[0].bottom) / 2 < tops[-1]


def _text(entry: Entry) -> str:
    return line_text(entry[2])


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))
