"""Rows of the workbook against those that xlsxwriter writes for the same cells."""

from __future__ import annotations

import tempfile
import zipfile
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release.workbook.cells import Number, Text, lines_of, number_cell, text_cell
from release.workbook.paper import Paper
from release.workbook.row_xml import Cell, lines_in, points_of
from release.workbook.sheets import Column
from warehouse.schema.marts import MartColumn

WIDTH = 20
NASTY = st.sampled_from(
    ["_x0041_", " left", "right ", "a\nb", "a\tb", "\x0b", '<b>&"', "=1+1", "\ufffe", "<r>x</r>", "é漢😀"]
)
TEXTS = st.one_of(NASTY, st.text(max_size=40)).filter(bool).map(lambda value: text_cell(value, whole_at="file"))
NUMBERS = st.one_of(
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.decimals(-(10**9), 10**9, places=4),
).map(lambda value: number_cell(value, "percent" if isinstance(value, float) else "USD"))
KINDS: tuple[Cell, ...] = (
    None,
    Text("a", False),
    Text("a", True),
    *(Number(1, form) for form in ("0.00", "#,##0", "#,##0.00", "0.0000")),
)


def sheet(rows: list[list[Cell]], *, by_cell: bool) -> dict[str, bytes]:
    """The files of a workbook with these rows: written by `Paper.rows`, or cell by cell by xlsxwriter."""
    width = len(rows[0])
    n_lines = [max([lines_of(cell.text, WIDTH) for cell in row if isinstance(cell, Text)], default=1) for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "book.xlsx"
        with Paper(file, datetime(2000, 1, 1)) as paper:
            page = paper.add("one")
            paper.head(page, [Column(MartColumn(f"c{n}", "what it is", None), WIDTH, False) for n in range(width)])
            page._write_single_row(1)  # the header's formats come first, then those of cells in one order
            for kind in KINDS:
                paper._form_of(kind)
            if by_cell:
                forms = {form.xf_index: form for form in paper._formats.values()}
                for at, row in enumerate(rows, 1):
                    page.set_row(at, points_of(n_lines[at - 1]))
                    for column, cell in enumerate(row):
                        form = forms[paper._form_of(cell)]
                        if cell is None:
                            page.write_blank(at, column, None, form)
                        elif isinstance(cell, Number):
                            page.write_number(at, column, cell.value, form)
                        else:
                            page.write_string(at, column, cell.text, form)
            else:
                columns = [(False, [row[column] for row in rows]) for column in range(width)]
                paper.rows(page, 1, paper.drawn(range(1, len(rows) + 1), n_lines, columns))
            paper.finish(page, page.get_name(), len(rows), width)
        with zipfile.ZipFile(file) as book:
            return {name: book.read(name) for name in book.namelist()}


@given(st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(st.one_of(TEXTS, NUMBERS, st.none()), min_size=width, max_size=width), min_size=1, max_size=6)))  # fmt: skip
def test_rows_are_those_of_xlsxwriter_byte_by_byte(rows: list[list[Cell]]) -> None:
    ours, theirs = sheet(rows, by_cell=False), sheet(rows, by_cell=True)
    assert ours["xl/worksheets/sheet1.xml"] == theirs["xl/worksheets/sheet1.xml"]
    assert ours == theirs


def test_a_number_of_twenty_digits_is_written_as_xlsxwriter_does() -> None:
    rows: list[list[Cell]] = [[number_cell(Decimal("12345678901234567890.5"), "USD"), Text("x", False)]]
    assert sheet(rows, by_cell=False) == sheet(rows, by_cell=True)


@pytest.mark.parametrize(("head", "lines"), [("", 1), (' ht="27.75" customHeight="1"', 2), (' ht="314.25" customHeight="1"', 24)])  # fmt: skip
def test_the_lines_of_a_row_are_read_from_its_height(head: str, lines: int) -> None:
    assert lines_in(f'<row r="7"{head}><c r="A7" s="1"/></row>') == lines
