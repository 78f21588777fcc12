"""Plausible metrics of an amount of money by its size and clause: no market is worth 199 dollars, and no piece costs 318 million."""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("figures")
SMALLEST = 50_000  # no market is worth less; an amount below it that is alone is a price or another figure
LARGEST = 20_000_000  # no single thing that is sold by the piece costs more


def of_plausible_size(q: Figure, a: Surroundings, reading: Reading, g: Grammar) -> Reading:
    """A market of 199 dollars is none, and nothing is sold for 318 million apiece."""
    if reading.metric == "market_size" and q.value < SMALLEST and reading.rule != "money.size_header":
        priced = (
            _PRICED.search(a.sentence)
            or a.previous_in_sentence == "price"
            or g.pattern("metrics.price").search(a.clause)
        )
        reading = Reading("price" if priced else "other_numeric", "money.too_small_for_a_market")
    if (
        reading.metric == "price"
        and reading.unit_per is None
        and q.value >= LARGEST
        and (a.subject_is_generic or a.subject_is_part or a.subject_is_market)
    ):
        if _COSTING.search(a.left[-60:]):
            return Reading("other_numeric", "money.costs_so_much")
        return Reading("market_size", "money.too_large_for_a_price")
    if reading.rule in _UNTOLD and q.value < SMALLEST and (reading.unit_per or not a.subject_is_company):
        said = _CONTRACT.sub("", a.clause[-_CLAUSE_REACH:])
        names_price = g.pattern("metrics.price").search(said) and not g.pattern("metrics.other_money").search(said)
        if _TERMS.match(a.right) or names_price:
            return Reading("price", "money.price_in_clause", reading.unit_per)
    return reading


_CONTRACT = re.compile(
    rf"\b{_WORDS['contract_words']}\s(?=(?:{_WORDS['of_market']}\s)?{_WORDS['price_nouns']}\b)", re.IGNORECASE
)  # "contract prices" are prices
_UNTOLD = frozenset(
    {
        "money.per_unit",
        "money.other_topic",
        "money.other_topic_in_clause",
        "money.other",
        "money.too_small_for_a_market",
        "money.landed_at",
        "money.of_other_subject",
    }
)
_CLAUSE_REACH = 120
_COSTING = re.compile(
    rf"\b(?:{_WORDS['cost_verbs']}|{_WORDS['cost_verbs_mul']})\s",
    re.IGNORECASE,
)
_TERMS = re.compile(rf"\s?(?:{_WORDS['delivery_terms']}|{_WORDS['delivery_terms_mul']})\b", re.IGNORECASE)


_PRICED = re.compile(
    rf"\b{_WORDS['price_words']}\b",
    re.IGNORECASE,
)
