"""Whether the right answer of an attribute is repeated: then the most credible value is sought, else a centre.

Belongs here: the choice. What follows from it stands in `voting.py` and `location.py`.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.ballots import Ballots, ballots_of
from warehouse.fuse.claims import Claims, Flags, Floats, Ints
from warehouse.fuse.inherited import concentration_of, log_probability
from warehouse.fuse.voting import poll

# Log likelihood per claim by which "one of the repeated values is the truth, and some sources know it better" must beat
# "values repeat as they do, whoever says them". Copies and ties by chance stay below it, facts lie far above.
ENOUGH = 0.03
# ... and by which it must fail for one attribute to part with the evidence of all: sources keep their habits, and few
# repeats are no proof of none. Figures that never repeat fail by 0.15 to 0.25.
AGAINST = -0.1
# Items that decide about an attribute; more of them tell no more.
MOST_ITEMS = 4_000
_FEWEST_CLAIMS = 3
_FEWEST_ITEMS = 30


def repeats_truth(claims: Claims, at: Floats) -> Flags:
    """Which attributes have a right answer that is repeated.

    Equal values alone prove nothing: copies are equal, and so are ratings on a coarse scale. The truth shows in who
    agrees: reliable sources meet in one value of each item, the others spread. So the way in which claims fall on equal
    values is weighed under the voting model against one Chinese restaurant process for all claims. Attributes
    whose own evidence is weak go with the evidence of all.

    Args:
        claims: the claims.
        at: their values on the scale of errors.

    Returns:
        One flag per attribute.
    """
    n = len(claims.attributes)
    sample, at = _sample(claims, at)
    if not len(sample.value):
        return np.zeros(n, dtype=bool)
    ballots = ballots_of(sample, at)
    gain, count, items = _gains(ballots)
    per_claim = gain / np.maximum(count, 1)
    everywhere = gain.sum() > ENOUGH * max(count.sum(), 1) and items.sum() >= _FEWEST_ITEMS
    told = items >= _FEWEST_ITEMS
    return np.asarray(np.where(told & (per_claim > ENOUGH), True, everywhere & ~(told & (per_claim < AGAINST))))


def _gains(ballots: Ballots) -> tuple[Floats, Floats, Ints]:
    """Log likelihood gained by attribute, the claims that it was gained on, and their items."""
    from scipy.special import gammaln

    claims = ballots.claims
    n = len(claims.attributes)
    result = poll(ballots)
    ties = np.add.reduceat(gammaln(ballots.backing), ballots.start)
    different = np.diff(np.r_[ballots.start, len(ballots.value)])
    ones = np.ones(len(claims.size))
    alike = concentration_of(ones, different, claims.size, claims.attribute, n)
    without = log_probability(alike[claims.attribute], different, ties, claims.size)
    right = result.reliability[claims.attribute[claims.item], claims.source][ballots.pair_claim]
    right = np.clip(right, 0.005, 0.995)
    votes = ballots.sum_by_candidate(np.where(ballots.agrees, np.log(right), np.log1p(-right)))
    others, own = different[ballots.item] - 1, gammaln(ballots.backing)
    c = result.concentration[claims.attribute[ballots.item]]
    score = votes + log_probability(c, others, ties[ballots.item] - own, ballots.against)
    top = np.maximum.reduceat(score, ballots.start)
    with_truth = top + np.log(np.add.reduceat(np.exp(score - top[ballots.item]), ballots.start))
    gain = np.bincount(claims.attribute, with_truth - without, n).astype(np.float64)
    count = np.bincount(claims.attribute, claims.size, n).astype(np.float64)
    return gain, count, np.bincount(claims.attribute, minlength=n).astype(np.int64)


def _sample(claims: Claims, at: Floats) -> tuple[Claims, Floats]:
    """Items with enough claims to tell; of many, evenly spaced ones of each attribute."""
    chosen = claims.size >= _FEWEST_CLAIMS
    per_attribute = np.bincount(claims.attribute[chosen], minlength=len(claims.attributes))
    rank = np.cumsum(chosen) - 1 - np.r_[0, np.cumsum(per_attribute)[:-1]][claims.attribute]
    every = np.maximum(1, -(-per_attribute // MOST_ITEMS))[claims.attribute]
    chosen &= rank % every == 0
    kept = chosen[claims.item]
    sample = Claims(
        value=claims.value[kept],
        item=(np.cumsum(chosen) - 1)[claims.item[kept]],
        source=claims.source[kept],
        attribute=claims.attribute[chosen],
        sources=claims.sources,
        attributes=claims.attributes,
        objects=claims.objects.slice(0, int(chosen.sum())),
    )
    return sample, at[kept]
