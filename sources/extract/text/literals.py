"""Places of literals, so that a slow pattern is tried only near those it cannot match without. What a match means is decided elsewhere."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

# Letters that case-insensitive patterns take for i and s, though lower case does not.
_ALIKE = {0x130: "i", 0x131: "i", 0x17F: "s"}


def lowered(text: str) -> str:
    """Lower case as case-insensitive patterns read it, offset for offset."""
    if text.isascii():
        return text.lower()
    if "\u0130" in text or "\u0131" in text or "\u017f" in text:
        text = text.translate(_ALIKE)
    return text.lower()


def places(text: str, literals: Iterable[str]) -> list[int]:
    """Offsets at which any of the literals begins, in order."""
    found = []
    for literal in literals:
        at = text.find(literal)
        while at >= 0:
            found.append(at)
            at = text.find(literal, at + 1)
    found.sort()
    return found


def stands_in(found: Sequence[int], start: int, end: int) -> bool:
    """One of the offsets is in `start` to `end`."""
    at = bisect_left(found, start)
    return at < len(found) and found[at] < end


def near(
    pattern: re.Pattern[str], text: str, found: Sequence[int], before: int, behind: int
) -> Iterator[re.Match[str]]:
    """Matches of a pattern whose literal is among `found`, as `finditer` gives them.

    Args:
        pattern: every match holds one of the literals.
        text: canonical text.
        found: places of the literals, in order.
        before: most characters from a match's start to its literal.
        behind: most characters from the literal's start to the match's end, and what the pattern looks at behind it.
    """
    return within(pattern, text, ((max(0, at - before), min(len(text), at + behind)) for at in found))


def within(pattern: re.Pattern[str], text: str, regions: Iterable[tuple[int, int]]) -> Iterator[re.Match[str]]:
    """Matches inside regions that come in order; those that touch are searched as one."""
    first = last = -1
    for start, end in regions:
        if start > last:
            if last > first:
                yield from pattern.finditer(text, first, last)
            first = start
        last = max(last, end)
    if last > first:
        yield from pattern.finditer(text, first, last)
