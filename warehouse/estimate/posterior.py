"""The posterior of a series: centre, prediction for the next publisher, and the probability of each figure to be a gross error.

Belongs here: the posterior of one series under the law of its class. The law is learned in `spread_law.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from warehouse.estimate.likelihood import Floats, by_number, cores_of
from warehouse.estimate.spread_law import SpreadLaw

# Components that together hold no more than this are left out of quantiles: below the last bit.
_NEGLIGIBLE = 1e-16
_LEAST_WIDTH = 16
_ROUNDS = 60
# Quantiles are found to this part of their value: below the digits that are published.
_CLOSE = 1e-13


@dataclass(frozen=True, slots=True)
class Posterior:
    """What the figures of one series say together.

    Attributes:
        centre: median of the centre's posterior.
        low: lower end of the centre's equal-tailed interval.
        high: its upper end.
        predicted_low: lower end of the interval for the figure of the next independent publisher.
        predicted_high: its upper end.
        spread: standard deviation between publishers, the root of its mean square.
        gross: of each figure in ascending order, the probability that it is a gross error.
    """

    centre: float
    low: float
    high: float
    predicted_low: float
    predicted_high: float
    spread: float
    gross: tuple[float, ...]


def posteriors(
    series: Sequence[Floats], factors: Sequence[Floats], law: SpreadLaw, level: float
) -> tuple[Posterior, ...]:
    """The posterior of every series.

    No figure is left out: one that is likely a gross error has a small say in each component. The prediction interval is
    that of Higgins, Thompson and Spiegelhalter (2009, Journal of the Royal Statistical Society A 172, section 4.2), spread
    and centre integrated out; it is of a sound figure by a publisher of usual reliability.

    Args:
        series: figures of each on the scale of errors, ascending, at least one.
        factors: of each figure, its publisher's variance beside the usual one.
        law: of the class.
        level: probability that either interval is to cover, between 0 and 1.

    Returns:
        One per series, in their order.
    """
    results: list[Posterior | None] = [None] * len(series)
    for places, figures in by_number(series):
        of_these = np.stack([factors[place] for place in places])
        if figures.shape[1] == 1:
            alone = _alone(of_these[:, 0], law, level)
            for place, at, factor in zip(places, figures[:, 0].tolist(), of_these[:, 0].tolist(), strict=True):
                results[place] = _moved(alone[factor], at)
            continue
        for place, posterior in zip(places, _of_series(figures, of_these, law, level), strict=True):
            results[place] = posterior
    return tuple(one for one in results if one is not None)


def _alone(factors: Floats, law: SpreadLaw, level: float) -> dict[float, Posterior]:
    """The posterior of one figure at 0 by its source's factor: single figures differ in nothing else."""
    different = np.unique(factors)
    rows = _of_series(np.zeros((len(different), 1)), different[:, None], law, level)
    return dict(zip(different.tolist(), rows, strict=True))


def _moved(one: Posterior, by: float) -> Posterior:
    return replace(
        one,
        centre=one.centre + by,
        low=one.low + by,
        high=one.high + by,
        predicted_low=one.predicted_low + by,
        predicted_high=one.predicted_high + by,
    )


def _of_series(figures: Floats, factors: Floats, law: SpreadLaw, level: float) -> Sequence[Posterior]:
    """The posteriors of series with equally many figures."""
    cores = cores_of(figures, factors, law.spread, law.gross_share, law.gross_scale)
    weight = _normalised(cores.log_likelihood + np.log(np.maximum(law.probability, 1e-300))[None, :, None])
    shape = (len(weight), -1)
    gross = np.einsum("stc,cf->sf", weight, ~cores.is_sound)
    tail = (1 - level) / 2
    flat = weight.reshape(shape), cores.mean.reshape(shape)
    predicted = (cores.variance + (law.spread**2)[None, :, None]).reshape(shape)
    of_centre = cores.variance.reshape(shape)
    low, centre, high = (quantile(*flat, of_centre, probability) for probability in (tail, 0.5, 1 - tail))
    predicted_low, predicted_high = (quantile(*flat, predicted, probability) for probability in (tail, 1 - tail))
    # Of a lopsided mixture a quantile may move inwards as noise is added: the next figure is never surer than the centre.
    predicted_low, predicted_high = np.minimum(predicted_low, low), np.maximum(predicted_high, high)
    spread = np.sqrt(weight.sum(-1) @ law.spread**2)
    columns = (one.tolist() for one in (centre, low, high, predicted_low, predicted_high, spread))
    rows = zip(*columns, map(tuple, gross.tolist()), strict=True)
    return [Posterior(*row) for row in rows]


def _normalised(log: Floats) -> Floats:
    weight = np.exp(log - log.max(axis=(1, 2), keepdims=True))
    return np.asarray(weight / weight.sum(axis=(1, 2), keepdims=True))


def quantile(weight: Floats, mean: Floats, variance: Floats, probability: float) -> Floats:
    """The quantile of mixtures of normal laws, to 13 digits. Each is what it is alone, to the last bit, whatever mixtures are beside it.

    Args:
        weight: of each component; shape (mixtures, components), rows add up to 1.
        mean: of each component.
        variance: of each component.
        probability: between 0 and 1.

    Returns:
        One per mixture.
    """
    at = np.empty(len(weight))
    for rows, columns in _heavy(weight):
        heavy, their_mean, their_variance = (
            np.take_along_axis(one[rows], columns, axis=1) for one in (weight, mean, variance)
        )
        at[rows] = _quantile(heavy, their_mean, their_variance, probability)
    return at


def _heavy(weight: Floats) -> Iterator[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """Mixtures with about as many components that count: their rows, and of each the columns of these components.

    Sums over a row depend on its length in their last bits. So a row is as long as its own components need, up to the next
    power of two, and filled up with others of its own.
    """
    n = weight.shape[1]
    is_heavy = weight > _NEGLIGIBLE / n
    counts = np.maximum(is_heavy.sum(axis=1), _LEAST_WIDTH)
    widths = np.minimum(2 ** np.ceil(np.log2(counts)).astype(np.intp), n)
    for width in np.unique(widths).tolist():
        rows = np.flatnonzero(widths == width)
        yield rows, np.argsort(~is_heavy[rows], axis=1, kind="stable")[:, :width]


def _quantile(weight: Floats, mean: Floats, variance: Floats, probability: float) -> Floats:
    from scipy.special import ndtr, ndtri

    deviation = np.sqrt(variance)
    of_each = mean + deviation * ndtri(probability)
    low, high = of_each.min(axis=1), of_each.max(axis=1)
    # Newton's step where it stays between the ends and at least halves the step before it, which ends cycles, else a bisection: both
    # ends hold the quantile at any time (`rtsafe`: Press et al. 2007, "Numerical Recipes", section 9.4).
    at = (weight * of_each).sum(1)
    open_ = np.arange(len(at))
    before = high - low
    for _ in range(_ROUNDS):
        z = (at[open_, None] - mean[open_]) / deviation[open_]
        over = (weight[open_] * ndtr(z)).sum(1) - probability
        here = at[open_]
        high[open_] = np.where(over > 0, here, high[open_])
        low[open_] = np.where(over > 0, low[open_], here)
        density = (weight[open_] * np.exp(-0.5 * z * z) / deviation[open_]).sum(1) / np.sqrt(2 * np.pi)
        step = here - over / np.maximum(density, 1e-300)
        close = _CLOSE * np.maximum(np.abs(here), 1)
        # A step of nothing ends at an end of its own: it is the quantile, and no reason to begin anew between the ends.
        is_inside = (step > low[open_]) & (step < high[open_])
        is_newton = (np.abs(step - here) <= close) | (is_inside & (np.abs(step - here) <= before[open_] / 2))
        moved = np.where(is_newton, step, (low[open_] + high[open_]) / 2)
        before[open_] = np.abs(moved - here)
        at[open_] = moved
        open_ = open_[np.abs(moved - here) > close]
        if not len(open_):
            break
    return np.asarray(at)
