"""Centre and intervals of an estimate: a random-effects posterior under a prior learned from all series of its class.

Belongs here: series as arrays, what is learned over a class (metric), and the estimates that follow. The statistics are in
`warehouse/estimate`; whether there is an estimate at all is decided in `verdicts.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import inf
from typing import Protocol

import numpy as np

from sources.metrics import facts_of, named
from warehouse.estimate.dispersion import excess
from warehouse.estimate.independence import Source
from warehouse.estimate.likelihood import Floats
from warehouse.estimate.posterior import Posterior, posteriors
from warehouse.estimate.series import Reconciled, SeriesYear, judged
from warehouse.estimate.source_reliability import source_factors
from warehouse.estimate.spread_law import SpreadGuess, SpreadLaw, spread_law
from warehouse.estimate.verdict_thresholds import Dispersion
from warehouse.estimate.verdicts import Interval, Judgement
from warehouse.policy import Policy
from warehouse.values.wording import amount, listed

_DIGITS = 12
SEVERAL = 2


class Stating(Protocol):
    """A source as far as a class is learned from it."""

    @property
    def value(self) -> Decimal | float:
        """What it states."""

    @property
    def group(self) -> str:
        """The publisher group that its reliability is kept by."""


@dataclass(frozen=True)
class Fit:
    """What all series of a metric say of each.

    Attributes:
        law: how far independent publishers scatter, from series to series.
        variances: of publisher groups beside the usual one, 1; groups that are not named have 1.
        is_ratio: whether figures are compared on the logarithmic scale.
        lowest: value that no interval falls below.
        highest: value that no interval passes.
    """

    law: SpreadLaw
    variances: Mapping[str, float]
    is_ratio: bool
    lowest: float
    highest: float

    def scaled(self, sources: Sequence[Stating]) -> Floats:
        """Values of sources on the scale of errors, in their order."""
        values = np.array([float(source.value) for source in sources])
        return np.asarray(np.log(values)) if self.is_ratio else values

    def published(self, at: float) -> Decimal:
        """A value on the scale of errors as a figure of the metric, with the digits that are published."""
        value = float(np.exp(at)) if self.is_ratio else at
        return Decimal(f"{min(max(value, self.lowest), self.highest):.{_DIGITS}g}")

    def factors(self, sources: Sequence[Stating]) -> Floats:
        """Of each source, its variance beside the usual one."""
        return np.array([self.variances.get(source.group, 1.0) for source in sources])


def fit(series: Sequence[SeriesYear], policy: Policy) -> Mapping[str, Fit]:
    """Learns law and reliabilities per metric, from one year of every series with several independent sources.

    Years of one series repeat one deviation along each publisher's path, so only the year with the most sources counts
    (of equal ones the first).

    Args:
        series: series and years; those that will be refused count, for they scatter as well.
        policy: what is taken for each metric before its series are seen.

    Returns:
        By metric.
    """
    by_metric: defaultdict[str, dict[str, SeriesYear]] = defaultdict(dict)
    for item in series:
        n = len(item.spoken.sources)
        if n < SEVERAL:
            continue
        best = by_metric[item.place.metric].get(item.series_id)
        if best is None or n > len(best.spoken.sources):
            by_metric[item.place.metric][item.series_id] = item
    return learned(
        {metric: [item.spoken.sources for _, item in sorted(of.items())] for metric, of in by_metric.items()}, policy
    )


def learned(by_metric: Mapping[str, Sequence[Sequence[Stating]]], policy: Policy) -> Mapping[str, Fit]:
    """Learns law and reliabilities per metric.

    Args:
        by_metric: sources of one year of each series with several, in ascending order of value; series in order of their ids.
        policy: as for `fit`.

    Returns:
        By metric, those without a series among them.
    """
    return {
        metric: _fit_of(by_metric.get(metric, ()), metric, policy) for metric in named(lambda metric: metric.estimated)
    }


def known_fit(metric: str, law: SpreadLaw, variances: Mapping[str, float], policy: Policy) -> Fit:
    """What was learned of a metric, with what its policy and definition say of it."""
    facts = facts_of(metric)
    is_ratio = policy.verdicts.distance(metric).measure == "ratio"
    ends = (-inf if facts.lowest is None else facts.lowest, inf if facts.highest is None else facts.highest)
    return Fit(law, variances, is_ratio, *ends)


def _fit_of(series: Sequence[Sequence[Stating]], metric: str, policy: Policy) -> Fit:
    prior = policy.estimation.priors[facts_of(metric).compared_kind]
    guess = SpreadGuess(prior.spread, prior.log_deviation, prior.gross_share, prior.gross_scale)
    alike = known_fit(metric, spread_law((), (), guess), {}, policy)
    if not series:
        return alike
    scaled = [alike.scaled(sources) for sources in series]
    law = spread_law(scaled, [alike.factors(sources) for sources in series], guess)
    names = [[source.group for source in sources] for sources in series]
    known = replace(alike, variances=source_factors(scaled, names, law))
    return replace(known, law=spread_law(scaled, [known.factors(sources) for sources in series], guess))


def reconcile(series: Sequence[SeriesYear], policy: Policy) -> tuple[Reconciled, ...]:
    """Judges every series and year, and gives those that are not refused an estimate.

    Args:
        series: series and years of one build with their voices.
        policy: thresholds and priors.

    Returns:
        One per series and year, in their order.
    """
    return reconciled(series, fit(series, policy), policy)


def reconciled(series: Sequence[SeriesYear], fits: Mapping[str, Fit], policy: Policy) -> tuple[Reconciled, ...]:
    """Judges some series and years by what was learned of their metrics. What comes of one does not depend on the others.

    Args:
        series: series and years with their voices.
        fits: of `fit`, at least of their metrics.
        policy: thresholds.

    Returns:
        One per series and year, in their order.
    """
    posteriors = posteriors_of([(item.place.metric, item.spoken.sources) for item in series], fits, policy)
    verdicts = judged(series, list(dispersions(series, posteriors, fits)), policy)
    return estimated(verdicts, posteriors, fits, policy)


def posteriors_of(
    series: Sequence[tuple[str, Sequence[Source]]], fits: Mapping[str, Fit], policy: Policy
) -> tuple[Posterior | None, ...]:
    """The posterior of each series and year from all its sources.

    Args:
        series: metric and sources, in ascending order of value.
        fits: of `fit`.
        policy: the level of the intervals.

    Returns:
        One per series, in their order; None where no source states a figure.
    """
    results: list[Posterior | None] = [None] * len(series)
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, (metric, sources) in enumerate(series):
        if sources:
            places[metric].append(place)
    for metric, at in places.items():
        known = fits[metric]
        scaled = [known.scaled(series[place][1]) for place in at]
        factors = [known.factors(series[place][1]) for place in at]
        for place, posterior in zip(at, posteriors(scaled, factors, known.law, policy.estimation.level), strict=True):
            results[place] = posterior
    return tuple(results)


def dispersions(
    series: Sequence[SeriesYear], posteriors: Sequence[Posterior | None], fits: Mapping[str, Fit]
) -> Iterator[Dispersion]:
    """How far apart the sources of each series and year lie.

    Args:
        series: series and years.
        posteriors: of each, its posterior.
        fits: of `fit`.
    """
    for item, posterior in zip(series, posteriors, strict=True):
        sources, known = item.spoken.sources, fits[item.place.metric]
        if posterior is None or len(sources) < SEVERAL:
            yield Dispersion()
        else:
            yield Dispersion(excess(known.scaled(sources), known.law), posterior.gross)


def estimated(
    verdicts: Sequence[Reconciled], posteriors: Sequence[Posterior | None], fits: Mapping[str, Fit], policy: Policy
) -> tuple[Reconciled, ...]:
    """Gives every series and year that has an estimate its centre and intervals.

    One source keeps its own figure; a single publisher gives no centre of several. Several give the
    median of the posterior of their centre, on the logarithmic scale where distances are ratios.

    Args:
        verdicts: series and years with their judgements.
        posteriors: of each, the posterior of all its sources.
        fits: of `fit`.
        policy: the level of the intervals.

    Returns:
        The same, in their order, estimates and intervals set; refusals unchanged.
    """
    parted = [place for place, item in enumerate(verdicts) if item.judgement.outliers]
    again = posteriors_of([(verdicts[place].place.metric, verdicts[place].counted) for place in parted], fits, policy)
    of_camps = dict(zip(parted, again, strict=True))
    return tuple(
        item
        if item.judgement.estimate is None or (posterior := of_camps.get(place, posteriors[place])) is None
        else replace(item, judgement=_with(item, posterior, fits[item.place.metric], policy))
        for place, item in enumerate(verdicts)
    )


def _with(item: Reconciled, fitted: Posterior, known: Fit, policy: Policy) -> Judgement:
    judgement, sources, unit = item.judgement, item.counted, item.place.unit_measure
    centre, low, high, predicted_low, predicted_high = map(
        known.published, (fitted.centre, fitted.low, fitted.high, fitted.predicted_low, fitted.predicted_high)
    )
    is_alone = len(sources) < SEVERAL and not sources[0].reprints
    interval = Interval(
        None if is_alone else low,
        None if is_alone else high,
        predicted_low,
        predicted_high,
        policy.estimation.level,
        len(sources),
    )
    if len(sources) < SEVERAL:
        return replace(judgement, interval=interval)
    # The posterior's median is rounded in binary: a centre never leaves the figures that made it.
    values = [source.value for source in sources]
    centre = min(max(centre, min(values)), max(values))
    likely = [
        (source, probability)
        for source, probability in zip(sources, fitted.gross, strict=True)
        if probability > policy.verdicts.gross_above_probability
    ]
    words = "; ".join(
        f"{listed(source.names)} {amount(source.value, unit)} ({probability:.0%})" for source, probability in likely
    )
    return replace(
        judgement,
        estimate=centre,
        center=centre,
        method="robust_mean_of_independent",
        interval=interval,
        gross=tuple((source.voice, probability) for source, probability in likely),
        reason=f"{judgement.reason}; likely gross errors, with little weight: {words}" if likely else judgement.reason,
    )
