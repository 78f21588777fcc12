"""Rows and cells found in plain text, written out as blocks: the shape that all text tables share, whatever parts them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from sources.parse.table_layout import GridRow, label_column_of, layout_of
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


_SAMPLE = 24  # rows by which the column of labels is told


def label_column(grid: Grid) -> int:
    """The column that names the rows."""
    rows = grid.rows[:_SAMPLE]
    width = 1 + max((column for row in rows for column, _ in row.cells), default=0)
    texts = [[own.get(c, "") for c in range(width)] for row in rows for own in [{c: p.text for c, p in row.cells}]]
    return label_column_of(texts, sum(row.covers is not None for row in rows))


def blocks_of_grid(grid: Grid, table: int) -> Iterator[Block]:
    """The blocks of a table, in order of the text.

    Args:
        grid: its rows.
        table: its number.
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
    width = 1 + max((column for row in grid.rows for column, _ in row.cells), default=0)
    rows = []
    for row in grid.rows:
        own = {column: piece.text for column, piece in row.cells}
        covers = row.covers or ()
        texts = tuple((covers[c] if c < len(covers) else "") or own.get(c, "") for c in range(width))
        rows.append(GridRow(texts, frozenset(own), row.covers is not None))
    layout = layout_of(rows)
    for number, row in enumerate(grid.rows):
        yield Block("table_row", row.start, row.end, table=table, row=number)
        for column, piece in row.cells:
            labels = layout.labels[number] if column > layout.label_column else ()
            path = layout.paths[number][column]
            yield Block(
                "table_cell", piece.start, piece.end, table=table, row=number, column=column, header_path=path,
                row_labels=labels,
            )  # fmt: skip
