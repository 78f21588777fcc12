"""Units as headers, unit columns and unit lines print them, and words of headers that are none."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.grammar.unit_expressions import says_unit, unit_in, unit_of, units_of

HEADERS = [
    ("2025 (US$ million)", "en", "money", "USD", "1000000", None),
    ("Revenue, EUR bn", "en", "money", "EUR", "1000000000", None),
    ("Umsatz in T€", "de", "money", "EUR", "1000", None),
    ("CAGR, %", "en", "percent", "percent", "1", None),
    ("Shipments ('000 units)", "en", "count", "units", "1000", None),
    ("Sales (10^3 USD)", "en", "money", "USD", "1000", None),
    ("Average price (€/t)", "en", "money", "EUR", "1", "t"),
    ("市场规模（亿元）", "zh", "money", "CNY", "100000000", None),
    ("Output (Bcf)", "en", "count", "cubic feet", "1000000000", None),
    ("Sales (m)", "en", "count", None, "1000000", None),
]
NO_UNITS = ["Region", "2024", "Top 5 companies", "Over USD 5 million", "MW", "Sales of the year 2024", ""]


@pytest.mark.parametrize(("header", "language", "kind", "unit", "multiplier", "per"), HEADERS)
def test_a_header_gives_its_unit(
    header: str, language: str, kind: str, unit: str | None, multiplier: str, per: str | None
) -> None:
    found = unit_in(header, language)
    assert found is not None
    assert (found.kind, found.unit, found.multiplier, found.per) == (kind, unit, Decimal(multiplier), per)


@pytest.mark.parametrize("header", NO_UNITS)
def test_a_header_without_a_unit_gives_none(header: str) -> None:
    assert unit_in(header, "en") is None


def test_metres_under_a_word_of_length_are_no_millions() -> None:
    found = unit_in("Length (m)", "en")
    assert found is None or found.multiplier == 1


def test_a_cell_of_a_unit_column_is_a_unit_where_a_header_says_nothing() -> None:
    found = unit_of("MW", "en")
    assert found is not None
    assert (found.kind, found.unit, found.multiplier) == ("count", "MW", Decimal(1))


def test_a_line_says_each_of_its_units_once() -> None:
    found = units_of("Value: USD million; volume: thousand units; price: USD million", "en")
    assert [(one.kind, one.unit, one.multiplier) for one in found] == [
        ("money", "USD", Decimal(1_000_000)),
        ("count", "units", Decimal(1_000)),
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [("(USD million)", True), ("The market reached USD 5 million", False), ("Regional outlook", False)],
)
def test_a_line_of_a_page_says_a_unit_where_it_holds_no_figure(line: str, says: bool) -> None:
    assert says_unit(line) is says


@pytest.mark.parametrize(
    ("line", "language", "units"),
    [
        ("USD million, thousand tonnes", "en", [("USD", 1_000_000), ("tonnes", 1_000)]),
        ("(천 톤, 억원)", "ko", [("톤", 1_000), ("KRW", 100_000_000)]),
        ("units, million", "en", [("units", 1_000_000)]),
        ("USD, million", "en", [("USD", 1_000_000)]),
    ],
)
def test_a_comma_parts_two_units_and_not_a_unit_from_its_scale(
    line: str, language: str, units: list[tuple[str, int]]
) -> None:
    assert [(one.unit, one.multiplier) for one in units_of(line, language)] == [(u, Decimal(n)) for u, n in units]


@pytest.mark.parametrize("name", ["Bio-resins", "K-pop", "C-MOS sensors"])
def test_a_word_that_a_hyphen_joins_to_a_name_is_no_unit(name: str) -> None:
    assert unit_in(name, "en") is None


def test_a_hyphen_between_two_words_of_a_unit_parts_nothing() -> None:
    unit = unit_in("Revenue (USD-million)", "en")
    assert unit is not None
    assert (unit.unit, unit.multiplier) == ("USD", Decimal(1_000_000))
