"""The unordered content of a PDF page, in the one form that every PDF engine returns. No reading here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Any, NamedTuple

SPACE_RATIO = 0.15  # a gap of this share of the font size is a blank

_LINE, _LINE_RATIO = 3.0, 0.45  # points; a share of the font size, which is less in print below 7 points

CellBox = tuple[float, float, float, float]


class Span(NamedTuple):
    """Characters of one font and size at one height."""

    text: str
    n_chars: int
    size: float
    bottom: float
    font: str
    is_named: bool  # some of them are letters or digits


class Word(NamedTuple):
    """Text without a gap in it: a word, or a part of one.

    `first` and `last` are the middles of its first and last character; `source` is whatever its reader needs to join it.
    """

    x0: float
    x1: float
    top: float
    bottom: float
    spans: tuple[Span, ...]
    n_chars: int
    first: float
    last: float
    source: Any = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a PDF reader found on a page, before it is put in order.

    Attributes:
        number: of the page, from 1.
        box: its left, upper, right and lower edge.
        pieces: text that stands upright, each piece in one cell at most.
        grids: for each ruled table the boxes (left, top, right, bottom) of its cells.
        n_chars: characters with ink, those that stand sideways left out.
        n_unmapped: those whose font does not say what they show.
        n_rotated: those that stand sideways.
        words: joins pieces to words.
        hidden: what is drawn but cannot be seen; no part of the pieces.
        n_recognised: characters that are not drawn and lie in a picture, as text recognition (OCR) writes them; pieces hold them.
    """

    number: int
    box: tuple[float, float, float, float]
    pieces: Sequence[Word]
    grids: Sequence[Sequence[CellBox]]
    n_chars: int
    n_unmapped: int
    n_rotated: int
    words: Callable[[Sequence[Word]], Sequence[Word]]
    hidden: str = ""
    n_recognised: int = 0


class Refused(Exception):
    """A page that the fast reader gives up, since it might find other text than the reference; its argument says why."""


def line_tolerance(sizes: Iterable[float]) -> float:
    """How far below one another the tops of characters on one line may lie, in points.

    Args:
        sizes: font size of each character.
    """
    return min(_LINE, _LINE_RATIO * median_low(sizes))
