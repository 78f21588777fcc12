"""The normal form of a name: its tokens without those that say nothing of its scope, to a fixed point.

Belongs here: ends, word order, repeated words. Market words and areas have modules of their own.
"""

from __future__ import annotations

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.grammar.areas import Area
from warehouse.resolve.names.name_areas import without_area
from warehouse.resolve.words.market_words import is_protected, without_market_word, without_wide_words
from warehouse.resolve.words.tokens import Tokens, redundant_pairs, rewritten
from warehouse.resolve.words.vocabulary import words

_BEFORE_CLOSING = frozenset(
    [
        "growth",
        "size",
        "share",
        "trend",
        "forecast",
        "global",
        "outlook",
        "insight",
        "and",
        "industry",
        "research",
        "report",
    ]
)
_SHORTEST_ACRONYM = 2


def normal_form(tokens: Tokens, *, strip_areas: bool) -> tuple[Tokens, tuple[Area, ...]]:
    """Tokens without what is no scope, to a fixed point, and the areas found on the way (each once, not the world)."""
    areas: dict[str, Area] = {}
    before: Tokens | None = None
    while tokens != before and tokens:
        before = tokens
        tokens = _without_ends(without_wide_words(tokens))
        if strip_areas:
            tokens, found = without_area(tokens)
            areas.update({area.code: area for area in found if area.code != WORLD})
        tokens = _said_once(rewritten(_turned(without_market_word(tokens))))
    return tokens, tuple(areas[code] for code in sorted(areas))


def _without_ends(tokens: Tokens) -> Tokens:
    vocabulary = words()
    start, end = 0, len(tokens)
    while start < end and tokens[start] in vocabulary.leading:
        start += 1
    while end > start and _may_go(tokens[:end]):
        end -= 1
    if end - start > 1 and tokens[end - 1] in vocabulary.closing and not is_protected(tokens[:end]):
        end -= 1
        while end - start > 1 and tokens[end - 1] in _BEFORE_CLOSING:
            end -= 1
    return tokens[start:end]


def _may_go(tokens: Tokens) -> bool:
    """Whether the last token says nothing of the scope; "ride share" keeps its share."""
    return tokens[-1] in words().trailing | {"and"} or (tokens[-1] == "share" and not is_protected(tokens))


def _said_once(tokens: Tokens) -> Tokens:
    """Tokens without what they say twice: "LCD displays", "electric submersible pump pumps", "stroller and stroller"."""
    half = len(tokens) // 2
    if len(tokens) % 2 and tokens[half : half + 1] == ("and",) and tokens[:half] == tokens[half + 1 :]:
        return tokens[:half]
    kept = [
        token
        for at, token in enumerate(tokens)
        if not at
        or (
            (token != tokens[at - 1] or len(token) <= _SHORTEST_ACRONYM)
            and (tokens[at - 1], token) not in redundant_pairs()
        )
    ]
    return tuple(kept) if len(kept) < len(tokens) else tokens


def _turned(tokens: Tokens) -> Tokens:
    """Turns "ai in healthcare" into "healthcare ai"."""
    for at in range(1, len(tokens) - 1):
        if tokens[at] in words().turning:
            return tokens[at + 1 :] + tokens[:at]
    return tokens
