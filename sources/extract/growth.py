"""What a percentage of growth is: a compound rate, one year's growth, or another figure's. Shares are read in `rates`."""

from __future__ import annotations

import re

from sources.extract.surroundings import Reading, Surroundings
from sources.grammar.language import Grammar

# "is forecast to grow at 3.4 %": a pace that is held, not one year's step ("by 3.4 %").
_GROW_AT = re.compile(
    r"\b(?:grow|expand|advance|rise|increase|climb|growing|expanding|advancing)\s(?:\w+\s)?at\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_SPANNED = re.compile(
    r"\b(?:through|until|by|to|bis|hasta|jusqu'en|between)\s(?:the end of\s)?(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}\s?[-–]\s?(?:(?:19|20)?[0-9]{2})",
    re.IGNORECASE,
)
_ANNUAL = re.compile(r"\b(?:yearly|annual|average annual|mean annual) growth\b[^.;]{0,24}$", re.IGNORECASE)
_WILL = re.compile(
    r"\b(?:will|should|expected|projected|forecast|set to|likely|may|could|would|foreseen|seen|anticipated)\b",
    re.IGNORECASE,
)


def yearly_reading(a: Surroundings, right: str) -> Reading:
    """ "9 % a year": compound where it runs over a span or stands beside a CAGR, one year's growth elsewhere."""
    ahead = re.search(
        r"\b(?:to|through|until|till|by|between|from|over the next|in the next|in the coming|up to)\s(?:\w+\s){0,3}(?:(?:19|20)[0-9]{2}|decade|years)\b",
        a.sentence,
        re.IGNORECASE,
    )
    if ahead or a.n_years > 1 or a.has_growth_rate or a.previous_in_sentence == "cagr":
        return Reading("cagr", "percent.yearly_over_span")
    if a.subject_is_part or a.subject_is_market or a.subject_is_generic:
        return Reading("cagr" if _WILL.search(a.clause) else "growth_rate", "percent.yearly")
    return Reading("other_numeric", "percent.yearly_elsewhere")


def growth_reading(a: Surroundings, right: str, rule: str, g: Grammar) -> Reading:
    """Growth at a yearly rate over a stated span is a CAGR; one year's growth is a growth rate."""
    rate = re.search(r"\b(?:at|by|by about|of|mit|um|al|del)\s(?:an?\s)?(?:\w+\s){0,4}$", a.left[-60:], re.IGNORECASE)
    yearly = re.match(
        r"\s*(?:a year|per year|per annum|p\.a\.|annually|yearly|each year|every year|pro Jahr|jährlich|im Jahr|al año|anual|par an)\b",
        right,
        re.IGNORECASE,
    )
    spans = g.pattern("periods.through").match(right.lstrip()) or re.match(r"\s*(?:from|over|during|between)\b", right)
    about_market = a.subject_is_market or a.subject_is_part
    if yearly and rate and _SPANNED.search(a.sentence):
        return Reading("cagr", rule + "_yearly")
    if rate and spans and about_market and re.search(r"(?:19|20)[0-9]{2}", right[:50]):
        return Reading("cagr", rule + "_to_year")
    one_year = re.match(r"\s*(?:in|this|next|for)\s(?:(?:19|20)[0-9]{2}|year)\b", right)
    if _GROW_AT.search(a.left[-60:]) and about_market and _WILL.search(a.clause) and not one_year:
        return Reading("cagr", rule + "_forecast_pace")
    if _ANNUAL.search(a.left) and (a.n_years > 1 or _SPANNED.search(a.sentence)):
        return Reading("cagr", rule + "_annual")
    if (
        a.subject_is_generic
        and (not a.subject or g.pattern("metrics.growth").search(a.subject))
        and a.carried in ("market_size", "volume", "cagr", "share", "growth_rate")
    ):
        return Reading("growth_rate", rule)
    if (a.subject_is_generic and a.context_is_sized) or a.previous_in_sentence in ("market_size", "volume"):
        return Reading("growth_rate", rule)
    if (
        a.subject_is_market
        or a.has_growth_rate
        or (_about_market(a.sentence, g) or a.subject_is_known or a.subject_is_part)
    ):
        return Reading("growth_rate", rule)
    return Reading("other_numeric", rule + "_elsewhere")


def _about_market(sentence: str, g: Grammar) -> bool:
    if re.search(r"\bspend(?:ing)?\b", sentence, re.IGNORECASE):
        return True
    return bool(g.pattern("metrics.market_size").search(sentence) or g.pattern("metrics.volume").search(sentence))
