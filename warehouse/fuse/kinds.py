"""Whether the right answer of an attribute is repeated: then the most credible value wins, else a centre.

Belongs here: the choice. What follows from it stands in `voting.py` and `location.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warehouse.fuse.ballots import Ballots, ballots_of
from warehouse.fuse.chance import equal_pairs
from warehouse.fuse.claims import Claims, Flags, Floats, Ints
from warehouse.fuse.copy_detection import NOBODY, Copying, copying_between, errors_shared, voices
from warehouse.fuse.inherited import concentration_of, log_probability
from warehouse.fuse.mass_points import at_mass_points
from warehouse.fuse.records import PEER_CLAIMS
from warehouse.fuse.voting import poll

# Log likelihood per claim by which "one of the repeated values is the truth, and some sources know it better" must beat
# "values repeat as they do, whoever says them". Copies and ties by chance stay below it, facts lie far above.
ENOUGH = 0.03
# ... and by which it must fail for one attribute to part with the evidence of all: sources keep their habits, and few
# repeats are no proof of none. Figures that never repeat fail by 0.15 to 0.25.
AGAINST = -0.1
# Items that decide about an attribute; more of them tell no more.
MOST_ITEMS = 4_000
# Equal values are evidence where they are this many times what the neighbourhood on the item and the liking for the
# value on all items let expect. Ratings mostly lie at 0.7 to 2.3, temperatures at 4 to 12, clock times above 5.
MORE_THAN_CHANCE = 3.0
_EXPECTED_PAIRS = 10.0  # fewer do not show that there are no more than by chance
_FEWEST_CLAIMS = 3
_FEWEST_ITEMS = 30


@dataclass(frozen=True, slots=True)
class Kinds:
    """What the claims say of themselves.

    Attributes:
        repeats: of each attribute, whether its right answer is repeated.
        copying: who repeats whom.
    """

    repeats: Flags
    copying: Copying


def kinds_of(claims: Claims, at: Floats) -> Kinds:
    """Which attributes have a right answer that is repeated, and which sources repeat one another.

    Equal values alone prove nothing: ratings on a coarse scale are equal, people like round numbers, and copies are
    equal. So two things are asked. First, whether values are equal more often than their neighbours on the item and
    their liking on all items let expect. Second, who agrees: reliable sources meet in one value of each item, the others
    spread; so the way in which claims fall on equal values is weighed under the voting model against one Chinese
    restaurant process for all claims. Mass points are left out of both: how many raters give a zero depends on the item,
    so no chance can be reckoned for it, and meeting there proves nothing. Copies weigh as one voice in this. Attributes
    whose own evidence is weak go with the evidence of all.

    Args:
        claims: the claims.
        at: their values on the scale of errors.

    Returns:
        One flag per attribute, and who copies.
    """
    n = len(claims.attributes)
    sample, at = _sample(claims, at)
    if not len(sample.value):
        return Kinds(np.zeros(n, dtype=bool), NOBODY)
    sample, at = _without_mass_points(sample, at)
    if not len(sample.value):
        return Kinds(np.zeros(n, dtype=bool), NOBODY)
    equal, expected = equal_pairs(sample, at)
    by_chance = (expected >= _EXPECTED_PAIRS) & (equal <= MORE_THAN_CHANCE * expected)
    if by_chance.all() or not _too_many(equal.sum(), expected.sum()):
        return Kinds(np.zeros(n, dtype=bool), NOBODY)
    copying = copying_between(sample)
    ballots = ballots_of(sample, at, voices(sample, copying))
    if len(copying.sources):
        # Camps that disagree must not pass for copiers here: with one voice each they would show nothing.
        sure = errors_shared(sample, copying, 1 - poll(ballots).posterior[ballots.of])
        ballots = ballots_of(sample, at, voices(sample, sure))
    gain, count, items = _gains(ballots)
    per_claim = gain / np.maximum(count, 1)
    everywhere = gain.sum() > ENOUGH * max(count.sum(), 1) and items.sum() >= _FEWEST_ITEMS
    known = items >= _FEWEST_ITEMS
    credible = known & (per_claim > ENOUGH) & _too_many(equal, expected)
    return Kinds(np.asarray(credible | (everywhere & ~by_chance & ~(known & (per_claim < AGAINST)))), copying)


def _too_many(equal: Floats, expected: Floats) -> Flags:
    """Whether pairs are more than chance lets expect, by two standard errors and one pair."""
    return np.asarray(equal > MORE_THAN_CHANCE * expected + 2 * np.sqrt(expected) + 1)


def _gains(ballots: Ballots) -> tuple[Floats, Floats, Ints]:
    """Log likelihood gained by attribute, the voices that it was gained on, and their items."""
    from scipy.special import gammaln

    claims = ballots.claims
    n, n_sources = len(claims.attributes), len(claims.sources)
    result = poll(ballots)
    of_voice, voiced = gammaln(ballots.backing), ballots.sums(ballots.backing)
    ties = ballots.sums(of_voice)
    ones = np.ones(len(claims.size))
    alike = concentration_of(ones, ballots.different, voiced, claims.attribute, n)
    without = log_probability(alike[claims.attribute], ballots.different, ties, voiced)
    right = result.reliability[np.repeat(claims.attribute, claims.size), claims.source]
    right = np.clip(right, 0.005, 0.995)
    wrong = ballots.sums(ballots.sums_of_claims(np.log1p(-right) * ballots.share))
    votes = ballots.sums_of_claims((np.log(right) - np.log1p(-right)) * ballots.share) + wrong[ballots.item]
    others, c = (ballots.different - 1)[ballots.item], result.concentration[ballots.attribute]
    score = votes + log_probability(c, others, ties[ballots.item] - of_voice, ballots.against)
    top = np.maximum.reduceat(score, ballots.start)
    with_truth = top + np.log(ballots.sums(np.exp(score - top[ballots.item])))
    gain = np.bincount(claims.attribute, with_truth - without, n).astype(np.float64)
    count = np.bincount(claims.attribute, voiced, n).astype(np.float64)
    cell = np.repeat(claims.attribute, claims.size) * n_sources + claims.source
    tries = np.bincount(cell, ballots.share, n * n_sources).reshape(n, n_sources)
    gain -= (tries / (tries + PEER_CLAIMS)).sum(1)  # what rates gain by being fitted to the claims they are tested on
    return gain, count, np.bincount(claims.attribute, minlength=n).astype(np.int64)


def _sample(claims: Claims, at: Floats) -> tuple[Claims, Floats]:
    """Items with enough claims to tell; of many, evenly spaced ones of each attribute."""
    chosen = claims.size >= _FEWEST_CLAIMS
    per_attribute = np.bincount(claims.attribute[chosen], minlength=len(claims.attributes))
    rank = np.cumsum(chosen) - 1 - np.r_[0, np.cumsum(per_attribute)[:-1]][claims.attribute]
    every = np.maximum(1, -(-per_attribute // MOST_ITEMS))[claims.attribute]
    chosen &= rank % every == 0
    return claims.some(chosen), at[np.repeat(chosen, claims.size)]


def _without_mass_points(claims: Claims, at: Floats) -> tuple[Claims, Floats]:
    """The claims that state none of an attribute's most liked values, of items that keep enough of them."""
    common = at_mass_points(claims)
    if not common.any():
        return claims, at
    rest = ~common
    rest &= (np.add.reduceat(rest.astype(np.int64), claims.start) >= _FEWEST_CLAIMS)[claims.item]
    return claims.only(rest), at[rest]
