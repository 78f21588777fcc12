"""Whether a phrase means a market as a whole, and which one. Its parts are read in `named_subjects`, names of markets in `markets`."""

from __future__ import annotations

import re
from functools import lru_cache

from sources.extract.markets.market_phrases import market_phrases
from sources.extract.markets.markets import market_marks
from sources.extract.phrases.noun_phrases import LEAD, short_phrase
from sources.extract.text.name_keys import market_key
from sources.grammar.areas import WORLD_CODE, Area, area_marks
from sources.grammar.language import Grammar
from sources.grammar.market_naming import naming
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("markets")
_LISTS = word_lists("markets")
_OF_MARKET = re.compile(rf"\b{_WORDS['portion_nouns']}\s(?:of|in|within)\s", re.IGNORECASE)
WORLD_WORDS = re.compile(
    rf"\b(?:{_WORDS['world_words']}|{_WORDS['world_words_mul']})\b|{_WORDS['world_words_cjk']}",
    re.IGNORECASE,
)
_MARKET = re.compile(rf"\b{_WORDS['plain_market_nouns']}\b")
_FIELD = re.compile(rf"\b{_WORDS['field_nouns']}$")
_BESIDE = frozenset(_LISTS["measured_words"])
_PART_WORDS = re.compile(
    rf"\b{_WORDS['part_words']}s?\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def area_of_same_market(phrase: str, market: str | None) -> Area | None:
    """ "North America X market" in a text on X: the area, and no market of another name."""
    marks = area_marks(phrase, 0, len(phrase)) if market and phrase.lower().endswith(_LISTS["market_ends"]) else []
    if len(marks) != 1 or marks[0].start or marks[0].area.code == WORLD_CODE:
        return None
    market_words = _without_areas(market or "")
    return marks[0].area if market_words and _without_areas(phrase) == market_words else None


@lru_cache(maxsize=4096)
def is_market(phrase: str, market: str | None, grammar: Grammar) -> bool:
    """The phrase is a market as a whole: it says "market", or it is the document's own market by name."""
    if _PART_WORDS.search(phrase) and not _MARKET.search(phrase):
        return False
    if grammar.pattern("market_words").search(phrase) and not _OF_MARKET.search(phrase):
        return True
    if WORLD_WORDS.search(phrase):
        return True
    if not market:
        return False
    key, market_words = _without_areas(short_phrase(phrase)), _without_areas(market)
    if key & market_words and key <= market_words | _BESIDE and _FIELD.search(phrase):
        return True
    head = _head_of(market, grammar.language) if len(market_words) > 1 else frozenset[str]()
    if head and _without_areas(LEAD.sub("", phrase)) - _BESIDE == head:
        return True
    return bool(key & market_words) and key - market_words <= _BESIDE and market_words <= key | _BESIDE


@lru_cache(maxsize=4096)
def _head_of(market: str, language: str) -> frozenset[str]:
    """The noun that a text takes up alone: "tile" for "ceramic tile", "robots" for "robots de servicio"."""
    words = [w for w in market.split() if w[0] != "("]
    head = words[0 if language in ("fr", "es", "pt", "it") else -1] if words else ""
    return frozenset() if head.lower() in naming(language).no_alone else market_key(head)


@lru_cache(maxsize=4096)
def _without_areas(name: str) -> frozenset[str]:
    for mark in reversed(area_marks(name, 0, len(name))):
        name = name[: mark.start] + " " + re.sub(r"^['’]s", "", name[mark.end :])
    return market_key(name)


def named_market(phrase: str, market: str | None, grammar: Grammar) -> str:
    """The market of another name than the document's that a phrase holds, or ""."""
    marks = market_marks(phrase, 0, len(phrase)) or market_phrases(phrase, 0, len(phrase), grammar)
    name = marks[0].name if marks else ""
    if not name or (market and market_key(name) <= market_key(market)):
        return ""
    return name
