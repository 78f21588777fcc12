"""Pieces of a line of plain text: the stretches between gaps, and which of them may be the label of a row."""

from __future__ import annotations

import re
import unicodedata

from sources.parse.text_grid import Line, Piece, is_figure

_GAP = re.compile(r"[ \t\u00a0\u3000]{2,}|\t|(?:\s?\.){4,}[\s]*|\s?…{2,}\s*")
_GAPS = ("  ", "\t", "....", ". . .", "\u00a0", "\u3000")  # told at once, before the pattern is tried
_HAS_GAP = re.compile(r"\S(?:[ \u00a0\u3000]{2}|[ \u00a0]?\t|\.\.\.\.|(?: \.){4})")
_MAX_LABEL = 60
MARK = re.compile(r"[-*+•‣▪◦·–—▶►][ \t]")
_SENTENCE_END = re.compile(
    r"[!?;,。！？；，]$|(?<![A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})(?<!\bCorp)(?<!\bapprox)\.$"
)


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


def _width(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def is_label(text: str) -> bool:
    """A short name without a sentence's end."""
    return (
        len(text) <= _MAX_LABEL
        and not is_figure(text)
        and not _SENTENCE_END.search(text)
        and any(c.isalnum() for c in text)
    )


def indent_of(line: Line) -> int:
    """Number of characters before the first that shows."""
    return len(line.text) - len(line.text.lstrip())
