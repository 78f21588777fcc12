"""Comma-separated values: a text that is records of figures, written out as one table.

Recognised by its shape (RFC 4180, with semicolons as well): a head that names, and records of as many fields below it, with columns that
hold figures. Prose and lists that merely hold commas are no records; columns set with tabs are `columns`'. In a record "900,1200" is
two figures, in a text one: so the canonical text is the table, as it is of a workbook.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence

from sources.parse.cell_kinds import is_head, is_value
from sources.parse.draft import Cell, Draft, Line, Table, compose
from sources.parse.table_layout import header_rows_of
from sources.parse.work import spend

_DELIMITERS = ",;"
_NAMED = re.compile(r"\Asep=([,;])\r?\n", re.IGNORECASE)  # how Excel is told what parts the fields
_MIN_FIELDS = 2
_MIN_RECORDS = 2  # the head and one more
_SURE_RECORDS = 3  # with fewer, no field may begin with a blank, as one behind the comma of a sentence does
_MAX_AROUND = 12  # lines above the head (title, unit, source) or below the last record: as far as a unit line reaches
_MAX_FIELD = 120  # characters of a field, in the middle of all: longer ones are sentences
_MIN_FIGURES = 0.6  # share of a column's filled fields that are figures, for one column at least

_Records = Sequence[Sequence[str]]


def read_csv(text: str) -> Draft | None:
    """Reads comma-separated values as a table, with the lines above and below it.

    Args:
        text: the text of a file.

    Returns:
        Canonical text and blocks; None where the text is no comma-separated values.
    """
    named = _NAMED.match(text)
    if named:
        text = text[named.end() :]
    for delimiter in named[1] if named else sorted(_DELIMITERS, key=text.count, reverse=True):
        if delimiter not in text:
            continue
        records = _records(text, delimiter)
        widths = Counter(map(len, records))
        for width in sorted(widths, key=lambda one: (-widths[one], -one)):
            place = _place(records, width)
            if place is None:
                continue
            rows = [[field.strip() for field in record] for record in records[place]]
            if _is_table(rows):
                above, below = records[: place.start], records[place.stop :]
                return compose(
                    [
                        *(Line("heading", _line(record, delimiter), level=1) for record in above),
                        _table(rows),
                        *(Line("paragraph", _line(record, delimiter)) for record in below),
                    ]
                )
    return None


def _records(text: str, delimiter: str) -> _Records:
    """Records with a field that is filled, blanks behind fields taken away. A file that is none of its dialect has none."""
    try:
        rows = [
            [field.rstrip() for field in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
        ]
    except csv.Error:
        return ()
    return [row for row in rows if any(row)]


def _place(records: _Records, width: int) -> slice | None:
    """Where the head and the records below it lie, of that many fields; None where a record of another width is among them.

    A program that exports a sheet fills up the lines around the table: one filled field among empty ones is such a line.
    """
    places = [place for place, record in enumerate(records) if len(record) == width]
    if width < _MIN_FIELDS or len(places) < _MIN_RECORDS:
        return None
    first = next((place for place in places if all(records[place][1:])), places[0])
    end = places[-1] + 1
    while end > first and width > _MIN_FIELDS and not any(records[end - 1][1:]):
        end -= 1
    n_records, n_around = end - first, max(first, len(records) - end)
    is_sure = n_records >= _SURE_RECORDS or (n_records >= _MIN_RECORDS and _is_tight(records[first:end]))
    is_whole = is_sure and all(len(record) == width for record in records[first:end])
    return slice(first, end) if is_whole and n_around <= min(_MAX_AROUND, max(5, n_records)) else None


def _is_tight(records: _Records) -> bool:
    """Three fields or more a record, and no blank before one."""
    return all(len(record) > _MIN_FIELDS and not any(field[:1].isspace() for field in record) for record in records)


def _is_table(records: _Records) -> bool:
    """The head names, at least one column below it holds figures, and fields are no sentences."""
    head, body = records[0], records[1:]
    lengths = sorted(len(field) for record in records for field in record)
    if lengths[len(lengths) // 2] > _MAX_FIELD or not all(map(is_head, head)):
        return False
    columns = ([field for field in column if field] for column in zip(*body, strict=True))
    return any(column and sum(map(is_value, column)) >= _MIN_FIGURES * len(column) for column in columns)


def _table(rows: _Records) -> Table:
    spend("cells", len(rows) * len(rows[0]))
    cells = tuple(Cell(row, column, field) for row, record in enumerate(rows) for column, field in enumerate(record))
    return Table(cells, header_rows=max(1, header_rows_of(rows)))


def _line(record: Sequence[str], delimiter: str) -> str:
    """A record outside the table as a line: a name with what it names, or the line that a comma, with a blank behind it, does not part."""
    first, *others = filter(None, record)
    is_pair = len(others) == 1 and not others[0][0].isspace() and not first.rstrip().endswith((":", "："))
    return f"{first}: {others[0]}" if is_pair else delimiter.join((first, *others))
