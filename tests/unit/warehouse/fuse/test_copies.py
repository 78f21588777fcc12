"""Equal figures are one voice where they are too many for chance, and not where values are coarse or liked."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.markets import Markets
from tests.unit.warehouse.fuse.worlds import frame, ratings
from warehouse.fuse.copies import independent_shares
from warehouse.fuse.encoding import claims_of


@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_copied_figures_of_markets_share_one_voice(n: int) -> None:
    world, figures = Markets(n, copies=0.4, repetitions=500).draw()
    claims = claims_of(world.claims)
    share = independent_shares(claims, np.log(claims.value))
    different = sum(len(np.unique(row)) for row in figures)
    # Different figures that chance brings within a thousandth of their usual distance are taken for one.
    assert different - 3 <= round(share.sum(), 6) <= different


def test_figures_that_differ_have_a_voice_each() -> None:
    claims = claims_of(Markets(5, repetitions=500).draw()[0].claims)
    share = independent_shares(claims, np.log(claims.value))
    assert share.mean() > 0.99


@pytest.mark.parametrize("heaped", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("per", [5, 10, 20])
def test_equal_ratings_are_no_copies(heaped: float, per: int) -> None:
    claims = claims_of(ratings(3, heaped=heaped, per=per).claims)
    assert independent_shares(claims, claims.value).mean() > 0.95


def test_no_claims_and_single_claims_have_whole_voices() -> None:
    claims = claims_of(frame([]))
    assert independent_shares(claims, claims.value).tolist() == []
    claims = claims_of(frame([("s", "o", "a", 1.0), ("s", "p", "a", 1.0)]))
    assert independent_shares(claims, claims.value).tolist() == [1.0, 1.0]
