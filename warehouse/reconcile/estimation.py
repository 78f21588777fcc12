"""Centre and interval of what counts in an estimate: a robust mean whose scatter is learned from all series of its class.

Belongs here: judged series as arrays, what is fitted over a class, and the estimate that follows. The statistics stand
in `warehouse/fuse`; whether there is an estimate at all is decided in `verdicts.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np
import polars as pl

from warehouse.fuse.claims import Claims, Floats
from warehouse.fuse.location import Centres, centres
from warehouse.fuse.spread import Prior, half_width
from warehouse.policy import Estimation, Policy
from warehouse.reconcile.independence import Source
from warehouse.reconcile.series import Reconciled
from warehouse.reconcile.verdicts import Interval

_DIGITS = 12
_SEVERAL = 2


@dataclass(frozen=True)
class Fit:
    """What all series of a class say of each.

    Attributes:
        prior: of the variance between publishers.
        reliability: weight of a voice beside the usual one, 1; voices that are not named have 1.
        n_series: series that it was learned from; 0 where policy stands in.
    """

    prior: Prior
    reliability: Mapping[str, float]
    n_series: int


def fit(judged: Sequence[Reconciled], policy: Policy) -> Mapping[str, Fit]:
    """Learns prior and reliabilities per metric, from one year of every series with several independent sources.

    Years of one series repeat one deviation along each publisher's path, so only the year with the most sources counts
    (of equal ones the first).

    Args:
        judged: series and years, refusals included: what was refused scatters, too.
        policy: class priors that stand in where a build holds too few series.

    Returns:
        By metric.
    """
    told: defaultdict[str, dict[str, Reconciled]] = defaultdict(dict)
    for item in judged:
        n = len(item.spoken.sources)
        if n < _SEVERAL:
            continue
        best = told[item.place.metric].get(item.series_id)
        if best is None or n > len(best.spoken.sources):
            told[item.place.metric][item.series_id] = item
    return {metric: _fit_of(list(told[metric].values()), metric, policy) for metric in policy.estimation.priors}


def _fit_of(items: Sequence[Reconciled], metric: str, policy: Policy) -> Fit:
    standing_in = policy.estimation.priors[metric]
    unlearned = Fit(Prior(standing_in.spread**2, standing_in.degrees), {}, 0)
    if len(items) < policy.estimation.fit_from_series:
        return unlearned
    is_ratio = policy.verdicts.distances[metric].measure == "ratio"
    claims, at = _arrays([item.spoken.sources for item in items], is_ratio=is_ratio)
    found = centres(claims, at, np.ones(len(at)))
    if found.prior is None:
        return unlearned
    return Fit(found.prior, dict(zip(claims.sources.to_list(), found.reliability.tolist(), strict=True)), len(items))


def estimated(judged: Sequence[Reconciled], fits: Mapping[str, Fit], policy: Policy) -> tuple[Reconciled, ...]:
    """Gives every series and year that has an estimate its centre and interval.

    One source keeps its own figure; its interval is what its class says of publishers that stand alone. Several give the
    robust mean of those that count, on the logarithmic scale where distances are ratios.

    Args:
        judged: series and years with their verdicts.
        fits: of `fit`.
        policy: level and measures.

    Returns:
        The same, in their order, estimates and intervals set; refusals unchanged.
    """
    done: dict[str, Reconciled] = {}
    by_metric: defaultdict[str, list[Reconciled]] = defaultdict(list)
    for item in judged:
        if item.judgement.estimate is not None:
            by_metric[item.place.metric].append(item)
    for metric, items in by_metric.items():
        is_ratio = policy.verdicts.distances[metric].measure == "ratio"
        counted = [_counted(item) for item in items]
        claims, at = _arrays(counted, is_ratio=is_ratio)
        known = fits[metric]
        reliability = np.array([known.reliability.get(voice, 1.0) for voice in claims.sources])
        found = centres(claims, at, np.ones(len(at)), known.prior, reliability)
        for item, sources, row in zip(items, counted, _rows(found, is_ratio, policy.estimation), strict=True):
            done[item.estimate_id] = _with(item, sources, row, policy.estimation.level)
    return tuple(done.get(item.estimate_id, item) for item in judged)


def _counted(item: Reconciled) -> tuple[Source, ...]:
    return tuple(source for source in item.spoken.sources if source.voice not in item.judgement.outliers)


def _rows(found: Centres, is_ratio: bool, policy: Estimation) -> Iterable[tuple[float, float, float]]:
    half = half_width(found.variance, found.degrees, policy.level)
    ends = (found.centre, found.centre - half, found.centre + half)
    back = tuple(np.exp(end) if is_ratio else end for end in ends)
    return zip(*(end.tolist() for end in back), strict=True)


def _with(item: Reconciled, sources: Sequence[Source], row: tuple[float, float, float], level: float) -> Reconciled:
    judgement = item.judgement
    centre, low, high = (_decimal(number) for number in row)
    interval = Interval(low, high, level, sum(1 for _ in sources))
    if len(sources) < _SEVERAL:
        return replace(item, judgement=replace(judgement, interval=interval))
    # Bounding rounds in binary: a centre never leaves the figures that made it.
    values = [source.value for source in sources]
    centre = min(max(centre, min(values)), max(values))
    return replace(
        item,
        judgement=replace(
            judgement, estimate=centre, center=centre, method="robust_mean_of_independent", interval=interval
        ),
    )


def _decimal(number: float) -> Decimal:
    return Decimal(f"{number:.{_DIGITS}g}")


def _arrays(sources: Sequence[Sequence[Source]], *, is_ratio: bool) -> tuple[Claims, Floats]:
    """Sources of items as claims: one item after the other, values ascending, voices by their first publisher group."""
    voices = sorted({_voice(source) for own in sources for source in own})
    place = {voice: number for number, voice in enumerate(voices)}
    rows = [
        (number, float(source.value), place[_voice(source)])
        for number, own in enumerate(sources)
        for source in sorted(own, key=lambda source: (source.value, _voice(source)))
    ]
    value = np.array([row[1] for row in rows], dtype=np.float64)
    claims = Claims(
        value=value,
        item=np.array([row[0] for row in rows], dtype=np.int64),
        source=np.array([row[2] for row in rows], dtype=np.int64),
        attribute=np.zeros(len(sources), dtype=np.int64),
        sources=pl.Series(voices, dtype=pl.String),
        attributes=pl.Series(["class"]),
        objects=pl.Series([str(number) for number in range(len(sources))], dtype=pl.String),
    )
    return claims, np.log(value) if is_ratio else value


def _voice(source: Source) -> str:
    return min(figure.publisher_group for figure in source.figures)
