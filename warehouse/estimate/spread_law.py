"""The prior of the spread between publishers, learned from all series of a class.

Belongs here: empirical Bayes over the hyperparameters. What follows for one series is in `posterior.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from warehouse.estimate.likelihood import Floats, by_number, cores_of

# The grid of spreads, from this factor of the usual spread of the class to that one. The lower end is the floor under the
# spread: agreement to the last digit is a sign of copying, not of precision.
LOWEST, HIGHEST, N_SPREADS = 1 / 16, 8.0, 25
# This part of the series lies anywhere below the median, evenly on the logarithmic scale: some publishers agree far more
# closely than the usual ones, and one that is far off beside them is a gross error and no sign of a wide spread.
CLOSE_SHARE = 0.1
# Series that a law is learned from at most, the first ones: it bounds the time. Ids of series are hashes, so the first ones in the
# order of their ids are a random sample, and one series more replaces one of the sample at most.
MOST_SERIES = 400
# The grid of what a law may be, in logarithms beside the guess: of its median, its deviation and its gross share.
_MEDIANS = np.linspace(-1.5, 1.5, 31)
_DEVIATIONS = np.linspace(-0.6, 1.0, 9)
_GROSS_SHARES = np.linspace(-2.1, 2.1, 7)
# How sure the guess is: standard deviations of the logarithms of median, width and gross share around it.
_SURE = np.array([0.25, 0.3, 0.8])
# A class is known to these steps of the same logarithms, and how sure that is to halvings of `_SURE`, at most so many: a narrower law
# would fall between two points of the grid. A step is small beside what a class of ordinary size leaves open, and one report more
# seldom moves one (docs/decisions/0039).
_STEPS = np.array([0.1, 0.1, 0.2])
_HALVINGS = np.array([2, 1, 1])


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
    The posterior is taken as normal, and rounded: see `_rounded`.

    Args:
        series: figures of each series on the scale of errors, ascending, in the order of their ids; those with one figure give no
            information.
        factors: of each figure, its publisher's variance beside the usual one.
        guess: the class before it is seen.

    Returns:
        The law.
    """
    spread = guess.spread * np.geomspace(LOWEST, HIGHEST, N_SPREADS)
    telling = [place for place, figures in enumerate(series) if len(figures) > 1][:MOST_SERIES]
    chosen, chosen_factors = [series[place] for place in telling], [factors[place] for place in telling]
    laws = np.array(
        [
            _log_normal(spread, guess.spread * np.exp(median), guess.log_deviation * np.exp(deviation))
            for median, deviation in product(_MEDIANS, _DEVIATIONS)
        ]
    )
    shares = guess.gross_share * np.exp(_GROSS_SHARES)
    log_likelihood = np.stack(
        [
            np.log(laws @ _likelihoods(chosen, chosen_factors, spread, share, guess.gross_scale).T).sum(axis=1)
            for share in shares
        ],
        axis=1,
    )
    points = np.array(list(product(_MEDIANS, _DEVIATIONS, _GROSS_SHARES)))
    score = log_likelihood.ravel() - 0.5 * ((points / _SURE) ** 2).sum(axis=1)
    weight = _rounded(points, score).reshape(log_likelihood.shape)
    return SpreadLaw(spread, weight.sum(axis=1) @ laws, float(weight.sum(axis=0) @ shares), guess.gross_scale)


def _rounded(points: Floats, score: Floats) -> Floats:
    """The normal law with the posterior's moments, rounded: its mean to `_STEPS`, its deviations to halvings of `_SURE`.

    The normal law stands for the posterior as in variational inference with inclusive divergence, which matches moments (Minka
    2001, "Expectation propagation for approximate Bayesian inference"); correlations are left out.

    Args:
        points: logarithms of median, width and gross share beside the guess; shape (points, 3).
        score: log posterior of each, up to a constant.

    Returns:
        The weight of each point; they add up to 1.
    """
    posterior = _normalised(score)
    mean = posterior @ points
    deviation = np.sqrt(posterior @ (points - mean) ** 2)
    halvings = np.clip(np.round(np.log2(_SURE / np.maximum(deviation, 1e-9))), 0, _HALVINGS)
    off = (points - _STEPS * np.round(mean / _STEPS)) / (_SURE / 2**halvings)
    return _normalised(-0.5 * (off**2).sum(axis=1))


def _normalised(score: Floats) -> Floats:
    weight = np.exp(score - score.max())
    return np.asarray(weight / weight.sum())


def _log_normal(spread: Floats, median: float, deviation: float) -> Floats:
    """Probabilities of the grid's spreads, even in logarithms: a log-normal law, and below its median a flat part."""
    density = np.exp(-0.5 * (np.log(spread / median) / deviation) ** 2)
    below = (spread <= median).astype(np.float64)
    return np.asarray((1 - CLOSE_SHARE) * density / density.sum() + CLOSE_SHARE * below / max(below.sum(), 1.0))


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
