"""Aligned figures as bridges need them: equal figures of dependent documents are one side.

Belongs here: the record and its making from core.vendor_figures. No verdict, no comparison.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from sys import intern
from typing import Any

import polars as pl

from warehouse.values.conflict_records import Place
from warehouse.values.frame_groups import groups_of_rows
from warehouse.values.rounding_bands import Band
from warehouse.values.vendor_figure_rows import BAND_COLUMNS, BASIS_COLUMNS, band_of_row

READS_OF_FIGURES = (
    "market_id", "segment_key", "ref_area", "metric", "unit_measure", *BASIS_COLUMNS, "series_id", "cluster_id", "year", "document_id",
    "publisher_id", "claim_ids", *BAND_COLUMNS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Aligned:
    """What one independent source says of one series and year.

    Attributes:
        place: market, segment, area, metric, unit and year.
        series_id: the series.
        cluster_id: cluster of its documents.
        value: in the place's unit.
        band: what the words leave open; of a derived figure, the value alone.
        status: stated, inferred or derived.
        publishers: who says it, by name.
        sources: documents and publishers (ids) that say it, in order.
        claim_ids: claims it rests on.
    """

    place: Place
    series_id: str
    cluster_id: str
    value: Decimal
    band: Band
    status: str
    publishers: tuple[str, ...]
    sources: tuple[tuple[str, str], ...]
    claim_ids: tuple[str, ...]

    @property
    def document_ids(self) -> tuple[str, ...]:
        """Documents that say it, each once."""
        return tuple(dict.fromkeys(document_id for document_id, _ in self.sources))

    @property
    def is_derived(self) -> bool:
        """It stands on the publisher's own path, not in its words."""
        return self.status == "derived"


def is_two_sided() -> pl.Expr:
    """Whether a figure is no bound."""
    has_ends = pl.col("obs_value_low").is_not_null() & pl.col("obs_value_high").is_not_null()
    return (pl.col("status") == "derived") | has_ends


def aligned(vendor_figures: pl.DataFrame, names: Mapping[str, str]) -> Iterator[Aligned]:
    """Every figure of every series and year, copies joined.

    Figures of one cluster with the same value are one: who copies whom is not told, and it does not matter.

    Args:
        vendor_figures: core.vendor_figures.
        names: publisher_id → name.

    Yields:
        Figures in the order of series, year, cluster and value. One-sided bounds are left out.
    """
    figures = vendor_figures.select(READS_OF_FIGURES).filter(is_two_sided())
    for rows in groups_of_rows(figures, ("series_id", "year", "cluster_id", "obs_value")):
        yield _aligned(rows, names)


def _aligned(rows: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Aligned:
    first = min(rows, key=lambda row: (row["status"] == "derived", row["status"] == "inferred", row["document_id"]))
    return Aligned(
        place=Place(
            first["market_id"],
            first["segment_key"],
            first["ref_area"],
            first["metric"],
            first["unit_measure"],
            first["year"],
            first["value_basis"],
            first["price_basis"],
        ),
        series_id=first["series_id"],
        cluster_id=first["cluster_id"],
        value=first["obs_value"],
        band=band_of_row(first),
        status=first["status"],
        publishers=tuple(sorted({names.get(row["publisher_id"], row["publisher_id"]) for row in rows})),
        sources=tuple(sorted({(row["document_id"], row["publisher_id"]) for row in rows})),
        claim_ids=tuple(sorted({intern(claim_id) for row in rows for claim_id in row["claim_ids"]})),
    )
