"""Tables of a document as columns under their headers, and the rows of those that a claim map fits. What cells say is `mapped_figures`'."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sources.extract.columns.claim_map import ClaimMap
from sources.records import Block, ParsedDocument, Unreadable

_MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class MappedRow:
    """One row of a table as a map names its cells.

    Attributes:
        claim_map: the map.
        cells: by attribute; a cell that is empty is not there.
        header: above the cell of the value, in one line.
    """

    claim_map: ClaimMap
    cells: Mapping[str, Block]
    header: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a header.

    Attributes:
        span: first and last offset.
        headers: in one line each, by number of the column.
        columns: plain header → number of the column; -1 where two have it.
        rows: below the header, cells by number of the column; an empty cell is not there.
    """

    span: tuple[int, int]
    headers: Mapping[int, str]
    columns: Mapping[str, int]
    rows: tuple[Mapping[int, Block], ...]

    def fits(self, one: ClaimMap) -> bool:
        """It has every column that the map names."""
        return all(plain_header(column) in self.columns for column in one.columns.named().values())


@dataclass(frozen=True, slots=True)
class Mapped:
    """What maps find in a document.

    Attributes:
        rows: of all maps, those of one table together.
        spans: first and last offset of each table that a map fits, in order.
    """

    rows: tuple[MappedRow, ...]
    spans: tuple[tuple[int, int], ...]


def tables_of(parsed: ParsedDocument) -> Iterator[Table]:
    """The tables of a document in order of their numbers."""
    cells: dict[int, list[Block]] = {}
    for block in parsed.blocks:
        if block.kind == "table_cell" and block.table is not None:
            cells.setdefault(block.table, []).append(block)
    for of_table in cells.values():
        rows: dict[int, dict[int, Block]] = {}
        headers: dict[int, tuple[str, ...]] = {}
        for cell in of_table:
            if not cell.header_path or cell.row is None or cell.column is None:
                continue
            headers.setdefault(cell.column, cell.header_path)
            if parsed.text[cell.char_start : cell.char_end].strip():
                rows.setdefault(cell.row, {})[cell.column] = cell
        _carry_labels(parsed.text, rows.values())
        columns: dict[str, int] = {}
        for column, path in headers.items():  # a first row without a figure looks like a second header
            for name in {plain_header(" ".join(path)), plain_header(path[0])}:
                columns[name] = -1 if name in columns else column
        span = (min(cell.char_start for cell in of_table), max(cell.char_end for cell in of_table))
        yield Table(span, {n: " ".join(headers[n]) for n in sorted(headers)}, columns, tuple(rows.values()))


def _carry_labels(text: str, rows: Iterable[dict[int, Block]]) -> None:
    """A label holds for the rows below it that leave its column empty, where the layout of the table says so."""
    last: dict[int, Block] = {}
    for row in rows:
        labels = {label for cell in row.values() for label in cell.row_labels}
        for column, block in last.items():
            if column not in row and text[block.char_start : block.char_end] in labels:
                row[column] = block
        last |= row


def mapped_rows(parsed: ParsedDocument, maps: Sequence[ClaimMap]) -> Mapped:
    """Rows of every table that has all columns of a map.

    Args:
        parsed: the document.
        maps: of its sidecar, or as recognised.

    Raises:
        Unreadable: `wrong_columns`: there is no table, no table has the columns of a map, or two columns have one name.
    """
    tables = tuple(tables_of(parsed))
    rows: list[MappedRow] = []
    spans: set[tuple[int, int]] = set()
    for number, one in enumerate(maps, start=1):
        fitting = [table for table in tables if table.fits(one)]
        if not fitting:
            raise Unreadable("wrong_columns", _why_none(tables, one, number))
        for table in fitting:
            spans.add(table.span)
            rows += _rows(table, one, number)
    return Mapped(tuple(rows), tuple(sorted(spans)))


def plain_header(header: str) -> str:
    """A header in the form in which a map's names are compared."""
    return " ".join(unicodedata.normalize("NFKC", header).casefold().split())


def _rows(table: Table, one: ClaimMap, number: int) -> Iterator[MappedRow]:
    places: dict[str, int] = {}
    for attribute, column in one.columns.named().items():
        places[attribute] = table.columns[plain_header(column)]
        if places[attribute] < 0:
            raise Unreadable(
                "wrong_columns",
                f"two columns of its table are called “{column}”, which claims {number}, columns, {attribute} of its sidecar names: "
                "give the columns different names",
            )
    for cells in table.rows:
        named = {attribute: cells[column] for attribute, column in places.items() if column in cells}
        if "value" in named:
            yield MappedRow(one, named, " ".join(named["value"].header_path))


def _why_none(tables: Sequence[Table], one: ClaimMap, number: int) -> str:
    there = [table for table in tables if table.columns]
    if not there:
        return (
            "its sidecar names columns, and it holds no table with a header row and rows of figures below it: "
            "correct the file, or remove claims from the sidecar"
        )
    wanted = one.columns.named()
    nearest = max(there, key=lambda table: sum(plain_header(c) in table.columns for c in wanted.values()))
    attribute, missing = next(
        (attribute, column) for attribute, column in wanted.items() if plain_header(column) not in nearest.columns
    )
    names = ", ".join(f"“{name}”" for name in list(nearest.headers.values())[:_MOST_SHOWN])
    return (
        f"no table of it has the column “{missing}”, which claims {number}, columns, {attribute} of its sidecar names; "
        f"the table has {names}: correct the sidecar"
    )
