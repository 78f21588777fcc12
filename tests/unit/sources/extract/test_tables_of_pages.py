"""Forms of scope: whose figure it is where segment, area, market or publisher stand beside it, above it or elsewhere."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse
from tests.unit.sources.extract.reading import Stated, agrees, cagr, share, size, stated

Case = tuple[str, str, list[Stated]]


def _table(*cases: Case) -> pytest.MarkDecorator:
    """Rows of market, text and what it states."""
    return pytest.mark.parametrize(("market", "text", "expected"), cases)


@_table(
    ("Fence Post", "Wooden, steel and concrete posts held 48%, 33% and 19% of the fence post market respectively in 2024.", [share(48, segment="Wooden"), share(33, segment="steel"), share(19, segment="concrete")]),
    ("Fence Post", "Brazil and Mexico are projected to grow at a CAGR of 5.2% and 4.7%, respectively, from 2025 to 2030.", [cagr("5.2", 2025, 2030, geography="Brazil"), cagr("4.7", 2025, 2030, geography="Mexico")]),
    ("Fence Post", "The fence post market was worth USD 3.1 billion and USD 3.3 billion in 2023 and 2024, respectively.", [size("3.1bn", 2023), size("3.3bn", 2024)]),
    ("Fence Post", "Farms and gardens accounted for 55% and 30% of revenue, respectively.", [share(55, segment="Farms"), share(30, segment="gardens")]),
)  # fmt: skip
def test_respectively_gives_each_figure_to_its_own_name(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Tea Bag", "- By material, paper bags led with 57.3% of the tea bag market in 2024, while nylon bags are set to grow at a 7.8% CAGR through 2030.", [share("57.3", segment="paper bags", year=2024), cagr("7.8", None, 2030, segment="nylon bags")]),
    ("Dash Cam", "- By channel, retail captured 63% of revenue in 2024; online is advancing at a 14.2% CAGR to 2031.", [share(63, segment="retail", year=2024), cagr("14.2", None, 2031, segment="online")]),
    ("Roof Tile", "- By geography, Europe held 36.5% of the roof tile market in 2024, whereas Asia Pacific is forecast to expand at a 6.9% CAGR between 2025 and 2030.", [share("36.5", geography="Europe", segment=None), cagr("6.9", 2025, 2030, geography="Asia-Pacific", segment=None)]),
    ("Lip Balm", "- Sticks accounted for 71% of the lip balm market in 2023, and tubes are expected to post the fastest CAGR of 6.2% from 2024 to 2030.", [share(71, segment="Sticks"), cagr("6.2", 2024, 2030, segment="tubes")]),
)  # fmt: skip
def test_one_bullet_holds_the_share_of_one_part_and_the_growth_of_another(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Wind Sock", "## North America\n\nThe market was worth USD 41 million in 2024 and is expected to grow at a CAGR of 4.2% from 2025 to 2030.", [size("41m", 2024, geography="North America"), cagr("4.2", 2025, 2030, geography="North America")]),
    ("Wind Sock", "## Illuminated wind socks\n\nThe segment accounted for 28% of revenue in 2024.", [share(28, segment="Illuminated wind socks")]),
    ("Wind Sock", "Illuminated socks are the largest segment. They held 58% of revenue in 2024.", [share(58, segment="Illuminated socks")]),
    ("Wind Sock", "Japan is the leading country. It accounted for 34% of the market in 2024.", [share(34, geography="Japan")]),
    ("Wind Sock", "The polyester segment led in 2024. The segment accounted for 62% of revenue.", [share(62, segment="polyester")]),
)  # fmt: skip
def test_a_part_or_area_may_stand_in_the_heading_or_the_sentence_before(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Squash Racket", "The market was valued at USD 310 million in 2024.", [size("310m", 2024, market="Squash Racket", segment=None)]),
    ("Squash Racket", "Revenue reached USD 310 million in 2024 and will climb to USD 402 million by 2030.", [size("310m", 2024, market="Squash Racket"), size("402m", 2030, market="Squash Racket")]),
    ("", "Roof Rack Market Size, Share & Trends Analysis 2025-2032\n\nThe global market size was estimated at USD 1.9 billion in 2024.", [size("1.9bn", 2024, market="Roof Rack")]),
    ("", "# Canal Boat Market to Reach USD 2.2 Billion by 2031\n\nGrowth is put at a CAGR of 5.0% from 2024 to 2031.", [size("2.2bn", 2031, market="Canal Boat"), cagr("5.0", 2024, 2031, market="Canal Boat")]),
)  # fmt: skip
def test_the_market_may_be_named_only_in_the_title(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Fish Scaler", "The global fish scaler market was worth USD 900 million in 2024. The Europe fish scaler market was worth USD 260 million in 2024.", [size("900m", 2024, geography="Global"), size("260m", 2024, geography="Europe")]),
    ("Fish Scaler", "The fish scaler market reached USD 900 million in 2024, of which Asia Pacific contributed USD 380 million.", [size("900m", 2024, geography="Global"), size("380m", 2024, geography="Asia-Pacific")]),
    ("Fish Scaler", "North America led the global fish scaler market with a share of 38% in 2024.", [share(38, geography="North America", segment=None)]),
    ("Fish Scaler", "In Germany, sales are forecast to reach USD 88 million by 2030, while the world market will reach USD 1.3 billion.", [size("88m", 2030, geography="Germany"), size("1.3bn", None, geography="Global")]),
)  # fmt: skip
def test_region_figures_beside_global_ones_keep_their_area(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Milk Frother", "Corvane Research values the milk frother market at USD 1.1 billion in 2024. Ostrel Insights puts it at USD 1.4 billion in 2024.", [size("1.1bn", 2024, publisher="Corvane Research"), size("1.4bn", 2024, publisher="Ostrel Insights")]),
    ("Milk Frother", "According to Corvane Research, the market will grow at a CAGR of 6.1% from 2024 to 2030.\n\nOstrel Insights expects a CAGR of 8.3% from 2024 to 2030.", [cagr("6.1", 2024, 2030, publisher="Corvane Research"), cagr("8.3", 2024, 2030, publisher="Ostrel Insights")]),
    ("Milk Frother", "The market was worth USD 1.1 billion in 2024 (source: Corvane Research) and USD 1.4 billion (source: Ostrel Insights).", [size("1.1bn", 2024, publisher="Corvane Research"), size("1.4bn", None, publisher="Ostrel Insights")]),
    ("Milk Frother", "- Corvane Research: USD 1.1 billion in 2024\n- Ostrel Insights: USD 1.4 billion in 2024\n", [size("1.1bn", 2024, publisher="Corvane Research"), size("1.4bn", 2024, publisher="Ostrel Insights")]),
)  # fmt: skip
def test_of_several_vendors_on_a_page_each_has_its_own_figure(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Sand Bag", "| Region | 2024 (USD million) | 2030 (USD million) | CAGR 2024-2030 |\n|---|---|---|---|\n| Europe | 120 | 161 | 5.0% |\n| Africa | 45 | 68 | 7.1% |\n", [size("120m", 2024, geography="Europe"), size("161m", 2030, geography="Europe"), cagr("5.0", 2024, 2030, geography="Europe"), size("45m", 2024, geography="Africa"), size("68m", 2030, geography="Africa"), cagr("7.1", 2024, 2030, geography="Africa")]),
    ("Sand Bag", "| Material | Share 2024 |\n|---|---|\n| Jute | 41% |\n| Polypropylene | 59% |\n", [share(41, segment="Jute", dimension="Material", year=2024), share(59, segment="Polypropylene", year=2024)]),
    ("Sand Bag", "| Year | Market size (EUR bn) |\n|---|---|\n| 2023 | 1.2 |\n| 2024 | 1.3 |\n| 2030F | 1.9 |\n", [size("1.2bn", 2023, "EUR"), size("1.3bn", 2024, "EUR"), size("1.9bn", 2030, "EUR", status="forecast")]),
    ("Sand Bag", "Market size, USD million\n\nMaterial\t2024\t2030\nJute\t80\t95\nPolypropylene\t115\t170\n", [size("80m", 2024, segment="Jute"), size("95m", 2030, segment="Jute"), size("115m", 2024, segment="Polypropylene"), size("170m", 2030, segment="Polypropylene")]),
    ("", "| Market | Value 2024 | CAGR 2024-2030 |\n|---|---|---|\n| Sand bag market | USD 195 million | 5.2% |\n| Rope market | USD 2.4 billion | 3.3% |\n", [size("195m", 2024, market="Sand bag"), cagr("5.2", 2024, 2030, market="Sand bag"), size("2.4bn", 2024, market="Rope"), cagr("3.3", 2024, 2030, market="Rope")]),
)  # fmt: skip
def test_table_headers_are_read_as_market_year_and_segment(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Sand Bag", "Report Attribute\nDetails\nMarket size value in 2025\nUSD 1.4 billion\nRevenue forecast in 2033\nUSD 2.3 billion\nGrowth rate\nCAGR of 6.4% from 2025 to 2033\n", [size("1.4bn", 2025), size("2.3bn", 2033, status="forecast"), cagr("6.4", 2025, 2033)]),
    ("Sand Bag", "Region Share (2024)\nEurope 31%\nAsia Pacific 44%\nNorth America 25%\n", [share(31, geography="Europe", year=2024), share(44, geography="Asia-Pacific", year=2024), share(25, geography="North America", year=2024)]),
    ("Sand Bag", "Country\nCAGR (2025-2033)\nIndia\n7.9%\nChina\n7.1%\n", [cagr("7.9", 2025, 2033, geography="India"), cagr("7.1", 2025, 2033, geography="China")]),
    ("Sand Bag", "Market Size in 2024 USD 1.3 Billion Market Size by 2033 USD 2.3 Billion CAGR 6.4% Base Year 2024\n", [size("1.3bn", 2024), size("2.3bn", 2033), cagr("6.4", 2024, 2033)]),
)  # fmt: skip
def test_flattened_tables_keep_labels_and_values_together(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


ROWS = [
    ["Type", "2024 (USD million)", "2030 (USD million)", "CAGR 2024-2030"],
    ["Folding", "310", "455", "6.6%"],
    ["Fixed", "190", "214", "2.0%"],
]
WANTED = [
    ("market_size", 310_000_000, 2024, "Folding"),
    ("market_size", 455_000_000, 2030, "Folding"),
    ("cagr", 6.6, (2024, 2030), "Folding"),
    ("market_size", 190_000_000, 2024, "Fixed"),
    ("market_size", 214_000_000, 2030, "Fixed"),
    ("cagr", 2.0, (2024, 2030), "Fixed"),
]


def _read_bytes(content: bytes) -> list[tuple[object, ...]]:
    return [
        (m.metric, float(m.value), m.year or (m.period_start, m.period_end), m.segment)
        for m in extract(parse(content)).mentions
    ]


def test_an_html_table_is_read_by_its_headers() -> None:
    head, *body = ("".join(f"<td>{cell}</td>" for cell in row) for row in ROWS)
    rows = "".join(f"<tr>{row}</tr>" for row in body)
    page = (
        "<html><body><h1>Camp Bed Market</h1><p>Figures by type follow.</p>"
        f"<table><thead><tr>{head.replace('td>', 'th>')}</tr></thead><tbody>{rows}</tbody></table></body></html>"
    )
    assert _read_bytes(page.encode()) == WANTED


def test_a_pdf_table_is_read_by_its_headers() -> None:
    import io

    from reportlab.lib import colors
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table, TableStyle

    styles, buffer = getSampleStyleSheet(), io.BytesIO()
    grid = TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
    SimpleDocTemplate(buffer, invariant=1).build(
        [
            Paragraph("Camp Bed Market", styles["Heading1"]),
            Paragraph("Figures by type follow.", styles["BodyText"]),
            Table(ROWS, style=grid),
        ]
    )
    assert _read_bytes(buffer.getvalue()) == WANTED


@_table(
    ("Oil Skimmer", "Marine use generated 44% of revenue in 2024, followed by ports with 31%.", [share(44, segment="Marine"), share(31, segment="ports")]),
    ("Oil Skimmer", "The weir segment will reach USD 120 million by 2030.", [size("120m", 2030, segment="weir")]),
    ("Oil Skimmer", "The oil skimmer market in China is forecast to reach USD 75 million by 2030 at a CAGR of 6.3% from 2024 to 2030.", [size("75m", 2030, geography="China"), cagr("6.3", 2024, 2030, geography="China")]),
    ("Oil Skimmer", "Shipments in the oil skimmer market rose to 14,200 units in 2024.", [stated("volume", 14_200, unit="units", year=2024, segment=None)]),
)  # fmt: skip
def test_the_part_or_area_beside_a_figure_is_its_own(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)
