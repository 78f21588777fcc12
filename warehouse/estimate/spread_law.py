"""The prior of the spread between publishers, learned from all series of a class.

Belongs here: empirical Bayes over the hyperparameters. What follows for one series is in `posterior.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import log

import numpy as np

from warehouse.estimate.likelihood import Floats, by_number, cores_of

# The grid of spreads, from this factor of the usual spread of the class to that one. The lower end is the floor under the
# spread: agreement to the last digit is a sign of copying, not of precision.
LOWEST, HIGHEST, N_SPREADS = 1 / 16, 8.0, 25
# This part of the series lies anywhere below the median, evenly on the logarithmic scale: some publishers agree far more
# closely than the usual ones, and one that is far off beside them is a gross error and no sign of a wide spread.
CLOSE_SHARE = 0.1
# Series that a law is learned from at most, evenly spaced: it bounds the time.
MOST_SERIES = 400
_CENTRES = np.linspace(-1.5, 1.5, 13)
_WIDTHS = (0.2, 0.35, 0.5, 0.65, 0.8, 1.0)
# How sure the guess is: standard deviations of the logarithms of median, width and gross share around it.
_SURE = (0.25, 0.3, 0.8)
_GROSS_SHARES = (0.003, 0.01, 0.02, 0.04, 0.08, 0.15)


@dataclass(frozen=True, slots=True)
class SpreadGuess:
    """What is taken for a class before its series are seen.

    Attributes:
        spread: median standard deviation between publishers, on the scale of errors.
        log_deviation: standard deviation of the logarithm of the spread from series to series.
        gross_share: probability that a figure is a gross error.
        gross_scale: standard deviation of gross errors, on the scale of errors.
    """

    spread: float
    log_deviation: float
    gross_share: float
    gross_scale: float


@dataclass(frozen=True)
class SpreadLaw:
    """What a class says of the spread of a series that is not known.

    Attributes:
        spread: grid of standard deviations, ascending.
        probability: of each; they add up to 1.
        gross_share: probability that a figure is a gross error.
        gross_scale: standard deviation of gross errors.
    """

    spread: Floats
    probability: Floats
    gross_share: float
    gross_scale: float

    @property
    def usual(self) -> float:
        """The median spread, read off the grid."""
        reached = np.cumsum(self.probability) - self.probability / 2
        return float(np.exp(np.interp(0.5, reached, np.log(self.spread))))


def spread_law(series: Sequence[Floats], factors: Sequence[Floats], guess: SpreadGuess) -> SpreadLaw:
    """Learns the law of a class.

    The logarithm of the spread is normal from series to series. Its mean, its deviation and the share of gross errors have
    priors around the guess; the law is their posterior mean, so a class with few series moves a little and one with many is
    estimated from its series (data-based heterogeneity priors: Turner et al. 2012, International Journal of Epidemiology 41).

    Args:
        series: figures of each series on the scale of errors, ascending; those with one figure give no information.
        factors: of each figure, its publisher's variance beside the usual one.
        guess: the class before it is seen.

    Returns:
        The law.
    """
    spread = guess.spread * np.geomspace(LOWEST, HIGHEST, N_SPREADS)
    telling = [place for place, figures in enumerate(series) if len(figures) > 1]
    telling = telling[:: max(1, -(-len(telling) // MOST_SERIES))]
    chosen = [series[place] for place in telling]
    chosen_factors = [factors[place] for place in telling]
    hyper = list(product(_CENTRES, _WIDTHS, _GROSS_SHARES))
    laws = {(m, w): _log_normal(spread, guess.spread * np.exp(m), w) for m, w in product(_CENTRES, _WIDTHS)}
    seen = {share: _likelihoods(chosen, chosen_factors, spread, share, guess.gross_scale) for share in _GROSS_SHARES}
    score = np.array(
        [
            _hyperprior(float(m), w, share, guess) + float(np.log(seen[share] @ laws[m, w]).sum())
            for m, w, share in hyper
        ]
    )
    weight = np.exp(score - score.max())
    weight /= weight.sum()
    probability = sum(
        (one * laws[m, w] for one, (m, w, _) in zip(weight, hyper, strict=True)), start=np.zeros(len(spread))
    )
    gross_share = float(sum(one * share for one, (_, _, share) in zip(weight, hyper, strict=True)))
    return SpreadLaw(spread, probability / probability.sum(), gross_share, guess.gross_scale)


def _log_normal(spread: Floats, median: float, deviation: float) -> Floats:
    """Probabilities of the grid's spreads, even in logarithms: a log-normal law, and below its median a flat part."""
    density = np.exp(-0.5 * (np.log(spread / median) / deviation) ** 2)
    below = (spread <= median).astype(np.float64)
    return np.asarray((1 - CLOSE_SHARE) * density / density.sum() + CLOSE_SHARE * below / max(below.sum(), 1.0))


def _hyperprior(centre: float, width: float, share: float, guess: SpreadGuess) -> float:
    """Log density of a class's median, width and gross share: log-normal around the guess (`_SURE`)."""
    off = centre / _SURE[0], log(width / guess.log_deviation) / _SURE[1], log(share / guess.gross_share) / _SURE[2]
    return -0.5 * sum(one**2 for one in off)


def _likelihoods(
    series: Sequence[Floats], factors: Sequence[Floats], spread: Floats, share: float, scale: float
) -> Floats:
    """Likelihood of every spread, centre and cores summed out; shape (series, spreads), the largest of each row 1."""
    likelihoods = np.zeros((len(series), len(spread)))
    for places, figures in by_number(series):
        of_these = np.stack([factors[place] for place in places])
        log = cores_of(figures, of_these, spread, share, scale).log_likelihood
        top = log.max(axis=(1, 2), keepdims=True)
        # Rows keep their scale across shares: only constants of the number of figures are left out.
        likelihoods[places] = np.exp(log - top).sum(-1) * np.exp(top[:, :, 0])
    return likelihoods
