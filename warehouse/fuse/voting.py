"""The value of items with a repeated answer: a vote by reliability in which copied errors have the weight of one.

Belongs here: the model of a claim and its fit. Each claim states the truth with its source's probability; else it is
wrong, and wrong values are new or taken over (`inherited.py`). Fitted by expectation maximisation (Dempster, Laird and
Rubin 1977; for sources of data, Dawid and Skene 1979 and Dong, Berti-Equille and Srivastava 2009).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warehouse.fuse.ballots import Ballots, Block
from warehouse.fuse.claims import Floats, Ints
from warehouse.fuse.inherited import concentration_of, log_probability
from warehouse.fuse.parts import CLAIMS_AT_ONCE, each
from warehouse.fuse.records import Records

ROUNDS = 12
# Of more claims the model learns from evenly spaced items with so many in all; it then sees all claims in a few rounds.
MOST_LEARNED = 500_000
LAST_ROUNDS = 2
# Of wrong values, this part lies near the truth (a Cauchy around it), the rest anywhere: both kinds are always there.
NEAR_MISSES = 0.5
# A source's wrong values count as at most so many usual distances off.
_FARTHEST = 5.0
_SURE = 0.995
_PARTS_OF_A_VOICE = 64  # voices are counted in these: few different numbers need few logarithms


@dataclass(frozen=True)
class Poll:
    """The outcome of a vote.

    Attributes:
        posterior: of each value, the probability that it is the truth; adds up to 1 per item.
        value: of each item, the most probable value.
        reliability: of each attribute and source, the probability of stating the truth; attributes × sources.
        concentration: of each attribute, how ready errors are to be new.
    """

    posterior: Floats
    value: Floats
    reliability: Floats
    concentration: Floats


@dataclass(frozen=True)
class _Errors:
    """What wrong values look like, per attribute: their scale, and among how many values they spread."""

    scale: Floats
    spread_over: Floats


@dataclass(frozen=True)
class _Learned:
    """What is known of sources (attributes × sources) and attributes."""

    reliability: Floats
    scale: Floats
    concentration: Floats


def poll(ballots: Ballots) -> Poll:
    """Votes.

    Args:
        ballots: values and what backs them, of one or several attributes; sources keep their record across attributes.

    Returns:
        The outcome; the order of claims makes no difference.
    """
    some = _evenly_spaced(ballots)
    errors = _errors(some)
    shape = (len(ballots.claims.attributes), len(ballots.claims.sources))
    learned = _Learned(
        reliability=np.full(shape, 0.6),
        scale=np.repeat(errors.scale[:, None], shape[1], axis=1),
        concentration=np.ones(shape[0]),
    )
    learned, posterior = _fitted(some, errors, learned, ROUNDS)
    if some is not ballots:
        learned, posterior = _fitted(ballots, errors, learned, LAST_ROUNDS)
    return Poll(posterior, _most_probable(ballots, posterior), learned.reliability, learned.concentration)


def credible_range(ballots: Ballots, posterior: Floats, level: float) -> tuple[Floats, Floats]:
    """Lowest and highest of the most probable values that together reach the level.

    Args:
        ballots: the values.
        posterior: probability of each.
        level: what they are to reach.

    Returns:
        Both, per item.
    """
    low, high = ballots.value[ballots.start], ballots.value[ballots.start]

    def settle(block: Block) -> None:
        likely, value = posterior[block.values], ballots.value[block.values]
        order = np.argsort(-likely, axis=1, kind="stable")
        ranked = np.take_along_axis(likely, order, axis=1)
        value = np.take_along_axis(value, order, axis=1)
        needed = np.cumsum(ranked, axis=1) - ranked < level * (1 - 1e-12)
        low[block.items] = np.where(needed, value, np.inf).min(axis=1)
        high[block.items] = np.where(needed, value, -np.inf).max(axis=1)

    for _ in each(settle, ballots.blocks, is_much=len(ballots.item) > CLAIMS_AT_ONCE):
        pass
    return low, high


def _evenly_spaced(ballots: Ballots) -> Ballots:
    """The items that are learned from."""
    every = -(-len(ballots.of) // MOST_LEARNED)
    return ballots if every <= 1 else ballots.some(np.arange(len(ballots.start)) % every == 0)


def _fitted(ballots: Ballots, errors: _Errors, learned: _Learned, rounds: int) -> tuple[_Learned, Floats]:
    """The model after some rounds, and the probability of each value in the last of them."""
    records = Records(ballots)
    n_attributes = len(ballots.claims.attributes)
    # How claims repeat depends on few numbers: voices against a value, by attribute.
    key = np.round(ballots.against * _PARTS_OF_A_VOICE).astype(np.int64) * n_attributes + ballots.attribute
    keys, kind = np.unique(key, return_inverse=True)
    against, group = keys // n_attributes / _PARTS_OF_A_VOICE, keys % n_attributes
    tables = (ballots.different - 1)[ballots.item]
    ties = _ties(ballots)
    none = np.zeros(len(keys))
    posterior = np.zeros(0)
    for _ in range(rounds):
        c = learned.concentration
        repeated = log_probability(c[group], none, none, against)[kind] + tables * np.log(c)[ballots.attribute] + ties
        posterior, distance = _expected(ballots, errors, learned, records, repeated)
        weight = np.bincount(kind, posterior, len(keys)).astype(np.float64)
        mean_tables = np.bincount(kind, posterior * tables, len(keys)) / np.maximum(weight, 1e-300)
        concentration = concentration_of(weight, mean_tables, against, group, n_attributes)
        learned = _Learned(*records.after(posterior, distance, errors.scale), concentration)
    return learned, posterior


def _ties(ballots: Ballots) -> Floats:
    """Of each value, the ties among the other values of its item (see `inherited.py`)."""
    from scipy.special import gammaln

    backings, which = np.unique(ballots.backing, return_inverse=True)
    each = gammaln(backings)[which]
    return np.asarray(ballots.sums(each)[ballots.item] - each)


def _expected(
    ballots: Ballots, errors: _Errors, learned: _Learned, records: Records, repeated: Floats
) -> tuple[Floats, Floats]:
    """Of each value the probability that it is the truth, and its expected distance from the truth."""
    right = np.clip(learned.reliability, 1 - _SURE, _SURE)
    voice = records.of_claims(np.log(right) - np.log1p(-right))
    support = ballots.sums_of_claims(voice * ballots.share) + repeated
    width = ballots.sums_of_claims(records.of_claims(learned.scale) * ballots.share) / ballots.backing
    posterior, distance = np.ones(len(ballots.item)), np.zeros(len(ballots.item))
    step = 2 * errors.scale / errors.spread_over

    def settle(block: Block) -> None:
        of = ballots.attribute[block.values[:, 0]]
        place = ballots.place[block.values]
        off = np.abs(place[:, :, None] - block.of_candidates(place)[:, None, :])
        w = width[block.values][:, :, None]
        near = np.minimum(step[of][:, None, None] / (np.pi * w) / (1 + (off / w) ** 2), 1.0)
        # A wrong value's probability counts once however many state it.
        wrong = np.log(NEAR_MISSES * near + ((1 - NEAR_MISSES) / errors.spread_over)[of][:, None, None])
        score = block.of_candidates(support[block.values]) + np.where(off > 0, wrong, 0.0).sum(axis=1)
        grown = np.exp(score - score.max(axis=1, keepdims=True))
        likely = grown / grown.sum(axis=1, keepdims=True)
        bounded = np.minimum(off, _FARTHEST * errors.scale[of][:, None, None])
        distance[block.values] = np.einsum("nfc,nc->nf", bounded, likely)
        if block.candidates is None:
            posterior[block.values] = likely
        else:
            of_all = np.zeros(block.values.shape)
            np.put_along_axis(of_all, block.candidates, likely, axis=1)
            posterior[block.values] = of_all

    for _ in each(settle, ballots.blocks, is_much=len(ballots.item) > CLAIMS_AT_ONCE):
        pass
    return posterior, distance


def _errors(ballots: Ballots) -> _Errors:
    """The scale of differences between values (median), and the values that they spread over (perplexity, both ways)."""
    n = len(ballots.claims.attributes)
    scale, spread = np.ones(n), np.full(n, 10.0)
    attribute, length, weight = _distances(ballots)
    ends = np.searchsorted(attribute, np.arange(n + 1))
    for one in np.unique(attribute):
        of = slice(ends[one], ends[one + 1])
        running = np.cumsum(weight[of])
        scale[one] = length[of][np.searchsorted(running, running[-1] / 2)]
        _, which = np.unique(np.round(length[of] / scale[one], 6), return_inverse=True)
        shares = np.bincount(which, weight[of]) / running[-1]
        spread[one] = max(2.0, 2 * float(np.exp(-(shares * np.log(shares)).sum())))
    return _Errors(scale, spread)


def _distances(ballots: Ballots) -> tuple[Ints, Floats, Floats]:
    """Of all claims and the candidates that they do not state: attribute, distance, and how many claims have it.

    Ordered by attribute and distance.
    """
    stated = np.diff(np.r_[ballots.first, len(ballots.of)])
    attributes, lengths, weights = [np.zeros(0, dtype=np.int64)], [np.zeros(0)], [np.zeros(0)]
    for block in ballots.blocks:
        place = ballots.place[block.values]
        off = np.abs(place[:, :, None] - block.of_candidates(place)[:, None, :])
        apart = off > 0
        lengths.append(off[apart])
        weights.append(np.broadcast_to(stated[block.values][:, :, None], off.shape)[apart].astype(np.float64))
        attributes.append(np.broadcast_to(ballots.attribute[block.values][:, :, None], off.shape)[apart])
    attribute, length = np.concatenate(attributes), np.concatenate(lengths)
    order = np.lexsort((length, attribute))
    return attribute[order], length[order], np.concatenate(weights)[order]


def _most_probable(ballots: Ballots, posterior: Floats) -> Floats:
    """The most probable value of each item; of equally probable ones the smaller."""
    best = np.maximum.reduceat(posterior, ballots.start)[ballots.item]
    first = np.flatnonzero(posterior >= best * (1 - 1e-9))
    met = ballots.item[first]
    return ballots.value[first[np.r_[True, met[1:] != met[:-1]]]]
