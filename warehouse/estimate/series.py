"""Series by year: the voices on each, and the judgement on them.

Belongs here: vendor figures gathered into voices, and voices judged. How far publishers of a metric scatter is learned in
between (`estimation.py`). Rows of tables are made in `estimates_step.py` and `candidates.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from sys import intern
from typing import Any

import polars as pl

from sources.metrics import named
from warehouse.estimate.figure_vintages import newest
from warehouse.estimate.independence import STATUS_ORDER, Figure, Source, Voices, voices
from warehouse.estimate.reprints import possible_reprints
from warehouse.estimate.series_figures import SeriesFigure
from warehouse.estimate.verdict_thresholds import Dispersion, VerdictThresholds
from warehouse.estimate.verdicts import Judgement, judge
from warehouse.policy import Policy
from warehouse.values.conflict_records import Place
from warehouse.values.frame_groups import groups_of_rows
from warehouse.values.keys import digest
from warehouse.values.vendor_figure_rows import BAND_COLUMNS, BASIS_COLUMNS, band_of_row

PLACE_COLUMNS = ("market_id", "segment_key", "ref_area", "metric", "unit_measure", *BASIS_COLUMNS)
_READ = (
    "vendor_figure_id", "series_id", "year", *PLACE_COLUMNS, "document_id", "publisher_id", "publisher_group", "cluster_id",
    "claim_ids", "vintage_date", *BAND_COLUMNS,
)  # fmt: skip


@dataclass(frozen=True)
class SeriesYear:
    """One series and year with its figures and the voices behind them; figures of an older vintage have no voice."""

    series_id: str
    place: Place
    market: str
    figures: tuple[Figure, ...]
    spoken: Voices
    older: tuple[Figure, ...]

    @cached_property
    def estimate_id(self) -> str:
        """Hash of series and year."""
        return digest(self.series_id, self.place.year)

    @cached_property
    def claim_ids(self) -> tuple[str, ...]:
        """All claims behind it, each once, in order."""
        return tuple(sorted({claim_id for figure in self.figures for claim_id in figure.claim_ids}))


@dataclass(frozen=True)
class Reconciled(SeriesYear):
    """One series and year with the judgement on its voices."""

    judgement: Judgement

    @property
    def status(self) -> str:
        """Firmest status among the figures that count; refused where there is no estimate."""
        if self.judgement.estimate is None:
            return "refused"
        return min((source.status for source in self.counted), key=STATUS_ORDER.index)

    @property
    def counted(self) -> tuple[Source, ...]:
        """The sources that an estimate rests on."""
        return tuple(source for source in self.spoken.sources if source.voice not in self.judgement.outliers)

    @cached_property
    def sized(self) -> SeriesFigure:
        """The figure as its neighbours see it."""
        bands = [source.band for source in self.spoken.sources]
        lows, highs = [band.low for band in bands], [band.high for band in bands]
        return SeriesFigure(
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


def series_years(
    vendor_figures: pl.DataFrame,
    documents: pl.DataFrame,
    publisher_names: Mapping[str, str],
    market_names: Mapping[str, str],
    policy: Policy,
    reviewed: Collection[str] = (),
) -> tuple[SeriesYear, ...]:
    """Gathers the voices on every series and year.

    Args:
        vendor_figures: core.vendor_figures.
        documents: core.documents.
        publisher_names: publisher_id → name.
        market_names: market_id → name.
        policy: when prints are equal.
        reviewed: publisher_ids that have a reviewed profile.

    Returns:
        One per series and year, in their order.
    """
    speaks = dict(documents.select("document_id", "publisher_id").iter_rows())
    equal = possible_reprints(vendor_figures, policy.independence.equal_within_share)
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
        spoken = voices(figures, equal.get(first["series_id"], ()))
        place = Place(year=first["year"], **{name: first[name] for name in PLACE_COLUMNS})
        market = market_names.get(first["market_id"], first["market_id"])
        found.append(SeriesYear(first["series_id"], place, market, figures, spoken, older))
    return tuple(found)


def judged(found: Sequence[SeriesYear], dispersions: Sequence[Dispersion], policy: Policy) -> tuple[Reconciled, ...]:
    """Judges every series and year.

    Args:
        found: series and years with their voices.
        dispersions: of each, how far apart its voices lie.
        policy: distances, when voices are in conflict, and when they are camps.

    Returns:
        The same with their judgements, in their order.
    """
    thresholds_of = {metric: VerdictThresholds.of(metric, policy) for metric in named(lambda one: one.estimated)}
    return tuple(
        Reconciled(
            item.series_id,
            item.place,
            item.market,
            item.figures,
            item.spoken,
            item.older,
            judge(item.spoken, item.place.unit_measure, thresholds_of[item.place.metric], dispersion),
        )
        for item, dispersion in zip(found, dispersions, strict=True)
    )


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
