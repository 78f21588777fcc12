"""The value of items whose right answer is repeated: a vote by reliability in which copied errors weigh as one.

Belongs here: the model of a claim and its fit. Each claim states the truth with its source's probability; else it is
wrong, and wrong values are new or taken over (`inherited.py`). Fitted by expectation maximisation (Dempster, Laird and
Rubin 1977; for sources of data, Dawid and Skene 1979 and Dong, Berti-Equille and Srivastava 2009).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warehouse.fuse.ballots import Ballots
from warehouse.fuse.claims import Floats, Ints
from warehouse.fuse.inherited import concentration_of, log_probability

ROUNDS = 12
# Of wrong values, this part lies near the truth (a Cauchy around it), the rest anywhere: both kinds are always there.
NEAR_MISSES = 0.5
# A source's record on one attribute starts from so many claims at the rate of its peers ...
PEER_CLAIMS = 20.0
# ... and from its own record on all attributes, at this multiple of its claims on one.
OWN_CLAIMS = 5.0
# Rates of few claims say little: classes of sources start from so many claims at the rate of all.
CLASS_CLAIMS = 50.0
_SURE = 0.995


@dataclass(frozen=True)
class Poll:
    """The outcome of a vote.

    Attributes:
        posterior: of each candidate, the probability that it is the truth; adds up to 1 per item.
        value: of each item, the most probable candidate.
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


def poll(ballots: Ballots) -> Poll:
    """Votes.

    Args:
        ballots: claims beside candidates, of one or several attributes; sources keep their record across attributes.

    Returns:
        The outcome; the order of claims makes no difference.
    """
    claims = ballots.claims
    n_attributes, n_sources = len(claims.attributes), len(claims.sources)
    cell = claims.attribute[claims.item] * n_sources + claims.source
    record = _Record(ballots, cell, n_attributes, n_sources)
    errors = _errors(ballots, n_attributes)
    attribute = claims.attribute[ballots.item]
    tables, ties = _other_values(ballots)
    reliability = np.full((n_attributes, n_sources), 0.6)
    scale = np.repeat(errors.scale, n_sources)
    concentration = np.ones(n_attributes)
    posterior = np.zeros(0)
    for _ in range(ROUNDS):
        likelihood = _log_likelihood(ballots, reliability.ravel()[cell], scale[cell], errors)
        repeated = log_probability(concentration[attribute], tables, ties, ballots.against)
        posterior = _softmax(ballots.sum_by_candidate(likelihood) + repeated, ballots.start, ballots.item)
        concentration = concentration_of(posterior, tables, ballots.against, attribute, n_attributes)
        reliability, scale = record.after(posterior, errors)
    return Poll(posterior, _most_probable(ballots, posterior), reliability, concentration)


def _log_likelihood(ballots: Ballots, right: Floats, scale: Floats, errors: _Errors) -> Floats:
    """Log likelihood of each pair's claim where its candidate is the truth, repetition of errors left out.

    A wrong value's probability counts once however many state it, so each of them bears its part.
    """
    claim = ballots.pair_claim
    attribute = ballots.claims.attribute[ballots.claims.item[claim]]
    spread = errors.spread_over[attribute]
    width = scale[claim]
    step = 2 * errors.scale[attribute] / spread
    near = np.minimum(step / (np.pi * width) / (1 + (ballots.distance / width) ** 2), 1.0)
    wrong = np.log(NEAR_MISSES * near + (1 - NEAR_MISSES) / spread)
    said_by = np.where(ballots.vote >= 0, ballots.backing[ballots.vote], 1)
    p = np.clip(right, 1 - _SURE, _SURE)[claim]
    return np.where(ballots.agrees, np.log(p), np.log1p(-p) + wrong / said_by[claim])


def _other_values(ballots: Ballots) -> tuple[Ints, Floats]:
    """For each candidate: how many other values there are on its item, and their ties (see `inherited.py`)."""
    from scipy.special import gammaln

    own = gammaln(ballots.backing)
    per_item = np.diff(np.r_[ballots.start, len(ballots.value)])
    outside = ballots.claims.size - np.add.reduceat(ballots.backing, ballots.start)  # claims that back no candidate
    different = per_item + outside
    return different[ballots.item] - 1, np.add.reduceat(own, ballots.start)[ballots.item] - own


def _errors(ballots: Ballots, n_attributes: int) -> _Errors:
    """The scale of differences between values (median), and the values that they spread over (perplexity, both ways)."""
    scale, spread = np.ones(n_attributes), np.full(n_attributes, 10.0)
    claims = ballots.claims
    apart = ~ballots.agrees & (ballots.distance > 0)
    attribute, distance = claims.attribute[claims.item[ballots.pair_claim[apart]]], ballots.distance[apart]
    order = np.argsort(attribute, kind="stable")
    attribute, distance = attribute[order], distance[order]
    for one in np.unique(attribute):
        lengths = distance[np.searchsorted(attribute, one) : np.searchsorted(attribute, one, side="right")]
        scale[one] = np.median(lengths)
        counts = np.unique(np.round(lengths / scale[one], 6), return_counts=True)[1]
        shares = counts / counts.sum()
        spread[one] = max(2.0, 2 * float(np.exp(-(shares * np.log(shares)).sum())))
    return _Errors(scale, spread)


class _Record:
    """What each source has shown so far: its rate of truth and the scale of its errors, per attribute."""

    def __init__(self, ballots: Ballots, cell: Ints, n_attributes: int, n_sources: int) -> None:
        self._ballots, self._shape = ballots, (n_attributes, n_sources)
        self._cells = n_attributes * n_sources
        claims = ballots.claims
        alone = (claims.size == 1)[claims.item]
        self._tested = ~alone
        self._cell = cell
        self._pair_cell = cell[ballots.pair_claim]
        self._untested = np.bincount(cell[alone], minlength=self._cells).reshape(self._shape)
        self._level = _activity(np.bincount(claims.source, minlength=n_sources))

    def after(self, posterior: Floats, errors: _Errors) -> tuple[Floats, Floats]:
        """Reliability (attributes × sources) and scale of errors (one per cell) under a posterior.

        A claim that nobody else checks counts as right as claims are on the whole: a record is what was tested, and a
        source that is alone with most of what it says has not been tested much, however often it says it.
        """
        ballots = self._ballots
        right = np.where(ballots.vote >= 0, posterior[ballots.vote], 0.0)
        hits = self._sum(self._cell[self._tested], right[self._tested])
        tries = self._sum(self._cell[self._tested], None)
        of_all = float((hits.sum() + 1) / (tries.sum() + 2))
        hits = hits + of_all * self._untested
        tries = tries + self._untested
        return self._reliability(hits, tries), self._scale(posterior, errors)

    def _sum(self, cell: Ints, weights: Floats | None) -> Floats:
        return np.bincount(cell, weights, self._cells).reshape(self._shape).astype(np.float64)

    def _reliability(self, hits: Floats, tries: Floats) -> Floats:
        """Rates shrunk towards peers of like activity, and towards the source's own record on all attributes."""
        of_attribute = (hits.sum(1) + 1) / (tries.sum(1) + 2)
        of_all = hits.sum() / max(tries.sum(), 1e-9)
        class_hits = np.bincount(self._level, hits.sum(0)) + CLASS_CLAIMS * of_all
        of_class = class_hits / (np.bincount(self._level, tries.sum(0)) + CLASS_CLAIMS)
        usual = _logit(of_attribute)[:, None] + (_logit(of_class) - _logit(np.array(of_all)))[self._level][None, :]
        peers = _rate(usual)
        seen = (hits + PEER_CLAIMS * peers) / (tries + PEER_CLAIMS)
        own = ((_logit(seen) - usual) * tries).sum(0) / np.maximum(tries.sum(0), 1e-9)
        known = OWN_CLAIMS * tries.sum(0) / np.maximum((tries > 0).sum(0), 1)
        rate = hits + PEER_CLAIMS * peers + known * _rate(usual + own)
        return np.asarray(rate / (tries + PEER_CLAIMS + known))

    def _scale(self, posterior: Floats, errors: _Errors) -> Floats:
        """Mean distance of a source's wrong values, each cut at five times the usual, shrunk towards its peers'."""
        ballots = self._ballots
        weight = np.where(ballots.agrees, 0.0, posterior[ballots.pair_candidate])
        attribute = self._pair_cell // self._shape[1]
        length = np.minimum(ballots.distance, 5 * errors.scale[attribute])
        total, wrong = self._sum(self._pair_cell, weight * length), self._sum(self._pair_cell, weight)
        usual = total.sum(1) / np.maximum(wrong.sum(1), 1e-9)
        usual = np.where(usual > 0, usual, errors.scale)[:, None]
        return np.asarray(((total + PEER_CLAIMS * usual) / (wrong + PEER_CLAIMS)).ravel())


def _activity(claims: Ints) -> Ints:
    """Classes of sources by how much they say: once, two or three times, four to seven times ..."""
    return np.floor(np.log2(np.maximum(claims, 1))).astype(np.int64)


def _softmax(score: Floats, start: Ints, item: Ints) -> Floats:
    grown = np.exp(score - np.maximum.reduceat(score, start)[item])
    return np.asarray(grown / np.add.reduceat(grown, start)[item])


def _most_probable(ballots: Ballots, posterior: Floats) -> Floats:
    """The most probable candidate of each item; of equally probable ones the smaller."""
    best = np.maximum.reduceat(posterior, ballots.start)[ballots.item]
    first = np.flatnonzero(posterior >= best * (1 - 1e-9))
    _, at = np.unique(ballots.item[first], return_index=True)
    return ballots.value[first[at]]


def _logit(rate: Floats) -> Floats:
    bounded = np.clip(rate, 0.01, 0.99)
    return np.asarray(np.log(bounded / (1 - bounded)))


def _rate(logit: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-logit)))
