"""Tables flattened to one cell per line: header cells first, then row by row. Read only if the shape is unambiguous.

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


def stack_at(lines: Sequence[Line], i: int, *, opens: bool) -> Grid | None:
    """The flattened table that begins at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
        opens: the line is the first of its run, or the second where the first is a caption.
    """
    if len(lines[i].text) > 2 * _MAX_CHARS or not is_head(lines[i].text.strip(_FRAME)):
        return None
    run = _run(lines, i, _SAMPLE)
    cells = [_piece(lines[at]) for at in run if lines[at].text.strip(_FRAME)]
    if not any(is_figure(cell.text) for cell in cells):
        return None
    if len(run) == _SAMPLE and _shape(cells):
        run = _run(lines, i, _MAX_LINES)
        cells = [_piece(lines[at]) for at in run if lines[at].text.strip(_FRAME)]
    behind = run[-1] + 1
    is_dense = run[-1] - i == len(run) - 1 and (behind >= len(lines) or not lines[behind].text.strip())
    if (
        opens
        and is_dense
        and len(cells) % 2 == 0
        and is_one_record([[c.text for c in half] for half in _halves(cells)])
    ):
        heads, values = _halves(cells)
        covers = ("", *(c.text for c in heads))
        return Grid(
            (
                Row(heads[0].start, heads[-1].end, tuple(enumerate(heads, 1)), covers),
                Row(values[0].start, values[-1].end, tuple(enumerate(values, 1))),
            ),
            run[-1] - i + 1,
        )
    shape = _shape(cells)
    if shape is None:
        return None
    n_heads, k, n_rows = shape
    used = cells[: n_heads + n_rows * k]
    if len(used) < len(cells) and n_rows < _MIN_CUT:
        return None
    last = next(at for at in run if lines[at].start <= used[-1].start <= lines[at].end)
    return _grid(used, n_heads, k, last - i + 1)


_FRAME = " \t|"
_SAMPLE = 36  # lines by which a stack is judged: the most columns, three times
_MIN_CUT = 3  # rows of a table that other lines follow


def _run(lines: Sequence[Line], i: int, limit: int) -> list[int]:
    """Lines that may be cells, from line i on: each on the next line, or each behind one blank line."""
    step = 2 if i + 2 < len(lines) and not lines[i + 1].text.strip() and lines[i + 2].text.strip() else 1
    out: list[int] = []
    is_piped = lines[i].text.endswith("|")
    for at in range(i, min(len(lines), i + limit * step), step):
        text = lines[at].text.rstrip(_FRAME)
        if (
            (not text.strip() and not lines[at].text.strip())
            or (is_piped and not lines[at].text.endswith("|"))
            or (step > 1 and at > i and lines[at - 1].text.strip())
            or len(text) > _MAX_CHARS
            or "|" in text
            or "\t" in text
            or (_MARK.match(text.lstrip()) and not is_value(text.strip()))
        ):
            break
        out.append(at)
    return out


def _halves(cells: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    middle = len(cells) // 2
    return cells[:middle], cells[middle:]


def _piece(line: Line) -> Piece:
    indent = len(line.text) - len(line.text.lstrip(_FRAME))
    return Piece(line.start + indent, line.text.strip(_FRAME))


def _shape(cells: Sequence[Piece]) -> tuple[int, int, int] | None:
    """Numbers of header lines, of columns and of rows; a corner without text leaves one header line fewer."""
    texts = [c.text for c in cells]
    n_heads = next((n for n, text in enumerate(texts) if is_figure(text)), 0) - 1
    if not 1 <= n_heads <= _MAX_COLUMNS:
        return None
    for heads, k in ((n_heads, n_heads), (n_heads, n_heads + 1)):
        is_cornerless = k == heads + 1
        body = texts[heads:]
        if k < 2 or not all(map(is_head, texts[:heads])) or any(_END.search(text) for text in texts[:heads]):
            continue
        if is_cornerless and not all(map(is_time, texts[:heads])):
            continue
        rows = _agreeing([body[r : r + k] for r in range(0, len(body) - k + 1, k)])
        if len(rows) >= (_MIN_PAIRS if k == 2 else _MIN_ROWS) and _columns_agree(rows):
            return heads, k, len(rows)
    return None


def _agreeing(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The rows from the first on whose cells are of its kinds."""
    kinds: list[set[str]] = [set() for _ in rows[0][1:]] if rows else []
    for n, row in enumerate(rows):
        pairs = list(zip(map(_kind, row[1:]), kinds, strict=True))
        fits = not is_figure(row[0]) and not _END.search(row[0])
        if not fits or any(kind != "none" and seen and kind not in seen for kind, seen in pairs):
            return rows[:n]
        for kind, seen in pairs:
            seen |= {kind} - {"none"}
    return rows


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


def _grid(cells: Sequence[Piece], n_heads: int, k: int, n_lines: int) -> Grid:
    offset = k - n_heads
    covers = ("",) * offset + tuple(c.text for c in cells[:n_heads])
    rows = [Row(cells[0].start, cells[n_heads - 1].end, tuple(enumerate(cells[:n_heads], offset)), covers)]
    for first in range(n_heads, len(cells), k):
        row = cells[first : first + k]
        rows.append(Row(row[0].start, row[-1].end, tuple(enumerate(row))))
    return Grid(tuple(rows), n_lines)
