"""The area that a choice names, by the gazetteer and the words for home of the document's language."""

from __future__ import annotations

import re

from sources.extract.scan.units.printed_currencies import local_currency_area
from sources.grammar.areas import WORLD, Area, area_marks, area_named, area_of_adjective, area_with_code
from sources.second_reader.answer import Choice
from sources.second_reader.names import words_of
from sources.second_reader.page import Page
from sources.second_reader.pointers import Pointers
from sources.second_reader.refused import Refused

_LETTERS = re.compile(r"[^\W\d_]+")
_WORLDWIDE = frozenset({"global", "world", "worldwide"})


def area_of(choice: Choice, pointers: Pointers, page: Page) -> Area:
    """The area that the words name; the document's own where the answer names none.

    Raises:
        Refused: `quote_not_in_text` or `no_area_in_quote`.
    """
    if choice.area is None:
        return page.context.area
    if choice.area.casefold() in _WORLDWIDE:
        return WORLD
    words = words_of(choice.area, pointers, "area") or ""
    if area := area_named(words):
        return area
    if marks := area_marks(words, 0, len(words)):
        return marks[0].area
    if area := next(filter(None, map(area_of_adjective, _LETTERS.findall(words))), None):
        return area
    if area := _home(words, page):
        return area
    raise Refused("no_area_in_quote", words)


def _home(words: str, page: Page) -> Area | None:
    """ "国内", "hierzulande": the document's own area, else the country whose money it counts in, else that of its language."""
    grammar = page.context.grammar
    if not grammar.phrases("home_words") or not grammar.pattern("home_words").search(words):
        return None
    if page.context.area != WORLD:
        return page.context.area
    paid = local_currency_area(page.scan.parsed.text, grammar)
    return paid or (area_with_code(grammar.home_area) if grammar.home_area else None)
