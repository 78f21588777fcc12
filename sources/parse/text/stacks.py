"""Proposes tables whose cells stand on lines of their own, as they fall out of a PDF, a slide or a page.

Shapes: heads and then row after row; a run of labels or years beside a run of as many figures; labels once with column after column.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sources.parse.cell_kinds import is_figure, is_filled, is_head, is_time, is_value, kind_of
from sources.parse.text.cells import Line, Piece, cells_of, may_be_row, pieces_of
from sources.parse.text.grid import Grid, Row
from sources.parse.text.heads import names_measure
from sources.parse.text.score import Proposal
from sources.parse.unit_lines import is_unit_line

_MAX_CHARS = 60  # of a cell that stands on a line of its own
_MAX_COLUMNS = 16
_MAX_CELLS = 1_200
_SAMPLE = 4 * _MAX_COLUMNS  # cells by which a table is judged
_MIN_PAIRS = 3  # of a label and a figure
_NEAR = 3  # lines above in which a unit line stands
_GAP = 2  # lines between two cells: one may be blank
_END = re.compile(r"[.!?;,:。]$")
_MARK = re.compile(r"[-*+•‣▪◦·–—▶►#](?:\s|$)")
_FRAME = " \t|"
_CONTINUES = re.compile(r"[(（\[].*[)）\]]|(?:19|20)[0-9]{2}\s?[-–—/]\s?(?:19|20)?[0-9]{2}")


class _Cell(NamedTuple):
    """A piece, the index of its line, and what it may be in a row."""

    at: int
    piece: Piece
    is_filled: bool

    @property
    def text(self) -> str:
        return self.piece.text


def stacks_at(lines: Sequence[Line], i: int, *, opens: bool) -> Iterator[Proposal]:
    """The flattened tables that may begin at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
        opens: the line is the first of its run, or the second where the first is a caption.
    """
    if not _may_be_cell(lines[i].text) and not _head_line(lines[i]):
        return
    cells = list(_cells(lines, i, _SAMPLE))
    starts = [n for n, cell in enumerate(cells) if cell.is_filled and not (n and cells[n - 1].is_filled)]
    if not starts:
        return
    if len(starts) == 1 or _n_filled(cells, starts[0]) >= _MIN_PAIRS:
        yield from (Proposal(_grid(rows, cells, i), "lines") for rows in _runs(cells, starts[0], opens=opens))
    for first, width in sorted({*_shapes(starts)}):
        if (heads := _heads(cells[:first], width)) is None or not _is_regular(cells, first, width):
            continue
        body = _body(cells, first, width)
        if body and (heads or width > 2 or _are_bare(body, lines, i)):
            yield Proposal(
                _grid([*heads, *body], cells, i), "lines", whole=partial(_whole, lines, i, heads, first, width),
                n_left=_n_left(cells, body) if len(cells) < _SAMPLE else 0,
            )  # fmt: skip


def _whole(lines: Sequence[Line], i: int, heads: Sequence[Row], first: int, width: int) -> Grid:
    cells = list(_cells(lines, i, _MAX_CELLS))
    return _grid([*heads, *_body(cells, first, width)], cells, i)


def _are_bare(rows: Sequence[Row], lines: Sequence[Line], i: int) -> bool:
    """Labels and figures that have no unit of their own, under a line that gives one; or years and figures."""
    if all(is_time(row.cells[0][1].text) for row in rows):
        return True
    above = [line.text for line in lines[max(0, i - _NEAR) : i] if line.text.strip()]
    return {kind_of(row.cells[-1][1].text) for row in rows} <= {"number", ""} and any(map(is_unit_line, above))


def _n_left(cells: Sequence[_Cell], rows: Sequence[Row]) -> int:
    """How many cells stand right behind the last row, no blank line between."""
    last = max(piece.start for row in rows for _, piece in row.cells)
    behind = itertools.dropwhile(lambda cell: cell.piece.start < last, cells)
    pairs = itertools.takewhile(lambda pair: pair[1].at - pair[0].at < _GAP, itertools.pairwise(behind))
    return sum(1 for _ in pairs)


def _shapes(starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the first row may begin and how many cells a row may have: as far as one run of figures is from the next."""
    for a, b in itertools.pairwise(starts[:4]):
        if 2 <= b - a <= _MAX_COLUMNS:
            yield from ((starts[0] - back, b - a) for back in (0, 1, 2) if back <= starts[0])


def _grid(rows: Sequence[Row], cells: Sequence[_Cell], i: int) -> Grid:
    last = max(piece.start for row in rows for _, piece in row.cells)
    return Grid(tuple(rows), next(cell.at for cell in cells if cell.piece.start == last) - i + 1)


def _may_be_cell(text: str) -> bool:
    bare = text.strip(_FRAME)
    if not bare or len(bare) > _MAX_CHARS or "|" in bare or may_be_row(bare):
        return False
    return not _MARK.match(bare) or is_value(bare)


def _cells(lines: Sequence[Line], i: int, limit: int) -> Iterator[_Cell]:
    """The cells from line i on: one on each line, or heads or figures side by side."""
    last, n = i, 0
    for at in range(i, min(len(lines), i + 2 * limit)):
        line = lines[at]
        if not line.text.strip(_FRAME):
            continue
        if at - last > _GAP or n >= limit:
            return
        last = at
        if pieces := _head_line(line):
            yield from (_Cell(at, piece, is_filled(piece.text)) for piece in pieces)
        elif _may_be_cell(line.text):
            lead = len(line.text) - len(line.text.lstrip(_FRAME))
            text = line.text.strip(_FRAME)
            yield _Cell(at, Piece(line.start + lead, text), is_filled(text))
        else:
            return
        n += 1


def _head_line(line: Line) -> list[Piece]:
    """Heads on one line, parted by slashes or gaps; years or figures side by side; else none."""
    text = line.text
    if len(text) > 2 * _MAX_CHARS or "|" in text:
        return []
    if text.count(" / ") > 1 and all(is_head(piece.text) for piece in cells_of(line, " / ")):
        return cells_of(line, " / ")
    if not any(map(str.isdigit, text)):
        return []
    spaced = pieces_of(line)
    words_of = [Piece(line.start + m.start(), m.group()) for m in re.finditer(r"\S+", text)]
    for pieces in (spaced, words_of):
        if len(pieces) > 1 and all(is_time(piece.text) for piece in pieces):
            return pieces
        if len(pieces) >= _MIN_PAIRS and all(is_figure(piece.text) for piece in pieces):
            return pieces
    if len(spaced) > 2 and all(is_time(piece.text) for piece in spaced[1:]) and is_head(spaced[0].text):
        return spaced
    return []


def _n_filled(cells: Sequence[_Cell], at: int) -> int:
    n = 0
    while at + n < len(cells) and cells[at + n].is_filled:
        n += 1
    return n


def _is_name(cell: _Cell) -> bool:
    return not cell.is_filled and not _END.search(cell.text)


def _fits(row: Sequence[_Cell], pattern: Sequence[bool]) -> bool:
    """The row has figures where the first one has, but for one cell of words among several."""
    n_other = sum(cell.is_filled != filled for cell, filled in zip(row, pattern, strict=True))
    return (
        len(row) == len(pattern)
        and n_other <= (len(row) > 3)
        and row[0].is_filled == pattern[0]
        and not _END.search(row[0].text)
    )


def _is_regular(cells: Sequence[_Cell], first: int, width: int) -> bool:
    """A second row like the first, or one row of three figures and more below years."""
    pattern = [cell.is_filled for cell in cells[first : first + width]]
    if len(pattern) < width or not any(pattern) or all(pattern):
        return False
    if pattern[0] and not (is_value(cells[first].text) and not pattern[1]):
        return False
    second = cells[first + width : first + 2 * width]
    return len(second) == width and _fits(second, pattern)


def _body(cells: Sequence[_Cell], first: int, width: int) -> list[Row]:
    """Rows from a cell on; a name alone stands over the rows behind it, and a last row may be shorter where blank lines part rows."""
    pattern = [cell.is_filled for cell in cells[first : first + width]]
    rows: list[Row] = []
    at = first
    n_full = 0
    steps: set[int] = set()
    while at < len(cells):
        row = cells[at : at + width]
        behind = cells[at + 1 : at + 1 + width]
        if len(row) == width and _fits(row, pattern):
            rows.append(_row(row, range(width)))
            steps |= {b.at - a.at for a, b in itertools.pairwise(cells[at - (n_full > 0) : at + width])}
            n_full += 1
            at += width
        elif (
            n_full
            and not pattern[0]
            and len(behind) == width
            and _fits(behind, pattern)
            and _is_name(cells[at])
            and is_head(cells[at].text)
        ):
            rows.append(_row(cells[at : at + 1], range(1)))
            at += 1
        else:
            break
    if n_full and (short := _short_row(cells, at, pattern)):
        rows.append(short)
    kinds = {kind_of(row.cells[-1][1].text) for row in rows} - {""}
    if width == 2 and (len(steps) > 1 or n_full < _MIN_PAIRS or len(kinds) > 1):
        return []  # labels with a figure each, of many kinds or with blank lines between them, are cards and no columns
    return rows if n_full > 1 else []


def _short_row(cells: Sequence[_Cell], at: int, pattern: Sequence[bool]) -> Row | None:
    """ "Top five | 52.2 | 48.3%" below rows of a rank, a name and three figures: it stands alone and has neither rank nor last figure."""
    group = list(itertools.takewhile(lambda cell: cell.at - cells[at].at < len(pattern), cells[at : at + len(pattern)]))
    if (
        not at
        or at >= len(cells)
        or cells[at].at - cells[at - 1].at != _GAP
        or len(group) < 2
        or not _is_name(group[0])
    ):
        return None
    if not all(cell.is_filled for cell in group[1:]) or any(b.at - a.at != 1 for a, b in itertools.pairwise(group)):
        return None
    label = next((column for column, filled in enumerate(pattern) if not filled), 0)
    return _row(group, range(label, label + len(group))) if label + len(group) <= len(pattern) else None


def _heads(cells: Sequence[_Cell], width: int) -> list[Row] | None:
    """Header rows over so many columns; an empty list where nothing stands above."""
    texts = [cell.text for cell in cells]
    if any(cell.is_filled or _END.search(cell.text.removesuffix(":")) for cell in cells):
        return None
    n = len(cells)
    if n == width:
        return [_row(cells, range(width), texts)]
    if n == width - 1 and (all(map(is_time, texts)) or names_measure(texts[0])):
        return [_row(cells, range(1, width), ["", *texts])]
    if n == 0:
        return []
    if n == width + 1 and (
        k := next((k for k in range(2, n) if _CONTINUES.fullmatch(texts[k]) and not is_time(texts[k - 1])), 0)
    ):
        names = [*texts[: k - 1], f"{texts[k - 1]} {texts[k]}", *texts[k + 1 :]]
        return [_row([*cells[:k], *cells[k + 1 :]], range(width), names)]
    return _grouped(cells, texts, width - 1)


def _grouped(cells: Sequence[_Cell], texts: Sequence[str], n: int) -> list[Row] | None:
    """Names of groups over the names of n columns: all groups first, or each before its own."""
    for corner in (1, 0):
        rest = texts[corner:]
        for n_groups in range(2, len(rest) - n + 1):
            if len(rest) != n_groups + n or n % n_groups:
                continue
            size = n // n_groups
            blocks = [rest[k * (size + 1) : (k + 1) * (size + 1)] for k in range(n_groups)]
            if size > 1 and len({tuple(block[1:]) for block in blocks}) == 1:
                groups = [corner + k * (size + 1) for k in range(n_groups)]
                leaves = [k for k in range(corner, len(texts)) if k not in groups]
                return _two_rows(cells, corner, groups, leaves, [size] * n_groups)
        n_groups = len(rest) - n
        sizes = _group_sizes(rest[n_groups:], n_groups) if n_groups > 1 else None
        if sizes and (corner or len({*rest[n_groups:]}) < n):
            return _two_rows(
                cells, corner, range(corner, corner + n_groups), range(corner + n_groups, len(texts)), sizes
            )
    return None


def _two_rows(
    cells: Sequence[_Cell], corner: int, groups: Sequence[int], leaves: Sequence[int], sizes: Sequence[int]
) -> list[Row]:
    starts = [1 + sum(sizes[:k]) for k in range(len(sizes))]
    over = [cells[group].text for group, size in zip(groups, sizes, strict=True) for _ in range(size)]
    top = _row(
        [cells[k] for k in [*range(corner), *groups]],
        [*range(corner), *starts],
        [cells[0].text if corner else "", *over],
    )
    below = _row([cells[k] for k in leaves], range(1, len(leaves) + 1), ["", *(cells[k].text for k in leaves)])
    return [top, below]


def _group_sizes(leaves: Sequence[str], n_groups: int) -> list[int] | None:
    """How many columns each of some groups has: a group ends where a header comes again, or years end."""
    sizes: list[int] = []
    seen: list[str] = []
    for leaf in leaves:
        if seen and (leaf in seen or is_time(leaf) != is_time(seen[-1])):
            sizes.append(len(seen))
            seen = []
        seen.append(leaf)
    sizes.append(len(seen))
    return sizes if len(sizes) == n_groups and min(sizes) > 1 else None


def _runs(cells: Sequence[_Cell], first: int, *, opens: bool) -> Iterator[list[Row]]:
    """A run of labels, years or heads and a run of as many figures, in either order, or labels and columns of as many figures each."""
    n = _n_filled(cells, first)
    names, values = cells[:first], cells[first : first + n]
    behind = cells[first + n : first + 2 * n]
    kinds = {kind_of(cell.text) for cell in values} - {""}
    if n >= _MIN_PAIRS and not first and len(behind) == n and all(is_time(cell.text) for cell in behind):
        yield [_row([time, value], range(2)) for time, value in zip(behind, values, strict=True)]
    if first - 1 == n >= _MIN_PAIRS and all(_is_name(cell) and not is_time(cell.text) for cell in names[:-1]):
        heads, at = [], first - 1
        while at < len(cells) and is_head(cells[at].text) and not cells[at].is_filled and _n_filled(cells, at + 1) == n:
            heads.append(at)
            at += n + 1
        if len(heads) > 1:  # one column beside its labels may be anything
            yield [
                _row([cells[at] for at in heads], range(1, len(heads) + 1), ["", *(cells[at].text for at in heads)]),
                *(_row([cells[k], *(cells[at + 1 + k] for at in heads)], range(len(heads) + 1)) for k in range(n)),
            ]
    if first != n:
        return
    are_parted = values[0].at - names[-1].at == _GAP or len(cells) == 2 * n
    if (
        n >= _MIN_PAIRS
        and len(kinds) == 1
        and (all(is_time(c.text) for c in names) or (are_parted and all(map(_is_name, names))))
    ):
        yield [_row([name, value], range(2)) for name, value in zip(names, values, strict=True)]
    is_dense = len(cells) == 2 * n and cells[-1].at - cells[0].at == 2 * n - 1
    if (
        n > 1
        and opens
        and is_dense
        and all(is_head(c.text) for c in names)
        and any(names_measure(c.text) for c in names)
    ):
        yield [_row(names, range(1, n + 1), ["", *(c.text for c in names)]), _row(values, range(1, n + 1))]


def _row(cells: Sequence[_Cell], columns: Sequence[int], covers: Sequence[str] | None = None) -> Row:
    pieces = [cell.piece for cell in cells]
    return Row(
        min(p.start for p in pieces), max(p.end for p in pieces), tuple(zip(columns, pieces, strict=True)),
        None if covers is None else tuple(covers),
    )  # fmt: skip
