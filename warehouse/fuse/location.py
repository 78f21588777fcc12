"""The centre of items whose figures scatter: a robust mean by reliability, with its standard error.

Belongs here: the iteration between centres, the scatter of items and the reliability of sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats, Ints
from warehouse.fuse.medians import weighted_median
from warehouse.fuse.parts import Part, each, joined, parts_of
from warehouse.fuse.spread import Degrees, Prior, prior_of, shrunk

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
    """

    centre: Floats
    variance: Floats
    degrees: Floats
    reliability: Floats


def centres(claims: Claims, at: Floats, share: Floats, unbounded: Flags | None = None) -> Centres:
    """Estimates centres.

    A figure's variance is its item's times its source's factor. Item variances are shrunk to the prior of their
    attribute, source factors to 1; both are fitted on residuals that are corrected for the figure's own pull.

    Args:
        claims: the claims.
        at: their values on the scale of errors.
        share: how much of one voice each claim is; 0 leaves it out.
        unbounded: attributes whose deviations pull as hard as they are, because no figure can be a gross error; None for
            none.

    Returns:
        The centres, with what their intervals need.
    """
    voices = np.add.reduceat(share, claims.start)
    degrees = Degrees.of(np.maximum(voices - 1, 0.0))
    # A figure's deviation from a centre that it helped to make is smaller than from the truth, and so is less bounded.
    within_bound = _bounded_square(BOUND / np.sqrt(np.maximum(1 - 1 / np.maximum(voices, 1.0), 0.05)))
    parts = [_Figures.of(claims, part, at, share) for part in parts_of(claims)]
    centre = joined(each(_Figures.median, parts))
    bounds = np.full(len(claims.start), HUBER)
    if unbounded is not None:
        bounds[unbounded[claims.attribute]] = np.inf
    factor = np.ones(len(claims.sources))
    # The start is the usual variance of the attribute: one gross error must not set the bound that is to hold it.
    raw = _per_degree(each(partial(_Figures.squares, centre=centre), parts), degrees)
    usual = np.zeros(len(raw))
    for members in claims.classes:
        usual[members] = _prior(raw[members], degrees[members]).variance
    shrunk_variance, total_degrees = usual, degrees.number
    for _ in range(ROUNDS):
        bounded = each(partial(_Figures.bounded_squares, centre=centre, variance=shrunk_variance, factor=factor), parts)
        variance = _per_degree(bounded, degrees) / within_bound
        shrunk_variance, total_degrees = _shrink(variance, degrees, claims.classes)
        moved = partial(_Figures.moved, centre=centre, variance=shrunk_variance, factor=factor, bounds=bounds)
        centre, seen, tried = _moved(parts, each(moved, parts), len(claims.sources))
        factor = _factors(seen, tried)
    weighed = np.maximum(joined(each(partial(_Figures.weighed, factor=factor), parts)), 1e-300)
    return Centres(centre, shrunk_variance / _efficiency() / weighed, total_degrees, 1 / factor)


@dataclass(frozen=True, slots=True)
class _Figures:
    """The figures of some items, small enough to stay in the cache while they are worked on.

    Attributes:
        part: which.
        source: source of each.
        at: their values on the scale of errors.
        share: how much of one voice each is.
    """

    part: Part
    source: Ints
    at: Floats
    share: Floats

    @classmethod
    def of(cls, claims: Claims, part: Part, at: Floats, share: Floats) -> _Figures:
        """The figures of a part."""
        return cls(part, claims.source[part.within], at[part.within], share[part.within])

    def median(self) -> Floats:
        """Median of each item."""
        return weighted_median(self.part, self.at, self.share)

    def squares(self, centre: Floats) -> Floats:
        """Sum of squared deviations of each item."""
        return self.part.sums(self.share * self._residual(centre[self.part.items]) ** 2)

    def bounded_squares(self, centre: Floats, variance: Floats, factor: Floats) -> Floats:
        """The same, weighed by reliability, none counted beyond the bound."""
        part, of_source = self.part, factor[self.source]
        limit = part.beside(BOUND**2 * variance[part.items]) * of_source
        bounded = np.minimum(self._residual(centre[part.items]) ** 2, limit)
        return part.sums(self.share / of_source * bounded)

    def moved(self, centre: Floats, variance: Floats, factor: Floats, bounds: Floats) -> tuple[Floats, Floats, Floats]:
        """New centre of each item; of each figure its squared deviation in units of its item's variance, and how much
        of that is expected: what is not the figure's own pull on the centre.
        """
        part, of_source = self.part, factor[self.source]
        weight = self.share / of_source
        item_variance = part.beside(variance[part.items])
        standard = part.beside(bounds[part.items])
        with np.errstate(invalid="ignore"):
            bound = standard * np.sqrt(item_variance * of_source)
            reined = bound / np.maximum(bound, np.abs(self._residual(centre[part.items])))
        np.copyto(reined, 1.0, where=np.isnan(reined))  # nothing off by nothing, and a bound without end
        pull = weight * reined
        new = part.sums(pull * self.at) / np.maximum(part.sums(pull), 1e-300)
        leverage = weight / part.beside(np.maximum(part.sums(weight), 1e-300))
        squared = self._residual(new) ** 2 / np.maximum(item_variance, 1e-300)
        uninformative = (leverage <= 0) | (leverage >= 1)  # left out, or alone on its item
        squared[uninformative], leverage[uninformative] = 0.0, 1.0
        return new, np.minimum(squared, standard**2 * of_source), 1 - leverage

    def weighed(self, factor: Floats) -> Floats:
        """Sum of weights of each item."""
        return self.part.sums(self.share / factor[self.source])

    def _residual(self, centre: Floats) -> Floats:
        return self.at - self.part.beside(centre)


def _per_degree(sums: Iterable[Floats], degrees: Degrees) -> Floats:
    """Sums of parts per degree of freedom, 0 where there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(degrees.number > 0, joined(sums) / degrees.number, 0.0)


def _shrink(variance: Floats, degrees: Degrees, classes: Sequence[slice]) -> tuple[Floats, Floats]:
    """Variances drawn towards the prior of their attribute, and their degrees of freedom."""
    result, total = np.zeros(len(variance)), np.zeros(len(variance))
    for members in classes:
        prior = _prior(variance[members], degrees[members])
        result[members], total[members] = shrunk(variance[members], degrees.number[members], prior)
    return result, total


def _prior(variance: Floats, degrees: Degrees) -> Prior:
    """The prior of a class. Where too few items tell how figures scatter, those that do stand for all."""
    prior = prior_of(variance, degrees)
    if prior is not None:
        return prior
    positive = variance[variance > 0]
    return Prior(float(np.median(positive)) if len(positive) else 1e-12, 1.0)


def _moved(
    parts: Sequence[_Figures], results: Iterable[tuple[Floats, Floats, Floats]], n_sources: int
) -> tuple[Floats, Floats, Floats]:
    """All new centres, and of each source its squared deviations and those expected, added up in the order of claims."""
    centre, seen, tried = [], np.zeros(n_sources), np.zeros(n_sources)
    for part, (new, squared, expected) in zip(parts, results, strict=True):
        centre.append(new)
        np.add.at(seen, part.source, squared)
        np.add.at(tried, part.source, expected)
    return joined(centre), seen, tried


def _factors(seen: Floats, tried: Floats) -> Floats:
    """Each source's squared deviations beside those expected of it, shrunk, in the mean 1."""
    usual = seen.sum() / max(tried.sum(), 1e-300)
    if usual <= 0:  # nobody was tested, or nobody ever differed
        return np.ones(len(seen))
    factors = (seen + SOURCE_DEVIATIONS * usual) / (tried + SOURCE_DEVIATIONS) / max(usual, 1e-300)
    return np.asarray(np.clip(factors, 1 / MOST_RELIABLE, MOST_RELIABLE))
