"""Tables of plain text and Markdown: the one that begins at a line, whatever parts its cells.

Pipes are told here, tabs in `text_tabs`, columns set with blanks in `text_columns`, cells on lines of their own in `text_stacks`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sources.parse.table_layout import header_rows_of, label_column_of
from sources.parse.text_columns import columns_at
from sources.parse.text_fields import bare_fields_at
from sources.parse.text_flat import flat_at
from sources.parse.text_glued import glued_at
from sources.parse.text_grid import Grid, Line, Piece, Row, is_figure, is_head, is_value
from sources.parse.text_pieces import cells_of
from sources.parse.text_rows import rows_at, years_at
from sources.parse.text_runs import (
    are_pairs,
    first_table,
    is_blank,
    is_lone,
    is_new_table,
    is_one_record,
    is_rule,
    lacks_corner,
)
from sources.parse.text_stacks import stack_at
from sources.parse.text_tabs import tabs_at

_MAX_LABEL = 60
_PAIRED = 4  # columns of a list of fields that runs in two columns
_FEW = 3  # fields with a figure from which on a quarter of the fields will do


def table_at(lines: Sequence[Line], i: int, *, opens: bool, is_judged: bool = False) -> Grid | None:
    """The table that begins at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
        opens: the line is the first or second since the last blank one.
        is_judged: the line is one of those that a grid without rows has ruled out.

    Returns:
        Its rows, or None where no table begins here; a grid without rows rules its lines out.
    """
    if "|" in lines[i].text and (grid := _pipes_at(lines, i)):
        return grid
    if "\t" in lines[i].text and (grid := tabs_at(lines, i)):
        return grid
    grid = None if is_judged else columns_at(lines, i)
    if grid and grid.rows:
        return grid
    table = (
        rows_at(lines, i) or years_at(lines, i) or flat_at(lines, i) or glued_at(lines, i) or bare_fields_at(lines, i)
    )
    return table or stack_at(lines, i, opens=opens) or grid


def _pipes_at(lines: Sequence[Line], i: int) -> Grid | None:
    if i and "|" in lines[i - 1].text and not is_new_table(lines, i):
        return None  # inside a run that has been looked at
    if is_lone(lines[i].text) and not (i + 1 < len(lines) and is_rule(lines[i + 1].text)):
        return None  # a caption: the table begins below
    n = 0
    while i + n < len(lines) and "|" in lines[i + n].text:
        n += 1
    n = first_table(lines[i : i + n])
    if n < 2:
        return None
    run = [line for line in lines[i : i + n] if not is_blank(line.text)]
    rule = next((k for k, line in enumerate(run) if is_rule(line.text)), None)
    opened = all(line.text.lstrip().startswith("|") for line in run)
    closed = all(line.text.endswith("|") for line in run)
    rows = [(line, _cells(line, opened=opened, closed=closed)) for line in run if not is_rule(line.text)]
    width = max((len(_filled(cells)) for _, cells in rows), default=0)
    texts = [[c.text for c in cells[:width]] + [""] * (width - len(cells)) for _, cells in rows]
    at = label_column_of(texts)
    if rule is None and not (opened and closed) and not _are_rows([_filled(cells) for _, cells in rows], at):
        return None
    if width == _PAIRED and are_pairs(texts):
        pairs = [
            pair for _, cells in rows for pair in (cells[:2], cells[2:4]) if all(c.text for c in pair) and len(pair) > 1
        ]
        return Grid(tuple(Row(a.start, b.end, ((0, a), (1, b))) for a, b in pairs), n)
    n_heads = sum(not is_rule(line.text) for line in run[:rule]) if rule is not None else header_rows_of(texts)
    if rule is None and not n_heads and lacks_corner(texts):
        n_heads = 1
    is_record = is_one_record(texts)
    n_heads = 1 if is_record else n_heads
    is_short = n_heads == 1 and lacks_corner(texts)
    out = []
    for number, (line, cells) in enumerate(rows):
        shift = int(is_record or (is_short and number < n_heads))
        covers = tuple(([""] * shift + texts[number])[: width + is_record]) if number < n_heads else None
        indent = len(line.text) - len(line.text.lstrip())
        filled = tuple((column + shift, cell) for column, cell in enumerate(cells) if cell.text)
        out.append(Row(line.start + indent, line.end, filled, covers))
    return Grid(tuple(out), n)


def _filled(cells: Sequence[Piece]) -> Sequence[Piece]:
    """The cells without the empty ones at the end."""
    n = len(cells)
    while n and not cells[n - 1].text:
        n -= 1
    return cells[:n]


def _are_rows(rows: Sequence[Sequence[Piece]], at: int) -> bool:
    """Pipes without a frame or a rule part cells where each line has as many, a label first and figures behind it.

    A head may be one cell short, and a line of one cell be a section. `at` is the column of the labels.
    """
    full = [cells for cells in rows if len(cells) > 1]
    if len(full) < 2 or len(rows) - len(full) > len(full):
        return False
    width = max(len(cells) for cells in full)
    if any(len(cells) < width for cells in full[1:]) or len(full[0]) < width - 1:
        return False
    body = [cells for cells in full if any(is_figure(c.text) for c in cells[at + 1 :])]
    if len(full) == len(rows) and width > 1 and is_one_record([[c.text for c in cells] for cells in full]):
        return True
    named = [(cells[at] if len(cells) > at else cells[0]).text for cells in rows[:-1] if cells]
    labels = named + [cells[at].text for cells in rows[-1:] if len(cells) > max(1, at)]
    if any(len(label) > _MAX_LABEL or is_figure(label) for label in labels):
        return False
    if width == 2:
        return len(body) * (2 if len(body) < _FEW else 4) >= len(full)
    others = [cells for cells in full if cells not in body]
    return len(body) >= 1 and all(is_head(c.text) or is_value(c.text) for cells in others for c in cells)


def _cells(line: Line, *, opened: bool, closed: bool) -> list[Piece]:
    """Cells between pipes; the empty pieces outside the table's frame are left out."""
    pieces = cells_of(line, "|")
    if opened and not pieces[0].text:
        pieces = pieces[1:]
    if closed and pieces and not pieces[-1].text:
        pieces = pieces[:-1]
    return pieces
