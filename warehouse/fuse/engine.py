"""Claims in, values with intervals and source weights out: scale and kind of estimator chosen per attribute.

Belongs here: the order of the steps. Each step has a module of its own; reading and writing files is the program's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from warehouse.fuse.ballots import ballots_of
from warehouse.fuse.claims import Claims, Flags, Floats
from warehouse.fuse.copies import independent_shares
from warehouse.fuse.copy_detection import Copying, voices
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.kinds import kinds_of
from warehouse.fuse.location import centres
from warehouse.fuse.mass_points import on_short_scales
from warehouse.fuse.parts import Part, each, joined, parts_of
from warehouse.fuse.scale import logarithmic, off_scale, on_scale
from warehouse.fuse.slips import without_slips
from warehouse.fuse.spread import half_width
from warehouse.fuse.voting import credible_range, poll

DEFAULT_LEVEL = 0.9
# A claim counts as at most so many item standard deviations off when a source's record is told.
_FARTHEST = 10.0
# A source whose claims all hit would have an endless weight.
_NEAREST = 0.1


@dataclass(frozen=True, slots=True)
class Fused:
    """The result.

    Attributes:
        values: object, attribute, value, lo, hi; one row per item, ordered by attribute and object.
        weights: source, weight (higher is better: the inverse of its mean distance from the values, in standard
            deviations of the items), ordered by source.
    """

    values: pl.DataFrame
    weights: pl.DataFrame


def fuse(frame: pl.DataFrame, level: float = DEFAULT_LEVEL) -> Fused:
    """Fuses claims of many sources on many items.

    Args:
        frame: source, object, attribute, num; one row per claim, in any order.
        level: probability that an interval is to cover the truth, between 0 and 1.

    Returns:
        The value of every item with its interval, and what the sources' records are worth. The order of rows changes
        nothing. An interval covers the centre of independent sources; what all sources get wrong together it cannot
        know.

    Raises:
        ClaimsError: a column is missing or no number.
        ValueError: the level is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; it must lie between 0 and 1")
    claims = claims_of(frame)
    del frame  # its memory is needed
    if not len(claims.value):
        return _result(claims, *(np.zeros(0) for _ in range(3)))
    is_log = logarithmic(claims)
    at = on_scale(claims, is_log)
    kinds = kinds_of(claims, at)
    value, low, high = (np.zeros(len(claims.start)) for _ in range(3))
    voted = kinds.repeats[claims.attribute]
    if voted.any():
        repeated = claims if voted.all() else claims.of(kinds.repeats)
        value[voted], low[voted], high[voted] = _most_credible(repeated, at[voted[claims.item]], kinds.copying, level)
    if not voted.any():
        value, low, high = _centre(claims, at, is_log, level)
    elif not voted.all():
        others = ~voted
        centre = _centre(claims.of(~kinds.repeats), at[others[claims.item]], is_log, level)
        value[others], low[others], high[others] = centre
    return _result(claims, value, low, high)


def _most_credible(claims: Claims, at: Floats, copying: Copying, level: float) -> tuple[Floats, Floats, Floats]:
    ballots = ballots_of(claims, at, voices(claims, copying))
    outcome = poll(ballots)
    return outcome.value, *credible_range(ballots, outcome.posterior, level)


def _centre(claims: Claims, at: Floats, is_log: Flags, level: float) -> tuple[Floats, Floats, Floats]:
    share = without_slips(claims, at, is_log, independent_shares(claims, at))
    fitted = centres(claims, at, share, unbounded=on_short_scales(claims) & ~is_log)
    half = half_width(fitted.variance, fitted.degrees, level)
    of_log = is_log[claims.attribute]
    low, high = (off_scale(fitted.centre + sign * half, of_log) for sign in (-1, 1))
    return off_scale(fitted.centre, of_log), low, high


def _result(claims: Claims, value: Floats, low: Floats, high: Floats) -> Fused:
    values = pl.DataFrame(
        {
            "object": claims.objects,
            "attribute": claims.attributes.gather(claims.attribute),
            "value": value,
            "lo": low,
            "hi": high,
        }
    )
    weights = pl.DataFrame({"source": claims.sources, "weight": _closeness(claims, value)})
    return Fused(values, weights)


def _closeness(claims: Claims, value: Floats) -> Floats:
    """The inverse of each source's mean distance from the values, in standard deviations of the items.

    Items without any spread take the median one of their attribute (as the normaliser of Li et al., SIGMOD 2014).
    """
    n = len(claims.sources)
    if not len(value):
        return np.zeros(n)
    parts = parts_of(claims)
    spread = joined(each(lambda part: _spread(part, claims.value[part.within]), parts))
    unit = spread.copy()
    for items in claims.classes:
        known = spread[items] > 0
        unit[items][~known] = float(np.median(spread[items][known])) if known.any() else 1.0

    def off(part: Part) -> Floats:
        distance = np.abs(claims.value[part.within] - part.beside(value[part.items]))
        return np.minimum(distance / part.beside(unit[part.items]), _FARTHEST)

    n_claims = np.maximum(np.bincount(claims.source, minlength=n), 1)
    total = np.zeros(n)
    for part, distances in zip(parts, each(off, parts), strict=True):
        np.add.at(total, claims.source[part.within], distances)
    return np.asarray(1 / (_NEAREST + total / n_claims))


def _spread(part: Part, value: Floats) -> Floats:
    """Standard deviation of each item."""
    mean = part.sums(value) / part.size
    return np.asarray(np.sqrt(part.sums((value - part.beside(mean)) ** 2) / part.size))
