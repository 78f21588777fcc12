"""Canonical text in the making: the lines and tables of a page, written out with a block for each.

What HTML and PDF have in common once their own structure has been read. Each line becomes one block; a table row
becomes a line `| a | b |` in the shape of a Markdown pipe table, so that readers see one shape whatever the source.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sources.parse.canonical import REPLACEMENT, normalised
from sources.parse.shown import trimmed
from sources.parse.table_layout import GridRow, layout_of, with_headers
from sources.records import Block, BlockKind

# Characters that show nothing: soft hyphen, zero-width space, word joiner, zero-width no-break space.
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
_CJK_BLANK = re.compile(r"[ \t\f\v]{2,}|[\t\f\v]")
_BLANKS = " \t\n\r\f\v"
_ALL_BLANKS = "".join(char for char in map(chr, range(0x3001)) if char.isspace())
_MARK = "- "
# Where withdrawn text begins and ends in the text of a line or cell: Unicode keeps these two for use inside a program.
_BEGIN, _END = "\ufdd0", "\ufdd1"
_MARKS = re.compile(f"[{_BEGIN}{_END}]")


@dataclass(frozen=True, slots=True)
class Line:
    """A heading, paragraph or list item. `mark` is what a list item is introduced by; it stays outside the block."""

    kind: BlockKind
    text: str
    level: int = 0
    page: int | None = None
    mark: str = _MARK
    address: str | None = None  # as of a cell


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell on the grid of its table, at its first row and column."""

    row: int
    column: int
    text: str
    row_span: int = 1
    column_span: int = 1
    address: str | None = None  # in a workbook: sheet, exclamation mark, column and row


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `header_rows` None leaves it to the cells; `paths` are headers inherited from the page before."""

    cells: tuple[Cell, ...]
    header_rows: int | None = None
    page: int | None = None
    paths: tuple[tuple[str, ...], ...] = ()


Part = Line | Table


class Draft(NamedTuple):
    """A canonical text with its blocks, the spans of it that are taken back (struck through), and the charset that was guessed for its bytes."""

    text: str
    blocks: tuple[Block, ...]
    withdrawn: tuple[tuple[int, int], ...] = ()
    guessed_charset: str | None = None


def own(text: str) -> str:
    """Text of a source for a line or cell: the two characters that mark withdrawn text are ours alone."""
    return _MARKS.sub(REPLACEMENT, text)


def struck(text: str) -> str:
    """Text that is shown struck through, for a line or cell: its place in the canonical text is kept as withdrawn."""
    return f"{_BEGIN}{text}{_END}"


def visible(text: str) -> str:
    """A stretch of text as it shows: invisible characters gone, white space of one line collapsed, NFC."""
    lines = (_CJK_BLANK.sub(" ", line).strip() for line in normalised(_INVISIBLE.sub("", text)).split("\n"))
    return "\n".join(line for line in lines if line)


def n_visible(text: str) -> int:
    """Number of characters that show, white space left out."""
    shown = normalised(_MARKS.sub("", _INVISIBLE.sub("", text)))
    return len(shown) - sum(map(shown.count, _BLANKS if shown.isascii() else _ALL_BLANKS))


def compose(parts: Iterable[Part]) -> Draft:
    """Write lines and tables out, one line of text each (a line break inside a block stays).

    Returns:
        The canonical text, its blocks in reading order (a row's block is followed by those of its cells; cells without
        text have no block), and what of it is withdrawn.
    """
    pieces: list[str] = []
    blocks: list[Block] = []
    offset = n_tables = 0
    for part in parts:
        if isinstance(part, Line):
            text = visible(part.text)
            if not text:
                continue
            mark = "  " * (part.level - 1) + part.mark if part.kind == "list_item" else ""
            blocks.append(Block(part.kind, offset + len(mark), offset + len(mark) + len(text), part.level, part.page))
            written = f"{mark}{text}\n"
        else:
            written, cells = _written_table(part, n_tables, offset)
            blocks.extend(cells)
            n_tables += bool(cells)
        pieces.append(written)
        offset += len(written)
    return _unmarked("".join(pieces), blocks)


def _unmarked(text: str, blocks: Sequence[Block]) -> Draft:
    """The text without the marks around withdrawn text, everything behind them moved up."""
    marks = [match.start() for match in _MARKS.finditer(text)]
    if not marks:
        return Draft(text, tuple(blocks))

    def moved(offset: int) -> int:
        return offset - bisect_left(marks, offset)

    spans: list[tuple[int, int]] = []
    depth = begin = 0
    for at in marks:
        depth, was = max(0, depth + (1 if text[at] == _BEGIN else -1)), depth
        if depth and not was:
            begin = moved(at)
        elif was and not depth and moved(at) > begin:
            spans.append((begin, moved(at)))
    clean = _MARKS.sub("", text)
    kept = [
        replace(
            block,
            char_start=begin,
            char_end=end,
            header_path=tuple(_MARKS.sub("", header) for header in block.header_path),
            row_labels=tuple(_MARKS.sub("", label) for label in block.row_labels),
        )
        for block in blocks
        for begin, end in [trimmed(clean, moved(block.char_start), moved(block.char_end))]
        if begin < end  # else it held marks only
    ]
    return Draft(clean, tuple(kept), tuple(spans))


def _written_table(table: Table, number: int, offset: int) -> tuple[str, list[Block]]:
    cells = [Cell(c.row, c.column, visible(c.text).replace("\n", " "), c.row_span, c.column_span) for c in table.cells]
    cells = _compact([cell for cell in cells if cell.row_span and cell.column_span])
    if not any(cell.text for cell in cells):
        return "", []
    n_columns = 1 + max(cell.column for cell in cells if cell.text)
    n_rows = 1 + max(cell.row for cell in cells)
    # cover[r][c] is the text that stands over a place of the grid, spans filled in; starts[r][c] where it is written.
    cover = [[""] * n_columns for _ in range(n_rows)]
    starts: list[dict[int, str]] = [{} for _ in range(n_rows)]
    for cell in cells:
        if cell.column < n_columns and cell.text:
            starts[cell.row][cell.column] = cell.text
        for row in cover[cell.row : cell.row + cell.row_span]:
            for column in range(cell.column, min(cell.column + cell.column_span, n_columns)):
                row[column] = cell.text
    filled = [r for r in range(n_rows) if starts[r]]
    rows = [GridRow(tuple(cover[r]), frozenset(starts[r])) for r in filled]
    n_marked = None if table.header_rows is None else sum(r < table.header_rows for r in filled)
    layout = layout_of(with_headers(rows, n_marked), table.paths)
    pieces: list[str] = []
    blocks: list[Block] = []
    for index, r in enumerate(filled):
        line = "|"
        row_cells: list[Block] = []
        for column in range(n_columns):
            text = starts[r].get(column, "")
            if text:
                start = offset + len(line) + 1
                path = layout.paths[index][column]
                labels = layout.labels[index] if column > layout.label_column else ()
                row_cells.append(
                    Block("table_cell", start, start + len(text), 0, table.page, number, index, column, path, labels)
                )
            line += f" {text} |"
        if index in layout.asides:  # a line above or below the table that is written as a row of it
            blocks += [Block("paragraph", one.char_start, one.char_end, page=table.page) for one in row_cells]
        else:
            blocks.append(Block("table_row", offset, offset + len(line), page=table.page, table=number, row=index))
            blocks += row_cells
        pieces.append(line + "\n")
        offset += len(line) + 1
    return "".join(pieces), blocks


def header_paths(table: Table) -> tuple[tuple[str, ...], ...]:
    """Header path of each column as `compose` would write it: what a table carried over to the next page inherits."""
    _, blocks = _written_table(table, 0, 0)
    widths = [block.column + 1 for block in blocks if block.column is not None]
    paths: dict[int, tuple[str, ...]] = {
        b.column: b.header_path for b in blocks if b.column is not None and b.header_path
    }
    return tuple(paths.get(column, ()) for column in range(max(widths, default=0)))


def _compact(cells: list[Cell]) -> list[Cell]:
    """Columns in which no cell begins are taken out: a layout may give a cell 12 columns of its own."""
    starts = sorted({cell.column for cell in cells})
    place = {column: index for index, column in enumerate(starts)}
    compact = []
    for cell in cells:
        first = place[cell.column]
        span = sum(
            cell.column <= column < cell.column + cell.column_span
            for column in starts[first : first + cell.column_span]
        )
        compact.append(Cell(cell.row, first, cell.text, cell.row_span, max(1, span)))
    return compact
