"""The pages of a PDF together: running headers out, lines into headings, paragraphs and list items.

Works on the lines and tables of `pdf_page` by their places, sizes and first characters; no word is interpreted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from sources.parse.draft import Line, Part, Table, header_paths
from sources.parse.pdf_page import PageContent, RuledTable, TextLine
from sources.parse.wrap import join_lines, words_of

_MARGIN = 0.12  # share of the page's height in which running headers and footers stand
_PLACE_TOLERANCE = 3.0
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"\W*(?:[^\W\d_]{1,8}\.?\s*)?(\d{1,5})(?:\s*(?:/|[^\W\d_]{1,4})\s*\d{1,5})?\W*")
_BULLET = re.compile(r"(?:[•◦▪■□●○‣▶►✓✔➤·∙\ue000-\uf8ff]|[-–—*o](?=\s))\s*(?=\S)")
_NUMBER = re.compile(r"(?:\(?\d{1,2}[.)]|\(?[a-z]\))\s+(?=\S)")
_NUMBERED_HEADING = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+\S")
_SENTENCE_END = re.compile(r"[.!?:;。！？][\"'”’)\]]*$")
_LEADER = re.compile(r"(?:\.\s?){4,}\s*\d+$")  # an entry of a table of contents
_FIGURE = re.compile(r"[%$€£¥₹]\s?\d|\d\s?%|\b[A-Z]{3}\s?\d")
_FIELD = re.compile(r"[^\W\d_][\w /&()'’.-]{1,40}[:：]\s")
_GOES_ON = re.compile(r"[\d$€£¥₹%(]|[^\W\d_]")

_HEADING_RATIO = 1.15
_HEADING_CHARS = 160
_BOLD_HEADING_CHARS = 100
_HEADING_LINES = 3
_SAME_SIZE = 0.6
_MOSTLY, _HALF = 0.7, 0.5  # shares of a line's room
_LOOSE = 1.35  # a gap of so many usual line distances ends a paragraph
_INDENT = 5.0
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
    lines = [item for item in items if isinstance(item, TextLine)]
    measures = _measures(lines)
    blocks = list(_blocks(items, measures))
    sizes = sorted(
        {_step(block[0].size) for block in blocks if isinstance(block, list) and _is_heading(block, measures)},
        reverse=True,
    )
    indents = _indents(blocks)
    parts: list[Part] = []
    for block in blocks:
        if isinstance(block, RuledTable):
            parts.append(block.table)
        else:
            parts.append(_part(block, measures, sizes, indents))
    return parts


def _running_lines(pages: Sequence[PageContent]) -> set[int]:
    """Lines (by id) at the top or foot of pages that repeat on most pages, and bare page numbers.

    A number in them may count along with the pages.
    """
    marginal = [
        (page.number, line)
        for page in pages
        for line in page.items
        if isinstance(line, TextLine)
        and (line.bottom < _MARGIN * page.height or line.top > (1 - _MARGIN) * page.height)
    ]
    seen: Counter[tuple[str, tuple[int, ...], int]] = Counter()
    keys = {id(line): _repeat_keys(line, number) for number, line in marginal}
    for line_keys in keys.values():
        seen.update(line_keys)
    needed = max(2, len(pages) // 2 + 1)
    running = {place for place, line_keys in keys.items() if any(_count(seen, key) >= needed for key in line_keys)}
    for number, line in marginal:
        match = _PAGE_NUMBER.fullmatch(line.text)
        if match and int(match[1]) == number:
            running.add(id(line))
    return running


def _repeat_keys(line: TextLine, number: int) -> set[tuple[str, tuple[int, ...], int]]:
    """Keys under which a line equals those of other pages: as it is, or with one number counted from the page's."""
    values = [int(digits[:9]) for digits in _DIGITS.findall(line.text)]
    shape, place = _DIGITS.sub("#", line.text), round(line.top / _PLACE_TOLERANCE)
    keys = {(shape, tuple(values), place)}
    for index, value in enumerate(values[:8]):
        keys.add((f"{index} {shape}", (*values[:index], value - number, *values[index + 1 :]), place))
    return keys


def _count(seen: Counter[tuple[str, tuple[int, ...], int]], key: tuple[str, tuple[int, ...], int]) -> int:
    shape, values, place = key
    return sum(seen[shape, values, place + shift] for shift in (-1, 0, 1))


def _measures(lines: Sequence[TextLine]) -> _Measures:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[_step(line.size)] += len(line.text)
    distances = [
        (b.top - a.top) / a.size
        for a, b in pairwise(lines)
        if _same_place(a, b) and abs(a.size - b.size) < _SAME_SIZE and 0 < b.top - a.top < 2.5 * a.size
    ]
    return _Measures(
        body_size=max(sizes, key=lambda size: (sizes[size], -size), default=10.0),
        leading=median(distances) if distances else 1.2,
        right=max((line.x1 for line in lines if line.right is None), default=0.0),
        known=frozenset(word for line in lines for word in words_of(re.sub(r"\S+[-\u2010]$|^\S+", "", line.text))),
    )


def _blocks(items: Sequence[TextLine | RuledTable], measures: _Measures) -> Iterator[list[TextLine] | RuledTable]:
    """Group lines that belong together; tables stand alone."""
    block: list[TextLine] = []
    previous: RuledTable | None = None  # the table just before, with nothing in between
    for item in items:
        if isinstance(item, TextLine):
            if block and not _goes_on(block, item, measures):
                yield block
                block = []
            block.append(item)
            previous = None
            continue
        if block:
            yield block
            block = []
        table = _carried_over(previous, item) if previous else item
        yield table
        previous = table
    if block:
        yield block


def _carried_over(previous: RuledTable, item: RuledTable) -> RuledTable:
    """A table that goes on over a page break inherits the column headers."""
    is_same_grid = len(previous.edges) == len(item.edges) and all(
        abs(a - b) <= _PLACE_TOLERANCE for a, b in zip(previous.edges, item.edges, strict=False)
    )
    if item.page != previous.page + 1 or not is_same_grid:
        return item
    return replace(item, table=Table(item.table.cells, item.table.header_rows, item.page, header_paths(previous.table)))


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

    The next line's first word had no room, or an unfinished sentence fills most of the line (the column may be wider
    than its widest line), or goes on in lower case. A line that begins as a field (`Base year: 2025`) stands alone.
    """
    right = measures.right if line.right is None else line.right
    if line.x1 + 0.2 * line.size + following.first_word > right - 1.0:
        return True
    if _SENTENCE_END.search(line.text) or _FIELD.match(following.text):
        return False
    filled = (line.x1 - line.x0) / max(1.0, right - line.x0)
    return filled > _MOSTLY or (filled > _HALF and following.text[:1].islower())


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
    if line.size >= _HEADING_RATIO * measures.body_size:
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


def _indents(blocks: Sequence[list[TextLine] | RuledTable]) -> list[float]:
    """Distinct left edges of list items over the document."""
    edges: list[float] = []
    for x in sorted(
        block[0].x0 for block in blocks if isinstance(block, list) and _marker(block[0].text) and block[0].right is None
    ):
        if not edges or x - edges[-1] > _INDENT:
            edges.append(x)
    return edges


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
