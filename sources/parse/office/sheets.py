"""Excel workbooks (.xlsx): bytes to canonical text with blocks. Each sheet is a heading, its regions are tables and lines.

Belongs here: the grid of a sheet as it shows. How a number shows is in `number_format.py`; header rows are found by `draft.compose`, as for
any table.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from sources.parse.cell_kinds import is_value
from sources.parse.draft import Cell, Draft, Line, Part, Table, compose, n_visible, own, struck
from sources.parse.foreign import library
from sources.parse.office.number_format import shown
from sources.parse.office.package import parts_of
from sources.parse.raised import superscript
from sources.parse.unseen import Unseen
from sources.parse.work import spend

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_UNNAMED = re.compile(r"(?:Sheet|Tabelle|Feuil|Hoja|Folha|Foglio|シート|工作表|시트)\s?\d*", re.IGNORECASE)
_ERROR = re.compile(r"#(?:N/A|NAME\?|NULL!|REF!|VALUE!|DIV/0!|NUM!|SPILL!|CALC!|GETTING_DATA)")
_MERGED = re.compile(rb"""mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})""")
_WHOLE_SENTENCE = 60  # characters from which on a lone cell is a paragraph and no heading

_Grid = Mapping[tuple[int, int], Cell]


def parse_xlsx(content: bytes, unseen: Unseen) -> Draft:
    """Reads a workbook as it shows: every cell as its number format writes it, formulas as they were last computed.

    Args:
        content: bytes of a .xlsx file.
        unseen: collects hidden sheets, rows and columns.

    Raises:
        Unreadable: as `parts_of`; `damaged` where openpyxl cannot read it, `too_much_work` beyond the bound of cells.
    """
    return compose(_parts_of_book(content, unseen))


def addresses(content: bytes) -> tuple[str | None, ...]:
    """Sheet and address (`Prices!C7`) of each block of a workbook's canonical text, blocks of rows left out; None for a sheet's name.

    Raises:
        Unreadable: as `parse_xlsx`.
    """
    found: list[str | None] = []
    for part in _parts_of_book(content, Unseen()):
        cells = sorted(part.cells, key=lambda cell: (cell.row, cell.column)) if isinstance(part, Table) else [part]
        found += [cell.address for cell in cells if n_visible(cell.text)]
    return tuple(found)


def _parts_of_book(content: bytes, unseen: Unseen) -> Iterator[Part]:
    from openpyxl import load_workbook

    for part in parts_of(content).values():
        for merged in _MERGED.finditer(part):  # openpyxl makes an object of each cell
            rows, columns = int(merged[4]) - int(merged[2]), _number(merged[3]) - _number(merged[1])
            spend("cells", (abs(rows) + 1) * (abs(columns) + 1))
    with library("it is no whole Excel workbook"):
        book = load_workbook(BytesIO(content), data_only=True, keep_links=False, rich_text=True)
        sheets = [(sheet.title, _cells(sheet, unseen)) for sheet in book.worksheets]
    for title, grid in sheets:
        yield from _sheet(title, grid)


def _number(letters: bytes) -> int:
    """The number of a column."""
    return sum(26**place * (letter - 64) for place, letter in enumerate(reversed(letters)))


def _sheet(title: str, grid: _Grid) -> Iterator[Part]:
    if grid and not _UNNAMED.fullmatch(title):
        yield Line("heading", own(title), level=2)
    for region in _regions(grid):
        yield from _parts(region)


def _cells(sheet: Worksheet, unseen: Unseen) -> _Grid:
    """Cells that show, by row and column among those that show: a filtered table has no gaps."""
    spans = {
        (merged.min_row, merged.min_col): (merged.max_row - merged.min_row + 1, merged.max_col - merged.min_col + 1)
        for merged in sheet.merged_cells.ranges
    }
    hidden_rows = sorted(at for at, row in sheet.row_dimensions.items() if row.hidden or row.height == 0)
    hidden_columns = sorted(
        at
        for column in sheet.column_dimensions.values()
        if column.hidden or column.width == 0
        for at in range(column.min or 0, min(column.max or 0, sheet.max_column) + 1)
    )
    grid: dict[tuple[int, int], Cell] = {}
    for of_row in sheet.iter_rows():
        spend("cells", len(of_row))
        for cell in of_row:
            if not (text := _text(cell)):
                continue
            row_span, column_span = spans.get((cell.row, cell.column), (1, 1))
            row, n_rows = _among_shown(cell.row, row_span, hidden_rows)
            column, n_columns = _among_shown(cell.column, column_span, hidden_columns)
            if n_rows and n_columns and sheet.sheet_state == "visible":
                grid[row, column] = Cell(row, column, text, n_rows, n_columns, f"{sheet.title}!{cell.coordinate}")
            else:
                unseen.hide(text)
    return grid


def _among_shown(at: int, span: int, hidden: Sequence[int]) -> tuple[int, int]:
    """A place and its span, where the hidden places are not counted."""
    n_before = bisect_left(hidden, at)
    return at - n_before, span - (bisect_left(hidden, at + span) - n_before)


def _text(cell: Any) -> str:
    """What a cell shows, without marks of notes; what is struck through is marked."""
    if isinstance(cell.value, list):  # text with a look of its own, piece by piece
        text = ""
        for piece in cell.value:
            look = getattr(piece, "font", None)
            said = own(str(getattr(piece, "text", piece)))
            said = superscript(text, said) if look is not None and look.vertAlign == "superscript" else said
            text += struck(said) if look is not None and look.strike and said else said
    else:
        text = own(shown(cell.value, cell.number_format))
    text = "" if _ERROR.fullmatch(text.strip()) else text.strip()
    return struck(text) if text and cell.font.strike else text


def _regions(grid: _Grid) -> Iterator[_Grid]:
    """Blocks of neighbouring rows, parted by empty ones, each parted again where two tables stand side by side."""
    taken = sorted({row + more for (row, _), cell in grid.items() for more in range(cell.row_span)})
    for _, numbered in groupby(enumerate(taken), key=lambda pair: pair[1] - pair[0]):
        rows = {row for _, row in numbered}
        yield from _side_by_side({place: cell for place, cell in grid.items() if place[0] in rows})


def _side_by_side(region: _Grid) -> Iterator[_Grid]:
    """Tables beside each other: an empty column lies between, and what follows begins with words of its own."""
    covered = sorted({column + more for (_, column), cell in region.items() for more in range(cell.column_span)})
    if not covered:
        return
    starts = [covered[0]]
    for before, column in pairwise(covered):
        first = [cell.text for (_, at), cell in region.items() if at == column]
        if column - before > 1 and len(first) > 1 and not any(is_value(text) for text in first[1:]):
            starts.append(column)
    for start, end in zip(starts, [*starts[1:], covered[-1] + 1], strict=True):
        yield {place: cell for place, cell in region.items() if start <= place[1] < end}


def _parts(region: _Grid) -> Iterator[Part]:
    """Rows of one cell above a table are its title and its unit line, those below it its notes; what is left is the table."""
    by_row = [list(cells) for _, cells in groupby(sorted(region), key=lambda place: place[0])]
    wide = [number for number, places in enumerate(by_row) if len(places) > 1]
    first, last = (wide[0], wide[-1]) if wide else (len(by_row), len(by_row))
    for number, places in enumerate(by_row[:first]):
        cell = region[places[0]]
        is_title = number == 0 and len(cell.text) <= _WHOLE_SENTENCE
        yield Line("heading" if is_title else "paragraph", cell.text, level=3 if is_title else 0, address=cell.address)
    body = [region[place] for places in by_row[first : last + 1] for place in places]
    if body:
        top, left = min(cell.row for cell in body), min(cell.column for cell in body)
        yield Table(tuple(replace(cell, row=cell.row - top, column=cell.column - left) for cell in body))
    for places in by_row[last + 1 :]:
        cell = region[places[0]]
        yield Line("paragraph", cell.text, address=cell.address)
