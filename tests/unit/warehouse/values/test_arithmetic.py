"""Formulas against figures worked out in the seed inventory (A01-A25): figures only."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.values.arithmetic import (
    change_pct,
    compound_growth_pct,
    compounded,
    part_of,
    share_pct,
)

D = Decimal

# id, value computed by our formulas, value worked out by hand, places that the hand-worked value has
MI_PART_2026 = part_of(D("76.25"), 100 - D("60.54"))  # A12: the rest of a dimension with two members
MI_PART_2025 = part_of(D("65.28"), 100 - D("60.54"))
MI_PART_2031 = compounded(MI_PART_2026, D("17.26"), 5)
MI_PART_2031_FROM_2025 = compounded(MI_PART_2025, D("17.26"), 6)
LOW, HIGH = (
    D("40.81"),
    D("60.54"),
)  # what is in both of 60.54 and 80.27 %: at least their sum less 100, at most the smaller

TABLE = [
    ("A01", compound_growth_pct(D(21660), D(55510), 7), "14.3899"),
    ("A02", compound_growth_pct(D(21660), D(55510), 6), "16.9819"),
    ("A03", compounded(D(21660), D("14.6"), 7), "56227.8"),
    ("A04", compounded(D(55510), D("14.6"), -6), "24505.5"),
    ("A04 growth", change_pct(D(21660), compounded(D(55510), D("14.6"), -6)), "13.137"),
    ("A05", D(6750) * D("2.8"), "18900"),
    ("A06", change_pct(D(18900), D(21660)), "14.6032"),
    ("A07 cloud", part_of(D(21660), D(55)), "11913"),
    ("A07 LLM", part_of(D(21660), D(45)), "9747"),
    ("A08", change_pct(D("65.28"), D("76.25")), "16.8045"),
    ("A09", compound_growth_pct(D("76.25"), D("166.27"), 5), "16.8732"),
    ("A10", compound_growth_pct(D("65.28"), D("166.27"), 6), "16.8617"),
    ("A11 compute", part_of(D("65.28"), D("70.46")), "46.00"),
    ("A11 GPU", part_of(D("65.28"), D("80.27")), "52.40"),
    ("A11 size band", part_of(D("65.28"), D("41.81")), "27.29"),
    ("A11 training", part_of(D("65.28"), D("60.54")), "39.52"),
    ("A11 cloud", part_of(D("65.28"), D("64.24")), "41.94"),
    ("A11 hyperscale", part_of(D("65.28"), D("63.48")), "41.44"),
    ("A11 North America", part_of(D("65.28"), D("52.64")), "34.36"),
    ("A12", 100 - D("60.54"), "39.46"),
    ("A13 base 2026", compound_growth_pct(D("76.25") - MI_PART_2026, D("166.27") - MI_PART_2031, 5), "16.618"),
    (
        "A13 base 2025",
        compound_growth_pct(D("65.28") - MI_PART_2025, D("166.27") - MI_PART_2031_FROM_2025, 6),
        "16.598",
    ),
    ("A14 base 2026", share_pct(MI_PART_2031, D("166.27")), "40.117"),
    ("A14 base 2025", share_pct(MI_PART_2031_FROM_2025, D("166.27")), "40.274"),
    ("A15 drivers", sum(map(D, ("4.5", "3.8", "2.5", "2.1", "1.8", "1.2")), D(0)), "15.9"),
    ("A15 restraints", sum(map(D, ("-2.0", "-1.5", "-0.8", "-0.7")), D(0)), "-5.0"),
    ("A16 nine", compound_growth_pct(D("12.00"), D("86.24"), 9), "24.5001"),
    ("A16 eight", compound_growth_pct(D("12.00"), D("86.24"), 8), "27.9576"),
    ("A17 nine", compounded(D("12.00"), D("24.5"), 9), "86.239"),
    ("A17 eight", compounded(D("12.00"), D("24.5"), 8), "69.269"),
    ("A18", compound_growth_pct(D("4.96"), D("31.89"), 9), "22.9694"),
    ("A19 low", part_of(D("65.28"), LOW), "26.641"),
    ("A19 high", part_of(D("65.28"), HIGH), "39.521"),
    ("A19 independent", part_of(part_of(D("65.28"), D("60.54")), D("80.27")), "31.723"),
    ("A20", part_of(D("65.28"), LOW) - D("21.66"), "4.981"),
    ("A20 share", share_pct(part_of(D("65.28"), LOW) - D("21.66"), part_of(D("65.28"), LOW)), "18.70"),
    ("A21 MI", part_of(D("65.28"), D("52.64")), "34.36"),
    ("A21 TX", part_of(D("12.00"), D(56)), "6.72"),
    ("A22", D(10_000) * D(700) / D(1_000_000), "7.0"),
    ("A23", D(132) / D(72), "1.833"),
    ("A24", D(2_800_000) / D(8_000), "350"),
    ("A25 2025", D("12.00") / D("21.66"), "0.554"),
]


@pytest.mark.parametrize(("name", "computed", "by_hand"), TABLE, ids=[row[0] for row in TABLE])
def test_the_arithmetic_of_the_inventory_comes_out(name: str, computed: D, by_hand: str) -> None:
    assert computed.quantize(D(by_hand)) == D(by_hand), name  # to the places that the hand-worked figure has


def test_growth_needs_positive_values_and_a_period() -> None:
    for start, end, periods in ((D(0), D(1), 1), (D(1), D(-1), 1), (D(1), D(2), 0)):
        with pytest.raises(ValueError, match="compound growth"):
            compound_growth_pct(start, end, periods)


VALUES = st.decimals(min_value="0.01", max_value="1e13", places=2)


@given(VALUES, VALUES, st.integers(1, 30))
def test_growth_compounds_back_to_the_end_value(start: D, end: D, periods: int) -> None:
    again = compounded(start, compound_growth_pct(start, end, periods), periods)
    assert abs(again - end) <= end * D("1e-12")  # a rate near -100 % keeps few digits of what is left
