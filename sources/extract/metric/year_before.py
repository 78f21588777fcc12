"""Brackets with the year before: "(Vorjahr: 51 Prozent)", "(2022: 82.8 million)" have the metric of the figure before them."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.records import Metric

_WORDS = pattern_words("metric")

_OF_KIND: dict[str, tuple[Metric, ...]] = {
    "percent": ("share", "growth_rate", "cagr", "margin"),
    "money": ("market_size", "price"),
    "count": ("volume",),
}
_LONGEST = 60


def year_before(q: Figure, a: Surroundings, g: Grammar) -> Reading | None:
    """The reading of the figure before, where a bracket opens with nothing but an earlier year; None elsewhere."""
    metric = a.previous_in_sentence
    if metric is None or a.heading or metric not in _OF_KIND.get(q.kind, ()) or len(a.left) > _LONGEST:
        return None
    if "(" not in a.left and "[" not in a.left and "（" not in a.left:
        return None
    opened = _opened(g).search(a.left)
    return Reading(metric, f"{q.kind}.{'year_before' if opened['year_words'] else 'other_year'}") if opened else None


@cache
def _opened(g: Grammar) -> re.Pattern[str]:
    year_words = g.source("year_before")
    return re.compile(
        rf"[(\[（]\s?(?:[A-Za-zÀ-ÿ.]{{1,5}}\s){{0,2}}(?:(?P<year_words>{year_words})|(?:19|20)[0-9]{{2}}|[1-4]?[QH][1-4]?\s(?:19|20)?[0-9]{{2}}){_WORDS['fiscal_year_ja']}?\s?[:：=,]?\s?(?:\w+\s)?$",
        re.IGNORECASE,
    )
