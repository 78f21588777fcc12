"""Writes the workbook of a release: one verb, `write_workbook`. Reads the marts row by row and keeps none of them.

Byte-identical for equal content: no clock of ours, no order but that of the sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache, partial
from itertools import repeat
from pathlib import Path
from typing import Any

from release.citations.grounds import SIDES, Grounds, grounds, rests_on, side_grounds
from release.citations.sources import Place, Source, read_places, read_sources
from release.citations.text import reference
from release.reading.figure_words import figure
from release.reading.row_words import metric_words
from release.record import PARQUET
from release.workbook.by_year import write_by_year
from release.workbook.cells import Number, Text, lines_of, number_cell, text_cell
from release.workbook.front import Written, write_front
from release.workbook.paper import Paper
from release.workbook.row_xml import Cell
from release.workbook.sheets import EXACT, OF_A_DOCUMENT, SHEETS, Column, Sheet, columns_of, select
from warehouse.connection import connected, query
from warehouse.export import list_tables
from warehouse.schema.marts import Mart, marts

EXCEL_ROWS = 1_048_576
# Nobody reads further down, spreadsheets take a minute to open more, and each row costs half a millisecond to write: 1,000 reports
# of 15 kB made 180,000 rows of 40 MB in two minutes. What is left out is told below the sheet; all of it is in the Parquet files.
READABLE_ROWS = 10_000
BATCH = 5_000  # rows whose citations are looked up at once
CREATED = datetime(2000, 1, 1)  # of every workbook: a clock would make equal content unequal bytes


def write_workbook(
    database: Path, release_id: str, target: Path, *, max_rows: int = READABLE_ROWS
) -> Mapping[str, int]:
    """Writes the workbook.

    Args:
        database: a release's closed database.
        release_id: for the first sheet.
        target: file to make, `.xlsx`.
        max_rows: rows that a sheet may have, with its header and the notice of what is left out; at most Excel's.

    Returns:
        Rows of the marts written, by sheet. A sheet whose mart the database lacks is left out.

    Raises:
        ValueError: `max_rows` leaves no room for a header, a row and a notice, or is more than Excel opens.
    """
    if not 3 <= max_rows <= EXCEL_ROWS:
        raise ValueError(f"max_rows {max_rows}: a sheet has 3 to {EXCEL_ROWS} rows")
    rows = {table.name: table.n_rows for table in list_tables(database, "marts")}
    contracts = marts()
    sheets = [sheet for sheet in SHEETS if sheet.mart in rows]
    sources = read_sources(database) if "documents" in rows else {}
    with Paper(target, CREATED) as paper:
        front = paper.add("README")  # the first tab; filled last, when it is known what was left out
        written = (
            [write_by_year(paper, database, contracts, max_rows)]
            if {"vendor_figures", "market_estimates"} <= rows.keys()
            else []
        )
        written += [
            _write_sheet(paper, database, sheet, contracts, sources, rows[sheet.mart], max_rows) for sheet in sheets
        ]
        write_front(paper, front, release_id, written)
    return {one.sheet.name: one.n_written for one in written}


def _write_sheet(
    paper: Paper,
    database: Path,
    sheet: Sheet,
    contracts: Mapping[str, Mart],
    sources: Mapping[str, Source],
    n_rows: int,
    max_rows: int,
) -> Written:
    columns = columns_of(sheet, contracts)
    page = paper.add(sheet.name)
    paper.head(page, columns)
    whole_at = f"{PARQUET}/{sheet.mart}.parquet"
    room = max_rows - 1
    n_written = n_rows if n_rows <= room else room - 1
    first = 1  # the header's is 0
    for rows in _batches(database, f"{select(sheet, contracts)} LIMIT {n_written}"):
        cited = _citations(database, sheet, rows, sources)
        told = [_Row(row, citation, sources) for row, citation in zip(rows, cited, strict=True)]
        paper.rows(page, first, _xml(paper, range(first, first + len(told)), columns, told, whole_at))
        first += len(told)
    if n_written < n_rows:
        left_out = f"{n_rows - n_written:,} of {n_rows:,} rows are missing here; all rows are in {whole_at}"
        paper.notice(page, n_written + 1, left_out)
    verdicts = next((at for at, one in enumerate(columns) if one.column.name == "verdict"), None)
    paper.finish(page, sheet.name, n_written, len(columns), verdicts)
    return Written(sheet, contracts[sheet.mart], n_written, n_rows, whole_at)


def _batches(database: Path, sql: str) -> Iterator[list[dict[str, Any]]]:
    with connected(database) as con:
        cursor = con.execute(sql)
        names = [column[0] for column in cursor.description]
        while found := cursor.fetchmany(BATCH):
            yield [dict(zip(names, row, strict=True)) for row in found]


def _citations(
    database: Path, sheet: Sheet, rows: list[dict[str, Any]], sources: Mapping[str, Source]
) -> Iterator[str]:
    if sheet.mart == "evidence":  # a row is its own place
        own_places = (Place(**{name: row[name] for name in Place.__slots__}) for row in rows)
        return (_told([(sources[own.document_id], [own])] if own.document_id in sources else []) for own in own_places)
    if sheet.mart in OF_A_DOCUMENT:
        texts = dict(query(database, "SELECT document_id, text_sha256 FROM marts.documents").iter_rows())
        return (_told(_of_a_document(row, texts, sources)) for row in rows)
    claims: set[str] = set()
    statements: set[str] = set()
    for row in rows:
        own, said = rests_on(row)
        claims.update(own)
        statements.update(said)
    places = read_places(database, claims, statements)
    if sheet.mart != "conflicts":
        return (_told(grounds(row, places, sources)) for row in rows)
    return ("\n".join(f"{side}: {_told(side_grounds(row, side, places, sources))}" for side in SIDES) for row in rows)


def _of_a_document(row: Mapping[str, Any], texts: Mapping[str, str], sources: Mapping[str, Source]) -> Grounds:
    """The document of a row and, where the row has one, its place in it."""
    document_id = row["document_id"]
    if document_id not in sources:
        return []
    if row["char_start"] is None or texts.get(document_id) is None:
        return [(sources[document_id], ())]
    place = Place(document_id, None, row["char_start"], row["char_end"], texts[document_id], None, "", "")
    return [(sources[document_id], (place,))]


def _told(found: Grounds) -> str:
    return "; ".join(reference(source, own, retrieved=False) for source, own in found) or "no source words"


_WORDS = ("header", "prefix", "quote", "suffix")  # of a row of evidence, in order of the text


@dataclass(frozen=True, slots=True)
class _Row:
    row: Mapping[str, Any]
    citation: str
    sources: Mapping[str, Source]

    def figure(self) -> str:
        value = self.row["estimate"] if "estimate" in self.row else self.row["obs_value"]
        return "no value" if value is None else figure(value, self.row["unit_measure"])

    def quoted(self, name: str) -> str:
        """The words as the marts hold them; where the licence does not allow that many, their number instead."""
        source = self.sources.get(self.row["document_id"])
        length = sum(len(self.row.get(part) or "") for part in _WORDS)
        if source is None or length <= source.quote_limit:
            return str(self.row[name] or "")
        return f"[{length} characters with context; the licence allows {source.quote_limit}]" if name == "quote" else ""


_MADE: Mapping[str, Callable[[_Row], str]] = {
    "citation": lambda one: one.citation,
    "figure": _Row.figure,
    "metric": lambda one: metric_words(one.row["metric"]),
    **{name: partial(_Row.quoted, name=name) for name in _WORDS},
}


def _xml(
    paper: Paper, numbers: Sequence[int], columns: Sequence[Column], rows: Sequence[_Row], whole_at: str
) -> list[str]:
    n_lines = [1] * len(rows)
    exact: dict[int, list[str]] = {}
    written: list[tuple[bool, list[Cell]]] = []
    for one in columns:
        cells = _cells_of(one, rows, exact, whole_at)
        written.append((one.is_folded, cells))
        if not one.is_folded:
            taken = (lines_of(cell.text, one.width) if type(cell) is Text else 1 for cell in cells)
            n_lines = list(map(max, n_lines, taken))
        for at, cell in enumerate(cells):
            if type(cell) is Number and cell.exact:
                exact.setdefault(at, []).append(f"{one.column.name} {cell.exact}")
    return paper.drawn(numbers, n_lines, written)


def _cells_of(one: Column, rows: Sequence[_Row], exact: Mapping[int, Sequence[str]], whole_at: str) -> list[Cell]:
    name, unit = one.column.name, one.column.unit
    if name == EXACT.name:
        return [_text("; ".join(exact[at]), whole_at) if at in exact else None for at in range(len(rows))]
    made = _MADE.get(name)
    values = map(made, rows) if made else (row.row.get(name) for row in rows)
    units = (row.row["unit_measure"] for row in rows) if unit == "unit_measure" else repeat(unit, len(rows))
    return [
        None
        if value is None or value == ""
        else _text(value, whole_at)
        if type(value) is str
        else _cell(value, own, whole_at)
        for value, own in zip(values, units, strict=True)
    ]


def _cell(value: Any, unit: str | None, whole_at: str) -> Number | Text:
    if isinstance(value, bool):
        return Text("yes" if value else "no", False)
    number = number_cell(value, unit) if isinstance(value, Decimal | float | int) else None
    if number is not None:
        return number
    return _text(value.isoformat() if isinstance(value, date) else str(value), whole_at)


@lru_cache(maxsize=20_000)
def _text(value: str, whole_at: str) -> Text:
    return text_cell(value, whole_at=whole_at)
