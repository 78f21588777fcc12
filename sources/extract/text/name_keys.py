"""Names of markets and parts as sets of words for comparison. What a name means is read elsewhere."""

from __future__ import annotations

import re
from functools import lru_cache

from sources.grammar.pattern_words import word_lists

_LISTS = word_lists("text")
_KEY_STOP = frozenset(_LISTS["no_key_words"])
_PART_STOP = frozenset(_LISTS["generic_part_words"])
_BRACKETS = re.compile(r"\([^)]{0,1000}+\)")
_PLAIN_WORDS = re.compile(r"[^\W_]+")
_SHORT_WORD = 4


@lru_cache(maxsize=4096)
def market_key(name: str) -> frozenset[str]:
    """Words of a name for comparison: lower case, singular, no brackets, no stop words."""
    plain = _BRACKETS.sub(" ", name.lower())
    words = _PLAIN_WORDS.findall(plain)
    return frozenset(_singular(w) for w in words if w not in _KEY_STOP)


def _singular(word: str) -> str:
    """One spelling for both numbers; the same for languages that add an s: "batteries" and "battery", "mattresses" and "mattress"."""
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("ss"):
        return word
    plain = word.rstrip("s") or word
    return plain[:-2] + "y" if plain.endswith("ie") and len(plain) > _SHORT_WORD else plain


@lru_cache(maxsize=4096)
def part_words(name: str) -> frozenset[str]:
    """Words of a segment's name for comparison: lower case, singular, generic words left out where others remain."""
    words = [w.rstrip("s") or w for w in re.findall(r"[^\W_]+", name.lower().replace("’", "").replace("'", ""))]
    distinctive = frozenset(w for w in words if w not in _PART_STOP and w + "s" not in _PART_STOP)
    return distinctive or frozenset(words)
