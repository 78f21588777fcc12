"""The record of each source per attribute: how often it states the truth, and its error otherwise.

Belongs here: rates, and towards what they are drawn where claims are few. How a vote goes stands in `voting.py`.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.ballots import Ballots
from warehouse.fuse.claims import Floats, Ints

# A source's record on one attribute starts from so many claims at the rate of its peers ...
PEER_CLAIMS = 20.0
# ... and from its own record on all attributes, at this multiple of its claims on one.
OVERALL_CLAIMS = 5.0
# Rates of few claims say little: classes of sources start from so many claims at the rate of all.
CLASS_CLAIMS = 50.0


class Records:
    """The records of all sources on the claims of some ballots; arrays are attributes × sources."""

    def __init__(self, ballots: Ballots) -> None:
        claims = ballots.claims
        self._of = ballots.of
        self._shape = (len(claims.attributes), len(claims.sources))
        self._cell = claims.source if self._shape[0] == 1 else self._cells(ballots)
        # A value of an item with one claim was never tested.
        self._is_tested = (claims.size > 1)[ballots.item]
        alone = np.repeat(claims.size == 1, claims.size)
        self._untested = self._sum(np.ones(int(alone.sum())), self._cell[alone])
        self._tries = self._sum(np.ones(len(self._cell)), self._cell) - self._untested
        self._level = _activity(np.bincount(claims.source, minlength=self._shape[1]))

    def _cells(self, ballots: Ballots) -> Ints:
        claims = ballots.claims
        return np.asarray(np.repeat(claims.attribute, claims.size) * self._shape[1] + claims.source)

    def of_claims(self, of_sources: Floats) -> Floats:
        """A quantity of attributes and sources, beside each claim."""
        return np.asarray(of_sources.ravel()[self._cell])

    def after(self, posterior: Floats, distance: Floats, usual: Floats) -> tuple[Floats, Floats]:
        """Reliability and scale of errors after a vote.

        A claim that nobody else checks counts as right as claims are on the whole: a record is what was tested, and a
        source that is alone with most of what it says has not been tested much, however often it says it.

        Args:
            posterior: of each value, the probability that it is the truth.
            distance: of each value, how far from the truth it is expected to be.
            usual: of each attribute, the scale of errors before any is seen.

        Returns:
            Both, attributes × sources.
        """
        hits = self._sum((posterior * self._is_tested)[self._of], self._cell)
        of_all = float((hits.sum() + 1) / (self._tries.sum() + 2))
        total = self._sum(distance[self._of], self._cell)
        wrong = np.maximum(self._tries - hits, 0.0)
        scale = self._scale(total, wrong, usual)
        return self._reliability(hits + of_all * self._untested, self._tries + self._untested), scale

    def _sum(self, of_claims: Floats, cell: Ints) -> Floats:
        cells = self._shape[0] * self._shape[1]
        return np.bincount(cell, of_claims, cells).reshape(self._shape).astype(np.float64)

    def _reliability(self, hits: Floats, tries: Floats) -> Floats:
        """Rates shrunk towards peers of like activity, and towards the source's own record on all attributes."""
        of_attribute = (hits.sum(1) + 1) / (tries.sum(1) + 2)
        of_all = hits.sum() / max(tries.sum(), 1e-9)
        class_hits = np.bincount(self._level, hits.sum(0)) + CLASS_CLAIMS * of_all
        of_class = class_hits / (np.bincount(self._level, tries.sum(0)) + CLASS_CLAIMS)
        usual = _logit(of_attribute)[:, None] + (_logit(of_class) - _logit(np.array(of_all)))[self._level][None, :]
        peers = _rate(usual)
        seen = (hits + PEER_CLAIMS * peers) / (tries + PEER_CLAIMS)
        overall = ((_logit(seen) - usual) * tries).sum(0) / np.maximum(tries.sum(0), 1e-9)
        known = OVERALL_CLAIMS * tries.sum(0) / np.maximum((tries > 0).sum(0), 1)
        rate = hits + PEER_CLAIMS * peers + known * _rate(usual + overall)
        return np.asarray(rate / (tries + PEER_CLAIMS + known))

    def _scale(self, total: Floats, wrong: Floats, usual: Floats) -> Floats:
        """Mean distance of a source's wrong values, shrunk towards its peers'."""
        of_peers = total.sum(1) / np.maximum(wrong.sum(1), 1e-9)
        of_peers = np.where(of_peers > 0, of_peers, usual)[:, None]
        return np.asarray((total + PEER_CLAIMS * of_peers) / (wrong + PEER_CLAIMS))


def _activity(claims: Ints) -> Ints:
    """Classes of sources by how much they say: once, two or three times, four to seven times ..."""
    return np.floor(np.log2(np.maximum(claims, 1))).astype(np.int64)


def _logit(rate: Floats) -> Floats:
    bounded = np.clip(rate, 0.01, 0.99)
    return np.asarray(np.log(bounded / (1 - bounded)))


def _rate(logit: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-logit)))
