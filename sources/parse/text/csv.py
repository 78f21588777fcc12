"""Comma-separated values: a text that is records of figures, written out as one table.

Recognised by its shape (RFC 4180, with semicolons as well): records of equally many fields, a head that names and columns that hold
figures. Prose and lists that merely hold commas are no records; columns set with tabs are `columns`'. In a record "900,1200" is two
figures, in a text one: so the canonical text is the table, as it is of a workbook.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from sources.parse.draft import Cell, Draft, Line, Part, Table, compose, header_rows_of
from sources.parse.text.cells import is_head, is_value
from sources.parse.work import spend

_DELIMITERS = ",;"
_MIN_FIELDS = 2
_MIN_RECORDS = 3  # the head and two more
_MAX_AROUND = 5  # lines above the head (a title) or below the last record (a source)
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
    for delimiter in sorted(_DELIMITERS, key=text.count, reverse=True):
        if delimiter not in text:
            continue
        records = _records(text, delimiter)
        if (place := _place(records)) is not None and _is_table(records[place]):
            return compose(_parts(records, place))
    return None


def _records(text: str, delimiter: str) -> _Records:
    """Records with a field that is filled. A file that is none of its dialect has none."""
    try:
        rows = [
            [field.strip() for field in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
        ]
    except csv.Error:
        return ()
    return [row for row in rows if any(row)]


def _place(records: _Records) -> slice | None:
    """Where the records of equal width lie; None where others lie between them."""
    widths = [len(record) for record in records]
    width = max(set(widths), key=lambda one: (widths.count(one), one), default=0)
    places = [place for place, one in enumerate(widths) if one == width]
    if width < _MIN_FIELDS or len(places) < _MIN_RECORDS:
        return None
    first, end = places[0], places[-1] + 1
    is_whole = len(places) == end - first
    return slice(first, end) if is_whole and max(first, len(records) - end) <= _MAX_AROUND else None


def _is_table(records: _Records) -> bool:
    """The head names, at least one column below it holds figures, and fields are no sentences."""
    head, body = records[0], records[1:]
    lengths = sorted(len(field) for record in records for field in record)
    if lengths[len(lengths) // 2] > _MAX_FIELD or not all(map(is_head, head)):
        return False
    columns = ([field for field in column if field] for column in zip(*body, strict=True))
    return any(column and sum(map(is_value, column)) >= _MIN_FIGURES * len(column) for column in columns)


def _parts(records: _Records, place: slice) -> list[Part]:
    rows = records[place]
    spend("cells", len(rows) * len(rows[0]))
    cells = tuple(Cell(row, column, field) for row, record in enumerate(rows) for column, field in enumerate(record))
    above = [Line("heading", " ".join(filter(None, record)), level=1) for record in records[: place.start]]
    below = [Line("paragraph", " ".join(filter(None, record))) for record in records[place.stop :]]
    return [*above, Table(cells, header_rows=max(1, header_rows_of(rows))), *below]
