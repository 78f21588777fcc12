"""Sources of patterns that match any phrase of a list as whole words. The caller chooses list and text."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LATIN = "A-Za-zÀ-ÖØ-öø-ÿ0-9"
_NO_LETTER = r"(?![A-Za-zÀ-ÖØ-öø-ÿ]|[0-9]{2})"  # one glued digit is a footnote: "USD 2.75billion1"
_GLUED = "~"
_END = rf"(?:(?<![{_LATIN}])|(?![{_LATIN}]))"  # no letter behind a letter
_BLANK = r"[\s\u00a0\u202f-]+"
_APOSTROPHE = "['’]"


def alternation(phrases: Iterable[str]) -> str:
    """A non-capturing group that matches any of the phrases as whole words; matches nothing where there are none.

    The lookbehind comes once, before the phrases, and phrases share their first letters: most places of a text fail at
    once instead of at every phrase. The end of a word comes once, behind them: one for each phrase took half of the time
    in which patterns are compiled. A phrase that opens with "~" also closes longer words: "~preis" in "Ladenpreis".
    """
    ordered = sorted(set(phrases), key=lambda p: (-len(p), p))
    if not ordered:
        return "(?!)"
    words = [_tokens(p) for p in ordered if re.match(rf"[{_LATIN}]", p)]
    others = [_tokens(p.removeprefix(_GLUED) or p) for p in ordered if not re.match(rf"[{_LATIN}]", p)]
    branches = [rf"(?<![{_LATIN}])" + _tree(words)] if words else []
    return "(?:(?:" + "|".join(branches + [_tree(others)] * bool(others)) + ")" + _END + ")"


def phrases_within(phrases: Iterable[str]) -> str:
    """A non-capturing group that matches any of the phrases, longest first, also within a longer word: "sieben" in "siebenhundert"."""
    ordered = sorted(set(phrases), key=lambda p: (-len(p), p))
    return _tree([_tokens(p) for p in ordered]) if ordered else "(?!)"


def _tokens(phrase: str) -> list[str]:
    """A phrase as pieces of a pattern: one per letter, one per blank."""
    tokens: list[str] = []
    for number, word in enumerate(phrase.split()):
        tokens += [_BLANK] * bool(number) + [_APOSTROPHE if letter in "'’" else re.escape(letter) for letter in word]
    return tokens


def _tree(rows: list[list[str]]) -> str:
    """Phrases grouped by first letter, as deep as letters distinguish them; the longest stays first within a group."""
    if len(rows) == 1:
        return "".join(rows[0])
    if any(not row or len(row[0]) > 2 or row[0] == r"\-" for row in rows):  # blanks and hyphens match each other
        return "(?:" + "|".join("".join(row) for row in rows) + ")"
    groups: dict[str, list[list[str]]] = {}
    for row in rows:
        groups.setdefault(row[0].lower(), []).append(row[1:])
    return "(?:" + "|".join(first + _tree(rest) for first, rest in sorted(groups.items())) + ")"


def scale_alternation(words: Iterable[str]) -> str:
    """Alternatives for scale words right behind a number, longest first: unlike a word, they may be glued to a footnote."""
    ordered = sorted(words, key=lambda w: (-len(w), w))
    return "|".join(
        _phrase(w) + ("" if _is_cjk(w) else _NO_LETTER if len(w) > 1 else rf"(?![{_LATIN}])") for w in ordered
    )


def _phrase(phrase: str) -> str:
    return _BLANK.join(re.escape(word) for word in phrase.split())


def _is_cjk(word: str) -> bool:
    return ord(word[-1]) > 0x2E7F
