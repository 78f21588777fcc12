"""Where the words are printed that give a cell its unit: a header, a label, a unit column, a corner or the line above the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sources.extract.scan.figure import Giver
from sources.records import Block, ParsedDocument


class GivenSpans:
    """The cells and tables of one document, by what they print."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._parsed = parsed
        self._cells: dict[tuple[int | None, str], list[Block]] = defaultdict(list)
        self._edges: dict[int, tuple[int, int]] = {}  # where each table begins and ends
        for block in parsed.blocks:
            if block.kind == "table_cell":
                words = _key(parsed.text[block.char_start : block.char_end])
                self._cells[block.table, words].append(block)
            if block.table is not None:
                first, last = self._edges.get(block.table, (block.char_start, block.char_end))
                self._edges[block.table] = (min(first, block.char_start), max(last, block.char_end))

    def of(self, index: int, by: Giver, words: str) -> tuple[int, int] | None:
        """The span of the words that give the cell at block `index` its unit; None where they are not found as printed."""
        block = self._parsed.blocks[index]
        if by == "unit_line":
            return self._line(block, words)
        found = self._cells.get((block.table, _key(words)), ())
        cell = _row_cell(found, block) if by in ("row", "unit_column") else _column_cell(found, block)
        return (cell.char_start, cell.char_end) if cell else None

    def _line(self, block: Block, words: str) -> tuple[int, int] | None:
        if block.table is None:
            return None
        first, last = self._edges[block.table]
        at = self._parsed.text.rfind(words, 0, first)
        at = at if at >= 0 else self._parsed.text.find(words, last)
        return (at, at + len(words)) if at >= 0 else None


def _key(words: str) -> str:
    return " ".join(words.split()).strip(" *_")


def _row_cell(found: Sequence[Block], block: Block) -> Block | None:
    """The cell of the same row, else the nearest above: a band."""
    above = [b for b in found if b.char_start <= block.char_start]
    return next((b for b in above if b.row == block.row), above[-1] if above else None)


def _column_cell(found: Sequence[Block], block: Block) -> Block | None:
    """The cell of the same column above, else any above: a header over several columns, or a corner."""
    above = [b for b in found if b.char_start < block.char_start]
    same = [b for b in above if b.column == block.column]
    left = [b for b in above if b.column is not None and block.column is not None and b.column < block.column]
    return (same or left or above)[-1] if above else None
