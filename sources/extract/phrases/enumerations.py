"""Enumerations in prose: "A, B (as in C) and D" into its items. What the items are is not said here."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("phrases")

_LINK = re.compile(rf"(?:{_WORDS['enumeration_links']}|{_WORDS['enumeration_links_mul']})\s+", re.IGNORECASE)
_PAIR = re.compile(rf"\s(?:{_WORDS['pair_links']}|{_WORDS['pair_links_mul']})\s", re.IGNORECASE)
_FINITE = re.compile(rf"\b(?:{_WORDS['auxiliaries']}|{_WORDS['auxiliaries_mul']})\b")
_LONGEST_ITEM = 16  # words
_MOST_ITEMS = 14


def items_of(text: str, start: int, end: int, shortest: int = 2) -> list[tuple[int, int]]:
    """Spans of the items of an enumeration that begins at `start`.

    Commas in brackets and inside numbers do not separate. A pair "A and B" is two items where both sides have at least
    `shortest` words ("rising incomes and falling prices"), else one ("power and cooling"). The enumeration ends before
    a piece that has a verb of its own.

    Args:
        text: canonical text.
        start: first offset.
        end: where it ends at the latest.
        shortest: fewest words of a pair's sides.
    """
    pieces = _pieces(text, start, end)
    spans: list[tuple[int, int]] = []
    for a, b in pieces:
        begin, stop = _trimmed(text, a, b)
        if begin >= stop:
            continue
        if spans and (_FINITE.search(text, begin, stop) or len(text[begin:stop].split()) > _LONGEST_ITEM * 2):
            break
        spans.append((begin, stop))
    if not spans:
        return []
    linked = len(spans) == 1 or bool(_LINK.match(text[spans[-1][0] - 5 : spans[-1][0]].lstrip(" ,")))
    spans[-1:] = _pair(text, *spans[-1], fewest=shortest if linked else 1)
    return spans[:_MOST_ITEMS]


def bare(text: str, start: int, end: int) -> str:
    """An item's name: without brackets, article and stray marks, blanks made single."""
    words = " ".join(_brackets().sub("", text[start:end]).split()).strip(" *.,;:-–—•|“”\"'‘’")
    return re.sub(r"^(?:the|an?)\s+", "", words, flags=re.IGNORECASE)


@cache
def _brackets() -> re.Pattern[str]:
    return re.compile(r"\s?[(（][^()（）\n]{0,200}[)）]|\[[0-9, ]{1,8}\]")


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    depth, at, out = 0, start, []
    for position in range(start, end):
        c = text[position]
        if c in "(（[":
            depth += 1
        elif c in ")）]" and depth:
            depth -= 1
        elif c in ",;，、；" and not depth:
            if c == "," and text[position - 1 : position].isdigit() and text[position + 1 : position + 2].isdigit():
                continue
            out.append((at, position))
            at = position + 1
    out.append((at, end))
    return out


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and (text[start].isspace() or text[start] in ",;:*•-–"):
        start += 1
    if m := _LINK.match(text, start, end):
        start = m.end()
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;:"):
        end -= 1
    return start, end


def _pair(text: str, start: int, end: int, *, fewest: int) -> list[tuple[int, int]]:
    """ "A and B" as two items where both have at least `fewest` words and one "and" outside brackets joins them."""
    links = [
        m
        for m in _PAIR.finditer(text, start, end)
        if text.count("(", start, m.start()) == text.count(")", start, m.start())
    ]
    if len(links) != 1:
        return [(start, end)]
    left, right = (start, links[0].start()), (links[0].end(), end)
    if min(len(text[a:b].split()) for a, b in (left, right)) < fewest:
        return [(start, end)]
    return [left, right]
