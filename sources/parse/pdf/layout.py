"""The pages of a PDF together: running headers out, lines into headings, paragraphs and list items.

Works on the lines and tables of `page` by their places, sizes and first characters; no word is interpreted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from sources.parse.draft import Cell, Line, Part, Table, header_paths
from sources.parse.joins import join_lines, words_of
from sources.parse.pdf.lines import TextLine
from sources.parse.pdf.page import PageContent
from sources.parse.pdf.tables import CellBox, TableBox

_MARGIN = 0.12  # share of the page's height in which running headers and footers stand
_PLACE_TOLERANCE = 3.0
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"\W*(?:[^\W\d_]{1,8}\.?\s*)?(\d{1,5})(?:\s*(?:/|[^\W\d_]{1,4})\s*\d{1,5})?\W*")
_BULLET = re.compile(r"(?:[•◦▪■□●○‣▶►✓✔➤·∙\ue000-\uf8ff]|[-–—*o](?=\s))\s*(?=\S)")
_NUMBER = re.compile(r"(?:\(?\d{1,2}[.)]|\(?[a-z]\))\s+(?=\S)")
_NUMBERED_HEADING = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+\S")
_SENTENCE_END = re.compile(r"[.!?:;。！？][\"'”’)\]]*$")
_SPLIT_WORD = re.compile(r"[^\W\d_][-\u2010\u00ad]$")
_LEADER = re.compile(r"(?:\.\s?){4,}\s*\d+$")  # an entry of a table of contents
_FIGURE = re.compile(r"[%$€£¥₹]\s?\d|\d\s?%|\b[A-Z]{3}\s?\d")
_FIELD = re.compile(r"[^\W\d_][\w /&()'’.-]{1,40}[:：]\s")
_GOES_ON = re.compile(r"[\d$€£¥₹%(]|[^\W\d_]")

_HEADING_RATIO = 1.15
_HEADING_CHARS = 160
_BOLD_HEADING_CHARS = 100
_HEADING_LINES = 3
_SAME_SIZE = 0.6
_MOSTLY = 0.7  # of a line's room
_ROOM = 0.2  # sizes that a line leaves free before a word has no room
_LOOSE = 1.35  # a gap of so many usual line distances ends a paragraph
_INDENT = 5.0
_FEWEST_FULL = 3  # lines that end for want of room, of which an edge is known
_MAX_LEVEL = 6


@dataclass(frozen=True, slots=True)
class _Measures:
    """What is usual in the document."""

    body_size: float
    leading: float  # distance of lines in sizes
    right: float  # right edge of text that stands across the page
    known: frozenset[str]


def arrange(pages: Sequence[PageContent]) -> list[Part]:
    """Arrange the lines and tables of all pages as headings, paragraphs, list items and tables in reading order.

    Args:
        pages: the document's pages in order.
    """
    furniture = _running_lines(pages)
    items = [item for page in pages for item in page.items if id(item) not in furniture]
    measures = _measures(items, max(page.width for page in pages))
    blocks = list(_blocks(items, measures))
    texts = [block for block in blocks if isinstance(block, list)]
    sizes = sorted({_step(block[0].size) for block in texts if _is_heading(block, measures)}, reverse=True)
    indents = _distinct(block[0].x0 for block in texts if _marker(block[0].text) and block[0].right is None)
    parts: list[Part] = []
    before: TableBox | None = None  # the table just before, with nothing in between
    for block in blocks:
        if isinstance(block, list):
            parts.append(_part(block, measures, sizes, indents))
            before = None
        else:
            table = _table(block, measures.known)
            if before and _is_carried_over(before, block):
                table = replace(table, paths=header_paths(parts[-1]))  # type: ignore[arg-type]
            parts.append(table)
            before = block
    return parts


def _running_lines(pages: Sequence[PageContent]) -> set[int]:
    """Lines (by id) at the top or foot of pages that repeat on most pages, and bare page numbers."""
    marginal = [
        (page.number, line)
        for page in pages
        for line in page.items
        if isinstance(line, TextLine)
        and (line.bottom < _MARGIN * page.height or line.top > (1 - _MARGIN) * page.height)
    ]
    keys = {id(line): _repeat_keys(line, number) for number, line in marginal}
    seen = Counter(key for line_keys in keys.values() for key in line_keys)
    needed = max(2, len(pages) // 2 + 1)
    numbers = ((line, number, _PAGE_NUMBER.fullmatch(line.text)) for number, line in marginal)
    return {place for place, line_keys in keys.items() if any(seen[key] >= needed for key in line_keys)} | {
        id(line) for line, number, match in numbers if match and int(match[1]) == number
    }


def _repeat_keys(line: TextLine, number: int) -> set[tuple[object, ...]]:
    """Keys under which a line equals those of other pages: as it is, or with one number that counts along with the pages."""
    values = [int(digits[:9]) for digits in _DIGITS.findall(line.text)]
    counted = [(*values[:at], value - number, *values[at + 1 :]) for at, value in enumerate(values[:8])]
    places = [(shift, (line.top + shift) // (2 * _PLACE_TOLERANCE)) for shift in (0, _PLACE_TOLERANCE)]
    return {
        (_DIGITS.sub("#", line.text), at, *numbers, *place)
        for place in places
        for at, numbers in enumerate([tuple(values), *counted])
    }


def _measures(items: Sequence[TextLine | TableBox], width: float) -> _Measures:
    lines = [item for item in items if isinstance(item, TextLine)]
    cells = [cell.lines for item in items if isinstance(item, TableBox) for cell in item.cells]
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[_step(line.size)] += len(line.text)
    pairs = [
        (a, b)
        for a, b in pairwise(lines)
        if _same_place(a, b) and abs(a.size - b.size) < _SAME_SIZE and 0 < b.top - a.top < 2.5 * a.size
    ]
    return _Measures(
        body_size=max(sizes, key=lambda size: (sizes[size], -size), default=10.0),
        leading=median((b.top - a.top) / a.size for a, b in pairs) if pairs else 1.2,
        right=_right_edge([line for line in lines if line.right is None], pairs, width),
        known=words_of([line.text for line in lines], [cell[0].text for cell in cells if len(cell) == 1]),
    )


def _right_edge(lines: Sequence[TextLine], pairs: Sequence[tuple[TextLine, TextLine]], width: float) -> float:
    """Where lines end for want of room: at the longest if many do, else where the right margin is as wide as the left one."""
    longest = max((line.x1 for line in lines), default=0.0)
    across = [(a, b) for a, b in pairs if a.right is None]
    n_full = sum(_has_no_room(a, b, longest) for a, b in across)
    if n_full >= max(_FEWEST_FULL, len(across) / 2):
        return longest
    return max(longest, width - min((line.x0 for line in lines), default=0.0))


def _blocks(items: Sequence[TextLine | TableBox], measures: _Measures) -> Iterator[list[TextLine] | TableBox]:
    """Group lines that belong together; tables stand alone, and so does the line above one that begins a sentence."""
    block: list[TextLine] = []
    for item in items:
        if isinstance(item, TextLine) and (not block or _goes_on(block, item, measures)):
            block.append(item)
            continue
        if block and isinstance(item, TableBox) and len(block) > 1 and _SENTENCE_END.search(block[-2].text):
            yield block[:-1]
            block = block[-1:]
        if block:
            yield block
        block = [item] if isinstance(item, TextLine) else []
        if isinstance(item, TableBox):
            yield item
    if block:
        yield block


def _table(box: TableBox, known: frozenset[str]) -> Table:
    cells = [Cell(c.row, c.column, _cell_text(c, known), c.row_span, c.column_span) for c in box.cells]
    return Table(tuple(cells), page=box.page)


def _cell_text(cell: CellBox, known: frozenset[str]) -> str:
    """Text of a cell; a word alone on its line, with no room for one more letter, may go on in the next."""
    broken = {
        index
        for index, (line, after) in enumerate(pairwise(cell.lines))
        if " " not in line.text
        and line.x1 + _ROOM * line.size + after.first_word / len(after.text.split()[0]) > cell.right
    }
    return join_lines([line.text for line in cell.lines], known, broken)


def _is_carried_over(before: TableBox, box: TableBox) -> bool:
    """True where a table goes on over a page break, with the column headers of the part before."""
    return (
        box.page == before.page + 1
        and len(before.edges) == len(box.edges)
        and all(abs(a - b) <= _PLACE_TOLERANCE for a, b in zip(before.edges, box.edges, strict=True))
    )


def _goes_on(block: Sequence[TextLine], line: TextLine, measures: _Measures) -> bool:
    """True where a line carries on the block before it."""
    last = block[-1]
    if _is_set_apart(last, line):
        return False
    if not _same_place(last, line):
        # Over a page or column break only an unfinished sentence goes on.
        is_open = (
            not _SENTENCE_END.search(last.text) and bool(_GOES_ON.match(line.text)) and not line.text[:1].isupper()
        )
        return is_open and not _looks_like_heading(last, measures) and _is_wrapped(last, line, measures)
    if line.top - last.top > _LOOSE * max(measures.leading, 1.0) * last.size:
        return False
    if _looks_like_heading(last, measures):
        return len(block) < _HEADING_LINES and not _NUMBERED_HEADING.match(line.text)
    left, text_left = block[0].x0, _text_left(last)
    if line.x0 > max(text_left, left) + _INDENT or line.x0 < left - _INDENT:
        return (
            bool(_marker(block[0].text)) and len(block) == 1 and left <= line.x0 and _is_wrapped(last, line, measures)
        )
    return _is_wrapped(last, line, measures)


def _is_set_apart(last: TextLine, line: TextLine) -> bool:
    """True where a mark, columns of a table, an entry of a contents list or another type face begin or end."""
    if _marker(line.text) or last.has_tabs or line.has_tabs or _LEADER.search(last.text):
        return True
    return abs(last.size - line.size) > _SAME_SIZE or last.is_bold != line.is_bold


def _is_wrapped(line: TextLine, following: TextLine, measures: _Measures) -> bool:
    """True where the break after a line is for want of room, not by intent.

    The next line's first word had no room, or a word is split, or an unfinished sentence fills most of the line (the column may be
    wider than its widest line), or one of some words goes on in lower case. A line that begins as a field (`Base year: 2025`) stands alone,
    and behind a field or a whole sentence it does so whatever room there was.
    """
    right = measures.right if line.right is None else line.right
    ends = bool(_SENTENCE_END.search(line.text))
    if _FIELD.match(following.text) and (ends or _FIELD.match(line.text)):
        return False
    if _has_no_room(line, following, right) or (_SPLIT_WORD.search(line.text) and following.text[:1].islower()):
        return True
    if ends or _FIELD.match(following.text):
        return False
    goes_on = following.text[:1].islower() and line.text.count(" ") > 1
    return goes_on or (line.x1 - line.x0) / max(1.0, right - line.x0) > _MOSTLY


def _has_no_room(line: TextLine, following: TextLine, right: float) -> bool:
    return line.x1 + _ROOM * line.size + following.first_word > right - 1.0


def _same_place(a: TextLine, b: TextLine) -> bool:
    return a.page == b.page and a.region == b.region


def _text_left(line: TextLine) -> float:
    mark = _marker(line.text)
    return line.x0 + 2.5 * line.size if mark else line.x0


def _marker(text: str) -> str:
    """The bullet or number that introduces a list item, "" where there is none."""
    match = _BULLET.match(text) or _NUMBER.match(text)
    return match[0] if match else ""


def _step(size: float) -> float:
    return round(size * 2) / 2


def _looks_like_heading(line: TextLine, measures: _Measures) -> bool:
    if _BULLET.match(line.text) or not any(char.isalpha() for char in line.text):
        return False
    is_numbered = bool(_NUMBERED_HEADING.match(line.text)) and not _SENTENCE_END.search(line.text)
    is_larger = line.size > measures.body_size + _SAME_SIZE
    if line.size >= _HEADING_RATIO * measures.body_size or (is_numbered and is_larger):
        return len(line.text) <= _HEADING_CHARS
    return (
        line.is_bold
        and line.size > measures.body_size - _SAME_SIZE
        and len(line.text) <= _BOLD_HEADING_CHARS
        and not _FIGURE.search(line.text)
        and not _SENTENCE_END.search(line.text.rstrip("?"))
    )


def _is_heading(block: Sequence[TextLine], measures: _Measures) -> bool:
    text = " ".join(line.text for line in block)
    if not all(_looks_like_heading(line, measures) for line in block) or len(text) > _HEADING_CHARS:
        return False
    n_words = sum(any(char.isalpha() for char in word) for word in text.split())
    return not (_FIGURE.search(text) and n_words < 3) and not (text.endswith(".") and len(text) > _BOLD_HEADING_CHARS)


def _distinct(edges: Iterable[float]) -> list[float]:
    found: list[float] = []
    for x in sorted(edges):
        if not found or x - found[-1] > _INDENT:
            found.append(x)
    return found


def _part(block: Sequence[TextLine], measures: _Measures, sizes: Sequence[float], indents: Sequence[float]) -> Line:
    text = join_lines([line.text for line in block], measures.known)
    page = block[0].page
    if _is_heading(block, measures):
        return Line("heading", text, min(_MAX_LEVEL, 1 + sizes.index(_step(block[0].size))), page)
    mark = _marker(text)
    if mark:
        level = sum(edge <= block[0].x0 + _INDENT for edge in indents) if block[0].right is None else 1
        written = "- " if _BULLET.match(text) else mark.rstrip() + " "
        return Line("list_item", text[len(mark) :], max(1, min(level, _MAX_LEVEL)), page, mark=written)
    return Line("paragraph", text, 0, page)
