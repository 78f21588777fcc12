"""One page of a PDF: its characters as words, lines and tables, in reading order.

Geometry of a single page only. What is a heading, a paragraph or a running header shows when the pages are seen
together, in `layout`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low
from typing import TYPE_CHECKING, Any, NamedTuple

from sources.parse.draft import superscript
from sources.parse.pdf.columns import regions

if TYPE_CHECKING:
    from pdfplumber.page import Page

    from sources.parse.pdf.tables import TableBox

Char = dict[str, Any]

SPACE_RATIO = 0.15  # a gap of this share of the font size is a blank
_LINE, _LINE_RATIO = (
    3.0,
    0.45,
)  # how far apart tops on one line lie: points; a share of the size, less in print below 7 points
_UNMAPPED = re.compile(r"\(cid:\d+\)")
_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_TAB_RATIO = 2.5  # a gap of this many font sizes sets columns apart
_SMALL = 0.85  # a footnote mark is at most so large beside its text
_RAISED = 0.15
_MARK = re.compile(r"\d{1,2}|[*†‡§]")  # a footnote mark that is as large as its text
_BULLET_GLYPH = "•"


class Word(NamedTuple):
    """Text of one font and size at one height, without a gap in it: a word, or a part of one."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    font: str


class Rule(NamedTuple):
    """A level line from `x0` to `x1`."""

    x0: float
    x1: float
    top: float
    bottom: float


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
class PageContent:
    """What stands on a page, in reading order, with its count of characters (blanks left out)."""

    number: int
    width: float
    height: float
    items: tuple[TextLine | TableBox, ...]
    n_chars: int
    n_unmapped: int = 0  # characters whose font does not say what they show
    n_rotated: int = 0
    hidden: str = ""  # text that cannot be seen, or is outside of the page
    n_recognised: int = 0  # characters that text recognition added to a picture


def read_page(page: Page) -> PageContent:
    """Read a page of an open PDF; its memory is the caller's to give back.

    Raises:
        Exception: whatever the PDF reader meets in a damaged page.
    """
    from pdfplumber.table import merge_edges

    from sources.parse.pdf.seen import look
    from sources.parse.pdf.tables import ruled_tables

    sight = look(page)
    shown: dict[bool, list[Char]] = {True: [], False: []}
    for char in sight.chars:
        shown[_is_on(page, char)].append(char)
    inked = [char for char in shown[True] if not char["text"].isspace()]
    tables, rest = ruled_tables(page, _once(char for char in shown[True] if char["upright"]))
    level = merge_edges([edge for edge in page.edges if edge["orientation"] == "h"], 3, 3, 3, 3)
    rules = [Rule(edge["x0"], edge["x1"], edge["top"], edge["top"]) for edge in level]
    return PageContent(
        page.page_number, page.width, page.height, in_order(words(rest), page.page_number, tables, rules),
        n_chars=sum(char["upright"] for char in inked),
        n_unmapped=sum(bool(_UNMAPPED.fullmatch(char["text"])) for char in inked),
        n_rotated=sum(not char["upright"] for char in inked),
        hidden=sight.hidden + "".join(char["text"] for char in shown[False]),
        n_recognised=sight.n_recognised,
    )  # fmt: skip


def in_order(
    found: Sequence[Word], page: int, tables: Sequence[TableBox] = (), rules: Sequence[Rule] = ()
) -> tuple[TextLine | TableBox, ...]:
    """Put the words, ruled tables and level rules of a page in reading order, tables without upright rules made of words."""
    from sources.parse.pdf.tables import with_tables

    free = [r for r in rules if not any(t.top - 3 <= r.top <= t.bottom + 3 and t.x0 - 3 <= r.x0 < t.x1 for t in tables)]
    items: list[TextLine | TableBox] = []
    for index, (held, right) in enumerate(regions([*found, *tables, *free])):
        lines = in_lines([item for item in held if isinstance(item, Word)])
        parts = with_tables(lines, [item for item in held if isinstance(item, Rule)], page)
        texts = [text_line(part, page, index, right) if isinstance(part, list) else part for part in parts]
        texts = [text for text in texts if not isinstance(text, TextLine) or text.text]
        ruled = [item for item in held if not isinstance(item, Word | Rule)]
        items += sorted([*ruled, *texts], key=lambda part: (part.top, part.x0))
    return tuple(items)


def words(chars: Sequence[Char]) -> list[Word]:
    """Characters as pdfplumber's words, parted where the font, the size or the height changes as well."""
    from pdfplumber.utils.text import extract_words

    apart = min(_LINE, _LINE_RATIO * median_low(char["size"] for char in chars)) if chars else _LINE
    found = extract_words(
        list(chars), x_tolerance_ratio=SPACE_RATIO, y_tolerance=apart, extra_attrs=["fontname", "size", "bottom"]
    )
    return [Word(w["text"], w["x0"], w["x1"], w["top"], w["bottom"], w["size"], w["fontname"]) for w in found]


def in_lines(found: Sequence[Word]) -> list[list[Word]]:
    """Words on a common line, from left to right. A raised or larger word belongs to the line it overlaps."""
    started: list[tuple[float, float, list[Word]]] = []
    for word in sorted(found, key=lambda w: (round(w.top - w.bottom, 3), round(w.top, 3), w.x0)):
        height = word.bottom - word.top
        best, best_share = None, 0.3
        for top, bottom, line in started:
            if top >= word.bottom or bottom <= word.top:
                continue
            overlap = min(word.bottom, bottom) - max(word.top, top)
            is_initial = bottom - top > 2.2 * height and bottom - word.bottom > 0.5 * height
            if height > 0 and overlap / height > best_share + 1e-6 and not is_initial:
                best, best_share = line, overlap / height
        if best is None:
            started.append((word.top, word.bottom, [word]))
        else:
            best.append(word)
    lines = [sorted(line, key=lambda w: (w.x0, w.top)) for _, _, line in started]
    return sorted(lines, key=lambda line: (min(w.top for w in line), line[0].x0))


def text_line(line: Sequence[Word], page: int, region: int = 0, right: float | None = None) -> TextLine:
    """The words of a line, from left to right, as a line; `right` is the right edge of its column of text."""
    size = _main_size(line)
    gaps = [b.x0 - a.x1 for a, b in pairwise(line)]
    is_marked = len(line[0].text) == 1 and not line[0].text.isalnum()
    return TextLine(
        line_text(line), page, line[0].x0, max(word.x1 for word in line),
        min(word.top for word in line), max(word.bottom for word in line), size,
        is_bold=all(_BOLD.search(word.font) for word in line if any(map(str.isalnum, word.text))),
        has_tabs=any(gap > _TAB_RATIO * size for gap in gaps[is_marked:]),
        first_word=line[0].x1 - line[0].x0, region=region, right=right,
    )  # fmt: skip


def line_text(line: Sequence[Word]) -> str:
    """Text of a line: blanks where words part, footnote marks gone, exponents as such."""
    size = _main_size(line)
    floor = max((word.bottom for word in line if word.size >= _SMALL * size), default=0.0)
    text, raised, reached = "", "", None
    for word in line:
        is_apart = reached is not None and word.x0 - reached > SPACE_RATIO * size / 2
        is_mark = word.size < _SMALL * size or (bool(text) and not is_apart and bool(_MARK.fullmatch(word.text)))
        is_raised = is_mark and _RAISED * size < floor - word.bottom < size
        if raised and (is_apart or not is_raised):
            text, raised = text + superscript(text, raised), ""
        if is_apart:
            text += " "
        reached = word.x1
        if is_raised:
            raised += word.text
        else:
            text += word.text
    text += superscript(text, raised) if raised else ""
    if "(cid:" in text:
        text = _UNMAPPED.sub(_BULLET_GLYPH, text, count=1) if _UNMAPPED.match(text) else text
        text = _UNMAPPED.sub("\ufffd", text)
    return text.strip()


def _main_size(line: Sequence[Word]) -> float:
    sizes: dict[float, int] = {}
    for word in line:
        size = round(word.size * 2) / 2
        sizes[size] = sizes.get(size, 0) + len(word.text)
    return max(sizes, key=lambda size: (sizes[size], size))


def _is_on(page: Page, char: Char) -> bool:
    """Whether the middle of a character lies on the page, as far as the page is shown."""
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    return all(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in (page.mediabox, page.cropbox))


def _once(chars: Iterable[Char]) -> list[Char]:
    """Characters drawn once: bold type is sometimes made by drawing a letter twice, a hair apart.

    A hair is less than half of the letter's own width, so that both letters of "ll" in small print stay.
    """
    seen: defaultdict[tuple[str, int, int], list[tuple[float, float]]] = defaultdict(list)
    distinct = []
    for char in chars:
        text, x, y = char["text"], char["x0"], char["top"]
        hair = min(1.0, (char["x1"] - x) / 2)
        around = [(text, int(x) + dx, int(y) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        near = [place for key in around if key in seen for place in seen[key]]
        if text.isspace() or not any(abs(x - other) < hair and abs(y - top) < 1.0 for other, top in near):
            distinct.append(char)
            seen[text, int(x), int(y)].append((x, y))
    return distinct
