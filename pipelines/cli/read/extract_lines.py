"""The lines of `parallax extract`: records of a document as flat JSON objects, one shape per kind.

The names are an interface.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from sources.records import (
    Basis,
    Citation,
    Definition,
    Driver,
    Event,
    Extraction,
    Fact,
    Mention,
    Player,
    Quality,
    Rank,
    Rejection,
    Segment,
    Technical,
)

if TYPE_CHECKING:
    from sources.extract.choose.reasons import Reason

Line = dict[str, object]
Reasons = Mapping[tuple[int, int], tuple["Reason", ...]]
Statement = (
    Mention
    | Player
    | Segment
    | Fact
    | Rejection
    | Event
    | Rank
    | Citation
    | Definition
    | Driver
    | Technical
    | Quality
    | Basis
)


class Kind(StrEnum):
    """What a document says: figures, those that are taken back, companies, members of segmentations, facts of itself; what was refused; developments, ranks, sources, definitions, drivers, technology, burdens said to be slight or grave, the basis of money."""

    figure = "figure"
    withdrawn = "withdrawn"
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
    quality = "quality"
    basis = "basis"


def lines_of(
    document: str, extraction: Extraction, kinds: frozenset[Kind], reasons: Reasons = MappingProxyType({})
) -> list[Line]:
    """What one document says, in order of the text.

    Args:
        document: the file's name.
        extraction: what was read.
        kinds: which kinds to give.
        reasons: of figures, by span; figures with reasons get a key `why`.

    Returns:
        One object per mention, by char_start, char_end and kind; values are JSON numbers in base units.
    """
    found = [line for line in _figures(extraction, reasons) if Kind(str(line["kind"])) in kinds]
    found += [_line(kind, said) for kind in Kind if kind in kinds for said in _said(kind, extraction)]
    ordered = sorted(found, key=lambda line: (line["char_start"], line["char_end"], line["kind"]))
    return [{"document": document, **line} for line in ordered]


def json_number(value: Decimal | None) -> int | float | None:
    """A value as a JSON number: an integer where it is whole."""
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _said(kind: Kind, extraction: Extraction) -> tuple[Statement, ...]:
    """The records of one kind other than figures."""
    by_kind: dict[Kind, tuple[Statement, ...]] = {
        Kind.figure: (),
        Kind.withdrawn: (),
        Kind.company: extraction.players,
        Kind.segment: extraction.segments,
        Kind.fact: extraction.facts,
        Kind.rejection: extraction.rejections,
        Kind.event: extraction.events,
        Kind.rank: extraction.ranks,
        Kind.citation: extraction.citations,
        Kind.definition: extraction.definitions,
        Kind.driver: extraction.drivers,
        Kind.technical: extraction.technical,
        Kind.quality: extraction.qualities,
        Kind.basis: extraction.bases,
    }
    return by_kind[kind]


_SPAN = ("char_start", "char_end")
_INTERNAL = frozenset({"inference_basis", "ref_area"})  # for the warehouse; a line names areas as they are printed


def _columns(said: Statement) -> tuple[str, ...]:
    """A record's fields in its own order, the span first."""
    names = [field.name for field in fields(said) if field.name not in _INTERNAL]
    return (*_SPAN, *(name for name in names if name not in _SPAN))


def _line(kind: Kind, said: Statement) -> Line:
    """A record under its field names, in forms that JSON has."""
    line: Line = {"kind": kind.value}
    for name in _columns(said):
        value = getattr(said, name)
        if isinstance(value, Decimal):
            value = json_number(value)
        elif isinstance(value, tuple):
            value = list(value)
        line["defines" if name == "kind" else name] = value  # a definition's own kind beside the line's
    if isinstance(said, Event):
        line["parties"] = [
            {"name": name, "role": role} for name, role in zip(said.parties, said.party_roles, strict=True)
        ]
        del line["party_roles"]
    return line


def _why(reason: Reason) -> Line:
    told: Line = {"chosen": reason.chosen, "chance": reason.chance, "from": reason.source, "rules": reason.rules}
    if reason.runner_up is not None:
        told |= {"runner_up": reason.runner_up, "runner_up_chance": reason.runner_up_chance}
    return told | {"decided_by": dict(reason.decided_by), "because": list(reason.because)}


def _figures(extraction: Extraction, reasons: Reasons) -> list[Line]:
    """Mentions with the publisher of the page where no other is quoted, and the confidence of their claims."""
    page = next((fact.value for fact in extraction.facts if fact.name == "publisher" and fact.value), None)
    confidence = {claim.claim_id: claim.confidence for claim in extraction.claims}
    lines = []
    for mention in extraction.mentions:
        line = _line(Kind.figure if mention.assertion == "asserted" else Kind.withdrawn, mention)
        line["publisher"] = mention.publisher or page
        line["confidence"] = confidence.get(mention.claim_id)
        if found := reasons.get((mention.char_start, mention.char_end)):
            line["why"] = {reason.attribute: _why(reason) for reason in found}
        lines.append(line)
    return lines
