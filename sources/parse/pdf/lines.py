"""Characters of a PDF page to words, words to lines: blanks, footnote marks, exponents.

The words are pdfplumber's; what stands beside what is decided by places and sizes alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low
from typing import Any, NamedTuple

from sources.parse.raised import superscript

Char = dict[str, Any]

UNMAPPED = re.compile(r"\(cid:\d+\)")
_SPACE_RATIO = 0.15  # a gap of this share of the font size is a blank
_LINE = 3.0  # points between tops on one line, at most
_LINE_RATIO = 0.45  # the same as a share of the size, which is less in print below 7 points
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


def words(chars: Sequence[Char]) -> list[Word]:
    """Characters as pdfplumber's words, parted where the font, the size or the height changes as well."""
    from pdfplumber.utils.text import extract_words

    apart = min(_LINE, _LINE_RATIO * median_low(char["size"] for char in chars)) if chars else _LINE
    found = extract_words(
        list(chars), x_tolerance_ratio=_SPACE_RATIO, y_tolerance=apart, extra_attrs=["fontname", "size", "bottom"]
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
    text, raised = "", ""
    for before, word in pairwise([line[0], *line]):
        is_alike = before[4:] == word[4:]  # so the words were parted by a blank, however narrow
        is_apart = word.x0 - before.x1 > _SPACE_RATIO * size / (2 if is_alike else 1)
        is_mark = word.size < _SMALL * size or (bool(text) and not is_apart and bool(_MARK.fullmatch(word.text)))
        is_raised = is_mark and _RAISED * size < floor - word.bottom < size
        if raised and (is_apart or not is_raised):
            text, raised = text + superscript(text, raised), ""
        if is_apart:
            text += " "
        if is_raised:
            raised += word.text
        else:
            text += word.text
    text += superscript(text, raised) if raised else ""
    if "(cid:" in text:
        text = UNMAPPED.sub(_BULLET_GLYPH, text, count=1) if UNMAPPED.match(text) else text
        text = UNMAPPED.sub("\ufffd", text)
    return text.strip()


def _main_size(line: Sequence[Word]) -> float:
    sizes: dict[float, int] = {}
    for word in line:
        size = round(word.size * 2) / 2
        sizes[size] = sizes.get(size, 0) + len(word.text)
    return max(sizes, key=lambda size: (sizes[size], size))
