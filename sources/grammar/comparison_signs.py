"""Signs of comparison and their required context: "revenue >5 bn" compares, an arrow or a bracket does not."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.records import Comparator

SIGNS: dict[str, Comparator] = {
    "~": "~",
    "≈": "~",
    "<": "<",
    "＜": "<",
    ">": ">",
    "＞": ">",
    "≤": "<=",
    "≦": "<=",
    "≥": ">=",
    "≧": ">=",
    "<=": "<=",
    ">=": ">=",
}
_LAST = frozenset(sign[-1] for sign in SIGNS)
_SIGN = re.compile(rf"(?P<sign>{'|'.join(sorted(map(re.escape, SIGNS), key=len, reverse=True))})\s?\Z")
# Beside one of these a sign is a piece of an arrow or of a bracket of signs: "->", "=>", ">>", "<<".
_NO_NEIGHBOURS = frozenset("-−–—=<>~≈→⇒*\\/")
_BRACKET_REACH = 300
# "<" before a name, not before a figure, that nothing has closed yet: the head of a tag, however it is written.
_OPEN_BRACKET = re.compile(r"<[\s/]{0,2}(?![A-Za-z]{0,4}[\s$€£¥₹]{0,2}[0-9])[A-Za-z!?][^<>]*\Z")

# ">" at the end of a word: the bracket that "<" has opened.
_CLOSED_BEHIND = re.compile(r"(?:[^<>\n]{0,80}[^<>\s])?>(?!\s?[$€£¥₹A-Z]{0,4}\s?[0-9])")


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that compares, and where it starts."""

    comparator: Comparator
    start: int


def comparison_sign(text: str, floor: int, start: int, end: int) -> Sign | None:
    """The sign of comparison that governs the figure `text[start:end]`, if one is right before it.

    It compares where it is alone (no piece of an arrow), and where it neither closes an angle bracket that a name
    opened nor opens one that is closed behind the figure.

    Args:
        text: what shows, markup left out.
        floor: how far back to look for the sign.
        start: where the figure starts.
        end: where the figure ends.
    """
    if text[max(0, start - 2) : start].strip()[-1:] not in _LAST:
        return None
    match = _SIGN.search(text, floor, start)
    if match is None:
        return None
    at = match.start("sign")
    if at > 0 and text[at - 1] in _NO_NEIGHBOURS:
        return None
    sign = match["sign"]
    if sign == "<" and _CLOSED_BEHIND.match(text, end):
        return None
    if sign == ">" and _OPEN_BRACKET.search(text, max(0, at - _BRACKET_REACH), at):
        return None
    return Sign(SIGNS[sign], at)
