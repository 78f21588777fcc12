"""Wrapped lines joined to running text: a blank, nothing, or a hyphen that belongs to the word.

Knows letters and the document's own words, no layout and no list of words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

_SPLIT = re.compile(r"([^\W\d_]{2,})[-\u2010\u00ad]$")
_GOES_ON = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_AT_LINE_ENDS = re.compile(r"^\S+|\S+[-\u2010]$")
_PART_OF_NUMBER, _DIGITS = re.compile(r"[0-9][.,][0-9]{0,2}$"), re.compile(r"[0-9]{1,3}")
_DASH_AT_END = re.compile(r"(?<=\S)[-\u2010–—/]$")
_NO_BLANKS = re.compile(r"[\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60]")


def join_lines(lines: Sequence[str], known: Collection[str] = (), broken: Collection[int] = ()) -> str:
    """Join the lines of one paragraph or cell.

    A hyphen at a line's end goes where it splits a word: the document has the joined word, or neither has the compound nor
    the second part as a word of its own.

    Args:
        lines: the lines in order.
        known: words of the document in lower case, compounds with their hyphens.
        broken: indexes of lines that end for want of room for a single letter, so perhaps within a word or a number.
    """
    text = ""
    for index, line in enumerate(lines):
        following = line.strip()
        if not text or not following:
            text = text or following
        else:
            cut, between = joint(text, following, known, is_broken=index - 1 in broken)
            text = f"{text[: len(text) - cut]}{between}{following}"
    return text


def joint(before: str, following: str, known: Collection[str] = (), *, is_broken: bool = False) -> tuple[int, str]:
    """How two lines of one paragraph are joined: the number of characters that go from the end of the first, and what stands between."""
    rest, split = _GOES_ON.match(following), _SPLIT.search(before)
    goes_on = rest is not None and rest[0].islower()
    if split and rest and goes_on and _is_one_word(before[-1], split[1], rest[0], known):
        return 1, ""
    is_cut = is_broken and rest is not None and goes_on and not {rest[0], before.split()[-1].lower()} <= {*known}
    is_cut = is_cut or (is_broken and bool(_PART_OF_NUMBER.search(before) and _DIGITS.fullmatch(following)))
    is_wide = bool(_NO_BLANKS.match(before[-1]) and _NO_BLANKS.match(following))
    return (0, "") if is_cut or _DASH_AT_END.search(before) or is_wide else (0, " ")


def words_of(lines: Iterable[str], cells: Iterable[str] = ()) -> frozenset[str]:
    """Words in lower case, compounds with their hyphens.

    Args:
        lines: their first and last words are left out where they may be parts of a word.
        cells: texts that are not wrapped.
    """
    texts = [*(_AT_LINE_ENDS.sub("", line) for line in lines), *cells]
    return frozenset(word.lower().replace("\u2010", "-") for text in texts for word in _WORDS.findall(text))


def _is_one_word(hyphen: str, first: str, rest: str, known: Collection[str]) -> bool:
    if hyphen == "\u00ad" or (first + rest).lower() in known:
        return True
    return not (first.isupper() or f"{first}-{rest}".lower() in known or rest in known)
