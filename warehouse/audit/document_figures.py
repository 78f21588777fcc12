"""One publisher's figures of one document as its own arithmetic needs them: chosen prints with names, parts and words.

Belongs here: the record and its making from frames. The rules are in `internal_conflicts.py` and `part_sums.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.observe.prints import Chosen, Print, choose, prints_by_key
from warehouse.resolve.statements.listed_members import nested_segments
from warehouse.values.conflict_records import Party, Place
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import amount


class ClaimLabels(NamedTuple):
    """What a figure takes from its claim."""

    segment: str | None
    subject: str | None
    period_start: int | None
    ref_area: str


@dataclass(frozen=True, slots=True)
class DocumentFigure:
    """A figure of one document and publisher.

    Attributes:
        document_id: the document.
        publisher_id: who says it.
        publisher: its name.
        place: market, segment, area, metric, unit, year.
        value: in the place's unit.
        band: what its words leave open.
        year_is_inferred: the year is our reading.
        claim_ids: claims that print it.
        chosen_claim_id: the one whose print is chosen.
        printed_area: its area as the text names it; the place has the code that it is compared under.
        dimension: the segment's dimension, normalised; None for the whole market and where it is unknown.
        segment: the segment as printed.
        is_nested: the segment is part of another segment of its dimension.
        subject: whom the figure is about, where not the market.
        others: prints of the same figure that say something else.
        same: prints of the same figure that say it in other words or digits.
        period_start: first year of a rate's period.
    """

    document_id: str
    publisher_id: str
    publisher: str
    place: Place
    value: Decimal
    band: Band
    year_is_inferred: bool
    claim_ids: tuple[str, ...]
    dimension: str | None
    segment: str | None
    is_nested: bool
    subject: str | None
    others: tuple[Print, ...]
    same: tuple[Print, ...] = ()
    period_start: int | None = None
    chosen_claim_id: str = ""
    printed_area: str = WORLD

    @property
    def label(self) -> str:
        """The part it is about, in words."""
        parts = [self.segment] if self.segment else []
        parts += [f"area {self.place.ref_area}"] if self.place.ref_area != WORLD else []
        return ", ".join(parts) or "the whole market"

    @property
    def party(self) -> Party:
        """The figure as a side of a disagreement."""
        return Party(self.value, (self.publisher,), self.claim_ids, amount(self.value, self.place.unit_measure))


def document_figures(
    observations: pl.DataFrame, claims: pl.DataFrame, segments: pl.DataFrame, names: Mapping[str, str]
) -> Iterator[DocumentFigure]:
    """Every publisher's chosen figures of every current document, a vendor's own regions among them.

    Args:
        observations: core.observations.
        claims: core.claims.
        segments: core.segments.
        names: publisher_id → name.

    Yields:
        Figures in the order of document, publisher, series and year.
    """
    nested = nested_segments(segments, "document_id")
    said = {
        claim_id: ClaimLabels(segment, subject, start, area)
        for claim_id, segment, subject, start, area in claims.select(
            "claim_id", "segment", "subject", "period_start", "ref_area"
        ).iter_rows()
    }
    by_key = prints_by_key(observations, claims, and_excluded=("vendor_region",))
    for key in sorted(by_key):
        shared, prints = by_key[key]
        chosen = choose(prints)
        yield _own(shared, chosen, said[chosen.figure.claim_id], names, nested)


def _own(
    shared: Mapping[str, Any],
    chosen: Chosen,
    said: ClaimLabels,
    names: Mapping[str, str],
    nested: set[tuple[str, str]],
) -> DocumentFigure:
    figure = chosen.figure
    dimension = (shared["segment_key"] or "").partition(":")[0]
    return DocumentFigure(
        document_id=shared["document_id"],
        publisher_id=shared["publisher_id"],
        publisher=names[shared["publisher_id"]],
        place=Place(
            shared["market_id"],
            shared["segment_key"],
            shared["ref_area"],
            shared["metric"],
            shared["unit_measure"],
            figure.year,
            shared["value_basis"],
            shared["price_basis"],
        ),
        value=figure.value,
        band=figure.band,
        year_is_inferred=figure.year_is_inferred,
        claim_ids=tuple(sorted({figure.claim_id, *(found.claim_id for found in chosen.same)})),
        dimension=dimension or None,
        segment=said.segment,
        is_nested=(shared["document_id"], shared["segment_key"]) in nested,
        subject=said.subject,
        others=chosen.other,
        same=chosen.same,
        period_start=said.period_start,
        printed_area=said.ref_area,
        chosen_claim_id=figure.claim_id,
    )
