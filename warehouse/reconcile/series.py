"""Series by year: the voices on each, and the judgement on them.

Belongs here: vendor figures gathered into voices and judged. Rows of tables are made in `estimates.py` and
`candidates.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from sys import intern
from typing import Any

import polars as pl

from warehouse.policy import Policy
from warehouse.reconcile.conflicts import Place
from warehouse.reconcile.derived import BAND_COLUMNS, BASIS_COLUMNS, band_of_row
from warehouse.reconcile.grouped import groups_of_rows
from warehouse.reconcile.independence import STATUS_ORDER, Figure, Voices, voices
from warehouse.reconcile.keys import digest
from warehouse.reconcile.made_when import newest
from warehouse.reconcile.scopes import Sized
from warehouse.reconcile.verdicts import Judgement, judge

PLACE_COLUMNS = ("market_id", "segment_key", "ref_area", "metric", "unit_measure", *BASIS_COLUMNS)
_READ = (
    "vendor_figure_id", "series_id", "year", *PLACE_COLUMNS, "document_id", "publisher_id", "publisher_group", "cluster_id",
    "claim_ids", "vintage_date", *BAND_COLUMNS,
)  # fmt: skip


@dataclass(frozen=True)
class Reconciled:
    """One series and year with its voices and the judgement on them; figures of an older vintage have no voice."""

    series_id: str
    place: Place
    market: str
    figures: tuple[Figure, ...]
    spoken: Voices
    judgement: Judgement
    older: tuple[Figure, ...] = ()

    @cached_property
    def estimate_id(self) -> str:
        """Hash of series and year."""
        return digest(self.series_id, self.place.year)

    @cached_property
    def claim_ids(self) -> tuple[str, ...]:
        """All claims behind it, each once, in order."""
        return tuple(sorted({claim_id for figure in self.figures for claim_id in figure.claim_ids}))

    @property
    def status(self) -> str:
        """Firmest status among the figures that count; refused where there is no estimate."""
        if self.judgement.estimate is None:
            return "refused"
        counted = [source for source in self.spoken.sources if source.voice not in self.judgement.outliers]
        return min((source.status for source in counted), key=STATUS_ORDER.index)

    @cached_property
    def sized(self) -> Sized:
        """The figure as its neighbours see it."""
        bands = [source.band for source in self.spoken.sources]
        lows, highs = [band.low for band in bands], [band.high for band in bands]
        return Sized(
            place=self.place,
            market=self.market,
            center=self.judgement.center,
            low=self.judgement.low,
            high=self.judgement.high,
            floor=None if None in lows else min((low for low in lows if low is not None), default=None),
            ceiling=None if None in highs else max((high for high in highs if high is not None), default=None),
            is_refused=self.judgement.estimate is None,
            is_derived=all(figure.status == "derived" for figure in self.figures),
            publishers=tuple(sorted({figure.publisher for figure in self.figures})),
            claim_ids=self.claim_ids,
        )


def reconcile(
    vendor_figures: pl.DataFrame,
    documents: pl.DataFrame,
    publisher_names: Mapping[str, str],
    market_names: Mapping[str, str],
    policy: Policy,
    reviewed: Collection[str] = (),
) -> tuple[Reconciled, ...]:
    """Judges every series and year.

    Args:
        vendor_figures: core.vendor_figures.
        documents: core.documents.
        publisher_names: publisher_id → name.
        market_names: market_id → name.
        policy: distances, and when voices are camps.
        reviewed: publisher_ids that have a reviewed profile.

    Returns:
        One per series and year, in their order.
    """
    speaks = dict(documents.select("document_id", "publisher_id").iter_rows())
    found = []
    for rows in groups_of_rows(vendor_figures.select(_READ), ("series_id", "year")):
        figures = tuple(
            _figure(
                row,
                publisher_names,
                is_quoted=row["publisher_id"] != speaks[row["document_id"]],
                is_reviewed=row["publisher_id"] in reviewed,
            )
            for row in rows
        )
        first = rows[0]
        figures, older = newest(figures, policy.comparability.vintage_span_years)
        spoken = voices(figures)
        distance = policy.verdicts.distances[first["metric"]]
        place = Place(year=first["year"], **{name: first[name] for name in PLACE_COLUMNS})
        market = market_names.get(first["market_id"], first["market_id"])
        judgement = judge(spoken, first["unit_measure"], distance, policy.contest)
        found.append(Reconciled(first["series_id"], place, market, figures, spoken, judgement, older))
    return tuple(found)


def _figure(
    row: Mapping[str, Any],
    publisher_names: Mapping[str, str],
    *,
    is_quoted: bool,
    is_reviewed: bool,
) -> Figure:
    return Figure(
        vendor_figure_id=row["vendor_figure_id"],
        publisher_id=row["publisher_id"],
        publisher=publisher_names.get(row["publisher_id"], row["publisher_id"]),
        publisher_group=row["publisher_group"],
        cluster_id=None if is_quoted else row["cluster_id"],
        value=row["obs_value"],
        band=band_of_row(row),
        status=row["status"],
        claim_ids=tuple(map(intern, row["claim_ids"])),
        is_reviewed=is_reviewed,
        vintage=row["vintage_date"],
    )
