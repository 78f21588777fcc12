"""Figures judged as in a build without other series: under the policy's prior for the metric."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from warehouse.estimate.estimation import dispersions, fit, posteriors_of
from warehouse.estimate.independence import Figure, voices
from warehouse.estimate.series import SeriesYear
from warehouse.estimate.verdict_thresholds import VerdictThresholds
from warehouse.estimate.verdicts import Judgement, judge
from warehouse.policy import read_policy
from warehouse.values.conflict_records import Place

POLICY = read_policy()
_UNLEARNED = fit([], POLICY)


def judged(
    figures: Iterable[Figure],
    metric: str = "market_size",
    unit: str = "USD",
    equal: Collection[tuple[str, str]] = (),
) -> Judgement:
    """The judgement on one series and year; the estimate is still the median."""
    figures = tuple(figures)
    spoken = voices(figures, equal)
    item = SeriesYear("s", Place("m", None, "001", metric, unit, 2025), "m", figures, spoken, ())
    told = posteriors_of([(metric, spoken.sources)], _UNLEARNED, POLICY)
    (dispersion,) = dispersions([item], told, _UNLEARNED)
    return judge(spoken, unit, VerdictThresholds.of(metric, POLICY), dispersion)
