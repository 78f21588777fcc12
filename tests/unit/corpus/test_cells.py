"""Labelled cells of tables: where they stand in the canonical text of today."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from corpus.cells import cell_span
from corpus.label_file import Decoy
from corpus.labels import labelled_folder
from sources.parse import parse
from tests.office_files import xlsx

PAGE = b"""<h1>Kites</h1><p>By Crail Yard.</p>
<table><tr><th>Firm</th><th>Seat</th></tr><tr><td>Ostwick</td><td>Lund</td></tr></table>
<table>
<tr><th rowspan=2>Kites</th><th colspan=2>USD million</th></tr>
<tr><th>2024</th><th>2025</th></tr>
<tr style="display:none"><td>Draft</td><td>99</td><td>98</td></tr>
<tr><td>Box kites</td><td>41.5</td><td>43.0</td></tr>
<tr><td>Others</td><td colspan=2>12</td></tr>
</table>"""
CSV = b"Kites,2024,2025\nBox kites,41.5,43.0\nOthers,12,\nAll,53.5,60.0\n"


def workbook() -> bytes:
    from openpyxl import load_workbook

    sheets: dict[str, Any] = {
        "Notes": [["Crail Yard, 2025"]],
        "By kind": [["Kites, USD million"], [], ["Kind", 2024, 2025], ["Draft", 99, 98], ["Box kites", 41.5, 43], ["Source: own, 7 firms"]],
        "Old": [["Kind", 2023], ["Box kites", 40]],
    }  # fmt: skip
    book = load_workbook(BytesIO(xlsx(sheets)))
    book["By kind"].row_dimensions[4].hidden = True
    book["Old"].sheet_state = "hidden"
    saved = BytesIO()
    book.save(saved)
    return saved.getvalue()


def text_at(content: bytes, cell: str | list[int]) -> str:
    document = parse(content)
    start, end = cell_span(document, content, cell)
    return document.text[start:end]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ([1, 2, 2], "Lund"),
        ([2, 1, 1], "Kites"),
        ([2, 2, 2], "2024"),  # the header rows count, and the place that the header above spans
        ([2, 3, 3], "43.0"),  # the hidden row does not
        ([2, 4, 2], "12"),  # a cell over two columns stands in the first
    ],
)
def test_a_cell_of_a_page_is_named_by_table_row_and_column(cell: list[int], text: str) -> None:
    assert text_at(PAGE, cell) == text


@pytest.mark.parametrize(("cell", "text"), [([1, 1, 2], "2024"), ([1, 2, 3], "43.0"), ([1, 4, 2], "53.5")])
def test_a_cell_of_comma_separated_values_is_named_in_the_same_way(cell: list[int], text: str) -> None:
    assert text_at(CSV, cell) == text


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("Notes!A1", "Crail Yard, 2025"),
        ("By kind!A1", "Kites, USD million"),
        ("By kind!C3", "2025"),
        ("By kind!B5", "41.5"),  # a hidden row lies above: the address is that of the file
        ("By kind!A6", "Source: own, 7 firms"),
    ],
)
def test_a_cell_of_a_workbook_is_named_by_sheet_and_address(cell: str, text: str) -> None:
    assert text_at(workbook(), cell) == text


@pytest.mark.parametrize("cell", ["By kind!B4", "Old!B2", "By kind!Z9", "Bykind!B5"])
def test_a_cell_of_a_workbook_that_shows_no_text_is_refused(cell: str) -> None:
    with pytest.raises(LookupError, match=r"no cell '.*' that shows a text"):
        text_at(workbook(), cell)


def labelled(folder: Path, content: bytes, name: str, claim: str) -> None:
    (folder / name).write_bytes(content)
    head = f"document: {name}\npublisher: []\nmarket: Kite\nlanguage: en\nclaims:\n"
    (folder / f"{Path(name).stem}.yml").write_text(f"{head}  - {{{claim}, metric: volume, value: 1, unit: USD}}\n")


def test_a_label_of_a_cell_is_placed_in_the_canonical_text(tmp_path: Path) -> None:
    labelled(tmp_path, workbook(), "t00ff00.xlsx", "cell: By kind!B5")
    labelled(tmp_path, CSV, "t00ff01.csv", "cell: [1, 2, 2]")
    for text in labelled_folder(tmp_path):
        (label,) = text.labels
        assert text.document.text[label.char_start : label.char_end] == "41.5"


def test_a_label_without_its_cell_is_refused_with_file_and_cell(tmp_path: Path) -> None:
    labelled(tmp_path, PAGE, "t00ff00.html", "cell: [2, 9, 1]")
    with pytest.raises(LookupError, match=r"t00ff00\.yml: no text in table 2, row 9, column 1"):
        labelled_folder(tmp_path)


@pytest.mark.parametrize(
    "place",
    [
        {},
        {"surface": "4%", "cell": [1, 1, 1]},
        {"nth": 2, "cell": [1, 1, 1]},
        {"cell": [0, 1, 1]},
        {"cell": [1, 1]},
        {"cell": "C7"},
        {"cell": "Sheet1!7C"},
    ],
)
def test_a_place_is_either_a_surface_or_a_cell(place: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not both|cell"):
        Decoy(why="a date", **place)
