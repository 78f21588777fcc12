"""Tables of a document that a claim map fits: their rows as cells by attribute. What the cells say is `mapped_figures`'."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
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
class _Table:
    span: tuple[int, int]
    columns: Mapping[str, int]  # plain header → number of the column; -1 where two have it
    shown: tuple[str, ...]
    rows: tuple[Mapping[int, Block], ...]


@dataclass(frozen=True, slots=True)
class Mapped:
    """What maps find in a document.

    Attributes:
        rows: of all maps, those of one table together.
        spans: first and last offset of each table that a map fits, in order.
    """

    rows: tuple[MappedRow, ...]
    spans: tuple[tuple[int, int], ...]


def mapped_rows(parsed: ParsedDocument, maps: Sequence[ClaimMap]) -> Mapped:
    """Rows of every table that has all columns of a map.

    Args:
        parsed: the document.
        maps: of its sidecar.

    Raises:
        Unreadable: `wrong_columns`: there is no table, no table has the columns of a map, or two columns have one name.
    """
    tables = tuple(_tables(parsed))
    rows: list[MappedRow] = []
    spans: set[tuple[int, int]] = set()
    for number, one in enumerate(maps, start=1):
        fitting = [table for table in tables if _has_all(table, one)]
        if not fitting:
            raise Unreadable("wrong_columns", _why_none(tables, one, number))
        for table in fitting:
            spans.add(table.span)
            rows += _rows(table, one, number)
    return Mapped(tuple(rows), tuple(sorted(spans)))


def _tables(parsed: ParsedDocument) -> Iterator[_Table]:
    cells: dict[int, list[Block]] = {}
    for block in parsed.blocks:
        if block.kind == "table_cell" and block.table is not None:
            cells.setdefault(block.table, []).append(block)
    for of_table in cells.values():
        body = [cell for cell in of_table if cell.header_path]
        rows: dict[int, dict[int, Block]] = {}
        headers: dict[int, tuple[str, ...]] = {}
        for cell in body:
            if cell.row is None or cell.column is None:
                continue
            headers.setdefault(cell.column, cell.header_path)
            if parsed.text[cell.char_start : cell.char_end].strip():
                rows.setdefault(cell.row, {})[cell.column] = cell
        columns: dict[str, int] = {}
        for column, path in headers.items():
            for name in {
                _plain(" ".join(path)),
                _plain(path[0]),
            }:  # a first row without a figure looks like a second header
                columns[name] = -1 if name in columns else column
        span = (min(cell.char_start for cell in of_table), max(cell.char_end for cell in of_table))
        yield _Table(
            span, columns, tuple(" ".join(headers[column]) for column in sorted(headers)), tuple(rows.values())
        )


def _has_all(table: _Table, one: ClaimMap) -> bool:
    return all(_plain(column) in table.columns for column in one.columns.named().values())


def _rows(table: _Table, one: ClaimMap, number: int) -> Iterator[MappedRow]:
    places: dict[str, int] = {}
    for attribute, column in one.columns.named().items():
        places[attribute] = table.columns[_plain(column)]
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


def _why_none(tables: Sequence[_Table], one: ClaimMap, number: int) -> str:
    there = [table for table in tables if table.columns]
    if not there:
        return (
            "its sidecar names columns, and it holds no table with a header row and rows of figures below it: "
            "correct the file, or remove claims from the sidecar"
        )
    nearest = max(there, key=lambda table: sum(_plain(c) in table.columns for c in one.columns.named().values()))
    attribute, missing = next(
        (attribute, column)
        for attribute, column in one.columns.named().items()
        if _plain(column) not in nearest.columns
    )
    names = ", ".join(f"“{name}”" for name in nearest.shown[:_MOST_SHOWN])
    return (
        f"no table of it has the column “{missing}”, which claims {number}, columns, {attribute} of its sidecar names; "
        f"the table has {names}: correct the sidecar"
    )


def _plain(header: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", header).casefold().split())
