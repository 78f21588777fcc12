"""Rounding bands, hedges, ranges and comparators."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.values.rounding_bands import Band, band_of, printed_unit

D = Decimal

HEDGE = D("0.05")


@pytest.mark.parametrize(
    ("printed", "value", "unit"),
    [
        ("US$ 21,660 million", "21660000000", "1000000"),  # 21660 x 10^6: zeros at the end count as printed
        ("65.28 billion", "65280000000", "10000000"),  # 6528 x 10^7
        ("USD 12.00 Bn", "12000000000", "10000000"),  # 1200 x 10^7
        ("3.9 %", "3.9", "0.1"),
        ("16.87%", "16.87", "0.01"),
        ("0.5%", "0.5", "0.1"),
        ("6,750 clusters", "6750", "1"),
        ("12,00 Mrd. EUR", "12000000000", "10000000"),  # decimal comma
        ("21.660 Mio. EUR", "21660000000", "1000000"),  # point between thousands
        ("1 234 567 units", "1234567", "1"),
        ("12'400 million", "12400000000", "1000000"),
        ("1,23,456 crore", "1234560000000", "10000000"),
        ("-9.5%", "-9.5", "0.1"),
        ("2.5 million to 4 million", "2500000", "100000"),
        ("two billion", "2000000000", "1000000000"),  # words: the last digit that is not zero
        ("nothing", "0", "1"),
        ("0.0%", "0", "1"),
        ("GPT-4 at 63 million", "63000000", "1000000"),  # 4 gives 15750000, no power of ten
    ],
)
def test_the_last_printed_digit_has_its_worth(printed: str, value: str, unit: str) -> None:
    assert printed_unit(printed, D(value)) == D(unit)


@pytest.mark.parametrize(
    ("printed", "value", "high", "comparator", "low_expected", "high_expected"),
    [
        ("US$ 21,660 million", "21660000000", None, "=", "21659500000", "21660500000"),
        ("65.28 billion", "65280000000", None, "=", "65275000000", "65285000000"),
        ("12.00 Bn", "12000000000", None, "=", "11995000000", "12005000000"),
        ("3.9 %", "3.9", None, "=", "3.85", "3.95"),
        (">20%", "20", None, ">", "20", None),
        ("20%", "20", None, ">=", "20", None),
        ("20%", "20", None, "<", None, "20"),
        ("20%", "20", None, "<=", None, "20"),
        ("about 55%", "55", None, "~", "52.25", "57.75"),  # 5 % of 55 is 2.75, more than half a unit
        ("about 3%", "3", None, "~", "2.5", "3.5"),  # half a unit is more than 5 % of 3
        ("28%-46%", "28", "46", "=", "28", "46"),
        ("46 to 28", "46", "28", "=", "28", "46"),
        ("about 20 to 30", "20", "30", "~", "19", "31.5"),
        ("-9.5%", "-9.5", None, "=", "-9.55", "-9.45"),
    ],
)
def test_words_leave_a_band(
    printed: str, value: str, high: str | None, comparator: str, low_expected: str | None, high_expected: str | None
) -> None:
    band = band_of(D(value), None if high is None else D(high), comparator, printed, HEDGE)
    assert (band.low, band.high) == (
        None if low_expected is None else D(low_expected),
        None if high_expected is None else D(high_expected),
    )
    assert band.is_explicit == (high is not None or comparator in {">", ">=", "<", "<="})


def test_neighbouring_prints_are_different_figures_and_a_finer_print_is_the_same() -> None:
    one, next_one = (band_of(D(text), None, "=", text, HEDGE) for text in ("14.6", "14.7"))
    finer = band_of(D("14.63"), None, "=", "14.63", HEDGE)
    assert not one.meets(next_one)
    assert one.meets(finer)
    assert finer.meets(one)
    assert not finer.meets(next_one)


def test_finer_prints_sort_first_whatever_their_size() -> None:
    ordered = [("65.28 bn", "65280000000"), ("65.3 bn", "65300000000"), ("1.32 bn", "1320000000"), ("74 m", "74000000")]
    bands = [(D(value), band_of(D(value), None, "=", printed, HEDGE)) for printed, value in ordered]
    bands.append((D(40), Band(D(40), None, True)))
    keys = [band.fineness(value) for value, band in bands]
    # 4 digits; 3 digits, where the smaller width comes first; 2 digits; a bound.
    assert sorted(keys) == [keys[0], keys[2], keys[1], keys[3], keys[4]]


def test_a_range_meets_a_figure_at_its_end() -> None:
    assert Band(D(10), D(15), True).meets(Band(D(15), D(20), True))
    assert Band(D(20), None, True).meets(Band(D(20), D(20)))
    assert not Band(D(20), None, True).meets(Band(D(10), D(15), True))


@given(st.integers(1, 10**7), st.integers(-4, 12), st.sampled_from(["", " million", " bn"]))
def test_a_figure_lies_in_the_middle_of_its_band(digits: int, exponent: int, words: str) -> None:
    value = D(digits).scaleb(exponent)
    band = band_of(value, None, "=", f"{digits}{words}", HEDGE)
    assert band.low is not None
    assert band.high is not None
    assert band.holds(value)
    assert (band.low + band.high) / 2 == value
    assert band.width == D(1).scaleb(exponent)


@given(st.integers(1, 10**9), st.integers(1, 10**9), st.integers(0, 6))
def test_meeting_is_mutual_and_survives_a_change_of_unit(a: int, b: int, exponent: int) -> None:
    one, other = (band_of(D(value), None, "=", str(value), HEDGE) for value in (a, b))
    factor = D(10) ** exponent
    assert one.meets(other) == other.meets(one) == one.times(factor).meets(other.times(factor))
