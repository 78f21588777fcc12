"""The area in a name: "Locks in France", "French locks market".

Belongs here: areas by the tokens of their names, and a name without its area. Which area a claim is about does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from sources.grammar.areas import Area, area_names
from warehouse.resolve.areas.area_members import VENDOR, named_regions
from warehouse.resolve.words.market_words import is_market_word
from warehouse.resolve.words.tokens import LONGEST_PHRASE, Tokens, phrase_tokens, tokens_of
from warehouse.resolve.words.vocabulary import words


def without_area(tokens: Tokens) -> tuple[Tokens, tuple[Area, ...]]:
    """Takes one area off the start, the end, or the place behind a market word; an area alone is no market."""
    vocabulary = words()
    if _never_areas().search(f" {' '.join(tokens)} "):
        return tokens, ()
    for length in range(min(LONGEST_PHRASE, len(tokens)), 0, -1):
        area = areas_by_name().get(tokens[:length])
        if area:
            return tokens[length:], (area,)
    for end in range(len(tokens), 0, -1):
        for length in range(min(LONGEST_PHRASE, end), 0, -1):
            area = areas_by_name().get(tokens[end - length : end])
            if area is None:
                continue
            start = end - length
            while start > 0 and tokens[start - 1] in vocabulary.before_area:
                start -= 1
            return tokens[:start] + tokens[end:], (area,)
        if not (
            tokens[end - 1] in vocabulary.boilerplate | vocabulary.market_words or _behind_market_word(tokens, end - 1)
        ):
            break
    return tokens, ()


def _behind_market_word(tokens: Tokens, at: int) -> bool:
    """Whether a market word is before this place: "market in india by type" still names its area."""
    return any(is_market_word(tokens, earlier) for earlier in range(at))


def is_area(raw: Tokens) -> bool:
    """Whether words name an area, or are the adjective of one."""
    return tokens_of(" ".join(raw)) in areas_by_name()


@cache
def areas_by_name() -> Mapping[Tokens, Area]:
    """Areas by the tokens of their names, and of the adjectives that `words.yml` lists."""
    named = {tokens_of(name): area for name, area in sorted(area_names().items())}
    for region in named_regions():
        for code in (region.ref_area, *region.also):
            printed = code.removeprefix(VENDOR)
            named.setdefault(tokens_of(printed), Area(region.ref_area, region.ref_area.removeprefix(VENDOR)))
            named.setdefault(tokens_of(f"the {printed}"), Area(region.ref_area, region.ref_area.removeprefix(VENDOR)))
    english = {area.code: area for area in sorted(area_names().values(), key=lambda area: (area.code, area.name))}
    adjectives = {
        tokens_of(adjective): english.get(code, Area(code, code))
        for code, listed in words().demonyms.items()
        for adjective in listed
    }
    return {tokens: area for tokens, area in (named | adjectives).items() if tokens and tokens not in _not_areas()}


@cache
def _not_areas() -> frozenset[Tokens]:
    return frozenset(form for phrase in words().not_areas for form in (phrase_tokens(phrase), tokens_of(phrase)))


@cache
def _never_areas() -> re.Pattern[str]:
    phrases = sorted(" ".join(phrase) for phrase in _not_areas() if len(phrase) > 1)
    return re.compile(f" (?:{'|'.join(map(re.escape, phrases))}) ")
