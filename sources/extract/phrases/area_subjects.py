"""Areas that are the subject of a phrase, and areas that a preposition ties to a figure. Areas without a preposition are read in `clause_areas`."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from sources.extract.phrases.clauses import Clause
from sources.extract.phrases.noun_phrases import LED_BY
from sources.grammar.areas import WORLD_CODE, Area, AreaMark, area_marks, area_named
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("phrases")
_LISTS = word_lists("phrases")


def closing_area(phrase: str) -> Area | None:
    """ "With the help of a grant the UK": the area behind a phrase that no comma closes."""
    if not LED_BY.match(phrase):
        return None
    marks = area_marks(phrase, 0, len(phrase))
    if len(marks) != 1 or phrase[marks[0].end :].strip() or len(phrase[: marks[0].start].split()) < 3:
        return None
    return marks[0].area if not _PREPOSED.search(phrase[: marks[0].start]) else None


_PREPOSED = re.compile(rf"\b{_WORDS['prepositions_before_area']}\s(?:the\s)?$", re.IGNORECASE)


@lru_cache(maxsize=4096)
def area_subject(phrase: str) -> Area | None:
    """The area that a phrase is about: "Asia-Pacific", "the U.S. market", "China, the second largest economy"."""
    if area := area_named(phrase):
        return area
    marks = area_marks(phrase, 0, len(phrase))
    if not marks:
        return None
    first = marks[0]
    if _JOINED_AREA.fullmatch(phrase[first.end :].strip()) and not phrase[: first.start].strip():
        return Area(f"vendor:{phrase.strip()}", phrase.strip())
    lead = phrase[: first.start].strip(" ,").lower()
    rest = phrase[first.end :].strip()
    if lead and lead not in _LISTS["area_leads"]:
        return None
    if not rest or rest[0] in ",(–—:" or _GOES_ON.match(rest):
        return first.area
    return None


_GOES_ON = re.compile(
    rf"(?:{_WORDS['after_area_subject']}|as\b|and\b|['’]s\b\s?{_WORDS['owned_by_area']}?$)",
    re.IGNORECASE,
)
# "South Asia & Pacific", "Latin America and MEA": a publisher's own region.
_JOINED_AREA = re.compile(rf"(?:&|and)\s(?:the\s)?{_WORDS['joined_regions']}")


def areas_around(
    text: str, clause: Clause, figure: int, figure_end: int, end: int, stop: int, grammar: Grammar
) -> tuple[AreaMark | None, AreaMark | None]:
    """Areas named with a preposition before the figure in its clause, and behind it before the next figure."""
    before = [m for m in area_marks(text, clause.start, figure) if located(text, m, clause.start, grammar)]
    behind = [m for m in area_marks(text, figure_end, min(end, stop)) if located(text, m, figure_end, grammar)]
    return (before[-1] if before else None), (behind[0] if behind else None)


@cache
def _aside(g: Grammar) -> re.Pattern[str]:
    """ "imports, mainly from Poland,": an example, and not where the figure holds."""
    return re.compile(rf"[,(]\s?{g.source('focus_words')}\s(?:[^\W\d_]{{1,4}}\s){{0,2}}$", re.IGNORECASE)


def located(text: str, mark: AreaMark, start: int, grammar: Grammar) -> bool:
    """A preposition of place is before the area, or it is the world."""
    lead = text[max(start, mark.start - 24) : mark.start]
    if mark.area.code == WORLD_CODE:
        return True
    if text[mark.end : mark.end + 1] in (",", ")") and _aside(grammar).search(
        text, max(start, mark.start - 32), mark.start
    ):
        return False
    if grammar.is_non_english and grammar.ending("place_leads").search(lead):
        return True
    return bool(_PLACING.search(lead))


_PLACING = re.compile(
    rf"(?:^|\s|\()(?:{_WORDS['place_prepositions']}|{_WORDS['place_prepositions_mul']})\s(?:(?:the|{_WORDS['area_articles_mul']})\s)?(?:{_WORDS['size_adjectives']}\s)?$",
    re.IGNORECASE,
)
