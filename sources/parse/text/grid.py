"""Rows and cells found in plain text, written out as blocks: the shape that all text tables share, whatever parts them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sources.parse.text.cells import Piece
from sources.records import Block

class Row(NamedTuple):
    """Cells by column. Of a header row, `covers` holds the text over each column; of a body row it is None."""

    start: int
    end: int
    cells: tuple[tuple[int, Piece], ...]
    covers: tuple[str, ...] | None = None


class Grid(NamedTuple):
    """A table in the text and how many lines it takes up; without rows, lines that are no table."""

    rows: tuple[Row, ...]
    n_lines: int
    label_column: int = 0  # 1 where the first column only counts the rows


def blocks_of_grid(grid: Grid, table: int) -> Iterator[Block]:
    """A `table_row` block for each row and a `table_cell` block for each of its cells that holds text.

    A row with nothing but a label in a table of figures stands over the rows below it, as a header does.
    """
    rows_overlap = any(a.end > b.start for a, b in itertools.pairwise(grid.rows))
    if rows_overlap:  # column by column: each cell is a stretch of its row
        cells = (block for block in _row_blocks(grid, table) if block.kind == "table_cell")
        for cell in sorted(cells, key=lambda block: block.char_start):
            yield Block("table_row", cell.char_start, cell.char_end, table=table, row=cell.row)
            yield cell
    else:
        yield from _row_blocks(grid, table)


def _row_blocks(grid: Grid, table: int) -> Iterator[Block]:
    heads: list[tuple[str, ...]] = []
    section = ""
    n_columns = 1 + max((column for row in grid.rows for column, _ in row.cells), default=0)
    for number, row in enumerate(grid.rows):
        yield Block("table_row", row.start, row.end, table=table, row=number)
        if row.covers is not None:
            heads.append(row.covers)
            section = ""
        is_section = row.covers is None and n_columns > 1 and [c for c, _ in row.cells] == [0]
        section = row.cells[0][1].text if is_section else section
        names = [piece.text for column, piece in row.cells if column <= grid.label_column]
        label = names[-1] if names else None
        for column, piece in row.cells:
            is_body = row.covers is None
            is_value = column > grid.label_column
            path = _path([section, *(h[column] for h in heads if column < len(h))]) if is_body and is_value else ()
            if is_body and not is_value:
                path = _path([h[column] for h in heads if column < len(h)])
            yield Block("table_cell", piece.start, piece.end, table=table, row=number, column=column,
                        header_path=path, row_labels=(label,) if label and is_value and is_body else ())  # fmt: skip


def _path(texts: Sequence[str]) -> tuple[str, ...]:
    path: list[str] = []
    for text in texts:
        if text and (not path or path[-1] != text):
            path.append(text)
    return tuple(path)
