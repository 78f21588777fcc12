"""Series by year: the voices on each, and the judgement on them.

Belongs here: vendor figures gathered into voices, and voices judged. How far publishers of a metric scatter is learned in
between (`estimation.py`). Rows of tables are made in `judgement_rows.py` and `candidates.py`.
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
from warehouse.estimate.series_figures import SeriesFigure
from warehouse.estimate.verdict_thresholds import Dispersion, VerdictThresholds
from warehouse.estimate.verdicts import Judgement, judge
from warehouse.policy import Policy
from warehouse.step import Frames
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


def attributed_figures(frames: Frames) -> pl.DataFrame:
    """Vendor figures with names and with what their voices depend on.

    Args:
        frames: core.vendor_figures, documents, publishers and markets.

    Returns:
        A row for each figure, with columns is_quoted (its document is another publisher's) and is_reviewed.
    """
    documents = frames["core.documents"].select("document_id", speaks="publisher_id")
    is_reviewed = pl.col("tier") != "unknown"
    publishers = frames["core.publishers"].select("publisher_id", "publisher", is_reviewed=is_reviewed)
    markets = frames["core.markets"].select("market_id", "market")
    return (
        frames["core.vendor_figures"]
        .select(_READ)
        .join(documents, on="document_id", how="left", maintain_order="left")
        .join(publishers, on="publisher_id", how="left", maintain_order="left")
        .join(markets, on="market_id", how="left", maintain_order="left")
        .with_columns(
            pl.coalesce("publisher", "publisher_id"),
            pl.coalesce("market", "market_id"),
            pl.col("is_reviewed").fill_null(False),
            is_quoted=pl.col("publisher_id").ne_missing(pl.col("speaks")),
        )
        .drop("document_id", "speaks")
    )


def series_years(
    figures: pl.DataFrame, equal: Mapping[str, Collection[tuple[str, str]]], policy: Policy
) -> tuple[SeriesYear, ...]:
    """Gathers the voices on every series and year.

    Args:
        figures: of `attributed_figures`, all of each series and year.
        equal: pairs of publisher groups that may be one source, by series.
        policy: when a figure is of an older vintage.

    Returns:
        One per series and year, in their order.
    """
    years = []
    for rows in groups_of_rows(figures, ("series_id", "year")):
        heard, first = tuple(map(_figure, rows)), rows[0]
        newer, older = newest(heard, policy.comparability.vintage_span_years)
        spoken = voices(newer, equal.get(first["series_id"], ()))
        place = Place(year=first["year"], **{name: first[name] for name in PLACE_COLUMNS})
        years.append(SeriesYear(first["series_id"], place, first["market"], newer, spoken, older))
    return tuple(years)


def judged(series: Sequence[SeriesYear], dispersions: Sequence[Dispersion], policy: Policy) -> tuple[Reconciled, ...]:
    """Judges every series and year.

    Args:
        series: series and years with their voices.
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
        for item, dispersion in zip(series, dispersions, strict=True)
    )


def _figure(row: Mapping[str, Any]) -> Figure:
    return Figure(
        vendor_figure_id=row["vendor_figure_id"],
        publisher_id=row["publisher_id"],
        publisher=row["publisher"],
        publisher_group=row["publisher_group"],
        cluster_id=None if row["is_quoted"] else row["cluster_id"],
        value=row["obs_value"],
        band=band_of_row(row),
        status=row["status"],
        claim_ids=tuple(map(intern, row["claim_ids"])),
        is_reviewed=row["is_reviewed"],
        vintage=row["vintage_date"],
    )
