"""The metric and subject of a listed figure, if the list as a whole gives them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sources.extract.figures.surroundings import Reading
from sources.extract.layout.entries import Listing
from sources.extract.names.phrase_subjects import read_subject
from sources.extract.parts.named_subjects import Part, Subject
from sources.extract.phrases.area_subjects import area_subject
from sources.extract.scan.figure import Figure
from sources.extract.scan.years import YearMark, year_marks
from sources.grammar.areas import Area
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.table_words import table_pattern

_WORDS = pattern_words("scenes")
_RATE = re.compile(
    rf"\b{_WORDS['growth_rates']}\b|\b{_WORDS['growth_by']}\s|{_WORDS['growth_rates_mul']}",
    re.IGNORECASE,
)
_IMPACT = re.compile(rf"\b{_WORDS['impact_nouns']}s?\b[^.;:]{{0,40}}\b{_WORDS['impacted_nouns']}\b", re.IGNORECASE)


def entry_subject(
    q: Figure, listing: Listing, market: str | None, parts: tuple[Part, ...], grammar: Grammar
) -> Subject | None:
    """The subject of a figure of a list: the name beside it."""
    entry = listing.at(q)
    if entry is None:
        return None
    name = entry.name
    if area := area_subject(name):
        return Subject(name, area=area)
    if listing.is_of_companies:
        return Subject(name, company=True)
    if table_pattern("total").fullmatch(name):
        return Subject(name, market="")
    if listing.is_of_areas and (table_pattern("rest").fullmatch(name) or name.lower().startswith("rest of")):
        return Subject(name, area=Area(f"vendor:{name}", name))
    subject = read_subject(name, market, parts, grammar)
    if subject.known or subject.area:
        return subject
    if listing.is_whole and len(listing.names) > 1:
        return Subject(name, segment=name, known=True)
    if subject.market is not None:
        return subject
    return replace(subject, segment=subject.segment or name, generic=False, company=False, known=True)


def list_reading(q: Figure, listing: Listing, subject: Subject | None, grammar: Grammar) -> Reading | None:
    """The metric that a list as a whole gives to its figures; None where the words around a figure decide."""
    under = listing.under
    if _IMPACT.search(under) or grammar.pattern("metrics.impact").search(under):
        return Reading("impact_on_cagr", "list.impact") if q.kind in ("percent", "points") else None
    if subject and subject.company and q.kind not in ("percent", "points"):
        return Reading("other_numeric", "list.of_company")
    if q.kind == "percent":
        entry = listing.at(q)
        if table_pattern("not_shares").search(under) or (entry and entry.percent not in (None, q.value)):
            return None
        if listing.is_whole:
            return Reading("share", "list.adds_up")
        if grammar.pattern("metrics.cagr").search(under):
            return Reading("cagr", "list.under_cagr")
        if table_pattern("shares").search(under):
            return Reading("share", "list.under_share")
        if _RATE.search(under):
            spans = [m for m in year_marks(under, 0, len(under)) if m.kind == "span" and m.last - m.first > 1]
            return Reading("cagr", "list.under_rate") if spans else Reading("growth_rate", "list.under_growth")
        if listing.is_leader:
            return Reading("share", "list.leader")
        if listing.is_of_companies and not table_pattern("changes").search(under):
            return Reading("share", "list.of_companies")
        return None
    if q.kind == "money" and subject and _is_amount_of_share(q, listing, grammar):
        return Reading("market_size", "list.amount_of_share")
    if q.kind == "money" and subject and (subject.area or subject.segment):
        if table_pattern("not_sizes").search(under) or grammar.pattern("metrics.price").search(under):
            return None
        sized = grammar.pattern("metrics.market_size").search(under)
        return Reading("market_size", "list.under_size") if sized else None
    return None


def years_of_entry(
    q: Figure, listing: Listing, live: Sequence[Figure], marks: Sequence[YearMark]
) -> tuple[YearMark, ...]:
    """The years that may hold for a figure of a list on one line: none of another entry's but the first, none of a rate's.

    Args:
        q: the figure.
        listing: the list.
        live: all figures of the sentence.
        marks: its years.
    """
    entry = listing.at(q)
    if entry is None:
        return tuple(marks)
    first = listing.entries[0]
    others = [e for e in listing.entries if e is not entry and e is not first]
    rated = [o.end for o in live if o.kind == "percent" and first.start <= o.start < first.end]
    others += [replace(first, start=rated[1])] if entry is not first and len(rated) > 1 else []
    rates = [o.start for o in live if o.kind == "percent" and q.end <= o.start < entry.end]
    return tuple(
        m
        for m in marks
        if not any(e.start <= m.start < e.end for e in others) and not any(at < m.start for at in rates)
    )


_LEAST_AMOUNT = 1_000_000


def _is_amount_of_share(q: Figure, listing: Listing, grammar: Grammar) -> bool:
    """ "39 % was sponsorship, or $671 million": the amount beside a share of a list that adds up."""
    if not listing.is_whole or listing.is_of_companies or q.value < _LEAST_AMOUNT or q.value_high is not None:
        return False
    said = listing.under
    return not any(grammar.pattern(f"metrics.{m}").search(said) for m in ("price", "other_money")) and not any(
        table_pattern(words).search(said) for words in ("not_sizes", "not_shares")
    )
