"""Excel workbooks (.xlsx): bytes to canonical text with blocks. Each sheet is a heading, its regions are tables and lines.

Belongs here: the grid of a sheet. How a number shows is in `number_format.py`; header rows are found by `draft.compose`, as for any table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from sources.parse.draft import Cell, Draft, Line, Part, Table, compose
from sources.parse.office.number_format import shown
from sources.parse.office.package import parts_of
from sources.parse.text_grid import is_value
from sources.parse.unseen import Unseen
from sources.parse.work import spend
from sources.records import Unreadable

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_UNNAMED = re.compile(r"(?:Sheet|Tabelle|Feuil|Hoja|Folha|Foglio|シート|工作表|시트)\s?\d*", re.IGNORECASE)
_ERROR = re.compile(r"#(?:N/A|NAME\?|NULL!|REF!|VALUE!|DIV/0!|NUM!|SPILL!|CALC!|GETTING_DATA)")
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
    from openpyxl import load_workbook

    parts_of(content)
    try:
        book = load_workbook(BytesIO(content), data_only=True, keep_links=False)
        parts = [part for sheet in book.worksheets for part in _sheet(sheet, unseen)]
    except (KeyError, ValueError, AttributeError, TypeError, IndexError, OSError) as error:
        raise Unreadable("damaged", f"it is no whole Excel workbook ({type(error).__name__}): save it again") from error
    return compose(parts)


def _sheet(sheet: Worksheet, unseen: Unseen) -> Iterator[Part]:
    grid = _cells(sheet, unseen)
    if sheet.sheet_state != "visible":
        for cell in grid.values():
            unseen.hide(cell.text)
        return
    if grid and not _UNNAMED.fullmatch(sheet.title):
        yield Line("heading", sheet.title, level=2)
    for region in _regions(grid):
        yield from _parts(region)


def _cells(sheet: Worksheet, unseen: Unseen) -> _Grid:
    """Cells that show, by row and column."""
    spans = {
        (merged.min_row, merged.min_col): (merged.max_row - merged.min_row + 1, merged.max_col - merged.min_col + 1)
        for merged in sheet.merged_cells.ranges
    }
    hidden_columns = {
        at
        for dimension in sheet.column_dimensions.values()
        if dimension.hidden
        for at in range(dimension.min or 0, (dimension.max or 0) + 1)
    }
    hidden_rows = {at for at, dimension in sheet.row_dimensions.items() if dimension.hidden}
    grid: dict[tuple[int, int], Cell] = {}
    for row in sheet.iter_rows():
        spend("cells", len(row))
        for cell in row:
            if cell.value is None:
                continue
            text = shown(cell.value, cell.number_format).strip()
            if not text or _ERROR.fullmatch(text):
                continue
            if cell.row in hidden_rows or cell.column in hidden_columns:
                unseen.hide(text)
                continue
            row_span, column_span = spans.get((cell.row, cell.column), (1, 1))
            grid[cell.row, cell.column] = Cell(cell.row, cell.column, text, row_span, column_span)
    return grid


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
    """Lines of one cell above and below a table are its caption and its notes; what is left is the table."""
    by_row = [(row, list(cells)) for row, cells in groupby(sorted(region), key=lambda place: place[0])]
    wide = [number for number, (_, places) in enumerate(by_row) if len(places) > 1]
    first, last = (wide[0], wide[-1]) if wide else (len(by_row), len(by_row))
    yield from map(_line, _lone(region, by_row[:first]))
    body = [region[place] for _, places in by_row[first : last + 1] for place in places]
    if body:
        top, left = min(cell.row for cell in body), min(cell.column for cell in body)
        yield Table(tuple(Cell(c.row - top, c.column - left, c.text, c.row_span, c.column_span) for c in body))
    yield from map(_line, _lone(region, by_row[last + 1 :]))


def _lone(region: _Grid, rows: Sequence[tuple[int, Sequence[tuple[int, int]]]]) -> Iterator[str]:
    return (region[place].text for _, places in rows for place in places)


def _line(text: str) -> Line:
    return Line("paragraph", text) if len(text) > _WHOLE_SENTENCE else Line("heading", text, level=3)
