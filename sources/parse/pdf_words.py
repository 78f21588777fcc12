"""Pieces of text to words, by the gaps between them: the words that pdfplumber makes of the same characters.

Only upright text from left to right; what a word says is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter

from sources.parse.pdf_drawn import SPACE_RATIO, Refused, Word, line_tolerance

_OVERLAP = 0.25  # of a size, that italics and kerning may reach into the next letter


def words(pieces: Sequence[Word]) -> list[Word]:
    """Join pieces to words, line by line from above.

    Args:
        pieces: stretches of text without blanks, each drawn at one height in one font.

    Raises:
        Refused: pieces lie over each other, so that their letters would have to be sorted.
    """
    if len(pieces) == 1:
        return list(pieces)
    joined: list[Word] = []
    apart = line_tolerance(piece.spans[0].size for piece in pieces for _ in range(piece.n_chars)) if pieces else 0.0
    for line in _lines(pieces, apart):
        line.sort(key=attrgetter("x0"))
        joined.extend(_joined(line, apart))
    return joined


def _lines(pieces: Sequence[Word], apart: float) -> list[list[Word]]:
    """Pieces whose tops follow each other closely are one line, however far the first is from the last."""
    ordered = sorted(pieces, key=attrgetter("top"))
    lines = [ordered[:1]] if ordered else []
    for before, piece in pairwise(ordered):
        if piece.top <= before.top + apart:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return lines


def _joined(line: Sequence[Word], apart: float) -> list[Word]:
    words: list[Word] = []
    word: list[Word] = []
    reach = top = 0.0
    for piece in line:
        size = piece.spans[0].size
        if word:
            if piece.x0 < word[-1].x1 - _OVERLAP * size:
                raise Refused("text stands over text")
            if piece.x0 > reach or abs(piece.top - top) > apart:
                words.append(_word(word))
                word = []
        word.append(piece)
        reach, top = piece.x1 + SPACE_RATIO * size, piece.top
    if word:
        words.append(_word(word))
    return words


def _word(pieces: Sequence[Word]) -> Word:
    if len(pieces) == 1:
        return pieces[0]
    return Word(
        pieces[0].x0,
        max(piece.x1 for piece in pieces),
        min(piece.top for piece in pieces),
        max(piece.bottom for piece in pieces),
        tuple(span for piece in pieces for span in piece.spans),
        sum(piece.n_chars for piece in pieces),
        pieces[0].first,
        pieces[-1].last,
    )
