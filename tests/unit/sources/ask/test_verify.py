"""Verification: what our own code does not find in the text is refused, each with its rule."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.second_pages import answered, left_of, mention, number, question, rule, rules

SIZE = {"metric": "market_size"}


def test_a_true_choice_is_a_mention_with_the_scanners_own_value() -> None:
    m = mention("USD 4.2 billion", metric="market_size", year="2025", status="historical")

    assert (m.value, m.unit, m.year, m.ref_area, m.period_inferred) == (
        Decimal("4200000000"),
        "USD",
        2025,
        "001",
        False,
    )


@pytest.mark.parametrize(
    ("words", "said", "expected"),
    [
        ("USD 4.2 billion", {}, "no_metric"),
        ("USD 4.2 billion", {"metric": "share", "year": "2025"}, "unit_does_not_fit"),
        ("USD 4.2 billion", {**SIZE, "year": "2041"}, "year_not_in_text"),
        ("USD 4.2 billion", {**SIZE, "year": "Y77"}, "year_not_in_text"),
        ("USD 4.2 billion", {**SIZE, "year": "market"}, "no_year_in_quote"),
        ("USD 4.2 billion", {**SIZE, "year": "2030"}, "year_not_in_text"),  # cut out of 20304
        ("USD 4.2 billion", {**SIZE, "year_words": "tethered"}, "year_words_unknown"),
        ("USD 4.2 billion", {**SIZE, "year": "2025", "area": "Atlantis"}, "quote_not_in_text"),
        ("USD 4.2 billion", {**SIZE, "year": "2025", "area": "kites"}, "no_area_in_quote"),
        ("USD 4.2 billion", {**SIZE, "year": "2025", "area": "us"}, "no_area_in_quote"),
        ("USD 4.2 billion", {**SIZE, "year": "2025", "area": "Norw"}, "quote_not_in_text"),
        ("USD 4.2 billion", {**SIZE, "year": "2025", "market": "Fusion"}, "quote_not_in_text"),
        ("USD 4.2 billion", {**SIZE, "year": "2025", "market": "20304"}, "no_name_in_quote"),
        ("USD 4.2 billion", {**SIZE, "year": "2025", "speaker": "Acme"}, "quote_not_in_text"),
        ("USD 4.2 billion", {**SIZE, "year": "2025", "hedge": "more than"}, "hedge_of_another_figure"),
        ("USD 7.9 billion", {**SIZE, "year": "2031", "status": "historical"}, "status_against_date"),
        ("5.4%", {"metric": "growth_rate", "year": "2024", "status": "forecast"}, "status_against_date"),
        ("11.1%", {"metric": "cagr", "period_start": "2031", "period_end": "2025"}, "period_reversed"),
        ("5.4%", {"metric": "growth_rate", "year": "2024", "fall_words": "fell"}, "rise_is_nearer"),
        ("126%", {"metric": "growth_rate", "year": "2024", "fall_words": "came"}, "no_fall_in_quote"),
    ],
)
def test_what_does_not_stand_in_the_text_is_refused(words: str, said: dict[str, Any], expected: str) -> None:
    assert rule(words, **said) == expected


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({"figure": 0}, "unknown_figure"),
        ({"figure": 99}, "unknown_figure"),
        ({"quote": "USD 999 billion"}, "quote_not_in_text"),
        ({"quote": "kites"}, "quote_not_in_text"),  # in several places
        ({"quote": None}, "quote_not_in_text"),
        ({"quote": "Contact us"}, "no_figure_in_quote"),
        ({"quote": "2 billion"}, "several_figures_in_quote"),  # a piece of a number
        ({"quote": "rose 5.4% in 2024 while prices of kites fell 3.2%"}, "several_figures_in_quote"),
    ],
)
def test_a_choice_about_no_figure_is_refused(choice: dict[str, Any], expected: str) -> None:
    found, asked = question()
    left = answered(found, asked, [choice])

    assert (left.mentions, rules(left)) == ([], [expected])


def test_a_figure_counts_once_and_another_answer_about_it_is_refused() -> None:
    found, asked = question()
    n = number(asked, "USD 4.2 billion")
    one = {"figure": n, "metric": "market_size", "year": "2025"}
    left = answered(found, asked, [one, {"figure": n, "metric": "price", "year": "2024"}, one])

    assert [m.metric for m in left.mentions] == ["market_size"]
    assert rules(left) == ["answered_twice"]


def test_more_choices_than_an_answer_can_have_are_not_looked_at() -> None:
    found, asked = question()
    left = answered(found, asked, [{"quote": f"USD {n} billion"} for n in range(1000)])

    assert rules(left)[0] == "too_many_choices"
    assert len(left.refusals) == 1 + 2 * len(asked.figures) + 20


def test_choices_that_fit_no_schema_are_counted() -> None:
    found, asked = question()
    left = answered(found, asked, [{"figure": "one"}, None, {"figure": 1, "metric": "turnover"}])

    assert [(r.rule, r.second) for r in left.refusals] == [("second_reader.no_choice", "3")]


def test_a_figure_may_be_denied() -> None:
    left = left_of("126%", none="orders of a yard")

    assert (left.mentions, left.refusals) == ([], [])
    assert len(left.denied) == 1


def test_a_region_that_no_list_knows_keeps_its_name() -> None:
    text = "In the Inland Belt, the kite market was worth USD 61 million in 2024."
    m = mention("USD 61 million", text, metric="market_size", year="2024", area="Inland Belt")

    assert (m.geography, m.ref_area) == ("Inland Belt", "vendor:Inland Belt")


def test_a_name_that_stands_in_several_places_is_the_one_nearest_to_the_figure() -> None:
    text = "Tethered Kites are old. Sales of tethered KITES came to USD 61 million in 2024. tethered kites last."
    m = mention("USD 61 million", text, metric="market_size", year="2024", part="tethered kites", market="kites")

    assert m.segment == "tethered kites"  # as printed wins over any other case
    far = "Sales of kites came to USD 61 million in 2024.\n\nIn 2024 and 2023, little else was sold."
    assert not mention("USD 61 million", far, metric="market_size", year="2024").period_inferred
    assert mention("USD 61 million", far, metric="market_size", year="2023").period_inferred
