"""The lines of `parallax extract`: records of a document as flat JSON objects, one shape per kind.

The names are an interface.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum

from sources.records import Extraction, Fact, Mention, Player, Rejection, Segment

Line = dict[str, object]


class Kind(StrEnum):
    """What a document says: figures, companies, members of segmentations, facts of itself; and what was refused."""

    figure = "figure"
    company = "company"
    segment = "segment"
    fact = "fact"
    rejection = "rejection"


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
    else:
        yield from (_rejection(rejection) for rejection in extraction.rejections)


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
