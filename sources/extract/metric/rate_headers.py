"""What a table header, a row label or a field name says that its percentages measure. Words of sentences are read in `rates_by_words`."""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.extract.metric.rate_words import also
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_ANY = words_of_languages("metric")
_WORDS = pattern_words("metric")


def under_heading(a: Surroundings, g: Grammar) -> Reading | None:
    """The metric of a value under a table header, row label or field name."""
    if not a.heading:
        return None
    cagr = g.pattern("metrics.cagr")
    if nearest_before(cagr, a.left[-40:]) <= 12 or nearest_behind(cagr, a.right[:24]) <= 2:
        return Reading("cagr", "percent.cagr_before")
    if g.pattern("metrics.impact").search(a.heading):
        return Reading("impact_on_cagr", "percent.impact_header")
    return _by_header(a.heading, g)


_SHARE_HEADER = re.compile(rf"\b{_ANY['share_headers']}\b|{_ANY['share_header_characters']}", re.IGNORECASE)
_GROWTH_HEADER = re.compile(rf"\b{_ANY['growth_headers']}\b|{_ANY['growth_header_characters']}", re.IGNORECASE)
_SPAN_HEADER = re.compile(rf"(?:19|20)[0-9]{{2}}年?\s?(?:[-–~～〜至到]|{_WORDS['from_word_ja']})\s?(?:19|20)[0-9]{{2}}")


def _by_header(header: str, g: Grammar) -> Reading | None:
    """The metric that a table header, row label or field name spells out."""
    for metric, name in (("cagr", "metrics.cagr"), ("margin", "metrics.margin")):
        if g.pattern(name).search(header):
            return Reading("cagr" if metric == "cagr" else "margin", f"percent.{metric}_header")
    if also(_SHARE_HEADER, g, "share_words").search(header):
        return Reading("share", "percent.share_header")
    if also(_GROWTH_HEADER, g, "growth_headers").search(header):
        if g.is_cjk and _SPAN_HEADER.search(header):  # "国別の成長率(2025~2035年)"
            return Reading("cagr", "percent.growth_over_span_header")
        return Reading("growth_rate", "percent.growth_header")
    return None
