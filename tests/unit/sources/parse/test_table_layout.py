"""Grids laid out: headers, labels and bands of each place, expected values worked out by hand."""

from __future__ import annotations

import pytest

from sources.parse.table_layout import GridRow, header_rows_of, label_column_of, layout_of, with_headers


def grid(*rows: str, heads: int = 1, spans: tuple[int, ...] = ()) -> list[GridRow]:
    """Rows written with bars; a row of `spans` is one cell over all columns."""
    out = []
    for r, row in enumerate(rows):
        texts = tuple(cell.strip() for cell in row.split("|"))
        begins = frozenset(c for c, text in enumerate(texts) if text)
        if r in spans:
            texts, begins = (texts[0],) * len(texts), frozenset({0})
        out.append(GridRow(texts, begins, r < heads))
    return out


def test_headers_are_carried_to_the_right_over_years_and_paths_are_outermost_first() -> None:
    rows = grid("Type | Steel | | Oak |", " | 2024 | 2025 | 2024 | 2025", "Doors | 1 | 2 | 3 | 4", heads=2)
    assert layout_of(rows).paths[2] == (
        ("Type",),
        ("Steel", "2024"),
        ("Steel", "2025"),
        ("Oak", "2024"),
        ("Oak", "2025"),
    )


def test_a_header_row_of_units_holds_for_the_columns_of_its_group() -> None:
    rows = grid(
        " | Volume | Volume | Volume | Value | Value",
        " | 2024 | 2025 | change | 2024 | 2025",
        " | million litres | | % | USD million |",
        "Cider | 1 | 2 | 3 | 4 | 5",
        heads=3,
    )
    assert [path[2:] for path in layout_of(rows).paths[3][1:]] == [
        ("million litres",),
        ("million litres",),
        ("%",),
        ("USD million",),
        ("USD million",),
    ]


def test_a_header_row_with_a_name_among_units_is_left_as_it_stands() -> None:
    rows = grid(" | Volume | Volume | Value", " | million litres | | Price", "Cider | 1 | 2 | 3", heads=2)
    assert layout_of(rows).paths[2][2] == ("Volume",)


def test_a_row_of_years_below_a_marked_header_with_an_empty_corner_is_a_header_too() -> None:
    rows = grid(" | Steel | | Oak |", " | 2024 | 2025 | 2024 | 2025", "Doors | 1 | 2 | 3 | 4", heads=1)
    assert layout_of(rows).paths[1] == ((),) * 5
    assert layout_of(rows).paths[2][3] == ("Oak", "2024")


def test_bands_are_outer_labels_of_the_rows_below_them_up_to_the_next() -> None:
    rows = grid("Area | 2024 | 2025", "Asia | |", "China | 1 | 2", "India | 3 | 4", "Europe | |", "Italy | 5 | 6")
    layout = layout_of(rows)
    assert layout.labels == ((), (), ("Asia", "China"), ("Asia", "India"), (), ("Europe", "Italy"))
    assert layout.paths[1] == layout.paths[4] == ((), (), ())


def test_bands_that_follow_each_other_are_one_in_another_and_a_single_one_replaces_the_innermost() -> None:
    rows = grid(
        "Item | 2024 | 2025", "Asia | |", "Heated | |", "Pots | 1 | 2", "Plain | |", "Pots | 3 | 4", "Trays | 5 | 6"
    )
    layout = layout_of(rows)
    assert layout.labels[3] == ("Asia", "Heated", "Pots")
    assert layout.labels[5] == ("Asia", "Plain", "Pots")
    assert layout.labels[6] == ("Asia", "Plain", "Trays")


def test_a_total_at_the_foot_belongs_to_no_band() -> None:
    rows = grid("Area | 2024 | 2025", "Asia | |", "China | 1 | 2", "Europe | |", "Italy | 5 | 6", "Total | 6 | 8")
    assert layout_of(rows).labels[5] == ("Total",)


def test_a_row_of_one_text_is_no_band_where_the_table_holds_no_figure() -> None:
    rows = grid("Firm | Seat", "Arvane | Riga", "Belmor |", "Cadix | Oslo")
    assert layout_of(rows).labels == ((), ("Arvane",), ("Belmor",), ("Cadix",))


def test_a_second_column_of_names_labels_rows_that_the_first_leaves_alike_and_the_first_is_carried_down() -> None:
    rows = grid("Area | Part | 2024", "Asia | Pots | 1", " | Trays | 2", "Europe | Pots | 3", " | Trays | 4")
    layout = layout_of(rows)
    assert layout.label_column == 1
    assert layout.labels == ((), ("Asia", "Pots"), ("Asia", "Trays"), ("Europe", "Pots"), ("Europe", "Trays"))


def test_a_second_column_of_names_beside_rows_that_differ_already_is_no_label() -> None:
    rows = grid("Area | Largest | 2024", "Asia | China | 1", "Europe | Italy | 2")
    layout = layout_of(rows)
    assert (layout.label_column, layout.labels[2]) == (0, ("Europe",))


def test_a_column_that_says_the_same_in_every_row_is_a_label() -> None:
    rows = grid("Area | Part | 2024", "Asia | Pots | 1", "Europe | Pots | 2")
    assert layout_of(rows).labels[2] == ("Europe", "Pots")


def test_a_column_of_ranks_is_no_label_and_the_total_in_it_is() -> None:
    rows = grid("# | Firm | Share", "1 | Arvane | 31 %", "2 | Belmor | 22 %", "Others | | 47 %")
    layout = layout_of(rows)
    assert layout.label_column == 1
    assert layout.labels == ((), ("Arvane",), ("Belmor",), ("Others",))


def test_a_title_and_a_note_over_all_columns_are_no_rows_of_the_table() -> None:
    rows = grid("Sales | |", "Area | 2024 | 2025", "Asia | 1 | 2", "Estimates. | |", heads=2, spans=(0, 3))
    layout = layout_of(rows)
    assert layout.asides == {0, 3}
    assert layout.paths[2] == (("Area",), ("2024",), ("2025",))


def test_inherited_headers_hold_for_a_table_without_its_own_and_of_the_same_width_only() -> None:
    rows = grid("Asia | 1 | 2", heads=0)
    inherited = (("Area",), ("2024",), ("2025",))
    assert layout_of(rows, inherited).paths == (inherited,)
    assert layout_of(rows, inherited[:2]).paths == (((), (), ()),)


def test_no_rows_have_no_layout() -> None:
    layout = layout_of([])
    assert (layout.paths, layout.labels, layout.asides) == ((), (), frozenset())


@pytest.mark.parametrize(
    ("rows", "n_marked", "heads"),
    [
        (("Area | 2024", "Asia | 1", "Europe | 2"), None, [0]),  # reads so
        (("Asia | 1", "Europe | 2"), None, []),
        (("Asia | 1", "Europe | 2"), 1, [0]),  # is marked so, whatever it says
        (("Base year | 2024", "Rate | 8 %"), None, []),  # a list of fields
    ],
)
def test_headers_are_those_that_the_source_marks_else_those_that_read_so(
    rows: tuple[str, ...], n_marked: int | None, heads: list[int]
) -> None:
    found = with_headers(grid(*rows, heads=0), n_marked)
    assert [r for r, row in enumerate(found) if row.is_header] == heads


def test_a_marked_title_alone_leaves_the_headers_below_it_to_be_told() -> None:
    found = with_headers(grid("Sales | |", "Area | 2024 | 2025", "Asia | 1 | 2", heads=0, spans=(0,)), 1)
    assert [row.is_header for row in found] == [True, True, False]


@pytest.mark.parametrize(
    ("rows", "n"),
    [
        ([["Area", "2024"], ["Asia", "1"], ["Europe", "2"]], 1),
        ([["", "Value", "Value"], ["Area", "2024", "2025"], ["Asia", "1", "2"]], 2),
        ([["Asia", "1"], ["Europe", "2"]], 0),
        ([["Area", "2024"]], 0),  # nothing stands below it
        ([["Area " * 20, "2024", "2025"], ["Asia", "1", "2"]], 0),  # a paragraph
    ],
)
def test_a_header_row_names_and_figures_stand_below_it(rows: list[list[str]], n: int) -> None:
    assert header_rows_of(rows) == n


@pytest.mark.parametrize(
    ("rows", "column"),
    [
        ([["1", "Arvane", "3"], ["2", "Belmor", "4"]], 1),
        ([["1", "7", "3"], ["2", "8", "4"]], 0),  # no names beside the numbers
        ([["2", "Arvane", "3"], ["1", "Belmor", "4"]], 0),  # they do not count up
        ([["1", "Arvane"], ["2", "Belmor"]], 0),  # two columns: the second holds the figures
    ],
)
def test_a_column_that_counts_the_rows_gives_way_to_the_names_beside_it(rows: list[list[str]], column: int) -> None:
    assert label_column_of(rows, 0) == column
