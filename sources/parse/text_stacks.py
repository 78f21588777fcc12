"""Tables flattened to one cell a line: header cells first, then row by row. Read only where the shape leaves no doubt.

That is: k lines that name columns and n times k lines whose kinds repeat in the same order, and nothing else in the run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.parse.text_grid import Grid, Line, Piece, Row, is_figure, is_head, is_time, is_value
from sources.parse.text_runs import is_one_record

_MAX_CHARS = 60
_MAX_COLUMNS = 8
_MAX_LINES = 400
_MIN_ROWS = 2
_MIN_PAIRS = 3  # rows of a table of two columns
_MONEY = re.compile(r"[$€£¥₹]|\b[A-Z]{3}\b")
_END = re.compile(r"[.!?;,:。]$")
_MARK = re.compile(r"[-*+•‣▪◦·–—▶►#|]")


def stack_at(lines: Sequence[Line], i: int) -> Grid | None:
    """The flattened table that makes up the run of lines from line i to the next blank line.

    Args:
        lines: the lines of the text.
        i: index of the run's first line, or of its second where the first is a caption.
    """
    if not is_head(lines[i].text.strip()) or len(lines[i].text) > 2 * _MAX_CHARS:
        return None
    run: list[Line] = []
    for line in lines[i : i + _MAX_LINES]:
        if not line.text.strip():
            break
        if run and (
            len(line.text) > _MAX_CHARS or "|" in line.text or "\t" in line.text or _MARK.match(line.text.lstrip())
        ):
            return None
        run.append(line)
    cells = [_piece(line) for line in run]
    if len(cells) % 2 == 0 and is_one_record([[c.text for c in half] for half in _halves(cells)]):
        heads, values = _halves(cells)
        covers = ("", *(c.text for c in heads))
        return Grid(
            (
                Row(heads[0].start, heads[-1].end, tuple(enumerate(heads, 1)), covers),
                Row(values[0].start, values[-1].end, tuple(enumerate(values, 1))),
            ),
            len(run),
        )
    shape = _shape(cells)
    return _grid(run, cells, *shape) if shape else None


def _halves(cells: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    middle = len(cells) // 2
    return cells[:middle], cells[middle:]


def _piece(line: Line) -> Piece:
    indent = len(line.text) - len(line.text.lstrip())
    return Piece(line.start + indent, line.text.strip())


def _shape(cells: Sequence[Piece]) -> tuple[int, int] | None:
    """Number of header lines and of columns; a corner without text leaves one header line fewer."""
    texts = [c.text for c in cells]
    n_heads = next((n for n, text in enumerate(texts) if is_figure(text)), 0) - 1
    if not 1 <= n_heads <= _MAX_COLUMNS:
        return None
    for heads, k in ((n_heads, n_heads), (n_heads, n_heads + 1)):
        is_cornerless = k == heads + 1
        body = texts[heads:]
        n, rest = divmod(len(body), k)
        if k < 2 or rest or n < (_MIN_PAIRS if k == 2 else _MIN_ROWS) or not all(map(is_head, texts[:heads])):
            continue
        if any(_END.search(text) for text in texts[:heads]):
            continue
        if is_cornerless and not all(map(is_time, texts[:heads])):
            continue
        rows = [body[r * k : r * k + k] for r in range(n)]
        if _columns_agree(rows):
            return heads, k
    return None


def _columns_agree(rows: Sequence[Sequence[str]]) -> bool:
    if any(is_figure(row[0]) or _END.search(row[0]) for row in rows):
        return False
    n_figures = 0
    for column in list(zip(*rows, strict=True))[1:]:
        kinds = {_kind(text) for text in column} - {"none"}
        if len(kinds) > 1:
            return False
        n_figures += kinds not in ({"words"}, set())
    return n_figures > 0


def _kind(text: str) -> str:
    if is_time(text):
        return "time"
    if not is_value(text):
        return "words"
    if not is_figure(text):
        return "none"
    return "percent" if "%" in text else "money" if _MONEY.search(text) else "number"


def _grid(run: Sequence[Line], cells: Sequence[Piece], n_heads: int, k: int) -> Grid:
    offset = k - n_heads
    covers = ("",) * offset + tuple(c.text for c in cells[:n_heads])
    rows = [Row(cells[0].start, cells[n_heads - 1].end, tuple(enumerate(cells[:n_heads], offset)), covers)]
    for first in range(n_heads, len(cells), k):
        row = cells[first : first + k]
        rows.append(Row(row[0].start, row[-1].end, tuple(enumerate(row))))
    return Grid(tuple(rows), len(run))
