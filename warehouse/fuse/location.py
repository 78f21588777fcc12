"""The centre of items whose figures scatter: a robust mean by reliability, with its standard error.

Belongs here: the iteration between centres, the scatter of items and the reliability of sources.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warehouse.fuse.claims import Claims, Floats
from warehouse.fuse.medians import weighted_median
from warehouse.fuse.spread import Prior, prior_of, shrunk

ROUNDS = 6
# Deviations beyond so many standard deviations pull no harder (Huber 1964).
HUBER = 1.5
# ... and beyond so many count no more towards the scatter.
BOUND = 2.0
# A source's reliability starts from so many deviations like everybody's.
SOURCE_DEVIATIONS = 15.0
# A source counts at most so many times as much as the usual one, and no less than that part of it.
MOST_RELIABLE = 8.0


def _bounded_square(k: Floats) -> Floats:
    """E min(z², k²) of a standard normal z: what bounding at k leaves of a variance."""
    from scipy.special import ndtr

    density = np.exp(-k * k / 2) / np.sqrt(2 * np.pi)
    return np.asarray((2 * ndtr(k) - 1) - 2 * k * density + 2 * k * k * (1 - ndtr(k)))


def _efficiency() -> float:
    """What bounding the pull takes from the centre of clean figures (Huber 1964, eq. 2.4)."""
    from scipy.special import ndtr

    return float((2 * ndtr(HUBER) - 1) ** 2 / _bounded_square(np.array(HUBER)))


@dataclass(frozen=True)
class Centres:
    """Centres of items.

    Attributes:
        centre: of each item, on the scale of errors.
        variance: squared standard error of each.
        degrees: degrees of freedom behind it.
        reliability: of each source, its weight beside the usual source's, 1.
        voices: of each item, its effective number of independent figures.
        prior: of the items' variances where there is one attribute; None where it was not told or there are several.
    """

    centre: Floats
    variance: Floats
    degrees: Floats
    reliability: Floats
    voices: Floats
    prior: Prior | None


def centres(
    claims: Claims, at: Floats, share: Floats, prior: Prior | None = None, reliability: Floats | None = None
) -> Centres:
    """Estimates centres.

    A figure's variance is its item's times its source's factor. Item variances are shrunk to the prior of their
    attribute, source factors to 1; both are fitted on residuals that are corrected for the figure's own pull.

    Args:
        claims: the claims.
        at: their values on the scale of errors.
        share: how much of one voice each claim is; 0 leaves it out.
        prior: of the items' variances, where it is known already; None fits one per attribute.
        reliability: of each source, where it is known already; None learns it.

    Returns:
        The centres, with what their intervals need.
    """
    item, start = claims.item, claims.start
    of_attribute = claims.attribute
    voices = np.add.reduceat(share, start)
    degrees = np.maximum(voices - 1, 0.0)
    # A figure's deviation from a centre that it helped to make is smaller than from the truth, and so is less bounded.
    within_bound = _bounded_square(BOUND / np.sqrt(np.maximum(1 - 1 / np.maximum(voices, 1.0), 0.05)))
    centre = weighted_median(claims, at, share)
    factor = np.ones(len(claims.sources)) if reliability is None else 1 / reliability
    # The start is the usual variance of the attribute: one gross error must not set the bound that is to hold it.
    shrunk_variance = _usual(claims, at - centre[item], share, degrees, prior)
    total_degrees = degrees
    for _ in range(ROUNDS):
        residual = at - centre[item]
        weight = share / factor[claims.source]
        sum_weight = np.add.reduceat(weight, start)
        limit = BOUND**2 * shrunk_variance[item] * factor[claims.source]
        bounded = np.minimum(residual**2, limit)
        with np.errstate(divide="ignore", invalid="ignore"):
            variance = np.where(degrees > 0, np.add.reduceat(weight * bounded, start) / degrees, 0.0)
        variance /= within_bound
        shrunk_variance, total_degrees = _shrink(variance, degrees, of_attribute, len(claims.attributes), prior)
        spread = shrunk_variance[item] * factor[claims.source]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            reined = np.minimum(1.0, HUBER * np.sqrt(spread) / np.abs(residual))
        pull = weight * np.where(np.isfinite(reined), reined, 1.0)
        total = np.add.reduceat(pull, start)
        centre = np.add.reduceat(pull * at, start) / np.maximum(total, 1e-300)
        if reliability is None:
            leverage = weight / np.maximum(sum_weight[item], 1e-300)
            factor = _factors(claims, at - centre[item], shrunk_variance, factor, leverage)
    standard = (
        shrunk_variance / _efficiency() / np.maximum(np.add.reduceat(share / factor[claims.source], start), 1e-300)
    )
    n_attributes = len(claims.attributes)
    found = prior_of(variance, degrees) if prior is None and n_attributes == 1 else prior
    return Centres(centre, standard, total_degrees, 1 / factor, voices, found)


def _usual(claims: Claims, residual: Floats, share: Floats, degrees: Floats, prior: Prior | None) -> Floats:
    """For each item, the scale of its attribute's variances."""
    with np.errstate(divide="ignore", invalid="ignore"):
        raw = np.where(degrees > 0, np.add.reduceat(share * residual**2, claims.start) / degrees, 0.0)
    usual = np.zeros(len(raw))
    for one in range(len(claims.attributes)):
        members = claims.attribute == one
        usual[members] = (prior or prior_of(raw[members], degrees[members]) or _without_evidence(raw[members])).variance
    return usual


def _shrink(variance: Floats, degrees: Floats, group: np.ndarray, n: int, prior: Prior | None) -> tuple[Floats, Floats]:
    result, total = np.zeros(len(variance)), np.zeros(len(variance))
    for one in range(n):
        members = group == one if n > 1 else slice(None)
        found = prior or prior_of(variance[members], degrees[members]) or _without_evidence(variance[members])
        result[members], total[members] = shrunk(variance[members], degrees[members], found)
    return result, total


def _without_evidence(variance: Floats) -> Prior:
    """Where too few items tell how figures scatter, the few that do stand for all, with one degree of freedom."""
    told = variance[variance > 0]
    return Prior(float(np.median(told)) if len(told) else 1e-12, 1.0)


def _factors(claims: Claims, residual: Floats, variance: Floats, factor: Floats, leverage: Floats) -> Floats:
    """Each source's squared deviations beside those expected of it, shrunk, in the mean 1."""
    n = len(factor)
    tells_nothing = (leverage <= 0) | (leverage >= 1)  # left out, or alone on its item
    squared = residual**2 / np.repeat(np.maximum(variance, 1e-300), claims.size)
    squared = np.minimum(squared, (HUBER**2 * factor)[claims.source])
    squared[tells_nothing] = 0.0
    rest = 1 - leverage
    rest[tells_nothing] = 0.0
    seen = np.bincount(claims.source, squared, n)
    tried = np.bincount(claims.source, rest, n)
    usual = seen.sum() / max(tried.sum(), 1e-300)
    if usual <= 0:  # nobody was tested, or nobody ever differed
        return np.ones(n)
    found = (seen + SOURCE_DEVIATIONS * usual) / (tried + SOURCE_DEVIATIONS) / max(usual, 1e-300)
    return np.asarray(np.clip(found, 1 / MOST_RELIABLE, MOST_RELIABLE))
