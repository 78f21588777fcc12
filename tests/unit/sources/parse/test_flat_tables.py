"""Tables run into one line: rows under a row of years, and columns of last year and this month."""

from __future__ import annotations

import pytest

from sources.parse.text import blocks_of_text
from tests.unit.sources.extract.reading import figures

YEARS = "Table 3 Premiums of the members in EUR million 2001 2005 2009 Mutual funds 10.6 14.5 16.9 Private insurers 3.3 5.8 8.0 Total 13.9 20.3 24.9"
ANNEES = "Tableau 3 Ventes de savon du pays en millions d'euros 2001 2005 2009 Savon dur 10,6 14,5 16,9 Savon liquide 3,3 5,8 8,0 Total 13,9 20,3 24,9"
RELATIVE = "Sales in USD billions\n\nMarket Last Year Current Month % Change Americas 8.83 6.29 -28.8% Europe 3.54 3.23 -8.6% Japan 3.41 3.01 -11.5% Total 15.78 12.53 -20.6%"


def _cells(text: str) -> list[tuple[str, str | None, tuple[str, ...]]]:
    blocks = [b for b in blocks_of_text(text) if b.kind == "table_cell" and b.row_label]
    return [(text[b.char_start : b.char_end].strip(), b.row_label, b.header_path) for b in blocks]


@pytest.mark.parametrize(
    ("text", "first", "n"),
    [
        (YEARS, ("10.6", "Mutual funds", ("2001",)), 9),
        (ANNEES, ("10,6", "Savon dur", ("2001",)), 9),
        (RELATIVE, ("8.83", "Americas", ("Last Year",)), 12),
    ],
)
def test_rows_that_were_run_into_one_line_are_cells_again(
    text: str, first: tuple[str, str, tuple[str, ...]], n: int
) -> None:
    found = _cells(text)
    assert found[0] == first
    assert len(found) == n


@pytest.mark.parametrize(
    "text",
    [
        "Members paid more in 2001 2005 2009 than before, mutual funds 10.6 14.5 and 16.9 of it, insurers 3.3 5.8 8.0 in those years",
        "The plants opened in 1998 2004 2011 and made 14 15 16 types, then 18 19 types, then 21 22 23 types of soap for the trade",
        "In EUR million 2001 2005 2009 Mutual funds 10.6 14.5 16.9 and nothing else was told of what the members had paid so far",
    ],
)
def test_years_and_figures_of_a_sentence_are_no_table(text: str) -> None:
    assert not _cells(text)


@pytest.mark.parametrize(("text", "unit"), [(YEARS, 10**6), (ANNEES, 10**6)])
def test_the_line_over_the_rows_gives_them_their_unit_and_the_years_their_time(text: str, unit: int) -> None:
    found = [(int(m.value * 10), m.unit, m.year) for m in figures(text)]
    assert found[:3] == [(106 * unit, "EUR", 2001), (145 * unit, "EUR", 2005), (169 * unit, "EUR", 2009)]


def test_columns_of_last_year_and_this_month_have_the_unit_of_the_caption() -> None:
    found = [(int(m.value * 100), m.unit) for m in figures(RELATIVE) if m.unit == "USD"]
    assert found[:2] == [(883 * 10**9, "USD"), (629 * 10**9, "USD")]
