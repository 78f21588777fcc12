"""The market and the area of a whole document: the most reliable reader is asked first.

How a name or an area is found is up to them (`market_choice`, `topics`, `home_area` and others); areas of single figures are read in `placing`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.extract.facts.english_home_area import english_home_area, leads_only
from sources.extract.facts.home_area import home_area
from sources.extract.facts.non_english_home_area import non_english_home_area
from sources.extract.markets.market_choice import chosen_market
from sources.extract.markets.market_phrases import non_english_market
from sources.extract.markets.markets import primary_market
from sources.extract.markets.topics import unnamed_market
from sources.extract.phrases.non_english_phrases import adjective_area
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import WORLD, WORLD_CODE, Area, area_marks, area_named
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("facts")
_TITLE_BY = 160  # a heading further down is one of the text's parts
_LONGEST_TITLE = 180
_OPENING = 500
_LOCATED = re.compile(rf"(?:{_WORDS['before_areas']}|{_WORDS['before_areas_mul']})\s(?:the\s|der\s)?$|[-–—|,:]\s$")
_DATED_TITLE = re.compile(
    r"[\W0-9年度財财版期-]{1,24}|【[^】]{1,16}】[\W0-9年]{0,12}"
)  # "2025年中国...", "2026-2031年版 中国..."


def market_of(
    text: str, titles: list[tuple[int, str]], sentences: Sequence[Sentence], words: Grammar, publisher: str | None
) -> tuple[str | None, tuple[int, int] | None]:
    """The market's name and its place in the text; no place where the text does not print it."""
    name = None if words.is_cjk else chosen_market(text, titles, sentences, words, publisher)
    if name is None and words.language != "en":
        name = non_english_market(text, [t for _, t in titles], words)
    if name is None:
        name = primary_market(text, [t for _, t in titles], len(text))
    if name is None:
        name = unnamed_market(text, titles, sentences, words)
    if name is None:
        return None, None
    at = text.find(name)
    if at < 0:
        at = text.lower().find(name.lower())
    return name, ((at, at + len(name)) if at >= 0 else None)


def area_of(
    text: str, titles: list[tuple[int, str]], market: str | None, sentences: Sequence[Sentence], words: Grammar
) -> Area:
    """The area of the document; the world where nothing names one."""
    area = _titled_area(titles, market)
    if words.is_non_english and (home := non_english_home_area(text, titles, words)):
        is_by_opening, area = True, home if area is WORLD or home is WORLD else area
    else:
        is_by_opening = False
    if area is WORLD and not is_by_opening and words.language != "en":
        area = _adjective_area(text, words)
    if area is WORLD and not is_by_opening:
        area = home_area(text, words)
    if area is WORLD and not (titles and words.pattern("world_words").search(titles[0][1])):
        area = english_home_area(text, sentences, words)
    return area


def _titled_area(titles: list[tuple[int, str]], market: str | None) -> Area:
    """The area a title or the market's own name is about; the world where it names none or several."""
    for at, title in titles[:2]:
        if at > _TITLE_BY:
            break
        if area_named(title.strip()) or len(title) > _LONGEST_TITLE:
            continue
        marks = [m for m in area_marks(title, 0, len(title)) if not leads_only(title, m)]
        if any(m.area.code == WORLD_CODE for m in marks):
            return WORLD
        if marks and any(leads_only(title, m) for m in area_marks(title, 0, len(title))) and marks[0].start > 3:
            return WORLD
        if len({m.area.code for m in marks}) == 1 and (
            marks[0].start <= 3
            or _LOCATED.search(title[: marks[0].start])
            or _DATED_TITLE.fullmatch(title, 0, marks[0].start)
        ):
            return marks[0].area
        if marks:
            return WORLD
    if market and (named := area_marks(market, 0, len(market))) and named[0].start == 0:
        return named[0].area
    return WORLD


def _adjective_area(text: str, words: Grammar) -> Area:
    """The area of "le marché français", "mercado brasileiro" where the text opens with it."""
    areas = {
        area
        for m in words.pattern("market_heads").finditer(text, 0, _OPENING)
        if (area := adjective_area(re.split(r"[,.;:]", text[m.start() : m.end() + 20])[0]))
    }
    return areas.pop() if len(areas) == 1 else WORLD
