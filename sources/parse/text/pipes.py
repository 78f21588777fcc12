"""Proposes tables whose cells are parted by pipes or tabs: Markdown, and what pages and spreadsheets give when they are copied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sources.parse.cell_kinds import is_figure, is_head, is_time, is_value, kind_of
from sources.parse.table_layout import header_rows_of
from sources.parse.text.cells import Line, Piece, cells_of, indent_of
from sources.parse.text.grid import Grid, Row
from sources.parse.text.heads import names_measure
from sources.parse.text.score import Proposal

_RULE = re.compile(r"[ \t]*+(?:\|[ \t]*+)?:?-{2,}+:?[ \t]*+(?:\|[ \t]*+:?-{2,}+:?[ \t]*+)*(?:\|[ \t]*+)?$")
_BLANK = re.compile(r"[ \t|]*")
_LONE = re.compile(r"[ \t]*\|?[^|]{12,200}\|[ \t|]*")
_MAX_SCAN = 400
_MAX_HEADS = 3
_MAX_LABEL = 80
_PAIRED = 4  # columns of a list of fields that runs in two columns

_Rows = Sequence[tuple[Line, Sequence[Piece]]]


def pipes_at(lines: Sequence[Line], i: int) -> Iterator[Proposal]:
    """The table of pipes that may begin at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    if "|" not in lines[i].text or (i and "|" in lines[i - 1].text and not _is_new_table(lines, i)):
        return  # inside a run that has been looked at
    if _is_lone(lines[i].text) and not (i + 1 < len(lines) and _is_rule(lines[i + 1].text)):
        return  # a caption: the table begins below
    n = next((k for k, line in enumerate(lines[i:]) if "|" not in line.text), len(lines) - i)
    n = _first_table(lines[i : i + n])
    run = [line for line in lines[i : i + n] if not _BLANK.fullmatch(line.text)]
    if n < 2:
        return
    rule = next((k for k, line in enumerate(run) if _is_rule(line.text)), None)
    opened = all(line.text.lstrip().startswith("|") for line in run)
    closed = all(line.text.endswith("|") for line in run)
    rows = [(line, _framed(line, opened=opened, closed=closed)) for line in run if not _is_rule(line.text)]
    n_heads = sum(not _is_rule(line.text) for line in run[:rule]) if rule is not None else None
    if grid := _assembled(rows, n, n_heads):
        yield Proposal(grid, "pipes", is_drawn=rule is not None or (opened and closed) or _are_fields(rows))


def tabs_at(lines: Sequence[Line], i: int) -> Iterator[Proposal]:
    """The table of tabs that may begin at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    if "\t" not in lines[i].text or (i and "\t" in lines[i - 1].text):
        return  # inside a run that has been looked at
    n = next((k for k, line in enumerate(lines[i:]) if "\t" not in line.text), len(lines) - i)
    rows = [(line, cells_of(line, "\t")) for line in lines[i : i + n]]
    if (
        n < 2
        or max(len(cells) for _, cells in rows) < 3
        or any(len(cells[0].text) > _MAX_LABEL for _, cells in rows[1:])
    ):
        return
    first = next((k for k, (_, cells) in enumerate(rows) if _is_body(cells)), 0)
    n_heads = max(
        header_rows_of(_texts(rows, max(len(cells) for _, cells in rows))), first if first <= _MAX_HEADS else 0
    )
    if grid := _assembled(rows, n, n_heads):
        yield Proposal(grid, "tabs")


def _assembled(rows: _Rows, n_lines: int, n_heads: int | None) -> Grid | None:
    """Rows of cells by their number, the heads over them; a head that leaves the corner out moves to its column."""
    width = max((len(_filled(cells)) for _, cells in rows), default=0)
    texts = _texts(rows, width)
    if width == _PAIRED and _are_pairs(texts):
        pairs = [
            pair for _, cells in rows for pair in (cells[:2], cells[2:4]) if len(pair) > 1 and all(c.text for c in pair)
        ]
        return Grid(tuple(Row(a.start, b.end, ((0, a), (1, b))) for a, b in pairs), n_lines)
    if n_heads is None:
        n_heads = header_rows_of(texts) or int(_lacks_corner(texts))
    if n_heads > 1 and any(sum(map(bool, row)) == 1 and row[0] for row in texts[:n_heads]):
        return None  # names below each other are the head of a table whose lines were broken
    is_record = _is_record(texts)
    n_heads = 1 if is_record else n_heads
    is_short = n_heads == 1 and _lacks_corner(texts)
    out = []
    for number, (line, cells) in enumerate(rows):
        is_head_row = number < n_heads
        shift = int(is_record or (is_short and is_head_row))
        filled = tuple((column + shift, cell) for column, cell in enumerate(cells) if cell.text)
        covers = tuple([""] * shift + list(texts[number]))[: width + is_record] if is_head_row else None
        if filled:
            out.append(Row(line.start + indent_of(line), line.end, filled, covers))
    return Grid(tuple(out), n_lines)


def _texts(rows: _Rows, width: int) -> list[list[str]]:
    return [[c.text for c in cells[:width]] + [""] * (width - len(cells)) for _, cells in rows]


def _filled(cells: Sequence[Piece]) -> Sequence[Piece]:
    """The cells without the empty ones at the end."""
    n = len(cells)
    while n and not cells[n - 1].text:
        n -= 1
    return cells[:n]


def _framed(line: Line, *, opened: bool, closed: bool) -> list[Piece]:
    """Cells between pipes; the empty pieces outside the table's frame are left out."""
    pieces = cells_of(line, "|")
    if opened and not pieces[0].text:
        pieces = pieces[1:]
    if closed and pieces and not pieces[-1].text:
        pieces = pieces[:-1]
    return pieces


def _is_body(cells: Sequence[Piece]) -> bool:
    """A row of figures: half of the cells behind the label hold one or say that there is none."""
    values = [c.text for c in cells[1:] if c.text]
    return (
        any(map(is_figure, values)) and sum(map(is_value, values)) * 2 >= len(values) and not all(map(is_time, values))
    )


def _are_fields(rows: _Rows) -> bool:
    """Two cells on each line, a short name and what it is; one of them has a figure."""
    cells = [[c for c in row if c.text] for _, row in rows]
    full = [row for row in cells if len(row) == 2]
    are_names = all(len(row[0].text) <= _MAX_LABEL and not is_figure(row[0].text) for row in full)
    n_figures = sum(is_figure(row[1].text) for row in full)
    return (
        len(full) > 1 and len(full) == len(cells) and are_names and n_figures * (2 if n_figures < 3 else 4) >= len(full)
    )


def _is_rule(text: str) -> bool:
    """ "---|---|": the line under a head."""
    return bool(_RULE.match(text))


def _is_lone(text: str) -> bool:
    """One cell of words and empty ones behind it: a caption that a page has put into its table."""
    return bool(_LONE.fullmatch(text)) and not is_figure(text.strip(" \t|"))


def _first_table(run: Sequence[Line]) -> int:
    """Number of lines of a run that belong to its first table: another head ends it."""
    n_rules = sum(_is_rule(line.text) for line in run)
    if n_rules > 2 and n_rules * 2 >= len(run) - 1:
        return len(run)  # each row has a rule under it
    for k in range(2, min(len(run) - 1, _MAX_SCAN)):
        if _is_head(run, k) and any(any(map(is_figure, _split(line.text)[1:])) for line in run[:k]):
            return k
    return len(run)


def _is_new_table(lines: Sequence[Line], i: int) -> bool:
    """A head inside a run of lines with pipes, at line i."""
    first = i
    while first and "|" in lines[first - 1].text and i - first < _MAX_SCAN:
        first -= 1
    if all(_is_lone(line.text) for line in lines[first:i]):
        return not _is_lone(lines[i].text)
    run = lines[first : i + _MAX_SCAN]
    last = next((k for k, line in enumerate(run) if "|" not in line.text), len(run))
    return i - first > 1 and _is_head(run[:last], i - first)


def _is_head(run: Sequence[Line], k: int) -> bool:
    """Names over a rule, or over figures of one kind where the lines before are fields."""
    cells = _split(run[k].text)
    if len(cells) < 2 or not all(is_head(c) for c in cells) or _is_rule(run[k].text) or k + 1 >= len(run):
        return False
    if _is_rule(run[k + 1].text):
        return not _is_rule(run[k - 1].text)
    below = [_split(line.text) for line in run[k + 1 : k + 4] if not _BLANK.fullmatch(line.text)]
    above = _split(run[k - 1].text)
    if len(cells) != 2 or len(above) != 2 or len(below) < 2 or not names_measure(cells[1]) or names_measure(cells[0]):
        return False
    if any(len(row) != 2 or names_measure(row[0]) for row in below):
        return False
    return all(is_figure(row[1]) for row in below) and len({kind_of(row[1]) for row in below}) == 1


def _split(text: str) -> list[str]:
    cells = [piece.strip() for piece in text.strip().strip("|").split("|")]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _lacks_corner(rows: Sequence[Sequence[str]]) -> bool:
    """The first row names the columns of figures and leaves out the one of labels."""
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    head, body = rows[0], [row for row in rows[1:] if sum(map(bool, row)) > 1]
    if head[-1] or not all(head[:-1]) or not all(map(is_head, head[:-1])) or not names_measure(head[0]) or not body:
        return False
    full = [row for row in body if all(row)]
    if len(full) * 3 < len(body) * 2 or any(is_figure(row[0]) for row in body):
        return False
    return all(is_value(row[-1]) for row in full) and any(is_figure(row[1]) for row in full)


def _is_record(rows: Sequence[Sequence[str]]) -> bool:
    """A head of names and figures below each of them, no column of labels: "Size 2024 | Size 2033 | CAGR"."""
    if len(rows) != 2 or not all(rows[0]) or not all(rows[1]):
        return False
    heads, values = rows
    return all(map(is_head, heads)) and all(map(is_figure, values)) and any(map(names_measure, heads))


def _are_pairs(rows: Sequence[Sequence[str]]) -> bool:
    """Fields in two columns: "Base year: | 2024 | Forecast period: | 2025-2033"."""
    full = [row for row in rows if all(row)]
    if len(full) < 2 or len(full) * 3 < len(rows) * 2:
        return False
    if all(row[0].endswith((":", "：")) and row[2].endswith((":", "：")) for row in full):
        return True
    first = full[0]
    opens_with_fields = (is_time(first[1]) or is_figure(first[1])) and not is_time(first[0]) and not is_figure(first[2])
    return opens_with_fields and not any(is_value(row[0]) or is_value(row[2]) for row in full)
