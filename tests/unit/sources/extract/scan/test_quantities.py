"""Currency, scale, percent, hedges and ranges around numbers: the forms that other readers fail on."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.extract.scan.figure import Figure
from sources.extract.scan.numbers.numerals import numerals
from sources.extract.scan.quantities import quantities
from sources.extract.scan.years import year_marks
from sources.grammar.language import grammar


def grown(text: str, language: str = "en") -> list[Figure]:
    words = grammar(language)
    return quantities(text, 0, len(text), numerals(text, 0, len(text), words), year_marks(text, 0, len(text)), words)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("US$ 21,660 million", 21_660_000_000, "USD"),
        ("USD 12.00 Bn", 12_000_000_000, "USD"),
        ("USD 1,044.92 billion", 1_044_920_000_000, "USD"),
        ("USD 850 Mn", 850_000_000, "USD"),
        ("EUR 4.2 bn", 4_200_000_000, "EUR"),
        ("12.5 billion USD", 12_500_000_000, "USD"),
        ("$12.5B", 12_500_000_000, "USD"),
        ("3.1 million dollars", 3_100_000, "USD"),
        ("£2.1bn", 2_100_000_000, "GBP"),
        ("INR 450 crore", 4_500_000_000, "INR"),
        ("₹1,20,000 crore", 1_200_000_000_000, "INR"),
        ("₹1,12,400 lakh", 11_240_000_000, "INR"),
        ("RMB 2.4 trillion", 2_400_000_000_000, "CNY"),
        ("¥300 billion", 300_000_000_000, "JPY"),
        ("US76.4bn", 76_400_000_000, "USD"),
        ("$274-billion", 274_000_000_000, "USD"),
        ("USD\u00a07.5\u00a0billion", 7_500_000_000, "USD"),
    ],
)
def test_money_is_read_with_its_currency_and_scale(text: str, value: int, unit: str) -> None:
    (q,) = grown(text)
    assert (q.kind, q.value, q.unit) == ("money", Decimal(value), unit)
    assert text[q.start : q.end] == text


@pytest.mark.parametrize(
    ("language", "text", "value", "unit"),
    [
        ("de", "1,28 Mrd. Euro", 1_280_000_000, "EUR"),
        ("de", "85 Mio. €", 85_000_000, "EUR"),
        ("es", "US$ 2.340 millones", 2_340_000_000, "USD"),
        ("es", "4.122 millones de dólares", 4_122_000_000, "USD"),
        ("es", "5 mil millones de euros", 5_000_000_000, "EUR"),
        ("fr", "2,5 milliards d’euros", 2_500_000_000, "EUR"),
        ("ja", "162億米ドル", 16_200_000_000, "USD"),
        ("ja", "38億5,000万米ドル", 3_850_000_000, "USD"),
        ("zh", "4.5万亿元", 4_500_000_000_000, "CNY"),
    ],
)
def test_money_is_read_in_other_languages(language: str, text: str, value: int, unit: str) -> None:
    (q,) = grown(text, language)
    assert (q.value, q.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    ("text", "low", "high", "kind"),
    [
        ("20-30%", 20, 30, "percent"),
        ("20–30 %", 20, 30, "percent"),
        ("28% to 46%", 28, 46, "percent"),
        ("8 to 10 percent", 8, 10, "percent"),
        ("between 12% and 15%", 12, 15, "percent"),
        ("$10-12 billion", 10**10, 12 * 10**9, "money"),
        ("USD 40-45 million", 40 * 10**6, 45 * 10**6, "money"),
        ("USD 3 million to USD 5 billion", 3 * 10**6, 5 * 10**9, "money"),
        ("30 million to 40 million units", 30 * 10**6, 40 * 10**6, "count"),
        ("6,50,000–7,00,000 units", 650_000, 700_000, "count"),
    ],
)
def test_ranges_keep_both_ends(text: str, low: int, high: int, kind: str) -> None:
    (q,) = grown(text)
    assert (q.kind, q.value, q.value_high) == (kind, Decimal(low), Decimal(high))


@pytest.mark.parametrize(
    "text",
    [
        "grew from USD 2 billion to USD 5 billion",
        "rose from 14% to 33%",
        "USD 2 billion in 2024 and USD 3 billion in 2025",
        "12% and 15%",
    ],
)
def test_two_points_are_no_range(text: str) -> None:
    assert [q.value_high for q in grown(text)] == [None, None]


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("more than USD 5 billion", ">"),
        ("over 40%", ">"),
        ("exceeding 30%", ">"),
        ("at least 12%", ">="),
        ("60%+", ">="),
        ("less than USD 2 million", "<"),
        ("up to 20%", "<="),
        ("approximately 55%", "~"),
        ("nearly USD 3 billion", "~"),
        ("~34%", "~"),
        ("USD 4 billion", "="),
    ],
)
def test_hedges_are_kept_as_comparators(text: str, comparator: str) -> None:
    (q,) = grown(text)
    assert q.comparator == comparator


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("+4.5%", "4.5", "percent"),
        ("-2.0%", "-2.0", "percent"),
        ("7.5 per cent", "7.5", "percent"),
        ("4.5 percentage points", "4.5", "percentage points"),
        ("150 basis points", "150", "basis points"),
        ("2.5×", "2.5", "times"),
    ],
)
def test_rates_are_read_with_their_unit(text: str, value: str, unit: str) -> None:
    (q,) = grown(text)
    assert (q.value, q.unit) == (Decimal(value), unit)


def test_a_bullet_is_no_minus_sign() -> None:
    (q,) = grown("- 50% of sites")
    assert q.value == 50
