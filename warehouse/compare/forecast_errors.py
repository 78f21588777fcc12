"""Forecast errors: a figure forecast in one document against the history in a later one.

Belongs here: forecast errors for the scorecard. What a publisher changed from edition to edition stands in
`revisions.py`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median
from typing import Any

import polars as pl

from warehouse.compare.consensus import levels
from warehouse.values.rounding_bands import Band

FORECAST, ACTUAL = "F", "E"
_WHO = ("document_id", "publisher_id", "publisher_group", "cluster_id", "on")
_READ = (
    *_WHO, "claim_id", "series_id", "year", "year_is_inferred", "obs_value", "obs_value_low", "obs_value_high", "obs_status",
)  # fmt: skip
USABLE = ("superseded",)  # exclusions that do not matter: an old edition's forecast is what is tested


@dataclass(frozen=True, slots=True)
class DatedFigure:
    """One dated statement of one series and year; `order`: the firmest and finest print of a document first."""

    document_id: str
    publisher_id: str
    publisher_group: str
    cluster_id: str
    on: date
    value: float
    order: tuple[Any, ...]


def forecast_errors(
    observations: pl.DataFrame, claims: pl.DataFrame, documents: pl.DataFrame
) -> Mapping[str, tuple[float, ...]]:
    """The errors of each publisher's forecasts whose year has become history.

    An error is ln(forecast / actual), above 0 where the forecast was too high. Of several prints in one document one of a
    stated year goes before one of an inferred year, then the finest, then the smallest. The actual is what the publisher's own
    first later document states as an estimate of that year; where it has none, the median (on the log scale) of
    what later documents of independent others state. Both documents must be dated: an undated text proves no order.

    Args:
        observations: core.observations.
        claims: core.claims.
        documents: core.documents.

    Returns:
        Errors by publisher_id, one per document, series and year that it forecasts.
    """
    dated = documents.filter(pl.col("figure_date").is_not_null()).select(
        "document_id", pl.col("figure_date").alias("on")
    )
    usable = (
        observations.filter(
            pl.col("excluded").is_null() | pl.col("excluded").is_in(list(USABLE)),
            pl.col("metric").is_in(levels()),
            pl.col("obs_value") > 0,
            pl.col("obs_value_low").is_not_null(),  # a bound is no figure
            pl.col("obs_value_high").is_not_null(),
            pl.col("series_id").is_not_null(),
            pl.col("year").is_not_null(),
            pl.col("publisher_group").is_not_null(),
        )
        .join(claims.select("claim_id", "obs_status"), on="claim_id")
        .join(dated, on="document_id")
        .filter(*((pl.col("obs_status") == status).any().over("series_id", "year") for status in (FORECAST, ACTUAL)))
        .select(_READ)
        .sort("claim_id")
    )
    forecasts: defaultdict[tuple[str, int], list[DatedFigure]] = defaultdict(list)
    actuals: defaultdict[tuple[str, int], list[DatedFigure]] = defaultdict(list)
    for row in usable.iter_rows(named=True):
        band = Band(row["obs_value_low"], row["obs_value_high"])
        order = (row["year_is_inferred"], band.fineness(row["obs_value"]), row["obs_value"])
        said = DatedFigure(**{name: row[name] for name in _WHO}, value=float(row["obs_value"]), order=order)
        side = {FORECAST: forecasts, ACTUAL: actuals}.get(row["obs_status"])
        if side is not None:
            side[row["series_id"], row["year"]].append(said)
    by_publisher: defaultdict[str, list[float]] = defaultdict(list)
    for key in sorted(forecasts):
        stated = _one_each(actuals.get(key, ()))
        for forecast in _one_each(forecasts[key]):
            actual = _actual(forecast, stated)
            if actual is not None:
                by_publisher[forecast.publisher_id].append(math.log(forecast.value) - actual)
    return {publisher_id: tuple(errors) for publisher_id, errors in by_publisher.items()}


def _one_each(said: Sequence[DatedFigure]) -> Sequence[DatedFigure]:
    """One print of each document and publisher, by date."""
    best: dict[tuple[str, str], DatedFigure] = {}
    for one in sorted(said, key=lambda one: one.order):
        best.setdefault((one.document_id, one.publisher_id), one)
    return sorted(best.values(), key=lambda one: (one.on, one.document_id, one.publisher_id))


def _actual(forecast: DatedFigure, stated: Sequence[DatedFigure]) -> float | None:
    """The actual on the log scale; None where no later document states one."""
    later = [said for said in stated if said.on > forecast.on]
    from_same = [said for said in later if said.publisher_id == forecast.publisher_id]
    if from_same:
        first = min(said.on for said in from_same)
        return median(math.log(said.value) for said in from_same if said.on == first)
    voices: dict[str, float] = {}
    for said in sorted(later, key=lambda said: (said.on, said.order, said.document_id)):
        if said.publisher_group != forecast.publisher_group and said.cluster_id != forecast.cluster_id:
            voices.setdefault(said.publisher_group, math.log(said.value))
    return median(voices.values()) if voices else None
