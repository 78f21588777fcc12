"""Different values of each item with the voices behind them, and items of equally many values side by side."""

from __future__ import annotations

import numpy as np

from tests.unit.warehouse.fuse.worlds import frame, one_item
from warehouse.fuse.ballots import MOST_CANDIDATES, ballots_of
from warehouse.fuse.claims import Claims
from warehouse.fuse.encoding import claims_of


def two_items() -> Claims:
    return claims_of(frame([("s", "x", "a", 1.0), ("t", "x", "a", 1.0), ("u", "x", "a", 4.0), ("s", "y", "a", 9.0)]))


def test_each_value_has_its_voices_and_those_against_it() -> None:
    claims = two_items()
    ballots = ballots_of(claims, claims.value)
    assert ballots.value.tolist() == [1.0, 4.0, 9.0]
    assert ballots.item.tolist() == [0, 0, 1]
    assert ballots.of.tolist() == [0, 0, 1, 2]
    assert ballots.backing.tolist() == [2, 1, 1]
    assert ballots.against.tolist() == [1, 2, 0]
    assert ballots.different.tolist() == [2, 1]


def test_parts_of_voices_are_added_up() -> None:
    claims = two_items()
    ballots = ballots_of(claims, claims.value, np.array([0.5, 0.5, 1.0, 1.0]))
    assert ballots.backing.tolist() == [1, 1, 1]
    assert ballots.against.tolist() == [1, 1, 0]


def test_items_with_one_value_are_in_no_block() -> None:
    claims = two_items()
    (block,) = ballots_of(claims, claims.value).blocks
    assert block.items.tolist() == [0]
    assert block.values.tolist() == [[0, 1]]
    assert block.candidates is None


def test_of_very_many_values_the_most_claimed_are_candidates_and_work_stays_linear() -> None:
    claims = claims_of(one_item(*(float(v) for v in range(10_000)), 3.0))
    (block,) = ballots_of(claims, claims.value).blocks
    assert block.values.shape == (1, 10_000)
    assert block.candidates is not None
    # 3 is said twice; the 49 nearest to the median, 4,999, are 4,975 to 5,023 (of 4,974 and 5,024 neither fits).
    assert block.candidates[0].tolist() == [3, *range(4_975, 5_024)]
    assert block.candidates.shape == (1, MOST_CANDIDATES)
