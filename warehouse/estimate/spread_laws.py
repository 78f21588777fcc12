"""The laws of all metrics and the reliability of publisher groups, as tables: learned once in a build, then read by every market.

Belongs here: the step that writes work.spread_laws and work.source_factors, and reading them. A float comes back bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

import polars as pl

from warehouse.estimate.estimation import Fit, known_fit, learned
from warehouse.estimate.spread_law import SpreadLaw
from warehouse.policy import Policy
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step


@dataclass(frozen=True, slots=True)
class _Stated:
    """What one source states."""

    value: float
    group: str


def fits_of(laws: pl.DataFrame, factors: pl.DataFrame, policy: Policy) -> Mapping[str, Fit]:
    """What was learned, by metric.

    Args:
        laws: work.spread_laws, all rows of each metric.
        factors: work.source_factors; groups without a row are like everybody.
        policy: the scale of each metric.
    """
    variances: dict[str, dict[str, float]] = {}
    for metric, group, factor in factors.select("metric", "publisher_group", "factor").iter_rows():
        variances.setdefault(metric, {})[group] = factor
    fits = {}
    for (metric, gross_share, gross_scale), rows in laws.sort("metric", "position").group_by(
        "metric", "gross_share", "gross_scale", maintain_order=True
    ):
        law = SpreadLaw(rows["spread"].to_numpy(), rows["probability"].to_numpy(), gross_share, gross_scale)
        fits[str(metric)] = known_fit(str(metric), law, variances.get(str(metric), {}), policy)
    return fits


def _by_metric(sources: pl.DataFrame) -> Mapping[str, list[list[_Stated]]]:
    by_metric: dict[str, list[list[_Stated]]] = {}
    columns = ("metric", "series_id", "value", "publisher_group")
    ordered = sources.sort("series_id", "position").select(columns)
    for (metric, _), rows in groupby(ordered.iter_rows(), itemgetter(0, 1)):
        by_metric.setdefault(metric, []).append([_Stated(value, group) for _, _, value, group in rows])
    return by_metric


def _law_rows(fits: Mapping[str, Fit]) -> Iterator[dict[str, Any]]:
    for metric, known in fits.items():
        law = known.law
        for position, (spread, probability) in enumerate(
            zip(law.spread.tolist(), law.probability.tolist(), strict=True)
        ):
            yield {
                "metric": metric,
                "position": position,
                "spread": spread,
                "probability": probability,
                "gross_share": law.gross_share,
                "gross_scale": law.gross_scale,
            }


def _factor_rows(fits: Mapping[str, Fit]) -> Iterator[dict[str, Any]]:
    for metric, known in fits.items():
        for group, factor in known.variances.items():
            yield {"metric": metric, "publisher_group": group, "factor": factor}


def _run(frames: Frames, context: BuildContext) -> Frames:
    fits = learned(_by_metric(frames["work.series_sources"]), context.policy)
    return {
        "work.spread_laws": framed("work.spread_laws", _law_rows(fits)),
        "work.source_factors": framed("work.source_factors", _factor_rows(fits)),
    }


STEP = Step(
    name="spread_laws",
    reads=("work.series_sources",),
    writes=("work.spread_laws", "work.source_factors"),
    run=_run,
)
