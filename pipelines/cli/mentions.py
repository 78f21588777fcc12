"""The lines of `parallax extract`: records of a document as flat JSON objects, one shape per kind.

The names are an interface.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum

from sources.records import (
    Citation,
    Definition,
    Driver,
    Event,
    Extraction,
    Fact,
    Mention,
    Player,
    Rank,
    Rejection,
    Segment,
    Technical,
)

Line = dict[str, object]


class Kind(StrEnum):
    """What a document says: figures, companies, members of segmentations, facts of itself; what was refused; developments, ranks, sources, definitions, drivers, technology."""

    figure = "figure"
    company = "company"
    segment = "segment"
    fact = "fact"
    rejection = "rejection"
    event = "event"
    rank = "rank"
    citation = "citation"
    definition = "definition"
    driver = "driver"
    technical = "technical"


def lines_of(document: str, extraction: Extraction, kinds: frozenset[Kind]) -> list[Line]:
    """What one document says, in order of the text.

    Args:
        document: the file's name.
        extraction: what was read.
        kinds: which kinds to give.

    Returns:
        One object per mention, by char_start, char_end and kind; values are JSON numbers in base units.
    """
    found = [line for kind in Kind if kind in kinds for line in _lines(kind, extraction)]
    ordered = sorted(found, key=lambda line: (line["char_start"], line["char_end"], line["kind"]))
    return [{"document": document, **line} for line in ordered]


def json_number(value: Decimal | None) -> int | float | None:
    """A value as a JSON number: an integer where it is whole."""
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _lines(kind: Kind, extraction: Extraction) -> Iterator[Line]:
    if kind is Kind.figure:
        publisher = next((fact.value for fact in extraction.facts if fact.name == "publisher" and fact.value), None)
        confidence = {claim.claim_id: claim.confidence for claim in extraction.claims}
        yield from (_figure(mention, publisher, confidence.get(mention.claim_id)) for mention in extraction.mentions)
    elif kind is Kind.company:
        yield from (_company(player) for player in extraction.players)
    elif kind is Kind.segment:
        yield from (_segment(segment) for segment in extraction.segments)
    elif kind is Kind.fact:
        yield from (_fact(fact) for fact in extraction.facts)
    elif kind is Kind.rejection:
        yield from (_rejection(rejection) for rejection in extraction.rejections)
    elif kind is Kind.event:
        yield from (_event(event) for event in extraction.events)
    elif kind is Kind.rank:
        yield from (_rank(rank) for rank in extraction.ranks)
    elif kind is Kind.citation:
        yield from (_citation(citation) for citation in extraction.citations)
    elif kind is Kind.definition:
        yield from (_definition(definition) for definition in extraction.definitions)
    elif kind is Kind.driver:
        yield from (_driver(driver) for driver in extraction.drivers)
    else:
        yield from (_technical(figure) for figure in extraction.technical)


def _figure(mention: Mention, publisher: str | None, confidence: float | None) -> Line:
    return {
        "kind": "figure",
        "char_start": mention.char_start,
        "char_end": mention.char_end,
        "surface": mention.surface,
        "metric": mention.metric,
        "value": json_number(mention.value),
        "value_high": json_number(mention.value_high),
        "unit": mention.unit,
        "unit_per": mention.unit_per,
        "comparator": mention.comparator,
        "year": mention.year,
        "time_period": mention.time_period,
        "period_start": mention.period_start,
        "period_end": mention.period_end,
        "period_inferred": mention.period_inferred,
        "status": mention.status,
        "publisher": mention.publisher or publisher,
        "market": mention.market,
        "dimension": mention.dimension,
        "segment": mention.segment,
        "geography": mention.geography,
        "subject": mention.subject,
        "rule": mention.rule,
        "confidence": confidence,
        "claim_id": mention.claim_id,
    }


def _company(player: Player) -> Line:
    return {
        "kind": "company",
        "char_start": player.char_start,
        "char_end": player.char_end,
        "surface": player.surface,
        "name": player.name,
        "product": player.product,
        "role": player.role,
        "listing": player.listing,
        "position": player.position,
        "status": player.status,
        "reason": player.reason,
    }


def _segment(segment: Segment) -> Line:
    return {
        "kind": "segment",
        "char_start": segment.char_start,
        "char_end": segment.char_end,
        "surface": segment.surface,
        "market": segment.market,
        "dimension": segment.dimension,
        "name": segment.name,
        "parent": segment.parent,
        "position": segment.position,
        "bound_low": segment.bound_low,
        "bound_high": segment.bound_high,
        "repair": segment.repair,
    }


def _fact(fact: Fact) -> Line:
    return {
        "kind": "fact",
        "char_start": fact.char_start,
        "char_end": fact.char_end,
        "name": fact.name,
        "value": fact.value,
    }


def _rejection(rejection: Rejection) -> Line:
    return {
        "kind": "rejection",
        "char_start": rejection.char_start,
        "char_end": rejection.char_end,
        "surface": rejection.surface,
        "rule": rejection.rule,
    }


def _event(event: Event) -> Line:
    return {
        "kind": "event",
        "char_start": event.char_start,
        "char_end": event.char_end,
        "surface": event.surface,
        "headline": event.headline,
        "event_type": event.event_type,
        "date": event.date,
        "date_precision": event.date_precision,
        "date_as_stated": event.date_as_stated,
        "parties": [{"name": name, "role": role} for name, role in zip(event.parties, event.party_roles, strict=True)],
        "amount": json_number(event.amount),
        "amount_high": json_number(event.amount_high),
        "amount_unit": event.amount_unit,
        "amount_comparator": event.amount_comparator,
        "amount_start": event.amount_start,
        "amount_end": event.amount_end,
        "market": event.market,
        "rule": event.rule,
    }


def _rank(rank: Rank) -> Line:
    return {
        "kind": "rank",
        "char_start": rank.char_start,
        "char_end": rank.char_end,
        "surface": rank.surface,
        "subject": rank.subject,
        "subject_kind": rank.subject_kind,
        "dimension": rank.dimension,
        "criterion": rank.criterion,
        "ordinal": rank.ordinal,
        "position": rank.position,
        "time_period": rank.time_period,
        "year": rank.year,
        "market": rank.market,
        "geography": rank.geography,
        "rule": rank.rule,
    }


def _citation(citation: Citation) -> Line:
    return {
        "kind": "citation",
        "char_start": citation.char_start,
        "char_end": citation.char_end,
        "surface": citation.surface,
        "form": citation.form,
        "label": citation.label,
        "cited_name": citation.cited_name,
        "cited_title": citation.cited_title,
        "year": citation.year,
        "url": citation.url,
        "doi": citation.doi,
        "supports_start": citation.supports_start,
        "supports_end": citation.supports_end,
        "rule": citation.rule,
    }


def _definition(definition: Definition) -> Line:
    return {
        "kind": "definition",
        "char_start": definition.char_start,
        "char_end": definition.char_end,
        "surface": definition.surface,
        "defines": definition.kind,
        "term": definition.term,
        "definition": definition.definition,
        "includes": list(definition.includes),
        "excludes": list(definition.excludes),
        "market": definition.market,
        "rule": definition.rule,
    }


def _driver(driver: Driver) -> Line:
    return {
        "kind": "driver",
        "char_start": driver.char_start,
        "char_end": driver.char_end,
        "surface": driver.surface,
        "role": driver.role,
        "name": driver.name,
        "market": driver.market,
        "segment": driver.segment,
        "geographies": list(driver.geographies),
        "ref_areas": list(driver.ref_areas),
        "timeline": driver.timeline,
        "years_from": driver.years_from,
        "years_to": driver.years_to,
        "impact_start": driver.impact_start,
        "impact_end": driver.impact_end,
        "listing": driver.listing,
        "position": driver.position,
        "rule": driver.rule,
    }


def _technical(figure: Technical) -> Line:
    return {
        "kind": "technical",
        "char_start": figure.char_start,
        "char_end": figure.char_end,
        "surface": figure.surface,
        "measure": figure.measure,
        "subject": figure.subject,
        "products": list(figure.products),
        "context_products": list(figure.context_products),
        "value": json_number(figure.value),
        "value_high": json_number(figure.value_high),
        "comparator": figure.comparator,
        "unit": figure.unit,
        "basis": figure.basis,
        "year": figure.year,
        "claimant": figure.claimant,
        "rule": figure.rule,
    }
