"""The area of a text in a language other than English, from its opening: "les Français", "hoteles españoles".

Titles and market names are read in `scope`; a text's one country or currency in `home_area`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from sources.extract.facts.home_area import domestic_area
from sources.extract.scan.units.printed_currencies import local_currency_area
from sources.grammar.areas import WORLD, Area, area_marks, area_of_adjective
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("facts")
_LISTS = word_lists("facts")
_FIGURE = re.compile(rf"[0-9][0-9.,\u00a0\u202f ]{{0,14}}(?:%|[€$£]|M€|{_WORDS['figure_beginnings_mul']})")
_STOP = re.compile(r"[.!?]\s+(?=[A-ZÀ-Þ«“„\"])|\n\s*\n")
_FARTHEST = 1200
_TITLES = 3


def non_english_home_area(text: str, titles: Sequence[tuple[int, str]], grammar: Grammar) -> Area | None:
    """The area of the titles and of the text up to the end of the first sentence with a figure.

    Args:
        text: canonical text.
        titles: titles and headings with their offsets.
        grammar: a language's own words.

    Returns:
        The world where that opening names it; its one area where it is printed as an adjective, a people or behind a
        preposition; None where it names none or several.
    """
    opening = _opening(text)
    world = _worldly(grammar)
    if world.search(opening):
        return WORLD
    opening_areas = dict.fromkeys([*_peoples(opening, grammar), *_located(opening, grammar)])
    if len(opening_areas) == 1:
        return next(iter(opening_areas))
    heads = [t for _, t in titles[:_TITLES]]
    if any(world.search(t) for t in heads):
        return WORLD
    if home := domestic_area(text, grammar):
        return home
    if (
        not opening_areas
        and (home := local_currency_area(text, grammar))
        and not any(m.area not in (home, WORLD) for m in area_marks(opening, 0, len(opening)))
    ):
        return home
    return None


def _opening(text: str) -> str:
    first = _FIGURE.search(text, 0, _FARTHEST)
    while first and _in_title(text, first):
        first = _FIGURE.search(text, text.find("\n", first.end()) + 1, _FARTHEST)
    if first is None:
        return text[: _FARTHEST // 2]
    stop = _STOP.search(text, first.end(), first.end() + 500)
    return text[: stop.start() if stop else first.end() + 200]


def _in_title(text: str, figure: re.Match[str]) -> bool:
    """The figure is in a line that no full stop closes: a headline, a caption."""
    end = text.find("\n", figure.end())
    return end >= 0 and text[:end].rstrip()[-1:] not in '.!?:»”"' and end - text.rfind("\n", 0, figure.start()) < 160


@cache
def _worldly(g: Grammar) -> re.Pattern[str]:
    return re.compile(alternation(w for w in g.phrases("world_words") if w.lower() != "welt"), re.IGNORECASE)


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")


def _peoples(opening: str, g: Grammar) -> list[Area]:
    """Areas of adjectives and of peoples, those of houses left out: "le cabinet allemand" speaks of no market."""
    areas = []
    words = list(_WORD.finditer(opening))
    for i, m in enumerate(words):
        area = area_of_adjective(m.group().lower())
        if area is None or m.group().lower() in _NO_ADJECTIVES:
            continue
        near = " ".join(w.group() for w in words[max(0, i - 2) : i + 3])
        if g.pattern("house_words", "house_nouns", "company_words").search(near):
            continue
        areas.append(area)
    return areas


_NO_ADJECTIVES = frozenset(_LISTS["no_area_adjectives_mul"])


def _located(opening: str, g: Grammar) -> list[Area]:
    """Areas behind a preposition that are no list and no member of the text's breakdown."""
    areas = []
    for m in area_marks(opening, 0, len(opening)):
        lead = opening[max(0, m.start - 16) : m.start]
        if m.area is not WORLD and g.ending("home_leads").search(lead):
            areas.append(m.area)
    return areas
