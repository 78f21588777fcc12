"""What stands over and before each cell of a table: its headers, its labels, the bands above it. One step for all formats.

The grid comes from a format's own parser; nothing here knows how a cell is marked up, and no figure is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sources.grammar.table_words import table_pattern
from sources.grammar.unit_expressions import says_unit
from sources.parse.cell_kinds import is_figure, is_time, is_value

_FIGURE = re.compile(r"\d")
_YEARS = re.compile(
    r"(?:[A-Z]{1,3}[ -]?)?(?:19|20)\d\d(?:\s?[-–—/]\s?(?:(?:19|20)\d\d|\d\d))?(?:年度?|년도?)?\s?(?:\(?[A-Za-z]{1,9}\)?)?"
)
_IN_LABEL = re.compile(
    r"(?:FY|CY|H|Q)?\s?(?:19|20)\d\d(?:\s?[-–—/~]\s?(?:19|20)?\d\d)?(?:[A-Za-z]?\b|年度?|년도?)?|\b(?:FY|CY|[HQ][1-4]|[1-4][HQ])\s?['’]?(?:\d\d)?\b|\(\d{1,3}\)"
)
_UNIT = re.compile(r"[%$€£¥₹(]|\b[A-Z]{3,4}\b")
_RANK = re.compile(r"(?:#|No\.?\s?|Nr\.?\s?)?([0-9]{1,2})[.)]?", re.IGNORECASE)
_VALUE = re.compile(r"[(+\-−–~$€£¥₹]{0,3}[0-9][0-9.,\s]*[%％)]?")
_MAX_UNRANKED = 2  # rows below a ranking that print their name in the column of ranks: "Others", "Total"
_MAX_LABEL = 80
_MAX_HEADERS = 2  # rows that read as headers where the source marks none

Texts = tuple[str, ...]


class GridRow(NamedTuple):
    """A row of a table: the text over each column, spans filled in, and the columns in which a cell with text begins."""

    texts: Texts
    begins: frozenset[int]
    is_header: bool = False


class TableLayout(NamedTuple):
    """What a table's cells have around them.

    Attributes:
        paths: by row and column, the headers above a cell, outermost first; empty in headers and bands.
        labels: by row, the bands above it and its own labels, outermost first; empty in headers and bands.
        label_column: the last column whose cells name the rows.
        asides: rows of one text that are a title above the table, or a note below it, and no row of it.
    """

    paths: tuple[tuple[Texts, ...], ...]
    labels: tuple[Texts, ...]
    label_column: int
    asides: frozenset[int]


def layout_of(rows: Sequence[GridRow], inherited: Sequence[Texts] = ()) -> TableLayout:
    """Headers and labels of each place of a table.

    A header is carried on over the empty places at its right, a label down the empty places below it. A row of one label is a
    band: an outer label of the rows below it, up to the next of its level. Bands that follow each other are one in another.

    Args:
        rows: all of one width.
        inherited: header path of each column, for a table without headers of its own.
    """
    width = len(rows[0].texts) if rows else 0
    asides = _asides(rows)
    heads = _headers(rows, asides)
    body = frozenset(range(len(rows))) - heads - asides
    bands = _bands(rows, body)
    columns = _label_columns(rows, sorted(heads), body, bands)
    nothing: tuple[Texts, ...] = ((),) * width
    above: list[Texts] = []
    path = tuple(inherited) if len(inherited) == width else nothing
    paths: list[tuple[Texts, ...]] = []
    for r, row in enumerate(rows):
        if r in heads:
            named = _filled(row.texts, rows[r + 1].texts if r + 1 in heads else None)
            above.append(_units_filled(named, above[0]) if above else named)
            path = tuple(_path(texts) for texts in zip(*above, strict=True))
        paths.append(path if r in body and r not in bands else nothing)
    return TableLayout(tuple(paths), tuple(_labels(rows, body, bands, columns)), columns[-1], asides)


def with_headers(rows: Sequence[GridRow], n_marked: int | None) -> list[GridRow]:
    """The rows of a table with its headers marked: those that the source marks, else those that read so.

    A title that spans the table is none; where nothing but it is marked the headers below tell it themselves.

    Args:
        rows: all of one width.
        n_marked: how many leading rows the source marks as headers; None where it marks none.
    """
    first = next((r for r, row in enumerate(rows) if not _is_lone(row)), 0)
    is_unmarked = n_marked is None or 0 < n_marked <= first
    n = first + header_rows_of([row.texts for row in rows[first:]]) if is_unmarked else n_marked or 0
    return [row._replace(is_header=r < n and n > first) for r, row in enumerate(rows)]


def _asides(rows: Sequence[GridRow]) -> frozenset[int]:
    """Rows of one text before the first and behind the last row of a table."""
    wide = [r for r, row in enumerate(rows) if not _is_lone(row)]
    if not wide or wide[0] + 1 == len(rows):
        return frozenset()
    first, last = wide[0], wide[-1]
    is_titled = rows[first].is_header and bool(rows[first].texts[0]) and rows[first].begins.issuperset({0})
    above = {r for r in range(first) if _spans_all(rows[r]) or is_titled}
    below = {r for r in range(last + 1, len(rows)) if _spans_all(rows[r]) or len(rows[r].texts[0]) > _MAX_LABEL}
    return frozenset(above if rows[first].is_header else ()) | below


def _is_lone(row: GridRow) -> bool:
    """Nothing but one text, at the head of the row."""
    return row.begins == {0} and set(row.texts) <= {"", row.texts[0]}


def _spans_all(row: GridRow) -> bool:
    return len(row.texts) > 1 and all(row.texts)


def _headers(rows: Sequence[GridRow], asides: frozenset[int]) -> frozenset[int]:
    """Rows marked as headers, and the row of years that carries them on: "| Timber | | Composite | |" over "| | 2024 | 2025 | 2024 | 2025 |"."""
    heads = {r for r, row in enumerate(rows) if row.is_header and r not in asides}
    below = max(heads, default=-1) + 1
    if heads and below + 1 < len(rows) and not rows[below].texts[0]:
        times = [text for text in rows[below].texts[1:] if text]
        if len(times) > 1 and all(map(is_time, times)):
            heads.add(below)
    return frozenset(heads)


def _filled(row: Texts, below: Texts | None) -> Texts:
    """A header row with its names carried on to the right, where the next row has years, or says the same again, or most of it is empty."""
    if below is None:
        return row
    is_spanning = sum(map(bool, row)) <= len(row) // 2
    out: list[str] = []
    for column, text in enumerate(row):
        under = below[column]
        goes_on = bool(under) and (is_spanning or is_time(under) or below.count(under) > 1)
        out.append(text or (out[-1] if column > 1 and goes_on else ""))
    return tuple(out)


def _units_filled(row: Texts, groups: Texts) -> Texts:
    """A header row of units, each carried on over the empty places at its right within its group: "| | million litres | | % |" under "Volume"."""
    filled = [text for text in row if text]
    if len(filled) < 2 or len(filled) == len(row) or not all(map(says_unit, filled)):
        return row
    out: list[str] = []
    for column, text in enumerate(row):
        is_within = column > 1 and bool(groups[column]) and groups[column] == groups[column - 1]
        out.append(text or (out[-1] if is_within else ""))
    return tuple(out)


def _bands(rows: Sequence[GridRow], body: frozenset[int]) -> frozenset[int]:
    """Rows of one label that stand for the rows below them: over all columns, or alone in a table of figures."""
    is_of_figures = any(_FIGURE.search(text) for r in body if not _is_lone(rows[r]) for text in rows[r].texts[1:])
    return frozenset(
        r
        for r in body
        if _is_lone(rows[r])
        and len(rows[r].texts) > 1
        and len(rows[r].texts[0]) <= _MAX_LABEL
        and not _VALUE.fullmatch(_YEARS.sub("", rows[r].texts[0]))
        and (is_of_figures or _spans_all(rows[r]))
    )


def _label_columns(
    rows: Sequence[GridRow], heads: Sequence[int], body: frozenset[int], bands: frozenset[int]
) -> list[int]:
    """Columns that name the rows: the first of names, and those at its right until no two rows are named alike.

    A column that says the same in every row holds for all of them, and is one as well; so is one whose header says by what a market is
    divided.
    """
    named = sorted(body - bands)
    first = label_column_of([rows[r].texts for r in (*heads, *sorted(body))], len(heads))
    columns = [first]
    width = len(rows[0].texts) if rows else 0
    if not _is_of_names([rows[r].texts[first] for r in named]):
        return columns
    for column in range(first + 1, width - 1):
        texts = [rows[r].texts[column] for r in named]
        has_values = any(is_figure(text) for r in named for text in rows[r].texts[column + 1 :])
        if not has_values or not _is_of_names(texts):
            break
        labels = list(_labels(rows, body, bands, columns, is_inner=True))
        keys = [labels[r] for r in named]
        is_named = any(table_pattern("divisions").fullmatch(rows[r].texts[column].strip(" *_:")) for r in heads)
        is_constant = len(texts) > 1 and len(set(texts)) == 1
        if is_named or is_constant or _parts(keys, texts):
            columns.append(column)
    return columns


def _is_of_names(texts: Sequence[str]) -> bool:
    """Words or years, and no values."""
    filled = [text for text in texts if text]
    names = [text for text in filled if len(text) <= _MAX_LABEL and (is_time(text) or not is_value(text))]
    return bool(filled) and len(names) == len(filled)


def _parts(keys: Sequence[Texts], texts: Sequence[str]) -> bool:
    """A further column tells rows apart that are named alike."""
    return len(set(zip(keys, texts, strict=True))) > len(set(keys))


def _labels(
    rows: Sequence[GridRow],
    body: frozenset[int],
    bands: frozenset[int],
    columns: Sequence[int],
    *,
    is_inner: bool = False,
) -> Iterator[Texts]:
    """By row, bands and labels, outermost first; where outer ones are left empty they are those of the row above.

    `is_inner` where further labels may stand behind these columns.
    """
    stack: list[str] = []
    run: list[str] = []
    carried = [""] * len(columns)
    whole = _grand_totals(rows, body, bands, columns)
    for r, row in enumerate(rows):
        if r in bands or r not in body:
            run = [*run, row.texts[0]] if r in bands else []
            stack = stack if r in bands else []
            carried = [""] * len(columns)
            yield ()
            continue
        if run:
            stack, run = [*stack[: max(0, len(stack) - len(run))], *run], []
        own = [row.texts[column] for column in columns]
        last = len(own) if is_inner else max((n for n, text in enumerate(own) if text), default=-1)
        first = next((n for n, text in enumerate(own) if text), len(own))  # what is behind it begins anew
        own = [carried[n] if n < min(first, last) else text for n, text in enumerate(own)]
        carried = own
        unranked = (row.texts[0],) if columns[0] and not any(own) else ()  # "Total" in the column of ranks
        yield tuple(filter(None, [*(() if r in whole else stack), *unranked, *own]))


def _grand_totals(
    rows: Sequence[GridRow], body: frozenset[int], bands: frozenset[int], columns: Sequence[int]
) -> frozenset[int]:
    """The total at the foot of a table whose earlier bands have none: it sums all of them up."""
    total = table_pattern("total")
    totals = [r for r in sorted(body - bands) if total.fullmatch(rows[r].texts[columns[0]].strip(" *:"))]
    last = max(bands, default=-1)
    return frozenset(totals if len(bands) > 1 and all(r > last for r in totals) and totals[-1:] == [max(body)] else ())


def header_rows_of(rows: Sequence[Sequence[str]]) -> int:
    """Number of leading rows that read as column headers, where the source does not mark them.

    A header row names: its cells are words, years or units, and figures stand below it. At most two rows are headers.

    Args:
        rows: texts of the table by row and column, "" where empty; all rows of one length.
    """
    n = 0
    while n < _MAX_HEADERS and n < len(rows) - 1 and _is_header(rows[n], rows[n + 1 :]):
        n += 1
    return n


def _is_header(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    if len(row) < 2 or not any(row[1:]):
        return False
    if any(len(text) > _MAX_LABEL or _FIGURE.search(_IN_LABEL.sub("", text)) for text in row):
        return False
    if len(row) == 2:
        # "Base year | 2025" above "CAGR | 16.87%" is a list of fields; "Segment | 2025" above shares is a header.
        figures = [later[1] for later in below if later[1]]
        kinds = {("%" in text, bool(re.search(r"[$€£¥₹]|\b[A-Z]{3}\b", text))) for text in figures}
        is_one_kind = len(kinds) == 1 and all(_FIGURE.search(text) and not _YEARS.fullmatch(text) for text in figures)
        return is_one_kind and (len(figures) > 1 or bool(_UNIT.search(row[1])))
    has_figures_below = any(_FIGURE.search(text) for later in below for text in later[1:])
    return all(row[1:]) or (bool(row[0]) and has_figures_below)


def label_column_of(rows: Sequence[Sequence[str]], n_headers: int | None = None) -> int:
    """The column whose cells name the rows: the first, or the second where the first only counts them.

    Args:
        rows: texts of the table by row and column, "" where empty; all rows of one length.
        n_headers: how many of them are headers; None where they tell it themselves.
    """
    if not rows or len(rows[0]) < 3:
        return 0
    body = rows[header_rows_of(rows) if n_headers is None else n_headers :]
    ranks = [int(match[1]) for row in body if (match := _RANK.fullmatch(row[0]))]
    n_empty = sum(not row[0] for row in body)
    counts_up = ranks == sorted(ranks) and ranks[:1] == [1] and len(ranks) > 1
    if not counts_up or ranks[-1] > len(body) or len(ranks) + n_empty < len(body) - _MAX_UNRANKED:
        return 0
    names = [row[1] for row in body if row[1]]
    return int(len(names) >= len(ranks) and not any(_VALUE.fullmatch(name) for name in names))


def _path(texts: Sequence[str]) -> Texts:
    """Headers above a column, outermost first; one that spans several rows counts once."""
    return tuple(text for text, _ in groupby(filter(None, texts)))
