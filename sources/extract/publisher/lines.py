"""The lines of a text and their pieces: what stands alone, beside a separator, at the head or the foot. What a piece says is read elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

# "Home > Reports", "Name | Date", "TITLE        Page 2": separators of the pieces of one line.
_SEPARATOR = re.compile(r"\s*+[|›»>▸➤→•·●\t／＞｜]++\s*+|\s{2,}+|\u3000\s*+|\s[/–—−-]{1,2}\s|\s::\s")
_STEP = re.compile(r"[›»>▸➤→＞]|\s/\s")
_EDGE = " \t\u3000\u00a0#*[]()_\"'“”„«»《》「」【】<>.,;:：·•™®|-–—~=✓★"
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’»)\]]?$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line between separators, without marks at its edges."""

    start: int
    end: int
    n_pieces: int  # of its line
    index: int  # within its line
    is_step: bool = False  # of a path: "Home > Reports > Name"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank; `rank` counts such lines from the head, `from_foot` from the foot, both from 0."""

    start: int
    end: int
    rank: int
    from_foot: int
    pieces: tuple[Piece, ...]
    is_sentence: bool  # it is long, or a full stop closes it


_LONGEST_LABEL = 90


def lines_of(text: str) -> tuple[Line, ...]:
    """The lines of a text that are not blank, in order."""
    spans = []
    at = 0
    for printed in text.split("\n"):
        if printed.strip():
            spans.append((at, at + len(printed)))
        at += len(printed) + 1
    return tuple(
        Line(start, end, rank, len(spans) - 1 - rank, _pieces(text, start, end), _is_sentence(text, start, end))
        for rank, (start, end) in enumerate(spans)
    )


def repeated_pieces(text: str, lines: Sequence[Line]) -> frozenset[str]:
    """Pieces that several lines print, in small letters: running heads, feet, mastheads."""
    counts = Counter(text[p.start : p.end].casefold() for line in lines if not line.is_sentence for p in line.pieces)
    return frozenset(piece for piece, n in counts.items() if n > 1)


def _is_sentence(text: str, start: int, end: int) -> bool:
    printed = text[start:end].strip()
    return len(printed) > _LONGEST_LABEL * 2 or (
        len(printed) > _LONGEST_LABEL // 2 and bool(_SENTENCE_END.search(printed))
    )


def _pieces(text: str, start: int, end: int) -> tuple[Piece, ...]:
    spans = []
    at = start
    for separator in _SEPARATOR.finditer(text, start, end):
        spans.append((at, separator.start()))
        at = separator.end()
    spans.append((at, end))
    cut = [_trimmed(text, a, b) for a, b in spans]
    kept = [(a, b) for a, b in cut if a < b]
    is_path = bool(_STEP.search(text, start, end)) and len(kept) > 1
    return tuple(Piece(a, b, len(kept), i, is_path) for i, (a, b) in enumerate(kept))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _EDGE:
        start += 1
    while end > start and text[end - 1] in _EDGE:
        end -= 1
    return start, end
