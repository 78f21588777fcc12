"""Wrapped lines joined to running text: the characters between the end of one line and the start of the next.

A blank, nothing, or a hyphen that belongs to the word. Knows letters, not layouts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_SPLIT_WORD = re.compile(r"([^\W\d_]+)[-\u2010\u00ad]$")
_GOES_ON = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_DASH_AT_END = re.compile(r"(?<=\S)[-\u2010–—/]$")
_NO_BLANKS = re.compile(r"[\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60]")
# First parts of words that English writes with a hyphen: the hyphen at the line's end is the word's own.
_FIRST_PARTS = frozenset(
    (
        *(
            "long",
            "short",
            "high",
            "low",
            "mid",
            "medium",
            "multi",
            "non",
            "pre",
            "post",
            "self",
            "well",
            "cross",
            "co",
        ),
        *(
            "end",
            "on",
            "off",
            "real",
            "cost",
            "data",
            "year",
            "full",
            "large",
            "small",
            "first",
            "second",
            "third",
            "single",
        ),
        *(
            "double",
            "two",
            "three",
            "four",
            "five",
            "ten",
            "fast",
            "slow",
            "year",
            "half",
            "open",
            "closed",
            "energy",
            "cloud",
        ),
    )
)


def join_lines(lines: Sequence[str], known: Collection[str] = ()) -> str:
    """Join the lines of one paragraph.

    Args:
        lines: the paragraph's lines in order.
        known: words of the document in lower case, with their hyphens.
    """
    text = ""
    for line in lines:
        stripped = line.strip()
        if not text or not stripped:
            text = text or stripped
        else:
            cut, between = joint(text, stripped, known)
            text = f"{text[: len(text) - cut]}{between}{stripped}"
    return text


def joint(before: str, behind: str, known: Collection[str] = ()) -> tuple[int, str]:
    """How two lines of one paragraph are joined: the characters that go from the end of the first, and what stands between.

    A hyphen at a line's end goes where it only splits a word: letters on both sides, a lower-case continuation, and
    the joined word is not known to be written with a hyphen. The document's own words decide first.
    """
    if _is_split_word(before, behind, known):
        return 1, ""
    if _DASH_AT_END.search(before) or (_NO_BLANKS.match(before[-1:]) and _NO_BLANKS.match(behind)):
        return 0, ""
    return 0, " "


def words_of(text: str) -> set[str]:
    """Words of a text in lower case, compounds with their hyphens."""
    return {word.lower().replace("\u2010", "-") for word in _WORDS.findall(text)}


def _is_split_word(text: str, following: str, known: Collection[str]) -> bool:
    before, after = _SPLIT_WORD.search(text), _GOES_ON.match(following)
    if not before or not after or not after[0].islower():
        return False
    if text[-1] == "\u00ad":
        return True
    first, rest = before[1], after[0]
    if f"{first}{rest}".lower() in known:
        return True
    if f"{first}-{rest}".lower() in known or (len(first) > 1 and first.isupper()):
        return False
    return len(first) > 1 and first.lower() not in _FIRST_PARTS
