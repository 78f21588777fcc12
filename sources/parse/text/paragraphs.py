"""Which line ends of a plain text are only wrapping: the paragraph goes on, and its words or figures may be cut there.

The text itself stays; who reads it joins the lines through a map of places (`shown`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sources.parse.text.cells import Line

# Widths at which mail programs, wire services and editors wrap: RFC 5322 recommends 78, pages of print go down to 40 and up to 120.
_NARROWEST, _WIDEST = 40, 120
_LEAST_SHARE = 0.2  # of a text's longer lines end near its width, where its lines are wrapped
_MOST_LONGER = 0.1  # of them are longer: addresses, rows of tables
_RAGGED = 14  # characters: a line ends short of the width by no more than a long word
_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_PROSE = ("paragraph", "list_item")


def width_of(lines: Sequence[Line]) -> int | None:
    """The width at which the lines of a text are wrapped by hand; None where each paragraph is one line."""
    lengths = Counter(len(line.text) for line in lines if len(line.text) >= _NARROWEST)
    n_long = sum(lengths.values())
    for width in sorted((length for length in lengths if length <= _WIDEST), reverse=True):
        near = sum(n for length, n in lengths.items() if width - _RAGGED <= length <= width)
        longer = sum(n for length, n in lengths.items() if length > width)
        if near >= max(2, _LEAST_SHARE * n_long) and longer <= _MOST_LONGER * n_long:
            return width
    return None


def is_full(line: str, following: str, width: int | None) -> bool:
    """The next line's first word would not have fitted behind the line: the line ends because it is full."""
    words = following.split(maxsplit=1)
    return width is not None and bool(words) and _NARROWEST <= len(line) <= width < len(line) + 1 + len(words[0])
