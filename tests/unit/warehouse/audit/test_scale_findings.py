"""Figures of one text that cannot be of one scale: prices of pieces, lines of a capacity, costs against a market, partial sums."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

D = Decimal


def findings(book: Any, rule: str) -> list[dict[str, Any]]:
    return list(book.build()["core.audit_findings"].filter(rule=rule).to_dicts())


def count(book: Any, start: int, value: str, noun: str, units: str, **fields: Any) -> None:
    """A technical count at a place, and what its sentence names."""
    row = {
        "technical_id": f"t{start}", "document_id": "d", "publisher_id": "p", "market_id": "pumps",
        "measure": "unit_count", "obs_value": D(value), "comparator": "=", "unit_measure": noun, "verdict": "unknown",
        "reason": "no reference", "rule": "r", "status": "stated", "quote": value, "char_start": start,
        "char_end": start + len(value),
    }  # fmt: skip
    book.row("core.technical_claims", **(row | fields))
    context(book, start, start + len(value), units=units.split("|") if units else [])


def context(book: Any, start: int, end: int, **fields: Any) -> None:
    row = {"document_id": "d", "char_start": start, "char_end": end, "sentence_start": 0, "sentence_end": 999,
           "units": [], "actors": []}  # fmt: skip
    book.row("core.figure_contexts", **(row | fields))


def price(book: Any, printed: str, value: str, per: str, **fields: Any) -> str:
    claim_id = str(book.claim("d", printed, value, metric="price", unit_per=per, **fields))
    book.mention(claim_id, 5, 9)
    return claim_id


@pytest.fixture
def one(book: Any) -> Any:
    """A book with one document."""
    book.document("d", "p")
    return book


@pytest.mark.parametrize(
    ("value", "n"),
    # 60 turbines at USD 2 million each are USD 120 million; a fifth of that is USD 24 million
    [("23000000", 1), ("24000000", 0), ("150000000", 0)],
)
def test_an_average_price_far_below_what_the_examples_cost_is_flagged(one: Any, value: str, n: int) -> None:
    claim = price(one, f"USD {int(value) // 10**6} million", value, "wind farm")
    count(one, 40, "60", "turbines", "wind farm")
    count(one, 60, "110", "turbines", "wind farm")
    rows = findings(one, "piece_price")
    assert len(rows) == n
    for row in rows:
        assert (row["outcome"], row["severity"], row["claim_ids"]) == ("flag", "low", [claim])
        assert row["spans"] == ["5:9", "40:42", "60:63"]
        assert (row["stated"], row["expected_low"], row["expected_high"]) == (
            D(value),
            60 * D(2_000_000),
            60 * D(15_000_000),
        )
        # 23,000,000 / 60 and / 110; it buys 23 / 15 to 23 / 2 turbines
        for words in (
            "60 = USD 383,333.333 per turbine",
            "110 = USD 209,090.909 per turbine",
            "buys 1.533 to 11.5 turbines",
        ):
            assert words in row["explanation"]


def test_a_count_in_a_sentence_on_other_things_or_of_pieces_without_a_price_says_nothing(one: Any) -> None:
    price(one, "USD 23 million", "23000000", "wind farm")
    count(one, 40, "6000", "turbines", "")
    count(one, 60, "90000", "bolts", "wind farm")
    assert findings(one, "piece_price") == []


@pytest.mark.parametrize(
    ("subject", "counted", "made", "n"),
    [
        ("Single-line capacity", "kilns", "kilns", 1),
        ("One factory", "units", "kilns", 1),  # a word that names none goes with one that names a thing
        ("Single-line capacity", "stoves", "kilns", 0),
        ("Capacity of suppliers", "kilns", "kilns", 0),  # of no line
    ],
)
def test_a_count_over_the_capacity_of_one_line_is_a_note(
    one: Any, subject: str, counted: str, made: str, n: int
) -> None:
    volume = one.claim("d", f"4,200 {counted}", "4200", metric="volume", unit_measure=counted, year=2024)
    capacity = one.claim(
        "d", f"200 to 350 {made}", "200", obs_value_high=D(350), metric="other_numeric", unit_measure=made, subject=subject,
        rule="count.capacity_of_other", year=None,
    )  # fmt: skip
    one.mention(volume, 1, 2)
    rows = findings(one, "lines_of_capacity")
    assert len(rows) == n
    for row in rows:
        assert (row["outcome"], row["severity"], row["stated"], row["year"]) == ("derived", "none", None, 2024)
        assert row["claim_ids"] == [volume, capacity]
        # 4,200 / 350 = 12 and 4,200 / 200 = 21; 4,200 / 275 in the middle
        assert "= 12 to 21 " in row["explanation"]
        assert row["expected"].quantize(D("0.001")) == D("15.273")


@pytest.mark.parametrize(
    ("high", "outcome", "severity"),
    # three operators at 40 each come to 120, above a market of 100; at 30 each to 90
    [("40", "flag", "low"), ("30", "consistent", "none")],
)
def test_what_named_actors_spend_each_is_held_against_the_market_of_the_text(
    one: Any, high: str, outcome: str, severity: str
) -> None:
    market = one.claim("d", "USD 100 million", "100000000", year=2025)
    one.claim("d", "USD 900 million", "900000000", year=2030, obs_status="F")
    cost = one.claim(
        "d", f"USD 5 million to USD {high} million", "5000000", obs_value_high=D(high) * 10**6, metric="other_numeric",
        unit_per="launch", year=None,
    )  # fmt: skip
    one.mention(cost, 80, 90)
    context(one, 80, 90, claim_id=cost, actors=["Arc", "Bolt", "Cairn"], actors_start=50, actors_end=70)
    (row,) = findings(one, "costs_against_market")
    assert (row["outcome"], row["severity"], row["year"]) == (outcome, severity, 2025)
    assert row["claim_ids"] == sorted((market, cost))
    assert (row["stated"], row["expected"], row["expected_low"]) == (D(10**8), 3 * D(high) * 10**6, D(15_000_000))
    assert "50:70" in row["spans"] and "80:90" in row["spans"]
    assert "3 (Arc, Bolt and Cairn)" in row["explanation"]


def test_without_named_actors_or_a_market_of_its_own_a_cost_is_held_against_nothing(one: Any) -> None:
    cost = one.claim("d", "USD 5 million", "5000000", metric="other_numeric", unit_per="launch", year=None)
    context(one, 80, 90, claim_id=cost, actors=["Arc", "Bolt"], actors_start=50, actors_end=70)
    assert findings(one, "costs_against_market") == []


def sum_of(book: Any, each: str, number: str, total: str, **fields: Any) -> None:
    claim = book.claim("d", total, "1", metric="other_numeric", unit_measure="MW", year=None)
    base = {"document_id": "d", "publisher_id": "p", "market_id": "pumps", "comparator": "=", "verdict": "unknown",
            "reason": "no reference", "rule": "r", "status": "stated"}  # fmt: skip
    for at, (measure, value, unit, rest) in enumerate(
        (
            ("power", each, "kW", {"product": "Gale 4", "reference_variant": "onshore"}),
            ("unit_count", number, "turbines", {}),
            ("power", total, "MW", {"claim_id": claim} | fields),
        )
    ):
        row = base | {"technical_id": f"s{at}", "measure": measure, "obs_value": D(value), "unit_measure": unit,
                      "quote": value, "char_start": 100 + 30 * at, "char_end": 105 + 30 * at}  # fmt: skip
        book.row("core.technical_claims", **(row | rest))


@pytest.mark.parametrize(
    ("total", "comparator", "outcome", "severity"),
    [
        ("60", "=", "consistent", "none"),  # 20 x 3,000 kW = 60 MW
        ("62", "~", "consistent", "none"),  # about: 5 % to either side, 58.9 to 65.1
        (
            "75",
            "=",
            "mismatch",
            "medium",
        ),  # 15 off; 74.5 to 75.5 and 19.5 x 2,999.5 to 20.5 x 3,000.5 kW: 7.5 half-widths
    ],
)
def test_pieces_times_what_each_has_is_held_against_the_total_and_says_what_it_counts(
    one: Any, total: str, comparator: str, outcome: str, severity: str
) -> None:
    sum_of(one, "3000", "20", total, comparator=comparator)
    (row,) = findings(one, "partial_sum")
    assert (row["outcome"], row["stated"], row["expected"], row["unit_measure"]) == (outcome, D(total), D(60), "MW")
    assert row["severity"] == severity
    assert row["spans"] == ["100:105", "130:135", "160:165"]
    assert "20 turbines x 3,000 kW = 60 MW" in row["explanation"]
    assert "counts only Gale 4, as onshore" in row["explanation"]


def test_figures_far_apart_or_of_other_dimensions_are_no_sum(one: Any) -> None:
    sum_of(one, "3000", "20", "60", char_start=2_000, char_end=2_002)
    assert findings(one, "partial_sum") == []
