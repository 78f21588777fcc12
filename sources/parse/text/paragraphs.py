"""Which line ends of a plain text are only wrapping: the paragraph goes on, and its words or figures may be cut there.

The text itself stays; who reads it joins the lines through a map of places (`shown`).
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence

from sources.parse.text.cells import Line

# Widths at which mail programs, wire services and editors wrap: RFC 5322 recommends 78, pages of print go down to 40 and up to 120.
_NARROWEST, _WIDEST = 40, 120
_LEAST_SHARE = 0.2  # of a text's longer lines end near its width, where its lines are wrapped
_MOST_LONGER = 0.1  # of them are longer: addresses, rows of tables
_RAGGED = 14  # characters: a line ends short of the width by no more than a long word
_NARROW = 20  # characters: the least width of one paragraph that is wrapped in a narrow column
_SLACK = 3  # characters by which the lines of one paragraph end short of its width
_MIN_JOINTS = 2  # line ends within a sentence that show a paragraph to be wrapped
_SENTENCE_END = re.compile(r"[.!?:。！？；][\"'”’)\]】]*$")
_LAST_NARROW = "\u2e7f"


def width_of(lines: Sequence[Line], narrowest: int = _NARROWEST) -> int | None:
    """The width at which the lines of a text are wrapped by hand; None where each paragraph is one line."""
    lengths = Counter(len(line.text) for line in lines if len(line.text) >= narrowest)
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


def wrapped_widths(lines: Sequence[Line], is_apart: Callable[[str], bool]) -> dict[int, int]:
    """The lines of paragraphs that are seen to be wrapped by themselves, each with its paragraph's width (0: unknown).

    The lines stand between blank ones, the last ends a sentence, and most others end within one: full, or the next goes on in lower case.

    Args:
        lines: the lines of the text.
        is_apart: the line is no prose: of a list, a table, a heading that is marked.
    """
    out: dict[int, int] = {}
    for has_text, group in itertools.groupby(enumerate(lines), key=lambda pair: bool(pair[1].text.strip())):
        run = list(group)
        texts = [line.text for _, line in run]
        if not has_text or len(run) <= _MIN_JOINTS or not _SENTENCE_END.search(texts[-1]) or any(map(is_apart, texts)):
            continue
        width = width_of([line for _, line in run], _NARROW) or 0
        joints = [
            not _SENTENCE_END.search(this)
            and (following.lstrip()[:1].islower() or 0 < width <= _length_with(this, following) + _SLACK)
            for this, following in itertools.pairwise(texts)
        ]
        n = sum(joints)
        for k, joint in enumerate(joints):  # headings may stand right above it
            if n >= max(_MIN_JOINTS, (len(joints) - k) / 2):
                out |= {at: width for at, _ in run[k:]}
                break
            n -= joint
    return out


def carries_on(line: str, following: str, width: int, *, opens: bool) -> bool:
    """A line of a wrapped paragraph goes on in the next, and is no heading above it and no end of a paragraph before it.

    Args:
        line: the line.
        following: the next one.
        width: the paragraph's.
        opens: no line stands right before it.
    """
    length = _length_with(line, following)
    if _SENTENCE_END.search(line):
        return 0 < width < length
    if following.lstrip()[:1].isupper():
        return 0 < width <= length + _SLACK
    return not opens or following.lstrip()[:1].islower() or len(line) * 2 >= width


def _length_with(line: str, following: str) -> int:
    """How long the line would be with the next word behind it."""
    word = following.split(maxsplit=1)[0]
    return len(line) + 1 + (1 if word[0] > _LAST_NARROW else len(word))
