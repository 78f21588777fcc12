"""The distance of each publisher from the independent voices without it.

Belongs here: leave-one-out distances for the scorecard. Estimates are made elsewhere; nothing here depends on them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

import polars as pl

from sources.metrics import named
from warehouse.estimate.independence import Figure, voices
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.vendor_figure_rows import BAND_COLUMNS, band_of_row

TABLE = "work.distances"
_READ = (
    "vendor_figure_id", "market_id", "series_id", "year", "document_id", "publisher_id", "publisher_group", "cluster_id", "metric",
    "claim_ids", *BAND_COLUMNS,
)  # fmt: skip


def levels() -> tuple[str, ...]:
    """Metrics whose figures are positive, so that a ratio means something."""
    return named(lambda metric: metric.estimated and metric.positive)


def compared(vendor_figures: pl.DataFrame) -> pl.DataFrame:
    """Figures of series and years in which more than one publisher group speaks: of one alone there is no distance."""
    usable = vendor_figures.filter(pl.col("metric").is_in(levels()), pl.col("obs_value") > 0).select(_READ)
    return usable.filter(pl.col("publisher_group").n_unique().over("series_id", "year") > 1)


def distances(vendor_figures: pl.DataFrame, documents: pl.DataFrame) -> pl.DataFrame:
    """The distance of each publisher from the others, one per series.

    Of one series and year it is |ln(own figure / median of the other independent voices)|, the median on the log scale;
    of a series the median over its years, for years on one path say much the same.

    Args:
        vendor_figures: core.vendor_figures of whole markets.
        documents: core.documents.

    Returns:
        work.distances; a publisher that is alone in all its series has no row.
    """
    speaks = dict(documents.select("document_id", "publisher_id").iter_rows())
    by_year: defaultdict[tuple[str, str, int], list[Figure]] = defaultdict(list)
    for row in compared(vendor_figures).sort("vendor_figure_id").iter_rows(named=True):
        by_year[row["market_id"], row["series_id"], row["year"]].append(_figure(row, speaks))
    by_series: defaultdict[tuple[str, str, str], list[float]] = defaultdict(list)
    for market_id, series_id, year in sorted(by_year):
        for publisher_id, distance in _without_each(by_year[market_id, series_id, year]):
            by_series[market_id, series_id, publisher_id].append(distance)
    rows = (
        dict(zip(("market_id", "series_id", "publisher_id", "distance_ln"), (*of, median(over_years)), strict=True))
        for of, over_years in by_series.items()
    )
    return framed(TABLE, rows)


def _figure(row: Mapping[str, Any], speaks: Mapping[str, str | None]) -> Figure:
    return Figure(
        vendor_figure_id=row["vendor_figure_id"],
        publisher_id=row["publisher_id"],
        publisher=row["publisher_id"],
        publisher_group=row["publisher_group"],
        cluster_id=row["cluster_id"] if speaks.get(row["document_id"]) == row["publisher_id"] else None,
        value=row["obs_value"],
        band=band_of_row(row),
        status=row["status"],
        claim_ids=tuple(row["claim_ids"]),
    )


def _without_each(figures: Sequence[Figure]) -> Iterable[tuple[str, float]]:
    """Each publisher's distance from the voices that it is no part of."""
    spoken = voices(figures).sources
    for speaker in spoken:
        others = [math.log(float(source.value)) for source in spoken if source.voice != speaker.voice]
        if not others:
            continue
        middle = median(others)
        by_publisher: dict[str, Figure] = {}
        for figure in speaker.figures:  # the firmest and finest first
            by_publisher.setdefault(figure.publisher_id, figure)
        for publisher_id, figure in sorted(by_publisher.items()):
            yield publisher_id, abs(math.log(float(figure.value)) - middle)


def _run(frames: Frames, context: BuildContext) -> Frames:
    del context
    return {TABLE: distances(frames["core.vendor_figures"], frames["core.documents"])}


STEP = Step(name="distances", reads=("core.vendor_figures", "core.documents"), writes=(TABLE,), run=_run)
