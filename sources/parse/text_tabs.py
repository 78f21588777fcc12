"""Tables whose cells are parted by tabs, as a spreadsheet or a page gives them when they are copied."""

from __future__ import annotations

from collections.abc import Sequence

from sources.parse.table_layout import header_rows_of
from sources.parse.text_grid import Grid, Line, Row, is_figure, is_time, is_value
from sources.parse.text_pieces import cells_of

_MIN_ROWS, _MIN_COLUMNS = 2, 3
_MAX_LABEL = 80
_MAX_HEADS = 3


def tabs_at(lines: Sequence[Line], i: int) -> Grid | None:
    """The table that begins at line i: lines with tabs, figures in columns of their own, headers above them.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    if i and "\t" in lines[i - 1].text:
        return None  # inside a run that has been looked at
    n = 0
    while i + n < len(lines) and "\t" in lines[i + n].text:
        n += 1
    run = [(line, cells_of(line, "\t")) for line in lines[i : i + n]]
    width = max((len(cells) for _, cells in run), default=0)
    if n < _MIN_ROWS or width < _MIN_COLUMNS:
        return None
    texts = [[cell.text for cell in cells] + [""] * (width - len(cells)) for _, cells in run]
    n_heads = max(header_rows_of(texts), _n_headers(texts))
    body = texts[n_heads:]
    has_figures = any(_is_body(row) for row in body)
    if not has_figures or any(len(row[0]) > _MAX_LABEL for row in body):
        return None
    rows = [
        Row(
            cells[0].start,
            line.end,
            tuple((column, cell) for column, cell in enumerate(cells) if cell.text),
            tuple(texts[number]) if number < n_heads else None,
        )
        for number, (line, cells) in enumerate(run)
    ]
    return Grid(tuple(row for row in rows if row.cells), n)


def _n_headers(texts: Sequence[Sequence[str]]) -> int:
    """Rows above the first row with figures; none where that row is the first."""
    first = next((n for n, row in enumerate(texts) if _is_body(row)), 0)
    return first if first <= _MAX_HEADS else 0


def _is_body(row: Sequence[str]) -> bool:
    """A label, and figures beside it that are most of what it holds."""
    values = [text for text in row[1:] if text]
    figures = [text for text in values if is_figure(text) and not is_time(text)]
    return bool(figures) and sum(map(is_value, values)) * 2 >= len(values)
