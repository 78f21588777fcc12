"""Figures that share a bracket: "mobile ($14bn, or 61 %)", "le cloud (39,9 Md€, avec 13,8 % de hausse)", "servizi (11 %, +9,2 %)".

All of them are said of the name before the bracket.
"""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.language import Grammar
from sources.grammar.pattern_words import words_of_languages

_ANY = words_of_languages("metric")

_LONGEST = 60


def same_bracket(text: str, start: int, before: int, figure: int, grammar: Grammar) -> bool:
    """Whether the figure at `figure` is in the bracket of the one that ends at `before` and has no name of its own.

    Args:
        text: canonical text.
        start: the sentence's first offset.
        before: end of the figure before.
        figure: where this one, or its hedge, begins.
        grammar: the words that may be between.
    """
    gap = text[before:figure]
    if len(gap) > _LONGEST:
        return False
    if gap.strip() in ("(", "[") and not text[figure : figure + 3].lstrip()[:1].isalpha():
        return True  # "China mit 2,4 Billionen Euro (+4 %)"
    opened = text.rfind("(", start, before)
    if opened >= 0 and ")" not in text[opened:figure]:
        return bool(_between(grammar).fullmatch(gap))
    return bool(_year_before(grammar).search(gap))


@cache
def _between(g: Grammar) -> re.Pattern[str]:
    """Only commas, "with", "that is", growth words and years."""
    lists = (
        "with_words rate_leads growth_openers metrics.growth articles moved_words year_leads and_words bracket_links"
    ).split()
    words = g.source(*lists)
    return re.compile(rf"(?:[\s,;:/·|+-]|{words}|(?:19|20)[0-9]{{2}})*", re.IGNORECASE)


@cache
def _year_before(g: Grammar) -> re.Pattern[str]:
    """ "(Vorjahr: 38 %)", "(2023: 11 %)", "(contre 38 % en 2020)": what the figure was before."""
    words = g.source("periods.last_year", "moved_words", "bracket_links")
    return re.compile(rf"[(\[](?:{words}|{_ANY['in_year']}\s|(?:19|20)[0-9]{{2}})[^()0-9]{{0,16}}$", re.IGNORECASE)
