"""Rows of rates in languages other than English: ", serviços, 10,1%, e pet care, 5,9%" keep the metric of the row's beginning."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.metric.rate_words import is_in_terms
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import lists_of_languages

_LISTS = lists_of_languages("metric")
_LONGEST = 70
_END = re.compile(r"\s*(?:[.,;)]|$)")
_CUES = ("metrics.growth", "metrics.cagr", "metrics.margin", "metrics.price", "metrics.other_percent", "people_nouns")
_OPEN = frozenset({"percent.other", "percent.of_other_noun"})
_TWO_IN_BRACKET = re.compile(r"\((?:[^()]*%[^()]*%\s?|\s?[-+−–][^()]*)\)[^()]{2,60}\(\s?$")


def non_english_row(a: Surroundings, g: Grammar, reading: Reading) -> Reading:
    """The reading of a percentage, corrected where it only goes on with a row of shares or rates.

    Args:
        a: the words around it.
        g: the document's words; English rows are read in `english_rates`.
        reading: what the cue words said.
    """
    if not g.is_non_english or a.heading:
        return reading
    if reading.metric == "growth_rate" and reading.rule == "percent.listed_member":
        begun = g.pattern("metrics.share").search(a.sentence[: a.at])
        if begun and _TWO_IN_BRACKET.search(a.sentence[: a.at]):  # "X (21 %, en repli de 5 %) et Y (8 %)"
            return Reading("share", "percent.own_row_bracket")
    if reading.rule not in _OPEN or a.previous_in_sentence not in ("share", "cagr", "growth_rate"):
        return reading
    left = a.left
    if (
        len(left) > _LONGEST
        or not _next(g).fullmatch(left)
        or not (_END.match(a.right) or _ands(g).match(a.right) or is_in_terms(a.right))
    ):
        return reading
    if any(g.pattern(name).search(left) for name in _CUES):
        return reading
    return Reading(a.previous_in_sentence, "percent.own_row")


@cache
def _ands(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"\s{g.source('and_words')}\s", re.IGNORECASE)


@cache
def _next(g: Grammar) -> re.Pattern[str]:
    """A comma or "and", a name, and what may be before its figure."""
    ands, withs = (
        g.source("and_words"),
        g.source("with_words", also=_LISTS["row_figure_prepositions"]),
    )
    return re.compile(
        rf"[^.;:%]{{0,25}}?\)?(?:[,;]|\s{ands}|,\s{ands})\s[\w'’&./+-]+(?:\s[\w'’&./+-]+){{0,5}}?\s?(?:\([\w\s'’.-]{{1,20}}\))?[,:(]?\s?(?:{withs}\s)?(?:\w+\s)?",
        re.IGNORECASE,
    )
