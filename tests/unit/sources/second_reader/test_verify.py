"""Verification: what our own code does not find in the text is refused, each with its rule."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sources.second_reader.answer import Choice
from sources.second_reader.verify import verify
from tests.second_pages import mention, number, question, rule, verified

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
    left = verify(found, asked, [Choice.model_validate(choice)])

    assert (left.mentions, [r.rule for r in left.refusals]) == ((), [f"second_reader.{expected}"])


def test_a_figure_counts_once_and_another_answer_about_it_is_refused() -> None:
    found, asked = question()
    n = number(asked, "USD 4.2 billion")
    one, other = Choice(figure=n, metric="market_size", year="2025"), Choice(figure=n, metric="price", year="2024")
    left = verify(found, asked, [one, other, one])

    assert [m.metric for m in left.mentions] == ["market_size"]
    assert [r.rule for r in left.refusals] == ["second_reader.answered_twice"]


def test_more_choices_than_an_answer_can_have_are_not_looked_at() -> None:
    found, asked = question()
    left = verify(found, asked, [Choice(quote=f"USD {n} billion") for n in range(1000)])

    assert left.refusals[0].rule == "second_reader.too_many_choices"
    assert len(left.refusals) == 1 + 2 * len(asked.figures) + 20


def test_misfits_are_counted() -> None:
    found, asked = question()

    assert [(r.rule, r.said) for r in verify(found, asked, [], 3).refusals] == [("second_reader.no_choice", "3")]


def test_a_figure_may_be_denied_with_a_reason() -> None:
    assert [d.reason for d in verified("126%", none="orders of a yard").denials] == ["orders of a yard"]


def test_words_of_a_fall_beside_the_figure_make_it_negative() -> None:
    assert mention("3.2%", metric="growth_rate", year="2024", fall_words="fell").value == Decimal("-3.2")


@pytest.mark.parametrize(
    ("text", "words", "fall"),
    [
        ("Sales went down in 2024: 12% fewer kites were sold than in 2023.", "12%", "fewer"),
        ("Der Absatz von Drachen bricht im Jahr 2024 um 9 Prozent ein. Die Preise sind stabil.", "9 Prozent", "bricht"),
        ("2024年の凧の出荷台数は前年比7%減となった。市場規模は100億円だった。", "7%", "減"),
        ("2024年风筝销量同比减少7%。市场规模为100亿元。", "7%", "减少"),
    ],
)
def test_words_of_a_fall_are_known_in_the_languages_own_lists(text: str, words: str, fall: str) -> None:
    assert mention(words, text, metric="growth_rate", year="2024", fall_words=fall).value < 0


@pytest.mark.parametrize(
    ("text", "area", "code"),
    [
        ("Der Markt ist hierzulande 61 Mrd. Euro groß, Stand 2024.", "hierzulande", "DEU"),
        ("Le marché pèse 61 milliards d'euros dans notre pays en 2024.", "notre pays", "FRA"),
        ("Nel nostro Paese il mercato vale 61 miliardi di euro nel 2024.", "nostro Paese", "ITA"),
        ("国内市場規模は2024年に61億円だった。", "国内", "JPN"),
    ],
)
def test_words_for_home_name_the_country_of_the_text(text: str, area: str, code: str) -> None:
    found, asked = question(text)
    left = verify(found, asked, [Choice(figure=1, metric="market_size", year="2024", area=area)])

    assert [m.ref_area for m in left.mentions] == [code]


@pytest.mark.parametrize("metric", ["market_size", "other_numeric"])
def test_a_hedge_beside_the_figure_counts(metric: str) -> None:
    text = "The kite market in 2024 was worth, analysts say roughly, USD 61 million."
    m = mention("USD 61 million", text, metric=metric, year="2024", hedge="roughly")

    assert m.comparator == "~"


@pytest.mark.parametrize(
    "text",
    [
        "<p>The <b>kite</b> market was worth <i>USD</i> <b>4.2</b> billion in 2025.</p>",
        "The **kite** market was worth **USD 4.2** billion in 2025.",
        "The kite market was worth USD ４.２ billion in ２０２５.",
        "\u3000The kite market was worth &#85;SD 4.2 billion in 2025 &amp; more.",
    ],
)
def test_spans_are_those_of_the_source_whatever_the_print(text: str) -> None:
    from sources.parse import parse
    from sources.second_reader.page import page_of
    from sources.second_reader.questions import questions
    from sources.second_reader.verify import joined

    parsed = parse(text.encode())
    found = page_of(parsed)
    (asked,) = questions(found)
    left = joined(
        found, [verify(found, asked, [Choice(figure=1, metric="market_size", year="2025"), Choice(figure=88)])]
    )

    (m,) = left.mentions
    assert parsed.text[m.char_start : m.char_end] == m.surface
    assert (m.value, m.year) == (Decimal("4200000000"), 2025)
    assert all(parsed.text[r.char_start : r.char_end] == r.surface for r in left.refusals)
