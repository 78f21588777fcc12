"""Forms of figures that are no market figure: page furniture, increments, other topics and growth of other things."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import Stated, agrees, figures, read, share, size, stated

CORE = {"market_size", "cagr", "share", "growth_rate", "volume", "price", "margin", "impact_on_cagr"}


def _titled(market: str, text: str) -> str:
    return f"{market} Market Report\n\n{text}"


def _core(text: str) -> list[tuple[str, str]]:
    return [(m.metric, m.surface) for m in figures(text) if m.metric in CORE]


@pytest.mark.parametrize(
    ("market", "text"),
    [
        ("Hot Tub", "The hot tub market is expected to add USD 1.2 billion between 2024 and 2029."),
        ("Hot Tub", "An increment of USD 640 million is forecast for the hot tub market from 2024 to 2028."),
        ("Air Freshener", "The air freshener market size will increase by USD 2.1 billion from 2024 to 2029."),
        ("Air Freshener", "Incremental growth of USD 310 million awaits suppliers up to 2030."),
        ("Cable Tray", "The cable tray market offers an absolute dollar opportunity of USD 900 million through 2034."),
        ("Cable Tray", "Cumulative revenue of the cable tray market will come to USD 9 billion over 2025-2030."),
    ],
)
def test_an_increment_or_a_sum_of_years_is_no_market_size(market: str, text: str) -> None:
    assert "market_size" not in {m.metric for m in figures(_titled(market, text))}


@pytest.mark.parametrize(
    ("market", "text"),
    [
        ("E-Reader", "Household penetration of e-readers stood at 14% in 2024."),
        ("E-Reader", "Adoption of colour screens reached 22% among libraries."),
        ("Telehealth Cart", "About 63% of hospitals use a telehealth cart every day."),
        ("Telehealth Cart", "Bulk buyers get a discount of 15% on carts."),
        ("Scaffold", "Rental firms run their fleets at a utilisation of 71%."),
        ("Scaffold", "A tariff of 25% was placed on steel tubes in 2024."),
        ("Scaffold", "Modular systems cut erection time by 35%."),
        ("Milking Robot", "A survey found that 48% of farmers plan to buy a robot."),
    ],
)
def test_penetration_adoption_discounts_and_surveys_are_no_share(market: str, text: str) -> None:
    assert _core(_titled(market, text)) == []


@pytest.mark.parametrize(
    ("market", "text", "rule"),
    [
        ("Umbrella", "Single user licence: USD 4,350", "report_price"),
        ("Umbrella", "Buy this report for $2,950", "report_price"),
        ("Umbrella", "Enterprise license price: € 7,900", "report_price"),
        ("Umbrella", "The report runs to 215 pages.", "report_detail"),
        ("Umbrella", "Pages: 184", "report_detail"),
        ("Umbrella", "With 96 tables and 71 figures.", "report_detail"),
        ("Umbrella", "Call us: +1-555-010-4477", "phone"),
        ("Umbrella", "Phone: +44 20 7946 0112", "phone"),
        ("Umbrella", "4.2 Market drivers\n", "section_number"),
        ("Umbrella", "3.1.2 By region\n", "section_number"),
        ("Umbrella", "Report code: UM-48213", "name_with_number"),
        ("Umbrella", "The standard ISO 9001 applies.", "numbered_name"),
        ("Umbrella", "See https://example.org/report/5512 for terms.", "address"),
        ("Umbrella", "Delivery takes 3 days.", "duration"),
    ],
)
def test_page_furniture_is_rejected_by_name(market: str, text: str, rule: str) -> None:
    extraction = read(_titled(market, text))
    assert extraction.mentions == ()
    assert rule in {r.rule for r in extraction.rejections}


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Umbrella revenue came to USD 40 million in 20251. Rain helped.", True),
        ("The umbrella market will be worth USD 90 million by 20302, if it rains.", True),
        ("Le marché des parapluies atteignait 40 millions de dollars en 20253. La pluie aide.", True),
        ("Factories made 20251 umbrellas in 2024.", False),
        ("Umbrella stands were counted in 2024, and came to 20,251.", False),
    ],
)
def test_the_mark_of_a_footnote_glued_to_a_year_makes_no_figure(text: str, marked: bool) -> None:
    extraction = read(text)
    assert ("footnote_mark" in {r.rule for r in extraction.rejections}) is marked
    assert any(m.value in (20251, 20302, 20253) for m in extraction.mentions) is not marked


@pytest.mark.parametrize(
    ("market", "text"),
    [
        ("Hair Dryer", "Lumavel AG reported revenue of EUR 420 million in 2024."),
        ("Hair Dryer", "In May 2024 Lumavel AG acquired Torrin Ltd for USD 95 million."),
        ("Fire Hose", "The ministry set aside USD 60 million for fire stations in 2025."),
        ("Fire Hose", "Brightwater closed a funding round of USD 18 million."),
        ("Fire Hose", "World GDP is expected to grow 3.1% in 2025."),
        ("Smart Bed", "A plant costing EUR 130 million will open in Poland in 2026."),
        ("Smart Bed", "Inflation stood at 4.6% in 2024."),
    ],
)
def test_companies_deals_and_the_economy_are_no_market_figures(market: str, text: str) -> None:
    assert _core(_titled(market, text)) == []


@pytest.mark.parametrize(
    ("market", "text", "expected"),
    [
        ("Hot Tub", "The hot tub market will grow by USD 1.2 billion, from USD 4.0 billion in 2024 to USD 5.2 billion in 2029.", [stated("other_numeric", 1_200_000_000, unit="USD"), size("4.0bn", 2024), size("5.2bn", 2029)]),
        ("Pillow", "Foam pillows held 39% of the pillow market in 2024, although 70% of hotels still buy feather pillows.", [share(39, segment="Foam pillows"), stated("other_numeric", 70)]),
        ("Doorbell", "The average price of a doorbell was USD 84 in 2024.", [stated("price", 84, unit="USD", year=2024)]),
        ("Doorbell", "Gross margins of doorbell makers stood at 34% in 2024.", [stated("margin", 34, unit="percent", year=2024)]),
        ("Doorbell", "The doorbell market was worth USD 2.6 billion in 2024. The 180-page report costs USD 3,450.", [size("2.6bn", 2024)]),
    ],
)  # fmt: skip
def test_a_figure_beside_a_decoy_keeps_its_own_reading(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)
