"""Writing lines and tables out, with a block for each."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.parse.draft import Cell, Line, Table, compose, header_paths, own, struck, visible
from sources.parse.raised import superscript
from sources.parse.table_layout import header_rows_of


def test_each_line_becomes_a_block_and_marks_stay_outside() -> None:
    text, blocks, *_ = compose(
        [Line("heading", "Title", 1), Line("list_item", "deep", 2, page=3), Line("paragraph", "a\nb")]
    )
    assert text == "Title\n  - deep\na\nb\n"
    assert [(b.kind, b.level, b.page, text[b.char_start : b.char_end]) for b in blocks] == [
        ("heading", 1, None, "Title"),
        ("list_item", 2, 3, "deep"),
        ("paragraph", 0, None, "a\nb"),
    ]


def test_a_table_is_written_as_rows_of_cells_with_their_headers() -> None:
    # Region spans two rows, USD bn two columns:
    #   Region | USD bn        |
    #          | 2025  | 2031  |
    #   Asia   | 1.5   |       |
    cells = (
        Cell(0, 0, "Region", row_span=2),
        Cell(0, 1, "USD bn", column_span=2),
        Cell(1, 1, "2025"),
        Cell(1, 2, "2031"),
        Cell(2, 0, "Asia"),
        Cell(2, 1, "1.5"),
        Cell(2, 2, ""),
    )
    text, blocks, *_ = compose([Table(cells, header_rows=2, page=4)])
    assert text == "| Region | USD bn |  |\n|  | 2025 | 2031 |\n| Asia | 1.5 |  |\n"
    last = blocks[-1]
    assert (last.kind, text[last.char_start : last.char_end]) == ("table_cell", "1.5")
    assert (last.table, last.row, last.column, last.page) == (0, 2, 1, 4)
    assert (last.header_path, last.row_label) == (("USD bn", "2025"), "Asia")
    assert blocks[0].kind == "table_row"
    assert all(b.header_path == () and b.row_label is None for b in blocks if b.row in (0, 1))
    assert [b.row_label for b in blocks if b.kind == "table_cell" and b.column == 0] == [None, None]  # Region, Asia


def test_columns_that_only_layout_needs_are_taken_out() -> None:
    # On a grid of 12 columns two cells take 8 and 4: they are columns 0 and 1 of the table.
    text, blocks, *_ = compose(
        [Table((Cell(0, 0, "a", 1, 8), Cell(0, 8, "b", 1, 4), Cell(1, 0, "c", 1, 8), Cell(1, 8, "d", 1, 4)), 0)]
    )
    assert text == "| a | b |\n| c | d |\n"
    assert [b.column for b in blocks if b.kind == "table_cell"] == [0, 1, 0, 1]


def test_a_table_carried_over_inherits_its_headers() -> None:
    first = Table((Cell(0, 0, "Year"), Cell(0, 1, "Value"), Cell(1, 0, "2025"), Cell(1, 1, "7.5")), 1)
    text, blocks, *_ = compose([Table((Cell(0, 0, "2026"), Cell(0, 1, "8.5")), 0, paths=header_paths(first))])
    assert text == "| 2026 | 8.5 |\n"
    assert blocks[-1].header_path == ("Value",)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # rows as lists; a cell that is "" is not there. Expected: the band before the label of each cell with a figure
        (
            [["Area", "2025"], ["Heated", ""], ["Asia", "5"], ["Plain", ""], ["Asia", "6"]],
            ["Heated", "Plain"],
        ),
        ([["Area", "2025"], ["Asia", "5"], ["2024", ""], ["Asia", "6"]], ["", "2024"]),
        ([["Area", "Note"], ["Heated", ""], ["Asia", "large"]], [""]),  # no table of figures
        ([["Area", "2025"], ["12.5", ""], ["Asia", "6"]], [""]),  # a value that stands alone names nothing
        ([["Area", "2025"], ["Asia", "5"], ["A note " * 20, ""], ["Europe", "6"]], ["", ""]),
    ],
)
def test_a_row_of_one_label_heads_the_rows_below_it(rows: list[list[str]], expected: list[str]) -> None:
    cells = tuple(Cell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row) if text)
    blocks = compose([Table(cells, 1)]).blocks
    labels = [b.row_labels for b in blocks if b.kind == "table_cell" and b.column == 1 and b.row != 0]
    assert [of_row[0] if len(of_row) > 1 else "" for of_row in labels] == expected


def test_a_band_is_no_header_of_the_table_carried_over() -> None:
    cells = (Cell(0, 0, "Area"), Cell(0, 1, "2025"), Cell(1, 0, "Heated", 1, 2), Cell(2, 0, "Asia"), Cell(2, 1, "5"))
    assert header_paths(Table(cells, 1)) == (("Area",), ("2025",))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["Region", "2025", "2031"], ["Asia", "1.5", "2.5"]], 1),
        ([["Region", "USD bn", "USD bn"], ["", "2025", "2031"], ["Asia", "1.5", "2.5"]], 2),
        ([["Driver", "Impact", "When"], ["Cheaper sensors", "+1.4%", "2 years"]], 1),
        ([["Region", "FY25", "Q1 2026"], ["Asia", "1.5", "2.5"]], 1),
        ([["Year", "Value (USD bn)"], ["2025", "13.1"]], 1),
        ([["Company", "City", "Role"], ["A", "B", "C"]], 1),
        # lists of fields have no header: the year of one field is not that of the next
        ([["Base year", "2025"], ["CAGR", "16.87%"], ["Size", "USD 5 bn"]], 0),
        ([["Study period", "2020-2031"], ["CAGR", "16.87%"]], 0),
        ([["Largest region", "Asia"], ["CAGR", "16.87%"]], 0),
        # the same shape with figures of one kind below is a header
        ([["Segment", "2025"], ["Glass", "55%"], ["Steel", "45%"]], 1),
        ([["Asia", "1.5", "2.5"], ["Europe", "3", "4"]], 0),
        ([["one row", "only", "x"]], 0),
        ([["a"], ["b"], ["c"]], 0),
    ],
)
def test_header_rows_are_told_by_what_they_hold(rows: list[list[str]], expected: int) -> None:
    assert header_rows_of(rows) == expected


@pytest.mark.parametrize(
    ("before", "raised", "expected"),
    [
        ("16.87%", "1", ""),
        ("16.87%", "[2]", ""),
        ("revenue", "1, 2", ""),
        ("USD 5 billion", "*", ""),
        ("2.5", "a", ""),
        ("USD 110", "6", ""),
        ("USD 5 bn in 2025", "e", "e"),
        ("5", "th", "th"),
        ("Widget", "TM", "TM"),
        ("1.5 × 10", "9", "⁹"),
        ("10", "6", "⁶"),
        ("5 m", "2", "²"),
        ("12 km", "3", "³"),
        ("medium", "2", ""),
    ],
)
def test_a_raised_mark_never_grows_together_with_a_figure(before: str, raised: str, expected: str) -> None:
    assert superscript(before, raised) == expected


def test_what_shows_nothing_is_left_out() -> None:
    assert visible(" mar\u00adket\u200b  size\t\u00a05 \n\n end ") == "market size \u00a05\nend"


_MARKS = re.compile("[\ufdd0\ufdd1]")
_any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(own)  # as every renderer takes it in
_texts = _any_text | st.builds(lambda before, gone, after: before + struck(gone) + after, *[_any_text] * 3)
_lines = st.builds(Line, st.sampled_from(["heading", "paragraph", "list_item"]), _texts, st.integers(1, 4))
_cells = st.builds(Cell, st.integers(0, 4), st.integers(0, 4), _texts, st.integers(1, 3), st.integers(1, 3))
_tables = st.builds(
    Table,
    st.lists(_cells, max_size=12, unique_by=lambda cell: (cell.row, cell.column)).map(tuple),
    st.none() | st.integers(0, 3),
)


@given(st.lists(_lines | _tables, max_size=8))
def test_blocks_lie_in_the_text_in_order_and_cells_in_their_row(parts: list[Line | Table]) -> None:
    text, blocks, *_ = compose(parts)
    assert unicodedata.is_normalized("NFC", text)
    assert not text or text.endswith("\n")
    end = 0
    row_end = 0
    for block in blocks:
        assert 0 <= block.char_start < block.char_end <= len(text)
        stretch = text[block.char_start : block.char_end]
        assert stretch == stretch.strip()
        if block.kind == "table_cell":
            assert end <= block.char_start and block.char_end <= row_end
            end = block.char_end
        else:
            assert block.char_start >= max(end, row_end)
            end = block.char_start if block.kind == "table_row" else block.char_end
            row_end = block.char_end if block.kind == "table_row" else row_end
    written = [
        _MARKS.sub("", visible(one.text)).replace("\n", " ").strip()
        for part in parts
        for one in (part.cells if isinstance(part, Table) else (part,))
    ]
    found = [text[b.char_start : b.char_end].replace("\n", " ") for b in blocks if b.kind != "table_row"]
    assert sorted(found) == sorted(
        filter(None, written)
    )  # every line and cell once, none lost; a title in a table is a paragraph


def test_struck_text_is_withdrawn_and_leaves_no_mark() -> None:
    cells = (Cell(0, 0, struck("Region")), Cell(0, 1, "2025"), Cell(1, 0, "Asia"), Cell(1, 1, f"{struck('5')} 6"))
    text, blocks, withdrawn, _ = compose(
        [Line("paragraph", f"was {struck('USD 4 bn')}{struck('')} now 5"), Table(cells, 1)]
    )
    assert text == "was USD 4 bn now 5\n| Region | 2025 |\n| Asia | 5 6 |\n"
    assert [text[start:end] for start, end in withdrawn] == ["USD 4 bn", "Region", "5"]
    assert [text[b.char_start : b.char_end] for b in blocks if b.kind == "table_cell"] == [
        "Region",
        "2025",
        "Asia",
        "5 6",
    ]


def test_the_marks_of_withdrawn_text_are_ours_alone() -> None:
    assert compose([Line("paragraph", own("a \ufdd0 b \ufdd1"))]).withdrawn == ()
