"""Where the centre of a series lies and what the next independent publisher would say, with the probability of each figure to be a gross error.

Belongs here: the posterior of one series under the law of its class. The law is learned in `spread_law.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from warehouse.estimate.cores import Cores, Floats, by_number, cores_of
from warehouse.estimate.spread_law import SpreadLaw

# Components that together hold no more than this are left out of quantiles.
_NEGLIGIBLE = 1e-9
_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Posterior:
    """What the figures of one series tell.

    Attributes:
        centre: mean of the centre's posterior.
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
    found: list[Posterior | None] = [None] * len(series)
    log_probability = np.log(np.maximum(law.probability, 1e-300))[None, :, None]
    for places, figures in by_number(series):
        of_these = np.stack([factors[place] for place in places])
        cores = cores_of(figures, of_these, law.spread, law.gross_share, law.gross_scale)
        weight = _normalised(cores.log_likelihood + log_probability)
        for row, posterior in enumerate(_of_series(cores, weight, law, level)):
            found[places[row]] = posterior
    return tuple(one for one in found if one is not None)


def _of_series(cores: Cores, weight: Floats, law: SpreadLaw, level: float) -> Sequence[Posterior]:
    shape = (len(weight), -1)
    gross = np.einsum("stc,cf->sf", weight, ~cores.is_sound)
    centre = (weight * cores.mean).reshape(shape).sum(1)
    tail = (1 - level) / 2
    flat = weight.reshape(shape), cores.mean.reshape(shape)
    predicted = (cores.variance + (law.spread**2)[None, :, None]).reshape(shape)
    low, high, predicted_low, predicted_high = (
        quantile(*flat, variance, probability)
        for variance in (cores.variance.reshape(shape), predicted)
        for probability in (tail, 1 - tail)
    )
    spread = np.sqrt(weight.sum(-1) @ law.spread**2)
    columns = (one.tolist() for one in (centre, low, high, predicted_low, predicted_high, spread))
    rows = zip(*columns, map(tuple, gross.tolist()), strict=True)
    return [Posterior(*row) for row in rows]


def _normalised(log: Floats) -> Floats:
    weight = np.exp(log - log.max(axis=(1, 2), keepdims=True))
    return np.asarray(weight / weight.sum(axis=(1, 2), keepdims=True))


def quantile(weight: Floats, mean: Floats, variance: Floats, probability: float) -> Floats:
    """The quantile of mixtures of normal laws, to the last digits of a double.

    Args:
        weight: of each component; shape (mixtures, components), rows add up to 1.
        mean: of each component.
        variance: of each component.
        probability: between 0 and 1.

    Returns:
        One per mixture.
    """
    from scipy.special import ndtr, ndtri

    heavy = weight.max(axis=0) > _NEGLIGIBLE / weight.shape[1]
    weight, mean, deviation = weight[:, heavy], mean[:, heavy], np.sqrt(variance[:, heavy])
    of_each = mean + deviation * ndtri(probability)
    low, high = of_each.min(axis=1), of_each.max(axis=1)
    # Newton's step where it stays between the ends, else a bisection: both ends hold the quantile at any time.
    at = (weight * of_each).sum(1)
    for _ in range(_ROUNDS):
        z = (at[:, None] - mean) / deviation
        over = (weight * ndtr(z)).sum(1) - probability
        high, low = np.where(over > 0, at, high), np.where(over > 0, low, at)
        density = (weight * np.exp(-0.5 * z * z) / deviation).sum(1) / np.sqrt(2 * np.pi)
        step = at - over / np.maximum(density, 1e-300)
        moved = np.where((step > low) & (step < high), step, (low + high) / 2)
        if np.all(np.abs(moved - at) <= 1e-15 * np.maximum(np.abs(at), 1)):
            return np.asarray(moved)
        at = moved
    return np.asarray(at)
