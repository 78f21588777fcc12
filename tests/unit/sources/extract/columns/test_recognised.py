"""Tables of claims without a sidecar: the maps that are recognised, and the tables that have none. All maps are worked out by hand."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.extract.columns.claim_map import MAX_MAPS, RECOGNISED, from_text
from sources.extract.columns.recognised import recognised, recognised_maps
from sources.parse import parse
from tests.office_files import xlsx

Maps = list[tuple[dict[str, str], dict[str, str]]]


def maps_of(table: str) -> Maps:
    """Columns and constants of each map of a CSV file; none where it is no table of claims."""
    text = recognised(parse(table.encode()))
    assert text is None or text.startswith(RECOGNISED)
    return [(one.columns.named(), one.constants.named()) for one in from_text(text)] if text else []


WHO = {"publisher": "Source", "market": "Market", "year": "Year"}
MONEY = {"metric": "market_size", "unit": "USD", "scale": "billion"}


@pytest.mark.parametrize(
    ("table", "maps"),
    [
        (  # a size and a compound rate: the year of the row is the size's
            "Source,Market,Year,Size (USD bn),CAGR\nBexley,Kelp,2025,4.1,5%\nCorvane,Kelp,2025,3.8,4.2%\nBexley,Kelp,2031,5.9,\n",
            [
                (WHO | {"value": "Size (USD bn)"}, MONEY),
                ({"publisher": "Source", "market": "Market", "value": "CAGR"}, {"metric": "cagr"}),
            ],
        ),
        (  # the year is in the header, the currency and the scale in columns
            "Market,Region,Market size 2025,Currency,Scale\nKelp,Asia,41,EUR,million\nKelp,Europe,38,EUR,million\n",
            [
                (
                    {"market": "Market", "area": "Region", "value": "Market size 2025", "unit": "Currency", "scale": "Scale"},
                    {"metric": "market_size"},
                )
            ],
        ),
        (  # one row a figure: what it measures is a column
            "Market,Indicator,Period,Value,Unit\nKelp,Market size,2025,684,USD million\nKelp,Market share,2025,36,%\nKelp,CAGR,2025-2031,4.2,%\n",
            [({"market": "Market", "metric": "Indicator", "year": "Period", "value": "Value", "unit": "Unit"}, {})],
        ),
        (  # the ends of a forecast are two sizes and the period of the rate
            "Publisher,Base year,Base value (USD bn),Forecast year,Forecast value (USD bn),CAGR (%)\n"
            "Bexley,2024,1.1,2030,1.9,9.5\nCorvane,2025,1.2,2032,2.4,10.4\n",
            [
                ({"publisher": "Publisher", "year": "Base year", "value": "Base value (USD bn)"}, MONEY),
                ({"publisher": "Publisher", "year": "Forecast year", "value": "Forecast value (USD bn)"}, MONEY),
                (
                    {"publisher": "Publisher", "period_start": "Base year", "period_end": "Forecast year", "value": "CAGR (%)"},
                    {"metric": "cagr", "unit": "percent"},
                ),
            ],
        ),
        (  # the ends of a range are one figure
            "Source,Market,Year,Low (USD bn),High (USD bn)\nBexley,Kelp,2025,4.1,4.9\nCorvane,Kelp,2025,3.8,4.2\n",
            [(WHO | {"value": "Low (USD bn)", "value_high": "High (USD bn)"}, MONEY)],
        ),
        (  # what a market is divided by: its words repeat
            "Market,Application,Year,Revenue (USD bn)\nKelp,Food,2025,4.1\nKelp,Feed,2025,3.8\nKelp,Food,2031,5.5\n",
            [
                (
                    {"market": "Market", "segment": "Application", "year": "Year", "value": "Revenue (USD bn)"},
                    MONEY | {"dimension": "Application"},
                )
            ],
        ),
        (  # German names, a link and a day
            "Herausgeber;Stand;Markt;Land;Jahr;Marktvolumen (Mio. EUR);Quelle\n"
            "Bexley;2026-02-01;Algen;Italien;2025;4,1;https://bexley.example/a\nCorvane;2026-03-01;Algen;Spanien;2025;3,8;https://corvane.example/b\n",
            [
                (
                    {"publisher": "Herausgeber", "published": "Stand", "market": "Markt", "area": "Land", "year": "Jahr",
                     "value": "Marktvolumen (Mio. EUR)", "link": "Quelle"},
                    {"metric": "market_size", "unit": "EUR", "scale": "million"},
                )
            ],
        ),
        (  # a column of sources that holds addresses is one of links
            "Source,Market,Year,Size (USD bn)\nhttps://a.example/1,Kelp,2025,4.1\nhttps://b.example/2,Kelp,2026,3.8\n",
            [({"link": "Source", "market": "Market", "year": "Year", "value": "Size (USD bn)"}, MONEY)],
        ),
    ],
)  # fmt: skip
def test_a_table_of_claims_is_known_by_the_names_and_cells_of_its_columns(table: str, maps: Maps) -> None:
    assert maps_of(table) == maps


@pytest.mark.parametrize(
    "table",
    [
        "Region,2024,2025,2031\nAsia,4.1,4.4,6.0\nEurope,3.8,4.0,5.2\n",  # years are columns
        "Product,Year,Price (USD)\nBolt,2025,4.10\nNut,2025,3.80\n",  # a price list
        "Company,Year,Revenue (USD million)\nBexley,2025,41\nCorvane,2025,38\n",  # firms
        "Year,Revenue (USD million),Net income (USD million),Headcount\n2024,41,4,120\n2025,44,5,131\n",  # one firm's books
        "Country,Year,Population\nItaly,2025,58900000\nSpain,2025,48600000\n",  # statistics
        "Country,Year,GDP (USD bn)\nItaly,2025,2300\nSpain,2025,1700\n",
        "Date,Open,High,Low,Close\n2026-01-02,4.1,4.4,4.0,4.2\n2026-01-03,4.2,4.5,4.1,4.3\n",
        "Market,Region,Size (USD bn)\nKelp,Asia,4.1\nKelp,Europe,3.8\n",  # no time
        "Source,Market,Year,Comment\nBexley,Kelp,2025,see page 4\nCorvane,Kelp,2025,see page 5\n",  # no figures
        "Source,Market,Year,Size (USD bn)\nBexley,Kelp,2025,4.1\n",  # one row repeats nothing
        "Source,Market,Year,Size (USD bn),Exports,Imports\nA,Kelp,2025,4.1,2,3\nB,Kelp,2025,3.8,4,5\n",  # figures nobody knows
    ],
)
def test_a_table_that_states_no_claims_about_markets_has_no_map(table: str) -> None:
    assert maps_of(table) == []


def test_a_name_proposes_and_the_cells_decide() -> None:
    table = "Source,Market,Year,Size (USD bn)\nBexley,Kelp,{},4.1\nCorvane,Kelp,{},3.8\n"
    assert maps_of(table.format(2025, 2031))
    assert maps_of(table.format("soon", "later")) == [], "a column of years holds years"


def test_a_sheet_below_a_preamble_has_the_map_of_the_file_of_commas() -> None:
    head: list[str | float | int | None] = ["Source", "Market", "Year", "Size (USD bn)"]
    book = xlsx({"S": [["Collected"], [], head, ["Bexley", "Kelp", 2025, 4.1], ["Corvane", "Kelp", 2025, 3.8]]})
    text = recognised(parse(book))
    assert text is not None
    assert [one.columns.named() for one in from_text(text)] == [WHO | {"value": "Size (USD bn)"}]


def test_a_table_within_prose_is_no_sheet() -> None:
    rows = "| Source | Market | Year | Size (USD bn) |\n|---|---|---|---|\n| Bexley | Kelp | 2025 | 4.1 |\n| Corvane | Kelp | 2025 | 3.8 |\n"
    assert recognised(parse(f"# Kelp\n\nTwo houses count.\n\n{rows}".encode())) is None


def test_a_person_says_which_column_holds_the_figures() -> None:
    parsed = parse(b"Shop,Where,Year,Turned over\nA,Asia,2025,4.1\nB,Asia,2026,3.8\n")
    assert recognised_maps(parsed) == ()
    (one,) = recognised_maps(parsed, ["turned  OVER"])
    assert one.columns.named() == {"value": "Turned over", "year": "Year"}
    assert one.constants.named() == {"metric": "market_size"}
    assert recognised_maps(parsed, ["Turned under"]) == ()


def test_a_map_that_reads_fewer_than_three_fifths_of_the_rows_is_dropped() -> None:
    head = "Source,Market,Year,Size,Currency\n"
    rows = [f"Bexley,Kelp,{2020 + n},{n + 4}.1,{'USD' if n % 2 else 'to be told'}\n" for n in range(6)]
    parsed = parse((head + "".join(rows)).encode())
    assert recognised(parsed) is not None
    found = extract(parsed)
    assert found.column_map is None
    assert not any(m.rule == "columns.mapped" for m in found.mentions)


def test_more_columns_of_figures_than_a_map_holds_are_read_as_ever() -> None:
    years = ",".join(f"Market size {year} (USD bn)" for year in range(1960, 1960 + MAX_MAPS + 1))
    cells = ",".join(["4.1"] * (MAX_MAPS + 1))
    parsed = parse(f"Source,Market,{years}\nBexley,Kelp,{cells}\nCorvane,Kelp,{cells}\n".encode())
    assert len(recognised_maps(parsed)) == MAX_MAPS + 1
    assert recognised(parsed) is None


def test_a_header_longer_than_a_map_holds_is_left_out() -> None:
    heads = "".join(f"<th>{name}</th>" for name in ("Market " * 60, "Source", "Year", "Size (USD bn)"))
    rows = "".join(f"<tr><td>Kelp</td><td>{who}</td><td>2025</td><td>4.1</td></tr>" for who in ("Bexley", "Corvane"))
    page = f"<html><body><table><tr>{heads}</tr>{rows}</table></body></html>"
    (one,) = recognised_maps(parse(page.encode()), ["Size (USD bn)"])
    assert one.columns.named() == {"publisher": "Source", "year": "Year", "value": "Size (USD bn)"}


def test_rows_that_say_who_and_which_market_are_claims_whatever_other_columns_hold() -> None:
    sheet = "Source,Market,Year,Size (USD bn),Pages,Rooms\nBexley,Kelp,2025,4.1,31,8\nCorvane,Kelp,2025,3.8,31,9\n"
    assert maps_of(sheet) == [(WHO | {"value": "Size (USD bn)"}, MONEY)]


def test_a_column_that_no_map_names_is_read_by_its_header_where_rows_name_no_publisher() -> None:
    sheet = "Country,Year,Market size (USD mn),Gross margin\nItaly,2025,41,12%\nSpain,2025,38,13%\nMalta,2025,9,11%\n"
    read = extract(parse(sheet.encode()))
    assert [(m.surface, m.metric) for m in read.mentions if m.geography == "Italy"] == [
        ("41", "market_size"),
        ("12%", "margin"),
    ]
