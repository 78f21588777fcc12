"""Robust centres: what a mean would be, what outliers do to it, what reliability adds."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from benchmarks.markets import Markets
from tests.unit.warehouse.fuse.worlds import frame, one_item, ratings
from warehouse.fuse.claims import Claims
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.location import MOST_RELIABLE, centres


def beside_others(*figures: float, apart: float = 2.0) -> Claims:
    """One item, and 200 of the same attribute with two figures each, so far apart: they tell how figures scatter."""
    others = [
        (f"t{item:03d}{side}", f"p{item:03d}", "a", side * apart / 2) for item in range(200) for side in (-1.0, 1.0)
    ]
    return claims_of(pl.concat([one_item(*figures), frame(others)]))


def test_figures_within_the_bound_have_their_mean() -> None:
    # The others' scatter is about 20, so nothing lies farther than 1.5 x 20 from the centre: (1 + 2 + 3 + 6) / 4 = 3.
    claims = beside_others(1.0, 2.0, 3.0, 6.0, apart=20.0)
    found = centres(claims, claims.value, np.ones(len(claims.value)))
    # Their own deviations teach a little of the sources: squares of 4, 1, 0, 9 beside 15 times some 400 like everybody's.
    assert found.centre[0] == pytest.approx(3.0, abs=0.01)
    # The others scatter all alike, so the item's four figures add their three degrees to those without end.
    assert found.degrees[0] == pytest.approx(1e6 + 3)


def test_copies_weigh_as_one() -> None:
    claims = beside_others(1.0, 4.0, 4.0, apart=20.0)
    share = np.ones(len(claims.value))
    share[1:3] = 0.5  # the two figures of 4 behind the 1: claims of an item are in the order of their values
    found = centres(claims, claims.value, share)
    assert found.centre[0] == pytest.approx(2.5, abs=0.02)  # (1 + 4) / 2
    assert found.degrees[0] == pytest.approx(1e6 + 1)  # of two voices


def test_a_gross_error_pulls_no_harder_than_the_bound() -> None:
    near, far = beside_others(1.0, 2.0, 3.0, 4.0, 20.0), beside_others(1.0, 2.0, 3.0, 4.0, 2e6)
    found = [centres(claims, claims.value, np.ones(len(claims.value))).centre[0] for claims in (near, far)]
    assert found[0] < 3.5
    assert found[1] == pytest.approx(found[0], abs=0.1)


def test_one_figure_has_the_spread_of_other_items() -> None:
    claims = beside_others(5.0)
    found = centres(claims, claims.value, np.ones(len(claims.value)))
    assert found.centre[0] == 5.0
    # All items have one variance here, and the centre of two figures half of it: 1 / 1 beside 1 / 2.
    assert found.variance[0] == pytest.approx(2 * found.variance[1], rel=1e-3)
    assert found.degrees[0] == pytest.approx(1e6)
    # Four times as far apart is sixteen times the variance.
    farther = beside_others(5.0, apart=8.0)
    wide = centres(farther, farther.value, np.ones(len(farther.value)))
    assert wide.variance[0] == pytest.approx(16 * found.variance[0], rel=1e-3)


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
    bounded = centres(claims, claims.value, np.ones(5))
    free = centres(claims, claims.value, np.ones(5), unbounded=np.array([True]))
    # The mean is 2; by the sources' own records, learned from these figures, it is somewhat less.
    assert free.centre[0] == pytest.approx(np.average(claims.value, weights=free.reliability), rel=0.01)
    assert bounded.centre[0] < 0.9 * free.centre[0]
