"""Slips by a thousand are set aside where most voices decide it, and only there."""

from __future__ import annotations

import numpy as np
import pytest

from tests.unit.warehouse.fuse.worlds import one_item
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.slips import without_slips


@pytest.mark.parametrize(
    ("figures", "kept"),
    [
        ((20.0, 22.0, 25.0, 21_000.0), [1, 1, 1, 0]),  # thousands for units
        ((20.0, 22.0, 25.0, 0.00002), [0, 1, 1, 1]),  # a million times less; values ascend, so the slip is first
        ((20.0, 22.0, 25.0, 300.0), [1, 1, 1, 1]),  # fifteen times more is an opinion
        ((20.0, 20_000.0), [1, 1]),  # two voices decide nothing
        ((20.0, 21.0, 20_000.0, 21_000.0), [1, 1, 1, 1]),  # two against two: no majority
        ((20.0, 40.0, 60.0, 4 * 40_000.0), [1, 1, 1, 0]),  # four thousand times: a thousand, and a factor within reach
    ],
)
def test_a_slip_is_told_by_its_size_and_by_most_of_the_others(figures: tuple[float, ...], kept: list[int]) -> None:
    claims = claims_of(one_item(*figures))
    at = np.log(claims.value)
    assert without_slips(claims, at, np.array([True]), np.ones(len(at))).tolist() == kept


def test_differences_know_no_slips() -> None:
    claims = claims_of(one_item(20.0, 22.0, 25.0, 21_000.0))
    assert without_slips(claims, claims.value, np.array([False]), np.ones(4)).tolist() == [1, 1, 1, 1]


def test_copies_of_a_slip_are_no_majority() -> None:
    claims = claims_of(one_item(20.0, 22.0, 25.0, 21_000.0, 21_000.0, 21_000.0))
    share = np.array([1, 1, 1, 1 / 3, 1 / 3, 1 / 3])
    assert without_slips(claims, np.log(claims.value), np.array([True]), share).tolist() == [1, 1, 1, 0, 0, 0]
