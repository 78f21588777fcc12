"""Lines of plain text and the pieces between their gaps. What a piece says as a cell is told by `cell_kinds`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

_GAP = re.compile(r"[ \t\u00a0\u3000]{2,}|\t|\u3000|(?:\s?\.){4,}[\s]*|\s?…{2,}\s*")
_GAPS = ("  ", "\t", "....", ". . .", "\u00a0", "\u3000")  # told at once, before the pattern is tried
_HAS_GAP = re.compile(r"\S(?:[ \u00a0]{2}|\u3000|[ \u00a0]?\t|\.\.\.\.|(?: \.){4})")
MARK = re.compile(r"[-*+•‣▪◦·–—▶►][ \t]")


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


def may_be_row(text: str) -> bool:
    """The line has a gap between words."""
    return any(gap in text for gap in _GAPS) and bool(_HAS_GAP.search(text))


def pieces_of(line: Line) -> list[Piece]:
    """The stretches of a line between gaps, with the columns at which they stand."""
    out: list[Piece] = []
    text = line.text
    position = len(text) - len(text.lstrip())
    columns = [0]
    for char in text:
        step = 8 - columns[-1] % 8 if char == "\t" else 1 if char.isascii() else _width(char)
        columns.append(columns[-1] + step)
    for match in [*_GAP.finditer(text, position), None]:
        end = match.start() if match else len(text)
        if end > position:
            out.append(Piece(line.start + position, text[position:end], columns[position], columns[end]))
        position = match.end() if match else end
    return out


def cells_of(line: Line, separator: str) -> list[Piece]:
    """The stretches of a line between separators, trimmed, with those that are empty."""
    cells = []
    start = line.start
    for piece in line.text.split(separator):
        lead = len(piece) - len(piece.lstrip())
        cells.append(Piece(start + lead, piece.strip()))
        start += len(piece) + len(separator)
    return cells


def whole(line: Line) -> Piece:
    """The line as one piece."""
    return Piece(line.start + indent_of(line), line.text.strip())


def indent_of(line: Line) -> int:
    """Number of characters before the first that shows."""
    return len(line.text) - len(line.text.lstrip())


def is_prose(pieces: Iterable[Piece]) -> bool:
    """Gaps that justify a line: what stands between them goes on in lower case, again and again."""
    texts = [piece.text for piece in pieces]
    return len(texts) > 2 and sum(text[0].islower() for text in texts[1:]) * 2 >= len(texts) - 1


def is_justified(text: str) -> bool:
    """A line of prose that is set to its width with blanks: words in lower case stand behind most of its gaps."""
    return "\t" not in text and is_prose(pieces_of(Line(0, len(text), text)))


def _width(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
