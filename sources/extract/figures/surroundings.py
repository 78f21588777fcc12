"""The context of a quantity: the words and figures around it, and the distance of a cue."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.records import Metric

_WORDS = pattern_words("figures")


@dataclass(frozen=True, slots=True)
class Reading:
    """A metric with the rule that found it; `unit_per` where a price is per something."""

    metric: Metric
    rule: str
    unit_per: str | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The words around a quantity. `left` and `right` stop at its neighbours; `sentence` is all of it."""

    left: str
    right: str
    sentence: str
    at: int  # the quantity's offset within `sentence`
    heading: str  # header path, row label or label that the figure is under
    has_growth_rate: bool  # a CAGR is in the same sentence
    previous: Metric | None  # metric of the figure just before, where only "and", "," or "(" is between
    is_listed: bool  # the figure is beside a name without a verb
    carried: Metric | None  # metric of the last figure of the sentence before, in the same block or list
    is_alone: bool  # no other figure is in the sentence
    previous_in_sentence: Metric | None  # metric of the figure before in the same sentence
    clause: str  # the clause up to the quantity
    subject: str  # the clause's own subject as printed
    subject_is_generic: bool  # "it", "the figure"
    subject_is_part: bool  # the clause's subject is a segment or an area
    subject_is_market: bool
    n_years: int  # different years that the sentence names
    subject_is_company: bool
    speaks_of_deals: bool  # a firm's verb behind an unlisted name, or a heading such as "Deals"
    subject_is_known: bool  # an area or a segment that the document lists
    row_is_whole: bool  # the sentence's percentages add up to about a hundred, and nothing in it grows
    clause_is_parallel: bool  # the figure's clause follows another one with a figure in the same sentence
    is_spent_on_market: bool  # "spend USD 3 billion on X", X being the document's market
    clause_is_sized: bool  # the words between the clause's subject and the figure speak of a market's size
    context_is_sized: bool  # the text just before speaks of the market's size
    subject_is_firm: bool = False  # a firm by the list of firms, its legal form or the text, not by its capitals alone
    previous_rate: Metric | None = None  # metric of the last share or growth rate before in the same sentence


def nearest_before(pattern: re.Pattern[str], text: str) -> int:
    """Distance from the end of `text` back to the end of the last match; large where there is none."""
    end = -1
    for match in pattern.finditer(text):
        end = match.end()
    return len(text) - end if end >= 0 else 10_000


def nearest_behind(pattern: re.Pattern[str], text: str) -> int:
    """Distance from the start of `text` to the first match; large where there is none."""
    match = pattern.search(text)
    return match.start() if match else 10_000


_RATE_LEAD = re.compile(rf"\s?(?:\([^()]{{0,24}}\)\s?)?(?:{_WORDS['rate_links']}|[:：=|–—-])?\s?")


def lacks_percent(left: str, q: Figure, grammar: Grammar) -> bool:
    """ "a CAGR of 5.8", "CAGR (2025-2032): 6.3": a bare number right behind the rate's name; its sign is missing."""
    if q.value >= 100:
        return False
    ends = [m.end() for m in grammar.pattern("metrics.cagr").finditer(left)]
    return bool(ends and _RATE_LEAD.fullmatch(left[ends[-1] :]))
