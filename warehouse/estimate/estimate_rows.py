"""Rows of core.estimates: one per series and year, with its intervals in words.

Belongs here: the form of a row. The judgement is in `verdicts.py`; conflicts and neighbours are given by the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from warehouse.estimate.figure_vintages import vintage_words
from warehouse.estimate.series import Reconciled
from warehouse.estimate.verdicts import Interval, Judgement
from warehouse.values.keys import published
from warehouse.values.wording import amount


def estimate_rows(
    reconciled: Sequence[Reconciled],
    touched: Mapping[str, Sequence[tuple[str, int | None]]],
    segment_names: Mapping[str, tuple[str | None, str | None]],
    beside: Callable[[Reconciled], str | None],
) -> Iterator[dict[str, Any]]:
    """Rows of core.estimates.

    Args:
        reconciled: series and years.
        touched: conflicts and their years by claim; one touches an estimate where it rests on one of its claims and is of its
            year (or of no year).
        segment_names: series_id → dimension and segment as printed.
        beside: what was not pooled with an estimate, in words.
    """
    for item in reconciled:
        judgement, place = item.judgement, item.place
        dimension, segment = segment_names.get(item.series_id, (None, None))
        touching = {
            conflict_id
            for claim_id in item.claim_ids
            for conflict_id, year in touched.get(claim_id, ())
            if year in (None, place.year)
        }
        yield {
            "estimate_id": item.estimate_id,
            "series_id": item.series_id,
            "market_id": place.market_id,
            "dimension": dimension,
            "segment": segment,
            "segment_key": place.segment_key,
            "ref_area": place.ref_area,
            "metric": place.metric,
            "unit_measure": place.unit_measure,
            "value_basis": place.value_basis,
            "price_basis": place.price_basis,
            "year": place.year,
            "estimate": None if judgement.estimate is None else published(judgement.estimate),
            **_open(judgement, place.unit_measure),
            "verdict": judgement.verdict,
            "n_claims": len(item.claim_ids),
            "n_publishers": len({figure.publisher_id for figure in item.figures if not figure.band.is_one_sided}),
            "n_independent": len(item.spoken.sources),
            "status": item.status,
            "method": judgement.method,
            "reason": judgement.reason + vintage_words(item.figures, item.older, place.unit_measure),
            "related_scopes": beside(item),
            "conflict_ids": sorted(touching),
        }


def _open(judgement: Judgement, unit: str) -> dict[str, Any]:
    """What an estimate leaves open, and the range of the figures that count; of a refusal, of those stated."""
    interval = judgement.interval
    lowest, highest = published(judgement.low), published(judgement.high)
    figures = {"lowest_figure": lowest, "highest_figure": highest}
    if interval is None:
        nothing = dict.fromkeys(("predicted_low", "predicted_high", "level", "interval_covers"))
        return {"low": lowest, "high": highest, **nothing, **figures}
    return {
        "low": None if interval.low is None else published(interval.low),
        "high": None if interval.high is None else published(interval.high),
        "predicted_low": published(interval.predicted_low),
        "predicted_high": published(interval.predicted_high),
        "level": interval.level,
        "interval_covers": interval_in_words(interval, unit),
        **figures,
    }


def interval_in_words(interval: Interval, unit: str) -> str:
    """Both intervals of an estimate in one sentence."""
    surely = f"With {interval.level:.0%} probability".replace("%", " %")
    next_one = (
        f"the next independent publisher would state {amount(interval.predicted_low, unit)} to "
        f"{amount(interval.predicted_high, unit)}"
    )
    if interval.low is None or interval.high is None:
        return f"{surely} {next_one}; a single publisher gives no centre."
    centre = f"{amount(interval.low, unit)} to {amount(interval.high, unit)}"
    return f"{surely} the centre of independent publishers is {centre}, and {next_one}."


def segment_names_of(observations: pl.DataFrame, claims: pl.DataFrame) -> Mapping[str, tuple[str | None, str | None]]:
    """Dimension and segment of each series, as the first publisher in alphabetical order prints them."""
    printed = (
        observations.filter(pl.col("excluded").is_null(), pl.col("segment_key").is_not_null())
        .select("claim_id", "series_id")
        .join(claims.select("claim_id", "publisher", "dimension", "segment"), on="claim_id")
        .sort("series_id", "publisher", "segment", "claim_id", nulls_last=True)
        .unique("series_id", keep="first", maintain_order=True)
    )
    return {row[0]: (row[1], row[2]) for row in printed.select("series_id", "dimension", "segment").iter_rows()}
