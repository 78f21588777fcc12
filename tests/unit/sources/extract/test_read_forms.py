"""General forms of short market pages: each figure with its metric, its part or area, and its time."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures, read

HEAD = "The harbour crane market was worth USD 3.2 billion in 2024 and should reach USD 5.1 billion by 2032.\n\n"


def _told(text: str) -> list[tuple[str, float, str | None, str, int | tuple[int | None, int | None] | None, str]]:
    """Metric, value, segment, area, year (or growth period) and status of each figure."""
    return [
        (
            m.metric,
            float(m.value),
            m.segment,
            m.geography,
            (m.period_start, m.period_end) if m.metric == "cagr" else m.year,
            m.status,
        )
        for m in figures(text)
    ]


@pytest.mark.parametrize(
    ("text", "metrics"),
    [
        ("The market is to grow by USD 1.9 billion from 2024 to 2032.", ["other_numeric"]),
        ("Between 2024 and 2032 the market will have increased by some USD 1.9 billion.", ["other_numeric"]),
        ("Floating cranes will add USD 190 million in five years.", ["other_numeric"]),
        ("Asia-Pacific is estimated to contribute 69% to the growth of the market.", ["other_numeric"]),
        ("Forecasts differ, with anything from 16% to 20% compounded.", ["cagr"]),
        ("The market is forecast to grow to USD 5.1 billion.", ["market_size"]),
        ("The market grew by 4% to USD 3.2 billion in 2024.", ["growth_rate", "market_size"]),
        ("Japan and Chile are forecast to grow at 3.1% and 4.6% respectively.", ["cagr", "cagr"]),
        ("Demand in Japan is forecast to grow by 3.1% in 2026.", ["growth_rate"]),
    ],
)
def test_what_is_measured_follows_from_the_form(text: str, metrics: list[str]) -> None:
    assert [m.metric for m in figures(HEAD + text)[2:]] == metrics


@pytest.mark.parametrize(
    ("text", "segment", "area"),
    [
        (
            "For the Floating Cranes segment the outlook is a 6.9% CAGR over the forecast period.",
            "Floating Cranes",
            "Global",
        ),
        ("In the Gantry Cranes segment growth is put at 6.1% CAGR from 2024 to 2032.", "Gantry Cranes", "Global"),
        ("Annual growth will be 5.9% (CAGR 2024-2032).", None, "Global"),
        ("With the help of a new subsidy the UK gained 12% in 2024.", None, "United Kingdom"),
        ("Seen against other countries, China had the highest revenue (USD 900 million in 2024).", None, "China"),
        (
            "Software and IT services, it says, will take 68% of the market in 2027.",
            "Software and IT services",
            "Global",
        ),
        (
            "Within the yards, a business of USD 58 million, mobile cranes had a share of 29% in 2024.",
            "mobile cranes",
            "Global",
        ),
        ("Chile is small today (around USD 18 million).", None, "Chile"),
        (
            "Norvane Insights has watched the harbour crane market and reckons that it will grow at a CAGR of 6%.",
            None,
            "Global",
        ),
    ],
)
def test_a_figure_belongs_to_the_one_it_is_told_of(text: str, segment: str | None, area: str) -> None:
    mention = figures(HEAD + text)[-1]
    assert (mention.segment, mention.geography) == (segment, area)


def test_what_follows_its_own_country_in_the_sentence_before_is_that_countrys() -> None:
    text = (
        HEAD
        + "Chile has the deepest ports. Its market will go from USD 96 million in 2024 to USD 171 million a decade later, a CAGR of 5.9%."
    )
    assert _told(text)[2:] == [
        ("market_size", 96_000_000, None, "Chile", 2024, "historical"),
        ("market_size", 171_000_000, None, "Chile", 2034, "forecast"),
        ("cagr", 5.9, None, "Chile", (2024, 2034), "forecast"),
    ]


def test_one_value_told_twice_holds_for_one_time() -> None:
    text = HEAD + "Europe was the largest region in 2024 with 37% of revenue, or USD 1.2 billion."
    assert [(m.metric, m.geography, m.year) for m in figures(text)[2:]] == [
        ("share", "Europe", 2024),
        ("market_size", "Europe", 2024),
    ]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Cranes worth USD 6.1 billion will be sold by 2033.", "forecast"),
        ("The market had a CAGR of 4.1% from 2016 to 2021.", "historical"),
        ("The market will have a CAGR of 4.1% from 2026 to 2031.", "forecast"),
    ],
)
def test_the_verb_tells_whether_a_figure_is_a_forecast(text: str, status: str) -> None:
    found = figures("The harbour crane market\n\n" + text)
    assert [m.status for m in found] == [status]


@pytest.mark.parametrize(
    ("text", "market"),
    [
        (" date 2024-05-14 Harbour Cranes Market to Reach USD 5.1 Billion by 2032\n\nDemand is up.", "Harbour Cranes"),
        (
            "Harbour crane sales heading for $5 billion\n\nDemand for harbour cranes will reach $5.1 billion in 2032, says Norvane Group, which studies industrial markets.",
            "Harbour crane",
        ),
    ],
)
def test_the_market_is_named_without_what_stands_around_it(text: str, market: str) -> None:
    assert {m.market for m in read(text).mentions} == {market}


def test_a_step_holds_for_the_year_of_the_value_it_led_to() -> None:
    text = HEAD + "Sales went from 6,300 units in 2023 to 7,000 units in 2024, a rise of 11 per cent, and go on."
    assert [(m.metric, m.year) for m in figures(text)[2:]] == [
        ("volume", 2023),
        ("volume", 2024),
        ("growth_rate", 2024),
    ]


def test_names_under_a_heading_of_vendors_are_no_parts_of_the_market() -> None:
    text = HEAD + "## Vendors\n\nOstrava kept first place with 29.9% of the market in 2024."
    assert [m.segment for m in figures(text)[2:]] == [None]
