"""Robust centres: what a mean would be, what outliers do to it, what reliability adds."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.markets import Markets
from tests.unit.warehouse.fuse.worlds import one_item, ratings
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.location import MOST_RELIABLE, centres
from warehouse.fuse.spread import Prior


def test_figures_within_the_bound_have_their_mean() -> None:
    claims = claims_of(one_item(1.0, 2.0, 3.0, 6.0))
    # With a variance known to be 100, nothing lies farther than 1.5 x 10 from the centre: (1 + 2 + 3 + 6) / 4 = 3.
    found = centres(claims, claims.value, np.ones(4), Prior(100.0, 1e6))
    # Their own deviations teach a little of the sources: squares of 4, 1, 0, 9 beside 15 like everybody's.
    assert found.centre == pytest.approx([3.0], abs=0.1)
    assert found.voices.tolist() == [4.0]
    assert found.degrees == pytest.approx([1e6 + 3])


def test_copies_weigh_as_one() -> None:
    claims = claims_of(one_item(1.0, 4.0, 4.0))
    found = centres(claims, claims.value, np.array([1.0, 0.5, 0.5]), Prior(100.0, 1e6))
    assert found.centre == pytest.approx([2.5], abs=0.1)  # (1 + 4) / 2
    assert found.voices.tolist() == [2.0]


def test_a_gross_error_pulls_no_harder_than_the_bound() -> None:
    near = centres(
        claims_of(one_item(1.0, 2.0, 3.0, 4.0, 20.0)), np.array([1.0, 2, 3, 4, 20]), np.ones(5), Prior(1.0, 50.0)
    )
    far = centres(
        claims_of(one_item(1.0, 2.0, 3.0, 4.0, 2e6)), np.array([1.0, 2, 3, 4, 2e6]), np.ones(5), Prior(1.0, 50.0)
    )
    assert near.centre[0] < 3.5
    assert far.centre == pytest.approx(near.centre, abs=0.1)


def test_one_figure_has_the_prior_s_spread() -> None:
    found = centres(claims_of(one_item(5.0)), np.array([5.0]), np.ones(1), Prior(0.09, 4.0))
    assert found.centre.tolist() == [5.0]
    # The robust centre's variance is that of the figure over the efficiency of Huber's estimator at 1.5, 0.9642.
    assert found.variance == pytest.approx([0.09 / 0.9642], rel=1e-3)
    assert found.degrees.tolist() == [4.0]


def test_reliable_sources_are_found_and_bring_the_centre_nearer() -> None:
    world = ratings(1, spam=0.0)
    claims = claims_of(world.claims)
    found = centres(claims, claims.value, np.ones(len(claims.value)))
    truth = dict(zip(world.truth["object"], world.truth["truth"], strict=True))
    true = np.array([truth[o] for o in claims.objects])
    off = np.bincount(claims.source, (claims.value - true[claims.item]) ** 2) / np.bincount(claims.source)
    rank = np.corrcoef(np.argsort(np.argsort(off)), np.argsort(np.argsort(-found.reliability)))[0, 1]
    assert rank > 0.9
    assert found.reliability.max() <= MOST_RELIABLE
    plain = np.add.reduceat(claims.value, claims.start) / claims.size
    assert np.abs(found.centre - true).mean() < 0.9 * np.abs(plain - true).mean()


def test_intervals_of_uneven_sources_are_those_of_their_own_weights() -> None:
    """An item's variance is told in units of the usual source: dividing it by its sources' weights again is too narrow."""
    world, _ = Markets(5, sources=12, uneven=True, repetitions=2_000).draw(3)
    claims = claims_of(world.claims)
    found = centres(claims, np.log(claims.value), np.ones(len(claims.value)))
    truth = dict(zip(world.truth["object"], world.truth["truth"], strict=True))
    z = (found.centre - np.log([truth[o] for o in claims.objects])) / np.sqrt(found.variance)
    assert 0.86 < (np.abs(z) < 1.645).mean() < 0.95


def test_where_no_figure_can_be_an_error_deviations_pull_as_hard_as_they_are() -> None:
    claims = claims_of(one_item(0.0, 0.0, 0.0, 0.0, 10.0))
    # The bound of 1.5 standard deviations of 1 would let the 10 pull like 1.5 or so; without it the mean is 2.
    prior, known = Prior(1.0, 1e6), np.ones(5)
    bounded = centres(claims, claims.value, np.ones(5), prior, known)
    free = centres(claims, claims.value, np.ones(5), prior, known, unbounded=np.array([True]))
    assert bounded.centre[0] < 0.5
    assert free.centre == pytest.approx([2.0])
