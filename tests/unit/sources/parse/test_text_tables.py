"""Tables in plain text: which lines are rows, the headers and labels of a cell, and forms that are no table."""

from __future__ import annotations

import time

import pytest

from sources.parse import parse
from sources.parse.text import blocks_of_text

SALES = """Sewing thread sales by region (EUR million)

Region              2023     2024    2030F
Western Europe     118.4    121.0    143.9
Turkey              64.2     69.8    102.3
World              182.6    190.8    246.2
"""

GAPS = """                 2024      2025      2026
Tall pots         11.0               13.5
Flat trays         4.1       4.4      4.9
"""

SPANNED = """                       Revenue (USD Mn)          Units ('000)
Type                   2025       2032       2025       2032
Steel doors            410        566        820      1,010
Timber doors           355        470        960      1,150
"""

SECTIONS = """                 2024     2025
Asia Pacific
  China           210      228
  India            88       99
Europe
  Germany          71       73
"""

RULED = """Grade            2024     2025
---------------------------------
Entry            11.20    10.90

Premium          64.00    66.50
---------------------------------
"""

TABBED = "Country\tUnits\tShare\nGermany\t41.2\t21.5%\nFrance\t28.7\t15.0%\n"

UNFRAMED = "Region | 2024 | 2031\nAsia | 44 | 90\nEurope | 31 | 52\n"

STACKED = "Reed valve sales\n\nRegion\nShare\nRevenue\nAsia\n44.0%\n$310 m\nEurope\n31.5%\n$222 m\n"

YEARS_STACKED = "2024\n2030\nAsia\n44.0\n61.0\nEurope\n31.5\n40.2\n"

FIELDS = (
    "Market size 2025        USD 184.6 million\nCAGR (2026-2033)        8.0%\nLargest region          North America\n"
)

DOTTED = "Market size in 2024 ........ USD 2.6 billion\nMarket size in 2030 ........ USD 3.5 billion\n"

EMPTY_CORNER = "| | 2024 | 2030 |\n|---|---|---|\n| Cork | 1.1 | 1.9 |\n"


@pytest.mark.parametrize(
    ("text", "cell", "header_path", "row_labels"),
    [
        (SALES, "121.0", ("2024",), ("Western Europe",)),
        (SALES, "246.2", ("2030F",), ("World",)),
        (GAPS, "13.5", ("2026",), ("Tall pots",)),
        (GAPS, "4.4", ("2025",), ("Flat trays",)),
        (SPANNED, "566", ("Revenue (USD Mn)", "2032"), ("Steel doors",)),
        (SPANNED, "960", ("Units ('000)", "2025"), ("Timber doors",)),
        (SECTIONS, "99", ("2025",), ("Asia Pacific", "India")),
        (SECTIONS, "71", ("2024",), ("Europe", "Germany")),
        (RULED, "64.00", ("2024",), ("Premium",)),
        (TABBED, "15.0%", ("Share",), ("France",)),
        (UNFRAMED, "90", ("2031",), ("Asia",)),
        (STACKED, "31.5%", ("Share",), ("Europe",)),
        (STACKED, "$310 m", ("Revenue",), ("Asia",)),
        (YEARS_STACKED, "40.2", ("2030",), ("Europe",)),
        (FIELDS, "8.0%", (), ("CAGR (2026-2033)",)),
        (DOTTED, "USD 3.5 billion", (), ("Market size in 2030",)),
        (EMPTY_CORNER, "1.9", ("2030",), ("Cork",)),
    ],
)
def test_a_cell_knows_what_stands_over_it_and_beside_it(
    text: str, cell: str, header_path: tuple[str, ...], row_labels: tuple[str, ...]
) -> None:
    (found,) = (b for b in blocks_of_text(text) if b.kind == "table_cell" and text[b.char_start : b.char_end] == cell)
    assert (found.header_path, found.row_labels) == (header_path, row_labels)


CONTENTS = "Contents\n\nExecutive summary          7\nMarket overview           15\nMarket by type            28\n"

POEM = "twelve  forty  nine\n12  40  9\n7  7  7\n100  200  300\n"

TYPED = (
    "The market for tents grew again.  It was worth USD 4.1 billion in 2024,  up from\n"
    "USD 3.9 billion in 2023.  Analysts think it will reach USD 5.6 billion by 2031,  at\n"
    "a CAGR of 4.6%.  Europe held 31%.\n"
)

BUTTONS = "Single user $4,950   Multi user $5,950   Enterprise $7,950\n\nCall +1 555 0100\n"

MENU = "Home | Reports | Contact\n\nEN | DE | JP\n"

SHORT_LINES = "Pumps\nValves\nPipes\n12 March 2026\nOur office is closed.\nCall us.\n"

SNAPSHOT = "Market size in 2025\nUSD 4.2 billion\nMarket size in 2034\nUSD 7.6 billion\nCAGR\n6.8%\n"

HYMN = "In the  garden of\nmy old  home\nstood 3  trees\n"


@pytest.mark.parametrize("text", [CONTENTS, POEM, TYPED, BUTTONS, MENU, SHORT_LINES, SNAPSHOT, HYMN])
def test_blanks_pipes_and_short_lines_alone_make_no_table(text: str) -> None:
    assert [b.kind for b in blocks_of_text(text) if b.kind.startswith("table")] == []


@pytest.mark.parametrize(
    "text", [SALES, GAPS, SPANNED, SECTIONS, RULED, TABBED, UNFRAMED, STACKED, YEARS_STACKED, FIELDS, DOTTED]
)
def test_cells_lie_in_their_row_and_rows_are_apart(text: str) -> None:
    row = None
    end = 0
    for block in blocks_of_text(text):
        if block.kind == "table_cell":
            assert row is not None
            assert row.char_start <= block.char_start < block.char_end <= row.char_end
            assert (row.table, row.row) == (block.table, block.row)
            continue
        assert block.char_start >= end
        end = block.char_end
        row = block if block.kind == "table_row" else None


@pytest.mark.parametrize(
    "line", ["a  b", "Label  12", "12  13", "x | y", "x\ty", "Summary .......... 7", "word", "   " * 40 + "x"]
)
def test_long_texts_of_lines_that_could_be_rows_take_linear_time(line: str) -> None:
    def seconds(n: int) -> float:
        """Of the processor: a busy machine does not count."""
        best = float("inf")
        for _ in range(3):
            begun = time.thread_time()
            blocks_of_text(f"{line}\n" * n)
            best = min(best, time.thread_time() - begun)
        return best

    # ten times the lines take some ten times as long; quadratic time would take a hundred times
    assert seconds(800) < 40 * max(seconds(80), 0.0005)


FLATTENED = "Table 2\n\nRegion\nVolume, kilotons\nValue, USD million\n2023\n2030f\n2023\n2030f\nAsia\n401\n484\n562\n694\nEurope\n168\n178\n268\n292\n"
BY_COLUMN = "China\nIndia\nOthers\n2022\n8,050\n5,100\n2,060\n2023\n8,270\n5,160\n2,110\n"
BARS = "Cement demand, million tonnes\n34.6 31.5 35.8 35.9\n2019 2020 2021 2022F\n"


@pytest.mark.parametrize(
    ("text", "cell", "header_path", "row_labels", "unit_line"),
    [
        (FLATTENED, "694", ("Value, USD million", "2030f"), ("Asia",), None),
        (BY_COLUMN, "5,160", ("2023",), ("India",), None),
        (BARS, "35.9", (), ("2022F",), "Cement demand, million tonnes"),
        ("Sales\n(in million GBP)\n\nKits\t2020\t2021\nClassic\t871\t1,097\nFamily\t118\t201\n", "201", ("2021",), ("Family",), "(in million GBP)"),
    ],
)  # fmt: skip
def test_a_flattened_table_is_a_table_where_the_counts_agree(
    text: str, cell: str, header_path: tuple[str, ...], row_labels: tuple[str, ...], unit_line: str | None
) -> None:
    parsed = parse(text.encode())
    found = next(b for b in parsed.blocks if b.kind == "table_cell" and text[b.char_start : b.char_end] == cell)
    assert (found.header_path, found.row_labels, found.unit_line) == (header_path, row_labels, unit_line)


def test_a_run_of_figures_beside_another_number_of_labels_is_no_table() -> None:
    assert not [b for b in blocks_of_text("Notes\n\nAsia\nEurope\n12.5\n13.1\n14.8\n15.0\n") if b.kind == "table_cell"]
