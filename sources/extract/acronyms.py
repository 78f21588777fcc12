"""Whether two names are one, of which one is written short: "high-bandwidth memory" and "HBM", "artificial intelligence PCs" and "AI PC"."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_BRACKETS = re.compile(r"\s?[(（][^)）]*[)）]")
_SMALL = frozenset("a an and as for in of on the to with de des du la le y und".split())
_FEWEST, _MOST = 2, 6  # letters of an acronym


@lru_cache(maxsize=4096)
def same_when_spelt_out(one: str, other: str) -> bool:
    """Whether two names become equal when the acronyms of either are spelt out by the words of the other.

    Args:
        one: a name as printed; what it has in brackets is left out.
        other: another.

    Returns:
        False also where no acronym is involved: equal names are for others to tell.
    """
    first, second = _words(one), _words(other)
    return bool(first and second and first != second) and _meet(first, second, has_acronym=False)


def _words(name: str) -> tuple[str, ...]:
    return tuple(w for w in _WORD.findall(_BRACKETS.sub("", name)) if w.lower() not in _SMALL)


def _meet(a: tuple[str, ...], b: tuple[str, ...], *, has_acronym: bool) -> bool:
    """Words from the left: alike, or an acronym against as many initials as it has letters."""
    if not a or not b:
        return has_acronym and not a and not b
    if _plain(a[0]) == _plain(b[0]) and _meet(a[1:], b[1:], has_acronym=has_acronym):
        return True
    return any(
        _initials(x[0], y) and _meet(x[1:], y[len(_letters(x[0])) :], has_acronym=True) for x, y in ((a, b), (b, a))
    )


def _initials(acronym: str, words: tuple[str, ...]) -> bool:
    letters = _letters(acronym)
    if not _FEWEST <= len(letters) <= _MOST or len(words) < len(letters):
        return False
    return all(w[0].upper() == letter for w, letter in zip(words, letters, strict=False))


def _letters(word: str) -> str:
    """The capitals of an acronym, without those small letters that stand for small words or the plural: "IoT", "PCs"."""
    capitals = "".join(c for c in word if c.isupper())
    return capitals if word[0].isupper() and len(word) - len(capitals) <= 1 else ""


def _plain(word: str) -> str:
    lower = word.lower()
    return lower[:-1] if len(lower) > _FEWEST and lower.endswith("s") and not lower.endswith("ss") else lower
