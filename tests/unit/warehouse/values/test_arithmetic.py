"""Compound growth against figures worked out in the seed inventory (A03, A04, A17)."""

from decimal import Decimal

import pytest

from warehouse.values.arithmetic import compounded

D = Decimal


@pytest.mark.parametrize(
    ("start", "rate", "periods", "by_hand"),
    [
        ("21660", "14.6", 7, "56227.8"),
        ("55510", "14.6", -6, "24505.5"),
        ("12.00", "24.5", 9, "86.239"),
        ("12.00", "24.5", 8, "69.269"),
    ],
)
def test_growth_compounds_forwards_and_backwards(start: str, rate: str, periods: int, by_hand: str) -> None:
    grown = compounded(D(start), D(rate), periods)
    assert grown.quantize(D(by_hand)) == D(by_hand)  # to the places that the hand-worked figure has
