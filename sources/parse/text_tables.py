"""Tables of plain text and Markdown: the one that begins at a line, whatever parts its cells.

Pipes are told here; columns set with blanks are `text_columns`', cells on lines of their own `text_stacks`'.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.parse.draft import header_rows_of
from sources.parse.text_columns import columns_at
from sources.parse.text_grid import Grid, Line, Piece, Row, is_figure, is_head, is_value
from sources.parse.text_stacks import stack_at

_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$")
_MAX_LABEL = 60


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
    if not is_judged and (grid := columns_at(lines, i)):
        return grid
    return stack_at(lines, i) if opens else None


def _pipes_at(lines: Sequence[Line], i: int) -> Grid | None:
    if i and "|" in lines[i - 1].text:
        return None  # inside a run that has been looked at
    n = 0
    while i + n < len(lines) and "|" in lines[i + n].text:
        n += 1
    if n < 2:
        return None
    run = lines[i : i + n]
    rule = next((k for k, line in enumerate(run) if _RULE.match(line.text)), None)
    opened = all(line.text.lstrip().startswith("|") for line in run)
    closed = all(line.text.endswith("|") for line in run)
    rows = [(line, _cells(line, opened=opened, closed=closed)) for line in run if not _RULE.match(line.text)]
    if rule is None and not (opened and closed) and not _are_rows([cells for _, cells in rows]):
        return None
    width = max((len(cells) for _, cells in rows), default=0)
    if rule is not None:
        n_heads = sum(not _RULE.match(line.text) for line in run[:rule])
    else:
        n_heads = header_rows_of([[c.text for c in cells] + [""] * (width - len(cells)) for _, cells in rows])
    out = []
    for number, (line, cells) in enumerate(rows):
        covers = tuple(c.text for c in cells) + ("",) * (width - len(cells)) if number < n_heads else None
        indent = len(line.text) - len(line.text.lstrip())
        filled = tuple((column, cell) for column, cell in enumerate(cells) if cell.text)
        out.append(Row(line.start + indent, line.end, filled, covers))
    return Grid(tuple(out), n)


def _are_rows(rows: Sequence[Sequence[Piece]]) -> bool:
    """Pipes without a frame or a rule part cells where each line has as many, a label first and figures behind it."""
    if len({len(cells) for cells in rows}) != 1 or len(rows[0]) < 2:
        return False
    body = [cells for cells in rows if any(is_figure(c.text) for c in cells[1:])]
    labels = [cells[0].text for cells in rows]
    if any(len(label) > _MAX_LABEL or is_figure(label) for label in labels):
        return False
    if len(rows[0]) == 2:
        return len(body) * 2 >= len(rows)
    others = [cells for cells in rows if cells not in body]
    return len(body) >= 1 and all(is_head(c.text) or is_value(c.text) for cells in others for c in cells)


def _cells(line: Line, *, opened: bool, closed: bool) -> list[Piece]:
    """Cells between pipes, trimmed; the empty pieces outside the table's frame are left out."""
    pieces = []
    start = 0
    for piece in line.text.split("|"):
        lead = len(piece) - len(piece.lstrip())
        pieces.append(Piece(line.start + start + lead, piece.strip()))
        start += len(piece) + 1
    if opened and not pieces[0].text:
        pieces = pieces[1:]
    if closed and pieces and not pieces[-1].text:
        pieces = pieces[:-1]
    return pieces
