"""The displayed text without markup, and the place of each of its characters in the source.

The canonical text of a text file is its source: figures are read from what shows, and their spans lead back.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sources.parse.joins import joint, words_of
from sources.parse.markup import Mark, marks_of, quotation_marks
from sources.records import Block

_MAX_PASSES = 3  # markup that was escaped, once or twice


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a text shows. Character i of `text` stands for `source[starts[i]:ends[i]]`; both arrays rise."""

    text: str
    starts: array[int]
    ends: array[int]

    def in_source(self, start: int, end: int) -> tuple[int, int]:
        """The span of the source that a span of what shows stands for; an empty one stays empty."""
        if start >= end:
            at = self.starts[start] if start < len(self.starts) else self.ends[-1] if self.ends else 0
            return at, at
        return self.starts[start], self.ends[end - 1]

    def of_source(self, start: int, end: int) -> tuple[int, int]:
        """The span of what shows within a span of the source."""
        first = bisect_left(self.starts, start)
        return first, max(first, bisect_right(self.ends, end))

    def within(self, plain: Shown) -> Shown:
        """The same text, its places those of the source of `plain`, whose text is the source of this one."""
        starts, ends = array("I"), array("I")
        for start, end in zip(self.starts, self.ends, strict=True):
            first, last = plain.in_source(start, end)
            starts.append(first)
            ends.append(last)
        return Shown(self.text, starts, ends)


def shown(text: str, *, is_markdown: bool) -> Shown | None:
    """The text without its markup; None where it holds none.

    Args:
        text: canonical text.
        is_markdown: Markdown counts, not only tags and entities.
    """
    result: Shown | None = None
    if is_markdown and (spaced := list(_spaced_marks(text))):
        result = _without(_whole(text), spaced)
    elif is_markdown and (marks := list(quotation_marks(text))):
        result = _without(_whole(text), marks)
    for n in range(_MAX_PASSES):  # "&lt;b&gt;" shows a tag that was meant as one
        marks = marks_of(result.text if result else text, is_markdown=is_markdown and n == 0)
        if not marks:
            break
        result = _without(result or _whole(text), marks)
    return result


_SPACED = re.compile(r"(?<=[0-9])[ \u00a0]([.,])[ \u00a0](?=[0-9])")
_IN_DECIMALS = re.compile(r"[0-9][ \u00a0]\.[ \u00a0][0-9]")
_MIN_SPACED = 3


def _spaced_marks(text: str) -> Iterator[Mark]:
    """ "RMB 5 , 799 . 8 billion": some programs put blanks around each mark when text is copied out of slides; once is an accident."""
    if len(_IN_DECIMALS.findall(text)) >= _MIN_SPACED:
        for match in _SPACED.finditer(text):
            yield Mark(match.start(), match.end(), match[1])


def joined(text: str, blocks: Sequence[Block]) -> Shown | None:
    """The text with the wrapped lines of each paragraph as one; None where none is wrapped."""
    joins = list(_line_joins(text, blocks))
    return _without(_whole(text), joins) if joins else None


def without(text: str, spans: Sequence[tuple[int, int]]) -> Shown:
    """The text without some of its stretches, which are in order and disjoint; the blanks on their two sides count once."""
    marks = []
    for start, end in spans:
        is_apart = text[start - 1 : start].isspace() or start == 0
        marks.append(Mark(start, end + 1 if is_apart and text[end : end + 1] in (" ", "\u00a0") else end, ""))
    return _without(_whole(text), marks)


_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_PROSE = ("paragraph", "list_item")


def _line_joins(text: str, blocks: Sequence[Block]) -> Iterator[Mark]:
    """The line ends within paragraphs and list items, each as what shows of it: a blank, or nothing where it cuts a word."""
    known: frozenset[str] | None = None
    for block in blocks:
        if block.kind not in _PROSE or "\n" not in text[block.char_start : block.char_end]:
            continue
        known = words_of(text.split("\n")) if known is None else known
        for end in _BREAK.finditer(text, block.char_start, block.char_end):
            before = text[block.char_start : end.start()]
            cut, shown = joint(before, text[end.end() : block.char_end], known)
            yield Mark(end.start() - cut, end.end(), shown)


def _whole(text: str) -> Shown:
    numbers = array("I", range(len(text) + 1))
    return Shown(text, numbers[:-1], numbers[1:])


def _without(whole: Shown, marks: list[Mark]) -> Shown:
    pieces: list[str] = []
    starts, ends = array("I"), array("I")
    position = 0
    for mark in marks:
        pieces += (whole.text[position : mark.start], mark.shown)
        starts += whole.starts[position : mark.start]
        ends += whole.ends[position : mark.start]
        first, last = whole.in_source(mark.start, mark.end)
        starts.extend([first] * len(mark.shown))
        ends.extend([last] * len(mark.shown))
        position = mark.end
    pieces.append(whole.text[position:])
    return Shown("".join(pieces), starts + whole.starts[position:], ends + whole.ends[position:])


def trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    """A stretch without the blanks at its ends."""
    stretch = text[begin:end]
    return begin + len(stretch) - len(stretch.lstrip()), end - len(stretch) + len(stretch.rstrip())
