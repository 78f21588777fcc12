"""The place of a labelled table cell in the canonical text of today. Nothing here reads labels or figures."""

from __future__ import annotations

from collections.abc import Sequence

from sources.parse.office.sheets import addresses
from sources.records import ParsedDocument


def cell_span(document: ParsedDocument, content: bytes, cell: str | Sequence[int]) -> tuple[int, int]:
    """The span of a cell in the canonical text.

    Args:
        document: as it is parsed.
        content: its bytes.
        cell: sheet and address (`Prices!C7`) in a workbook; elsewhere numbers of table, row and column from 1, header rows counted. Rows
            and columns without text are not counted.

    Raises:
        LookupError: no such cell shows a text.
    """
    if isinstance(cell, str):
        return _of_workbook(document, content, cell)
    place = tuple(number - 1 for number in cell)
    for block in document.blocks:
        if block.kind == "table_cell" and (block.table, block.row, block.column) == place:
            return block.char_start, block.char_end
    raise LookupError(f"no text in table {cell[0]}, row {cell[1]}, column {cell[2]}")


def _of_workbook(document: ParsedDocument, content: bytes, cell: str) -> tuple[int, int]:
    blocks = (block for block in document.blocks if block.kind != "table_row")
    for address, block in zip(addresses(content), blocks, strict=True):
        if address == cell:
            return block.char_start, block.char_end
    raise LookupError(f"no cell {cell!r} that shows a text")
