"""Tables of a page: from rows and cells with their spans to places on a grid.

Only geometry and the marking of headers; the text of a cell is given by `reader`, the writing is `draft`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sources.parse.draft import Cell, Table
from sources.records import Unreadable

_MAX_COLUMN_SPAN = 100
_MAX_ROW_SPAN = 5_000
_MAX_COLUMNS = 1_000


class MarkedCell(NamedTuple):
    """A td or th as marked up. A row span of 0 reaches to the end of its row group."""

    text: str
    is_header: bool
    row_span: int = 1
    column_span: int = 1


class MarkedRow(NamedTuple):
    """A tr; `group` counts the thead, tbody and tfoot elements of the table, which no row span crosses."""

    cells: tuple[MarkedCell, ...]
    group: int
    is_in_head: bool


def table_of(rows: Sequence[MarkedRow]) -> Table:
    """Place marked cells on a grid.

    Header rows are those in thead and the rows after them that consist of th cells. A table that marks no header, or
    nothing but headers, leaves it to its texts (`header_rows` None). A th at the head of a row is a label, no header.

    Args:
        rows: the table's rows in document order.

    Raises:
        Unreadable: `hostile_markup`, for more than 1,000 columns.
    """
    group_ends = {row.group: index + 1 for index, row in enumerate(rows)}
    cells: list[Cell] = []
    taken: dict[int, int] = {}  # column -> first row that is free again
    for index, row in enumerate(rows):
        column = 0
        end = group_ends[row.group]
        for marked in row.cells:
            while taken.get(column, 0) > index:
                column += 1
            if column > _MAX_COLUMNS:
                raise Unreadable("hostile_markup", f"a table has over {_MAX_COLUMNS:,} columns: save the page as text")
            column_span = min(max(1, marked.column_span), _MAX_COLUMN_SPAN)
            row_span = end - index if marked.row_span == 0 else min(marked.row_span, end - index)
            row_span = min(max(1, row_span), _MAX_ROW_SPAN)
            cells.append(Cell(index, column, marked.text, row_span, column_span))
            if row_span > 1:
                taken.update(dict.fromkeys(range(column, column + column_span), index + row_span))
            column += column_span
    n_headers = 0
    while n_headers < len(rows) and (rows[n_headers].is_in_head or _is_header_row(rows[n_headers])):
        n_headers += 1
    is_marked = 0 < n_headers < len(rows) or any(cell.is_header for row in rows for cell in row.cells)
    return Table(tuple(cells), n_headers if is_marked and n_headers < len(rows) else None)


def _is_header_row(row: MarkedRow) -> bool:
    texts = [cell for cell in row.cells if cell.text]
    return bool(texts) and all(cell.is_header for cell in texts)
