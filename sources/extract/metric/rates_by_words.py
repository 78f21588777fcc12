"""The metric of a percentage from words that govern it or name a rate. Evidence of other figures belongs to `rates_by_figures`."""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.metric.other_wholes import of_other_whole
from sources.extract.metric.percentage import NEAR, Percentage, breaks_off
from sources.extract.metric.rate_words import VALUE_NOUNS, WILL, ahead_of, also
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("metric")

_AT_ONCE = 12  # "rose 9% and squeezed margins": growth of something else than the margin
_LESS = re.compile(rf"\s{_WORDS['less_words']}\b")


# "of which 9% are recycled", "between 30% and 40% give up": those who or which do something, and no growth.
_DOES = re.compile(rf"\s{_WORDS['doing_verbs']}\b")
_OPENS = re.compile(
    rf"(?:^|[.;,(]\s?|\b(?:{_WORDS['clause_openers']}|{_WORDS['between_word']}\s[0-9.]{{1,5}}\s?%?\sand)\s){_WORDS['opening_hedges']}?\s?$",
    re.IGNORECASE,
)


def governed(r: Percentage) -> Reading | None:
    """What the words right beside it make of it: those who do something, points of a rate, a part of growth, stock."""
    a, g = r.a, r.g
    if g.language == "en" and _DOES.match(r.right) and _OPENS.search(r.left):
        return Reading("other_numeric", "percent.subject_of_verb")
    again = a.previous_in_sentence == "impact_on_cagr" and (r.q.kind == "points" or r.is_signed)
    if again or _TO_CAGR.match(r.right) or g.starting("impact_words").match(r.right):
        return Reading("impact_on_cagr", "percent.points_of_cagr")
    if _TO_GROWTH.match(r.right) and _ADDS.search(r.left):
        return Reading("other_numeric", "percent.part_of_growth")
    if _STOCK.search(r.left) or _OF_AMOUNT.match(r.right):
        return Reading("other_numeric", "percent.of_stock_or_amount")
    return None


def of_counted(r: Percentage) -> Reading | None:
    """ "three in ten buyers": a share of what is counted only where a word of share is before it."""
    if not r.q.noun or also(VALUE_NOUNS, r.g, "value_nouns").match(r.q.noun):
        return None
    if r.before("metrics.share") <= 16:
        return Reading("share", "percent.share_of_counted")
    return Reading("other_numeric", "percent.of_counted")


def of_other_topic(r: Percentage) -> Reading | None:
    """A percentage of something else than the market: another whole, or a topic such as tax or efficiency."""
    if other := of_other_whole(r.q, r.a, r.left, r.right, r.g):
        return other
    if (
        r.before("metrics.other_percent") <= 30
        or r.g.pattern("metrics.other_percent").search(r.a.subject)
        or r.behind("metrics.other_percent") <= 18
        or also(_LESS, r.g, "less_words", r"\s{}").match(r.right)
    ):
        return Reading("other_numeric", "percent.other_topic")
    return None


def named_rate(r: Percentage) -> Reading | None:
    """A compound growth rate by name beside the figure, before any word of share."""
    apart = r.g.language != "en" and r.right.lstrip().startswith(",")
    if r.behind("metrics.cagr") <= 30 and not apart and not breaks_off(r.right[: r.behind("metrics.cagr")]):
        return Reading("cagr", "percent.cagr_behind")
    if r.before("metrics.cagr") <= NEAR and r.before("metrics.cagr") <= r.before("metrics.share"):
        return Reading("cagr", "percent.cagr_before")
    return None


def named_margin(r: Percentage) -> Reading | None:
    """A margin by name, where the figure is not right behind a word of growth."""
    margin_left, margin_right = r.before("metrics.margin"), r.behind("metrics.margin")
    rises = margin_left > NEAR and margin_right > _AT_ONCE and r.before("metrics.growth") <= 4
    if min(margin_left, margin_right) <= NEAR and not rises:
        return Reading("margin", "percent.margin")
    return None


def yearly(r: Percentage) -> Reading | None:
    """ "9 % a year", where no share and no firm is spoken of."""
    is_yearly = also(_YEARLY, r.g, "modal_spans", r"\s*{}").match(r.right)
    if is_yearly and not r.a.subject_is_company and r.before("metrics.share") > 25 and not r.of_whole:
        return _per_year(r.a, r.g)
    return None


_YEARLY = re.compile(rf"\s*{_WORDS['a_year_words']}(?![A-Za-z])(?! {_WORDS['earlier_words']})", re.IGNORECASE)
_TO_CAGR = re.compile(
    rf"\s{_WORDS['points_prepositions']}\s(?:the\s)?(?:[\w-]+\s){{0,2}}{_WORDS['rate_nouns']}\b", re.IGNORECASE
)
# "to contribute 69 % to the growth": a part of the growth is no part of the market.
_TO_GROWTH = re.compile(
    rf"\s{_WORDS['of_growth_prepositions']}\s(?:the\s|its\s)?(?:[\w-]+\s){{0,2}}{_WORDS['growth_word']}\b",
    re.IGNORECASE,
)
_ADDS = re.compile(
    rf"\b(?:{_WORDS['adding_stems']}\w+|{_WORDS['adding_verb_roots']}\w*|{_WORDS['see_word']})\b[^.;,]{{0,20}}$",
    re.IGNORECASE,
)
_STOCK = re.compile(
    rf"\b{_WORDS['share_nouns']} (?:(?:of|in) [\w ]{{3,30}} )?{_WORDS['stock_verbs']}\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_OF_AMOUNT = re.compile(
    rf"\s(?:of|that of)\s(?:(?:19|20)[0-9]{{2}}['’]s\s)?(?:{_WORDS['currency_codes']}\s?)?[$€£₹¥][0-9]"
)


def _foreseen(a: Surroundings, g: Grammar) -> bool:
    """The clause speaks of the future, in the language's own words."""
    return g.language != "en" and bool(g.pattern("status.forecast").search(a.clause))


_AHEAD = re.compile(
    rf"\b{_WORDS['ahead_words_of_spans']}\s(?:\w+\s){{0,3}}(?:(?:19|20)[0-9]{{2}}|{_WORDS['years_words']})\b",
    re.IGNORECASE,
)


def _per_year(a: Surroundings, g: Grammar) -> Reading:
    """ "9 % a year": compound where it runs over a span or is beside a CAGR, one year's growth elsewhere."""
    ahead = _AHEAD.search(a.sentence)
    ahead = ahead or ahead_of(g).search(a.sentence)
    if ahead or a.n_years > 1 or a.has_growth_rate or a.previous_in_sentence == "cagr":
        return Reading("cagr", "percent.yearly_over_span")
    if a.subject_is_part or a.subject_is_market or a.subject_is_generic:
        return Reading("cagr" if WILL.search(a.clause) or _foreseen(a, g) else "growth_rate", "percent.yearly")
    return Reading("other_numeric", "percent.yearly_elsewhere")
