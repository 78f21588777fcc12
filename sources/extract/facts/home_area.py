"""The area of a document without one in title or market name: its only country, or the country of its currency."""

from __future__ import annotations

import re
from collections import Counter

from sources.extract.scan.units.printed_currencies import local_currency_area, printed_currencies
from sources.grammar.areas import WORLD, Area, area_marks, area_of_currency, area_with_code, areas_of_offices
from sources.grammar.language import Grammar

_OPENING = 500  # characters in which a page about the world says so
_LONG = 2  # a country named once may be an example


def home_area(text: str, grammar: Grammar) -> Area:
    """The country that a text without any word of the world is about.

    Either the figures are in one national currency and no other country is named as often as its own, or the text names
    one country only, at least twice.

    Args:
        text: canonical text.
        grammar: its world words.

    Returns:
        The area, or the world where the text names the world, no country, or several alike.
    """
    if grammar.is_cjk and (home := _domestic(text, grammar)):
        return home
    printed = printed_currencies(text, grammar)
    national = {a for c in printed if (a := area_of_currency(c))}
    is_local = len(national) == 1 and len(printed) == 1 and printed.total() >= _LONG
    if grammar.pattern("world_words").search(text, 0, _OPENING if is_local else len(text)):
        return WORLD
    votes: Counter[Area] = Counter()
    for mark in area_marks(text, 0, len(text)):
        if mark.area.code != WORLD.code:
            votes[mark.area] += 1
        elif not is_local:
            return WORLD
    land = area_with_code(grammar.home_area) if grammar.home_area and not grammar.is_cjk else None
    if land and votes[land] >= _LONG and votes[land] > max((n for area, n in votes.items() if area != land), default=0):
        return land
    if len(national) == 1 and sum(n for c, n in printed.items() if area_of_currency(c)) * 2 >= printed.total():
        home = next(iter(national))
        others = [n for area, n in votes.items() if area != home]
        return home if votes[home] + 2 > max(others, default=0) else WORLD
    if len(of_offices := areas_of_offices(text)) == 1 and votes.keys() <= of_offices:
        return of_offices.pop()
    if len(votes) == 1 and sum(votes.values()) >= _LONG and not national and _is_early(text, grammar):
        return next(iter(votes))
    return WORLD


def _is_early(text: str, grammar: Grammar) -> bool:
    """The one country is named before the second sentence with a figure ends: later it is one part of the market."""
    marks = area_marks(text, 0, len(text))
    figure_ends = [m.end() for m in _FIGURE.finditer(text) if m["unit"]]
    return len(figure_ends) < _LONG or marks[0].start < text.find("\n", figure_ends[_LONG - 1])


_FIGURE = re.compile(r"[0-9][0-9.,]*+(?P<unit>\s?(?:%|[^\W\d_]+))?")


def _domestic(text: str, grammar: Grammar) -> Area | None:
    """ "国内の" before any word of the world or of another country: the country of the language, or of the one currency."""
    home_word = grammar.pattern("home_words").search(text)
    if home_word is None or grammar.pattern("world_words").search(text, 0, home_word.start()):
        return None
    home = area_with_code(grammar.home_area) if grammar.home_area else None
    if home is None or any(mark.area != home for mark in area_marks(text, 0, home_word.start())):
        return None
    printed = printed_currencies(text, grammar)
    money = area_of_currency(printed.most_common(1)[0][0]) if printed else None
    return money if money and money.code in _ALIKE else home


def domestic_area(text: str, grammar: Grammar) -> Area | None:
    """The country that "hierzulande", "mercado interno" speak of: that of the text's money, else the language's own.

    None where the text has no such word, or its money is that of several countries.
    """
    if not grammar.home_area or not grammar.pattern("home_words").search(text):
        return None
    if home := local_currency_area(text, grammar):
        return home
    is_abroad = any(area_of_currency(code) for code in printed_currencies(text, grammar))
    return None if is_abroad or grammar.home_area not in _HOME_COUNTRIES else area_with_code(grammar.home_area)


_HOME_COUNTRIES = frozenset({"DEU", "ITA", "FRA"})  # where nearly all texts in the language are written
_ALIKE = frozenset({"TWN", "HKG", "MAC"})  # countries that write the same language and say "domestic" of themselves
