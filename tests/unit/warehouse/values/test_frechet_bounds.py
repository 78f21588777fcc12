"""Bounds on what belongs to several parts of a whole at once."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.values.frechet_bounds import Share, joint
from warehouse.values.rounding_bands import Band

D = Decimal


def share(value: str, half: str = "0") -> Share:
    return Share(D(value), D(value) - D(half), D(value) + D(half))


@pytest.mark.parametrize(
    ("shares", "low", "point", "high"),
    [
        # 0.6054 + 0.8027 - 1 = 0.4081; 0.6054 x 0.8027 = 0.48595458; min = 0.6054
        (("0.6054", "0.8027"), "0.4081", "0.48595458", "0.6054"),
        # 0.3 + 0.4 - 1 < 0: the two may have nothing in common
        (("0.3", "0.4"), "0", "0.12", "0.3"),
        # three: 0.9 + 0.8 + 0.7 - 2 = 0.4; 0.9 x 0.8 x 0.7 = 0.504
        (("0.9", "0.8", "0.7"), "0.4", "0.504", "0.7"),
        # one share is exact
        (("0.25",), "0.25", "0.25", "0.25"),
        # the whole and a part: the part, whatever the dependence
        (("1", "0.25"), "0.25", "0.25", "0.25"),
    ],
)
def test_the_joint_share_lies_between_the_frechet_bounds(
    shares: tuple[str, ...], low: str, point: str, high: str
) -> None:
    found = joint([share(value) for value in shares])
    assert (found.low, found.point, found.high) == (D(low), D(point), D(high))
    assert (found.floor, found.ceiling) == (found.low, found.high)


def test_rounding_widens_the_bounds_and_not_the_printed_ones() -> None:
    # 60.54 % may be 60.535 to 60.545, 80.27 % 80.265 to 80.275: 0.60535 + 0.80265 - 1 = 0.408, min 0.60545
    found = joint([share("0.6054", "0.00005"), share("0.8027", "0.00005")])
    assert (found.floor, found.low, found.high, found.ceiling) == (D("0.408"), D("0.4081"), D("0.6054"), D("0.60545"))


def test_a_share_in_percent_is_a_fraction_and_an_open_or_impossible_one_is_none() -> None:
    assert Share.of_pct(D("60.54"), Band(D("60.535"), D("60.545"))) == share("0.6054", "0.00005")
    assert Share.of_pct(D("99.8"), Band(D("99.0"), D("100.6"))) == Share(D("0.998"), D("0.99"), D(1))
    assert Share.of_pct(D(20), Band(D(20), None)) is None  # more than 20 %
    assert Share.of_pct(D(140), Band(D(139), D(141))) is None
    assert Share.of_pct(D(0), Band(D(0), D(1))) is None


def test_no_share_has_no_joint_share() -> None:
    with pytest.raises(ValueError, match="at least one"):
        joint([])


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=40))
def test_no_population_lies_outside_the_bounds(members: list[tuple[bool, bool, bool]]) -> None:
    # any population of n members, each in or out of three parts: what it has in common is within the bounds
    n = len(members)
    parts = [D(sum(member[k] for member in members)) / n for k in range(3)]
    together = D(sum(all(member) for member in members)) / n
    found = joint([Share(part, part, part) for part in parts])
    tiny = D("1e-20")
    assert found.low - tiny <= together <= found.high + tiny
    assert found.low - tiny <= found.point <= found.high + tiny
