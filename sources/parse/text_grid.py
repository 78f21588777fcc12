"""Rows and cells found in plain text: the shape that all text tables share, whatever parts them, and kinds of cells.

Which lines form a table is told by `text_tables`, `text_columns` and `text_stacks`; nothing here looks at a line.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

_CURRENCY = r"(?:[A-Z]{0,3}\s?[$€£¥₹]|[A-Z]{3}|Rs\.?|Fr\.?)"
_NUMBER = (
    r"[0-9][0-9.,'’]*+(?:[ \u00a0\u202f][0-9]{3}(?![0-9]))*+(?:[.,][0-9]+)?"
    r"(?:[千百]?[万萬億亿兆](?:[0-9][0-9,]*+[千百]?[万萬億亿]?){0,2}(?:米ドル|美元|ドル|円|元|ウォン)?)?"
)
_VALUE = re.compile(
    rf"[(~≈<>≤≥+\-−–±]{{0,3}}\s?{_CURRENCY}?\s?[+\-−–]?{_NUMBER}(?:\s?[-–—]\s?{_CURRENCY}?\s?{_NUMBER})?"
    r"\s?(?:[%％‰]|(?:[^\W\d_]|[€£$¥₹])[^\W\d_.³²/%]{0,12}\.?(?:\s[^\W\d_]{1,10}\.?){0,2}(?:\s[€£$¥₹])?)?\s?\)?[*†‡]{0,2}"
)
_NONE = re.compile(r"[-–—−]{1,3}|n\.?\s?/?\s?[am]\.?|nil|\.{2,3}|…|k\.\s?A\.|n\.\s?v\.", re.IGNORECASE)
_TIME = re.compile(
    r"(?:(?:(?:FY|CY|[HQ][1-4]|[1-4][HQ])[ '’.-]{0,2})?(?:19|20)[0-9]{2}|(?:(?:FY|CY|[1-4][HQ])[ '’.-]{0,2}|[HQ][1-4][ '’.-]{1,2})[0-9]{2}|['’][0-9]{2})"
    r"(?:\s?[-–—/]\s?['’]?(?:19|20)?[0-9]{2})?\s?(?:\(?(?:[EFPABefpab]|est\.?|proj\.?)\)?)?|(?:19|20)[0-9]{2}[\s-]?[QH][1-4]|(?:19|20)[0-9]{2}(?:[年년][度도]?)?(?:[-–—~～〜](?:19|20)[0-9]{2})?(?:[年년][度도]?)?(?:[(（]?[^\W\d_]{1,4}[)）]?)?"
)
_YEARS = re.compile(
    r"(?:FY|CY|[HQ][1-4]|[1-4][HQ])\s?['’]?[0-9]{2}\b|(?<![0-9])(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?[0-9]{2,4})?(?:[A-Za-z]|년도?)?(?![0-9])"
)
_SIZES = re.compile(r"['’]000s?\b|\b1,?000\b|\b10\^?[369]|[HQ][1-4]\b|[1-4][HQ]\b|\([0-9]\)|[mk][23]\b|CO2e?\b")
_RANKED = re.compile(r"#?[0-9]{1,2}[.)]\s*[^\W\d_]{2,}")  # "1. Arvane"
_MAX_HEAD = 80


class Line(NamedTuple):
    """A line of the source; `end` leaves trailing blanks out."""

    start: int
    end: int
    text: str


class Piece(NamedTuple):
    """A stretch of a line that may be a cell. `left` and `right` are its columns as printed."""

    start: int
    text: str
    left: int = 0
    right: int = 0

    @property
    def end(self) -> int:
        """Offset behind it."""
        return self.start + len(self.text)


class Row(NamedTuple):
    """Cells by column. Of a header row, `covers` holds the text over each column; of a body row it is None."""

    start: int
    end: int
    cells: tuple[tuple[int, Piece], ...]
    covers: tuple[str, ...] | None = None


class Grid(NamedTuple):
    """A table in the text and how many lines it takes up; without rows, lines that are no table."""

    rows: tuple[Row, ...]
    n_lines: int


def is_value(text: str) -> bool:
    """The cell holds a figure, or says that there is none."""
    return bool((len(text) <= 40 and _VALUE.fullmatch(text)) or _NONE.fullmatch(text))


def is_figure(text: str) -> bool:
    """The cell holds a figure that is no year."""
    return len(text) <= 40 and bool(_VALUE.fullmatch(text)) and not is_time(text) and not _RANKED.fullmatch(text)


def is_time(text: str) -> bool:
    """The cell names a year, a quarter or a span of years."""
    return len(text) <= 16 and bool(_TIME.fullmatch(text))


def is_head(text: str) -> bool:
    """The cell names a column: words, a year or a unit, and no figure."""
    return len(text) <= _MAX_HEAD and not re.search(r"[0-9]", _SIZES.sub("", _YEARS.sub("", text)))


def are_page_numbers(values: Sequence[str]) -> bool:
    """Nothing but whole numbers that never fall: the right-hand side of a table of contents."""
    if len(values) < 2 or not all(value.isascii() and value.isdigit() and len(value) <= 4 for value in values):
        return False
    pages = [int(value) for value in values]
    return all(a <= b for a, b in itertools.pairwise(pages))
