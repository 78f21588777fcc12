"""Figures as people read them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release.reading.figure_words import common_scale, figure, in_scale, number, plain, year_words


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (Decimal("21660000000"), "USD", "USD 21.66 bn"),
        (Decimal("65280000000.000000000"), "USD", "USD 65.28 bn"),
        (1.2e12, "EUR", "EUR 1.2 tn"),
        (2_800_000, "USD", "USD 2.8 m"),
        (999_999, "USD", "USD 999,999"),
        (Decimal("0.35"), "USD", "USD 0.35"),
        (Decimal("14.6"), "percent", "14.6%"),
        (Decimal("14.600000000"), "percent", "14.6%"),
        (Decimal("-2.1"), "percentage points", "-2.1 pp"),
        (6750, "clusters", "6,750 clusters"),
        (12_000_000, "W", "12 MW"),
        (2_500, "W", "2.5 kW"),
        (40, "W", "40 W"),
        (Decimal("3.1e12"), "Wh", "3.1 TWh"),
        (12_000_000, "kW", "12 m kW"),  # the prefix is taken
        (12, None, "12"),
        (0, "USD", "USD 0"),
        (None, "USD", "–"),
        (Decimal("-1500000000"), "USD", "USD -1.5 bn"),
    ],
)
def test_a_figure_carries_its_unit_and_a_scale(value: Decimal | float | None, unit: str | None, shown: str) -> None:
    assert figure(value, unit) == shown


def test_whole_numbers_below_a_million_are_never_rounded() -> None:
    assert number(123_456) == "123,456"


@given(st.decimals(min_value="0.001", max_value="1e15", places=3))
def test_what_is_shown_is_within_half_of_the_fourth_digit(value: Decimal) -> None:
    text = figure(value, "USD").removeprefix("USD ").replace(",", "")
    digits, _, scale = text.partition(" ")
    shown = Decimal(digits) * {"": 1, "m": 10**6, "bn": 10**9, "tn": 10**12}[scale]
    assert abs(shown - value) <= abs(value) * Decimal("0.0005")


@pytest.mark.parametrize(
    ("values", "unit", "scale", "name"),
    [
        ([12_400_000_000, 20_455_000_000], "USD", Decimal("1e9"), "USD bn"),
        ([900_000_000, 20_000_000_000], "USD", Decimal("1e9"), "USD bn"),  # 0.90 still reads well
        ([2_000_000, 20_000_000_000], "USD", Decimal("1e6"), "USD m"),  # 0.002 would not
        ([14.6, 9.4], "percent", Decimal(1), "percent"),
        ([0, 0], "USD", Decimal(1), "USD"),
        ([], "units", Decimal(1), "units"),
    ],
)
def test_a_column_has_one_scale_that_keeps_its_smallest_figure_readable(
    values: list[float], unit: str, scale: Decimal, name: str
) -> None:
    assert common_scale(values, unit) == (scale, name)


def test_a_column_in_scale_has_its_points_below_each_other() -> None:
    assert [in_scale(value, Decimal("1e9")) for value in (12_400_000_000, Decimal("9.944e9"), None)] == [
        "12.40",
        "9.94",
        "–",
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        (Decimal("1E+10"), "10000000000"),
        (Decimal("2.500000000"), "2.5"),
        (2025, "2025"),
        (["a", "b"], "a, b"),
        (True, "True"),
    ],
)
def test_plain_cells_have_no_exponents_and_no_trailing_zeros(value: object, shown: str) -> None:
    assert plain(value) == shown


@pytest.mark.parametrize(
    ("joined", "shown"),
    [
        (None, ""),
        ("2025", "2025"),
        ("2025|2026|2031", "2025, 2026, 2031"),
        ("2025|2026|2027|2028|2031|2032", "2025–2028, 2031, 2032"),
    ],
)
def test_years_in_a_row_are_a_span(joined: str | None, shown: str) -> None:
    assert year_words(joined) == shown
