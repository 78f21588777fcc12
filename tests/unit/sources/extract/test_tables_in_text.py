"""Figures in tables and lists of plain text and Markdown: unit, metric, year, part and area of each, worked out by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.records import Mention
from tests.unit.sources.extract.reading import figures, read

THREAD = """Industrial Sewing Thread Market
Coverley Notes, April 2026

Table 2. Sewing thread sales by region (EUR million)

Region              2023     2024    2025E    2030F
Western Europe     118.4    121.0    124.7    143.9
Turkey              64.2     69.8     74.1    102.3
Others              35.9     36.3     36.8     40.8
World              218.5    227.1    235.6    287.0
"""

GELS = """Pectin report, issue 12

World sales of pectin (in thousand tonnes)

                   2024     2025E
Citrus             41.6      43.0
Apple              12.2      12.5
Total              53.8      55.5
"""

LIFTS = "Stair Lift Market\n\nCountry\tUnits sold 2025 ('000)\tShare, %\nGermany\t41.2\t21.5\nFrance\t28.7\t15.0\n"

PRINTERS = """# Concrete Printing Robots

All values in USD Mn

| Segment | 2024 | 2025E | 2031F | CAGR 25-31 |
|---|---:|---:|---:|---:|
| Gantry robots | 212 | 251 | 684 | 18.2% |
| Total | 360 | 440 | 1,386 | 21.1% |
"""

SCANNERS = """Dental Scanner Market

Vendor shares, 2025

Oralux          31.4%
Brightarch      22.0%
Denforma        17.6%
Others          29.0%
"""

PAPER = """Tea Bag Paper Market

Metric              1H25     2H25     1H26
Volume (kt)         31.2     33.9     32.4
Revenue (USD Mn)   142.1    155.0    149.8
Change, y/y (%)      4.1     -5.2      5.4
"""

FERRIES = """## Electric ferries

| Year | Batteries (MWh) | Value (EUR m) |
|------|-----------------|---------------|
| 2024 | 1,020 | 489 |
| 2030F | 3,340 | 1,260 |
"""

DOORS = """Fire Door Market

                       Revenue (USD Mn)          Units ('000)
Type                   2025       2032       2025       2032
Steel doors            410        566        820      1,010
Timber doors           355        470        960      1,150
"""

LENSES = """Ski Goggle Lenses

Price by grade (USD per pair)

Grade            2024     2025
Entry            11.20    10.90
Premium          64.00    66.50
"""

HELMETS = """Bicycle Helmet Market: leading companies

Company          Revenue 2025 (USD Mn)     Share 2025
Hartwell                 212.0             18.4%
Pedrona                  167.5             14.5%
"""

CRANES = """Port Crane Market

Market size in 2024 ............ USD 2.6 billion
Market size in 2030 ............ USD 3.5 billion
CAGR (2025-2030) ............... 5.1%
"""

POOLS = """Pet Hydrotherapy Pool Market

Market size 2025        USD 184.6 million
Market size 2033        USD 341.2 million
CAGR (2026-2033)        8.0%
Largest region          Europe (38.2%)
"""

VALVES = """Reed Valve Market

Region
Share (%)
Revenue (USD Mn)
Asia
44.0
310.2
Europe
31.5
222.1
"""

COMPRESSORS = """Hydrogen compressors: data sheet

Attribute | Detail
Base year | 2025
Hydrogen compressor market size 2025 | USD 1.9 billion
CAGR 2026-2032 | 12.7%
"""

SHADES = """Roller Shade Market

Sales split by channel, 2025 (% of revenue)

| Channel | Homes | Offices |
|---|---|---|
| Shops | 52 | 30 |
| Online | 48 | 70 |
"""

LAMPS = """Vertical Farming Lamp Market

Regional growth (CAGR, 2026-2034)
• India 14.2%
• Brazil - 11.9%
• Japan: 8.4%
"""

DESSERTS = """Frozen Dessert Market

Revenue split by channel in 2025: supermarkets 52%, convenience stores 21%, online 15%, food service 12%.
"""

HONEY = """Heather Honey Market

Who sells it, 2025
Moorgold 34.1%, own label 29.4%, Brackenfield 22.2%, all others 14.3%.
"""

MATS = """Yoga Mat Market

Share of revenue by material, 2025

PVC
38.0%

Natural rubber
21.0%

Cork
13.5%
"""

CONCENTRATORS = """Oxygen Concentrator Market

Drivers and their effect on CAGR
Home care reimbursement: +1.4%
Battery cost: -0.5%
"""

FACTS = """Aquarium Pump Market

Leading equipment, 2025
Submersible pumps, 41.2%
"""

LAYOUTS: list[tuple[str, str, dict[str, object]]] = [
    (THREAD, "124.7", {"metric": "market_size", "value": "124700000", "unit": "EUR", "year": 2025, "geography": "Western Europe"}),
    (THREAD, "102.3", {"metric": "market_size", "value": "102300000", "year": 2030, "status": "forecast", "geography": "Turkey"}),
    (THREAD, "36.3", {"metric": "market_size", "value": "36300000", "year": 2024, "geography": "Others"}),
    (THREAD, "218.5", {"metric": "market_size", "value": "218500000", "year": 2023, "status": "historical", "geography": "Global"}),
    (GELS, "41.6", {"metric": "volume", "value": "41600", "unit": "tonnes", "year": 2024, "status": "historical", "segment": "Citrus"}),
    (GELS, "55.5", {"metric": "volume", "value": "55500", "year": 2025, "segment": None}),
    (LIFTS, "41.2", {"metric": "volume", "value": "41200", "unit": "units", "year": 2025, "geography": "Germany"}),
    (LIFTS, "15.0", {"metric": "share", "value": "15", "unit": "percent", "geography": "France"}),
    (PRINTERS, "684", {"metric": "market_size", "value": "684000000", "unit": "USD", "year": 2031, "segment": "Gantry robots"}),
    (PRINTERS, "18.2%", {"metric": "cagr", "period_start": 2025, "period_end": 2031, "segment": "Gantry robots"}),
    (PRINTERS, "1,386", {"metric": "market_size", "value": "1386000000", "segment": None}),
    (SCANNERS, "31.4%", {"metric": "share", "year": 2025, "segment": None, "subject": "Oralux"}),
    (PAPER, "32.4", {"metric": "volume", "value": "32400", "unit": "tonnes", "year": 2026, "time_period": "2026-H1"}),
    (PAPER, "155.0", {"metric": "market_size", "value": "155000000", "unit": "USD", "time_period": "2025-H2"}),
    (PAPER, "-5.2", {"metric": "growth_rate", "value": "-5.2", "unit": "percent", "year": 2025}),
    (FERRIES, "3,340", {"metric": "volume", "value": "3340", "unit": "MWh", "year": 2030, "status": "forecast"}),
    (FERRIES, "489", {"metric": "market_size", "value": "489000000", "unit": "EUR", "year": 2024}),
    (DOORS, "566", {"metric": "market_size", "value": "566000000", "year": 2032, "segment": "Steel doors"}),
    (DOORS, "1,150", {"metric": "volume", "value": "1150000", "unit": "units", "year": 2032, "segment": "Timber doors"}),
    (LENSES, "66.50", {"metric": "price", "value": "66.50", "unit": "USD", "unit_per": "pair", "year": 2025}),
    (HELMETS, "212.0", {"metric": "other_numeric", "value": "212000000", "unit": "USD", "subject": "Hartwell"}),
    (HELMETS, "14.5%", {"metric": "share", "segment": None, "year": 2025, "subject": "Pedrona"}),
    (CRANES, "USD 3.5 billion", {"metric": "market_size", "value": "3500000000", "year": 2030}),
    (CRANES, "5.1%", {"metric": "cagr", "period_start": 2025, "period_end": 2030}),
    (POOLS, "USD 341.2 million", {"metric": "market_size", "value": "341200000", "year": 2033}),
    (POOLS, "8.0%", {"metric": "cagr", "period_start": 2026, "period_end": 2033}),
    (POOLS, "38.2%", {"metric": "share", "geography": "Europe"}),
    (VALVES, "222.1", {"metric": "market_size", "value": "222100000", "unit": "USD", "geography": "Europe"}),
    (VALVES, "44.0", {"metric": "share", "unit": "percent", "geography": "Asia"}),
    (COMPRESSORS, "USD 1.9 billion", {"metric": "market_size", "value": "1900000000", "year": 2025}),
    (COMPRESSORS, "12.7%", {"metric": "cagr", "period_start": 2026, "period_end": 2032}),
    (LAMPS, "14.2%", {"metric": "cagr", "period_start": 2026, "period_end": 2034, "geography": "India"}),
    (LAMPS, "11.9%", {"metric": "cagr", "geography": "Brazil"}),
    (LAMPS, "8.4%", {"metric": "cagr", "geography": "Japan"}),
    (DESSERTS, "21%", {"metric": "share", "year": 2025, "segment": "convenience stores"}),
    (DESSERTS, "12%", {"metric": "share", "segment": "food service"}),
    (HONEY, "34.1%", {"metric": "share", "year": 2025, "segment": None, "subject": "Moorgold"}),
    (HONEY, "14.3%", {"metric": "share", "segment": None}),
    (MATS, "21.0%", {"metric": "share", "year": 2025, "segment": "Natural rubber"}),
    (CONCENTRATORS, "-0.5%", {"metric": "impact_on_cagr", "value": "-0.5", "subject": "Battery cost"}),
    (FACTS, "41.2%", {"metric": "share", "year": 2025, "segment": "Submersible pumps"}),
]  # fmt: skip


def _at(text: str, surface: str) -> Mention:
    found = [m for m in figures(text) if m.surface == surface]
    assert len(found) == 1, [(m.surface, m.metric) for m in figures(text)]
    return found[0]


@pytest.mark.parametrize(("text", "surface", "expected"), LAYOUTS, ids=[f"{t.split()[0]}-{s}" for t, s, _ in LAYOUTS])
def test_a_bare_figure_takes_what_its_table_or_list_says(text: str, surface: str, expected: dict[str, object]) -> None:
    mention = _at(text, surface)
    found = {name: getattr(mention, name) for name in expected}
    wanted = {name: Decimal(str(value)) if name == "value" else value for name, value in expected.items()}
    assert found == wanted


CONTENTS = (
    "Paper Cup Market\n\nContents\n\nSummary                7\nMarket overview       15\nMarket by type        28\n"
)

POEM = "twelve  forty  nine\n12  40  9\n7  7  7\n100  200  300\n"

RANKED = """Drone Battery Market, USD Mn

Rank   Country    Score
1      China      8.1
2      Japan      7.4
"""

STAFF = """Paint Market (in thousand tonnes)

| Firm | Employees |
|---|---|
| Corlatex | 512 |
| Vernalis | 430 |
"""


@pytest.mark.parametrize("text", [CONTENTS, POEM, RANKED, STAFF])
def test_page_numbers_ranks_scores_and_staff_are_no_claims_of_the_market(text: str) -> None:
    assert [m.surface for m in figures(text) if m.metric != "other_numeric"] == []


def test_the_hundred_of_a_total_row_is_set_aside() -> None:
    text = "Tile Market\n\n| Type | Share 2025 |\n|---|---|\n| Wall | 60% |\n| Floor | 40% |\n| Total | 100% |\n"
    assert [(m.surface, m.segment) for m in figures(text)] == [("60%", "Wall"), ("40%", "Floor")]
    assert ("100", "whole_of_shares") in [(r.surface, r.rule) for r in read(text).rejections]


@pytest.mark.parametrize("text", sorted({t for t, _, _ in LAYOUTS} | {CONTENTS, POEM, RANKED, STAFF, SHADES}))
def test_every_run_of_digits_in_a_table_is_a_mention_or_a_rejection(text: str) -> None:
    extraction = read(text)
    spans = [(m.char_start, m.char_end) for m in extraction.mentions]
    spans += [(r.char_start, r.char_end) for r in extraction.rejections]
    assert all(any(a <= i < b for a, b in spans) for i, c in enumerate(text) if c.isdigit())
    assert all(text[m.char_start : m.char_end] == m.surface for m in extraction.mentions)


def test_answers_of_a_survey_that_add_up_are_no_shares() -> None:
    text = "Cargo Bike Market\n\nSurvey of 400 buyers in 2025: range 55%, price 30%, looks 15%.\n"
    assert not [m for m in figures(text) if m.metric == "share"]
