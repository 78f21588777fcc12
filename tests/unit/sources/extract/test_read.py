"""From sentences to mentions: metric, value, year, period, status, segment and area in the forms vendors use."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.sources.extract.reading import figures, only, read

HEAD = "Harbour Crane Market Report\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The harbour crane market was valued at USD 4.2 billion in 2025 and is set to reach USD 6.9 billion by 2032, growing at a CAGR of 7.3% from 2026 to 2032.",
            [
                ("market_size", 4_200_000_000, 2025, "historical"),
                ("market_size", 6_900_000_000, 2032, "forecast"),
                ("cagr", 7.3, (2026, 2032), "forecast"),
            ],
        ),
        (
            "By 2032 the harbour crane market should be worth USD 6.9 billion. It stood at USD 4.2 billion in 2025.",
            [("market_size", 6_900_000_000, 2032, "forecast"), ("market_size", 4_200_000_000, 2025, "historical")],
        ),
        (
            "The harbour crane market size was USD 3.9 billion in 2024. It is expected to grow from USD 4.2 billion in 2025 to USD 6.9 billion by 2032, at a CAGR of 7.3% during the forecast period (2025-2032).",
            [
                ("market_size", 3_900_000_000, 2024, "historical"),
                ("market_size", 4_200_000_000, 2025, "historical"),
                ("market_size", 6_900_000_000, 2032, "forecast"),
                ("cagr", 7.3, (2025, 2032), "forecast"),
            ],
        ),
        (
            "Global: $3.1B (2024) → $7.7B (2034) [9.5% CAGR]\nSize of the market above.",
            [
                ("market_size", 3_100_000_000, 2024, "historical"),
                ("market_size", 7_700_000_000, 2034, "forecast"),
                ("cagr", 9.5, (2024, 2034), "forecast"),
            ],
        ),
        (
            "Halden Ridge Research expects the harbour crane market to expand from USD 4.2 billion in 2025 to USD 6.9 billion by 2032.",
            [("market_size", 4_200_000_000, 2025, "historical"), ("market_size", 6_900_000_000, 2032, "forecast")],
        ),
    ],
)
def test_base_end_and_growth_are_read_with_their_years(text: str, expected: list[tuple[Any, ...]]) -> None:
    found = [
        (m.metric, float(m.value), (m.period_start, m.period_end) if m.metric == "cagr" else m.year, m.status)
        for m in figures(HEAD + text)
    ]
    assert found == [(metric, float(value), when, status) for metric, value, when, status in expected]


@pytest.mark.parametrize(
    ("text", "metric", "segment", "area"),
    [
        ("By lift, mobile cranes held 61.5% of the harbour crane market in 2025.", "share", "mobile cranes", "Global"),
        (
            "Mobile cranes: the leading segment, accounting for about 61% of market value.",
            "share",
            "Mobile cranes",
            "Global",
        ),
        ("North America accounted for 34% of revenue in 2025.", "share", None, "North America"),
        ("In Europe, Germany should manage a CAGR of 5.5% through 2032.", "cagr", None, "Germany"),
        (
            "The Middle East and Africa leads all regions in pace with a 9.3% CAGR through 2032.",
            "cagr",
            None,
            "Middle East and Africa",
        ),
        ("Some 58% of revenue came from container terminals in 2025.", "share", "container terminals", "Global"),
        ("For the gantry crane segment, growth is put at 8.8% CAGR over the period.", "cagr", "gantry crane", "Global"),
        (
            "In the U.S., the harbour crane market is put at USD 1.1 billion in 2025.",
            "market_size",
            None,
            "United States",
        ),
    ],
)
def test_a_figure_is_said_of_its_part_or_area(text: str, metric: str, segment: str | None, area: str) -> None:
    mention = only(HEAD + text, metric)
    assert (mention.segment, mention.geography) == (segment, area)


def test_one_sentence_holds_the_share_of_one_part_and_the_growth_of_another() -> None:
    text = (
        HEAD
        + "By lift, mobile cranes held 61.5% of revenue in 2025, while ship-to-shore cranes are expected to grow at a 9.1% CAGR through 2032."
    )
    assert [(m.metric, m.segment) for m in figures(text)] == [
        ("share", "mobile cranes"),
        ("cagr", "ship-to-shore cranes"),
    ]


def test_a_row_of_shares_names_each_part_without_a_verb() -> None:
    text = HEAD + "Mobile cranes held 46% of revenue in 2025, gantry cranes 31% and floating cranes 23%."
    assert [(m.metric, m.segment, m.year) for m in figures(text)] == [
        ("share", "Mobile cranes", 2025),
        ("share", "gantry cranes", 2025),
        ("share", "floating cranes", 2025),
    ]


def test_respectively_gives_each_figure_to_its_own_name() -> None:
    text = (
        HEAD
        + "Japan, Norway and Chile are forecast to grow at a CAGR of 6.1%, 5.2% and 4.3% respectively from 2026 to 2032."
    )
    assert [(m.geography, float(m.value)) for m in figures(text)] == [("Japan", 6.1), ("Norway", 5.2), ("Chile", 4.3)]


def test_an_unstated_end_year_stays_unstated_and_is_inferred_with_its_basis() -> None:
    text = (
        HEAD
        + "The market was worth USD 4.2 billion in 2025 and is set to reach USD 6.9 billion, growing at a CAGR of 7.3% from 2026 to 2032."
    )
    reached = next(c for c in read(text).claims if c.value == 6_900_000_000)
    assert (reached.time_period, reached.year_stated, reached.year_inferred) == (None, None, 2032)
    assert reached.inference_basis and "2026-2032" in reached.inference_basis


def test_a_share_without_a_year_gets_none() -> None:
    share = only(HEAD + "Mobile cranes: the largest class, making approximately 47% of the market's value.", "share")
    assert (share.year, share.time_period, share.comparator) == (None, None, "~")


@pytest.mark.parametrize(
    ("text", "metric", "value"),
    [
        ("The gross margin of crane makers ranges from 18% to 27%.", "margin", 18),
        ("Shipments in the harbour crane market reached 1,450 units in 2025.", "volume", 1450),
        ("The average selling price of a mobile crane was about USD 2.9 million in 2025.", "price", 2_900_000),
        ("Revenue of the harbour crane market grew 6.4% in 2025.", "growth_rate", 6.4),
        ("The market should grow at 7.1% a year through 2032.", "cagr", 7.1),
    ],
)
def test_other_metrics_are_told_apart(text: str, metric: str, value: float) -> None:
    assert float(only(HEAD + text, metric).value) == value


@pytest.mark.parametrize(
    "text",
    [
        "Port operators raised USD 300 million in capital for new quays in 2025.",
        "Nordkai AG won an order worth EUR 31 million for 14 cranes.",
        "The port cut energy use by 40% after the refit.",
        "Automation penetration at terminals should stand at 7.4% in 2025.",
        "70% of dock workers have been trained on the new cranes.",
        "The acquisition cost USD 120 million.",
    ],
)
def test_figures_of_other_topics_are_no_core_metric(text: str) -> None:
    assert {m.metric for m in figures(HEAD + text)} <= {"other_numeric"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Report ID: 553120", "identifier"),
        ("The H200 and GPT-4 class of controllers spread.", "name_with_number"),
        ("See the note.[12] More follows.", "citation_mark"),
        ("The report has 180 pages.", "report_detail"),
        ("Single user licence: USD 3,950", "report_price"),
        ("Write to sales@harbour24.example for terms.", "address"),
        ("Published 13h ago", "age_of_page"),
        ("The 3rd edition is out.", "ordinal"),
        ("Deliveries take 6 months.", "duration"),
        ("It follows Bill 6 and Phase 3.", "numbered_name"),
        ("Buy now with 20% upfront.", "terms_of_sale"),
        ("In a 24-hour shift the crane rests twice.", "duration"),
    ],
)
def test_numbers_that_are_no_figures_are_rejected_by_name(text: str, rule: str) -> None:
    extraction = read(HEAD + text)
    assert rule in {r.rule for r in extraction.rejections}
    assert extraction.mentions == ()


def test_every_digit_is_inside_a_mention_or_a_rejection() -> None:
    text = HEAD + "In 2025, 12 ports bought 1,450 units at USD 2.9 million each (Report ID 99120), up 4.5% on 2024 [3]."
    extraction = read(text)
    spans = [(m.char_start, m.char_end) for m in extraction.mentions] + [
        (r.char_start, r.char_end) for r in extraction.rejections
    ]
    assert all(any(a <= i < b for a, b in spans) for i, c in enumerate(text) if c.isdigit())


def test_headers_and_captions_give_table_cells_their_unit_year_and_area() -> None:
    text = (
        HEAD
        + "Revenue by region\n\n| Region | 2025 (USD million) | 2032 (USD million) | CAGR 2025-2032 |\n|---|---|---|---|\n| Europe | 1,120 | 1,790 | 6.9% |\n| World | 4,200 | 6,900 | 7.3% |\n"
    )
    found = [(m.metric, float(m.value), m.year or (m.period_start, m.period_end), m.geography) for m in figures(text)]
    assert found == [
        ("market_size", 1_120_000_000, 2025, "Europe"),
        ("market_size", 1_790_000_000, 2032, "Europe"),
        ("cagr", 6.9, (2025, 2032), "Europe"),
        ("market_size", 4_200_000_000, 2025, "Global"),
        ("market_size", 6_900_000_000, 2032, "Global"),
        ("cagr", 7.3, (2025, 2032), "Global"),
    ]


def test_a_table_of_drivers_gives_impacts_with_their_areas() -> None:
    text = (
        HEAD
        + "| Driver | (~) % Impact on CAGR Forecast | Geographic Relevance | Timeline |\n|---|---|---|---|\n| Bigger ships | +1.8% | Europe, Asia-Pacific | 2-4 years |\n| Steel prices | -0.6% | Global | up to 2 years |\n"
    )
    found = [(m.metric, float(m.value), m.unit, m.subject, m.ref_area) for m in figures(text)]
    assert found == [
        ("impact_on_cagr", 1.8, "percentage points", "Bigger ships", "150|vendor:Asia-Pacific"),
        ("impact_on_cagr", -0.6, "percentage points", "Steel prices", "001"),
    ]


def test_glued_list_numbers_do_not_join_the_figures_behind_them() -> None:
    text = (
        HEAD
        + "- 1In 2025 the harbour crane market was worth $4.20 billion\n- 2Mobile cranes hold 48% of the harbour crane market\n- 370% of ports own one crane\n"
    )
    assert [float(m.value) for m in figures(text)] == [4_200_000_000, 48, 70]


@pytest.mark.parametrize(
    ("text", "metric", "value", "year"),
    [
        ("Der Markt für Hafenkräne erreichte 2025 ein Volumen von 4,2 Mrd. Euro.", "market_size", 4_200_000_000, 2025),
        ("El mercado de grúas portuarias alcanzó US$ 4.200 millones en 2025.", "market_size", 4_200_000_000, 2025),
        (
            "Le marché des grues portuaires était évalué à 4,2 milliards d’euros en 2025.",
            "market_size",
            4_200_000_000,
            2025,
        ),
        ("世界の港湾クレーン市場規模は2025年に42億米ドルでした。", "market_size", 4_200_000_000, 2025),
        ("2025年全球港口起重机市场规模为42亿美元。", "market_size", 4_200_000_000, 2025),
    ],
)
def test_market_sizes_are_read_in_other_languages(text: str, metric: str, value: int, year: int) -> None:
    mention = only(text, metric)
    assert (float(mention.value), mention.year) == (value, year)
