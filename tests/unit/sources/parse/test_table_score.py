"""How well proposed tables hold together: what each check takes off, and which of several proposals is chosen."""

from __future__ import annotations

import pytest

from sources.parse.text.cells import Piece
from sources.parse.text.grid import Grid, Row
from sources.parse.text.score import Parted, Proposal, best, score


def proposal(*rows: str, heads: int = 1, parted: Parted = "gaps", n_left: int = 0, is_drawn: bool = False) -> Proposal:
    """A proposed table, its rows written with bars; an empty stretch is a place without a cell."""
    out, at = [], 0
    for r, row in enumerate(rows):
        texts = [cell.strip() for cell in row.split("|")]
        cells = []
        for c, text in enumerate(texts):
            if text:
                cells.append((c, Piece(at, text)))
                at += len(text) + 1
        out.append(Row(cells[0][1].start, cells[-1][1].end, tuple(cells), tuple(texts) if r < heads else None))
    return Proposal(Grid(tuple(out), len(rows)), parted, is_drawn=is_drawn, n_left=n_left)


WHOLE = ("Area | 2024 | 2025", "Asia | 1 | 2", "Europe | 3 | 4", "World | 4 | 6")


def test_a_table_of_whole_named_columns_of_one_kind_has_the_full_score() -> None:
    assert score(proposal(*WHOLE)) == 1.0


@pytest.mark.parametrize(
    ("rows", "heads", "expected"),
    [
        (("Area | 2024 | 2025", "Asia | 1 | 2", "Europe | 3 |", "World | 4 | 6"), 1, 5 / 6),  # a cell is missing
        (("Area | 2024 | 2025", "Asia | 1 % | 2", "Europe | $3 | 4"), 1, 3 / 4),  # two kinds in a column
        (("Area | 2024 | 7.5", "Asia | 1 | 2", "Europe | 3 | 4"), 1, 1 / 2),  # a figure names a column
        (("Asia | 1 | 2", "Europe | 3 | 4"), 0, 0.7),  # no heads
        (("Area | 2024 | 2025", "Asia | 1 | 2", "8.5 | 3 | 4"), 1, 1 / 2),  # a row without a name
        (
            ("Year | Sold | Left", "2021 | 1 | 2", "2024 | 3 | 4", "2022 | 5 | 6", "2025 | 7 | 8"),
            1,
            1.0,
        ),  # one step back
        (
            ("Year | Sold", "2021 | 1", "2019 | 3", "2022 | 5", "2020 | 7"),
            1,
            0.5,
        ),  # years that jump
        (("Area | Seat | Owner", "Asia | Riga | Arvane", "Europe | Oslo | Belmor"), 1, 0.0),  # no column of figures
        (("Area", "Asia", "Europe"), 1, 0.0),  # one column
    ],
)
def test_each_check_takes_its_share(rows: tuple[str, ...], heads: int, expected: float) -> None:
    assert score(proposal(*rows, heads=heads)) == pytest.approx(expected)


def test_labels_and_figures_need_no_head() -> None:
    assert score(proposal("Asia | 1", "Europe | 2", heads=0)) == 1.0


def test_labels_may_be_figures_where_marks_part_the_cells() -> None:
    rows = ("Plan | Users | Sold", "$14 a year | 2 | 3", "$29 a year | 4 | 5")
    assert score(proposal(*rows, parted="pipes")) >= 0.8


@pytest.mark.parametrize(
    ("rows", "parted", "is_table"),
    [
        (("Area | 2024", "Asia | 1"), "pipes", True),
        (("Area | 2024", "Asia | 1"), "gaps", False),  # one figure between gaps is an accident
        (("Area | 2024 | 2025", "Asia | 1 | 2"), "lines", False),  # two figures on lines of their own likewise
        (("Area | 2024 | 2025", "Asia | 1 | 2", "Europe | 3 | 4"), "lines", True),
    ],
)
def test_the_weaker_the_sign_the_more_figures_are_needed(rows: tuple[str, ...], parted: Parted, is_table: bool) -> None:
    assert (best([proposal(*rows, parted=parted)]) is not None) is is_table


def test_nothing_is_chosen_from_no_proposals_or_from_empty_ones() -> None:
    assert best([]) is None
    assert best([Proposal(Grid((), 3), "gaps")]) is None


def test_a_drawn_table_needs_no_figures() -> None:
    rows = ("Area | Seat", "Asia | Riga", "Europe | Oslo")
    assert best([proposal(*rows, parted="pipes")]) is None
    assert best([proposal(*rows, parted="pipes", is_drawn=True)]) is not None


def test_of_two_alike_the_stronger_sign_and_the_one_that_leaves_less_is_better() -> None:
    pipes, blanks = proposal(*WHOLE, parted="pipes"), proposal(*WHOLE, parted="blanks")
    assert best([blanks, pipes]) == (1.0, pipes)
    tidy, untidy = proposal(*WHOLE), proposal(*WHOLE, n_left=6)
    chosen = best([untidy, tidy])
    assert chosen is not None and chosen[1] is tidy


def test_a_table_with_more_cells_beats_its_own_beginning() -> None:
    short, long = proposal(*WHOLE[:3]), proposal(*WHOLE)
    chosen = best([short, long])
    assert chosen is not None and chosen[1] is long
