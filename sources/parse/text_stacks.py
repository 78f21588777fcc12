"""Flattened tables: cells on lines of their own, as they fall out of a PDF, a slide or a page. Read only where the counts agree.

Three shapes: headers and then row after row, each a label and as many figures; a run of labels or years beside a run of as many
figures; and labels once with column after column, each a header and as many figures as there are labels.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from sources.parse.text_grid import Grid, Line, Piece, Row, is_figure, is_head, is_time, is_value
from sources.parse.text_pieces import may_be_row, pieces_of
from sources.parse.text_runs import is_one_record

_MAX_CHARS = 60  # of a cell that stands on a line of its own
_MAX_COLUMNS = 16
_MAX_CELLS = 1_200
_SAMPLE = 4 * _MAX_COLUMNS  # cells by which a table is judged
_MIN_ROWS, _MIN_PAIRS = 2, 3  # rows of several columns; of one column, or of two runs side by side
_GAP = 2  # lines between two cells: one may be blank
_MONEY = re.compile(r"[$€£¥₹]|\b[A-Z]{3}\b")
_END = re.compile(r"[.!?;,:。]$")
_MARK = re.compile(r"[-*+•‣▪◦·–—▶►#](?:\s|$)")
_WITHHELD = re.compile(r"[XxＸ]{2,3}(?:[.,][XxＸ]{1,2})?\s?[%％]?")  # "XX.X%": a sample shows that there is a figure
_FRAME = " \t|"


def stack_at(lines: Sequence[Line], i: int, *, opens: bool) -> Grid | None:
    """The flattened table that begins at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
        opens: the line is the first of its run, or the second where the first is a caption.
    """
    if not _may_be_cell(lines[i].text) and not _side_by_side(lines[i]):
        return None
    sample = list(_cells(lines, i, _SAMPLE))
    for shape in (_rows, _columns, _runs) if _is_promising(sample) else ():
        cells = list(_cells(lines, i, _MAX_CELLS)) if len(sample) == _SAMPLE else sample
        if rows := shape(cells, [cell.text for _, cell in cells], _first_figure(cells)):
            last = max(piece.start for row in rows for _, piece in row.cells)
            return Grid(tuple(rows), next(at for at, piece in cells if piece.start == last) - i + 1)
    return _record(lines, i, sample, [cell.text for _, cell in sample]) if opens and sample else None


def _first_figure(cells: Sequence[tuple[int, Piece]]) -> int:
    return next((n for n, (_, cell) in enumerate(cells) if _holds(cell.text)), len(cells))


def _is_promising(sample: Sequence[tuple[int, Piece]]) -> bool:
    """The first cells hold a run of figures that comes again, or that is as long as what stands beside it."""
    texts = [cell.text for _, cell in sample]
    first = _first_figure(sample)
    if first == len(texts):
        return False
    n = _n_filled(texts, first)
    again = first + n + 1
    return again + n > _SAMPLE or n >= _MIN_PAIRS or (n > 0 and _n_filled(texts, again) >= n) or (
        again + 1 < len(texts) and _n_filled(texts, again + 1) >= n
    )  # fmt: skip


def _may_be_cell(text: str) -> bool:
    bare = text.strip(_FRAME)
    if not bare or len(bare) > _MAX_CHARS or "|" in bare or may_be_row(bare):
        return False
    return not _MARK.match(bare) or is_value(bare)


def _cells(lines: Sequence[Line], i: int, limit: int) -> Iterator[tuple[int, Piece]]:
    """The cells from line i on, with their lines: one on each, or several parted by gaps (the headers of a chart)."""
    last = i
    for at in range(i, min(len(lines), i + 2 * limit)):
        text = lines[at].text
        if not text.strip(_FRAME):
            continue
        if at - last > _GAP:
            return
        last = at
        if times := _side_by_side(lines[at]):
            yield from ((at, piece) for piece in times)
        elif _may_be_cell(text):
            lead = len(text) - len(text.lstrip(_FRAME))
            yield at, Piece(lines[at].start + lead, text.strip(_FRAME))
        else:
            return


def _side_by_side(line: Line) -> list[Piece]:
    """Years or periods side by side, or figures, as over the rows of a table and around the bars of a chart; else none."""
    for pieces in (pieces_of(line), [Piece(line.start + m.start(), m.group()) for m in re.finditer(r"\S+", line.text)]):
        if len(pieces) > 1 and all(is_time(piece.text) for piece in pieces):
            return pieces
        if len(pieces) >= _MIN_PAIRS and all(is_figure(piece.text) for piece in pieces):
            return pieces
    return []


def _holds(text: str) -> bool:
    """The cell holds a figure, or says that there is one or none."""
    return is_figure(text) or bool(_WITHHELD.fullmatch(text))


def _is_filled(text: str) -> bool:
    return _holds(text) or (is_value(text) and not is_time(text))


def _is_label(text: str) -> bool:
    return not _is_filled(text) and not _END.search(text)


def _rows(cells: Sequence[tuple[int, Piece]], texts: Sequence[str], first: int) -> list[Row] | None:
    """Headers, then rows of a label and equally many figures; a label without figures stands over the rows behind it."""
    n = _n_filled(texts, first)
    if first < 2 or not _is_label(texts[first - 1]) or n > _MAX_COLUMNS:
        return None
    body: list[tuple[int, int]] = []  # first cell and number of cells of each row
    at, kinds = first - 1, [set[str]() for _ in range(n)]
    while at < len(texts):
        is_row = _is_label(texts[at]) and _n_filled(texts, at + 1) == n and _agree(texts[at + 1 : at + 1 + n], kinds)
        is_band = not is_row and body and at + 1 + n < len(texts) and _is_label(texts[at]) and is_head(texts[at]) and (
            _is_label(texts[at + 1]) and _n_filled(texts, at + 2) == n
        )  # fmt: skip
        if not is_row and not is_band:
            break
        body.append((at, n + 1 if is_row else 1))
        at += body[-1][1]
    while body and body[-1][1] == 1:
        body.pop()
    steps = {b - a for (a, _), (b, _) in itertools.pairwise(cells[first - 1 : at])}
    if n == 1 and len(steps) > 1:
        return None  # labels with a figure each and blank lines between them are cards, no columns
    n_rows = sum(size > 1 for _, size in body)
    if n_rows < (_MIN_PAIRS if n == 1 else _MIN_ROWS):
        return None
    heads = _heads(texts[: first - 1], n)
    if heads is None:
        return None
    rows = [
        _row(cells[start : start + size], range(size))
        if covers is None
        else _row(cells[start : start + size], columns, covers)
        for start, size, columns, covers in heads
    ]
    return rows + [_row(cells[start : start + size], range(size)) for start, size in body]


def _n_filled(texts: Sequence[str], at: int) -> int:
    n = 0
    while at + n < len(texts) and _is_filled(texts[at + n]):
        n += 1
    return n


def _agree(values: Sequence[str], kinds: Sequence[set[str]]) -> bool:
    """Each column holds figures of one kind; dashes and withheld figures fit any."""
    found = [_kind(text) for text in values]
    if any(kind and seen and kind not in seen for kind, seen in zip(found, kinds, strict=True)):
        return False
    for kind, seen in zip(found, kinds, strict=True):
        seen |= {kind} - {""}
    return True


def _kind(text: str) -> str:
    if not is_figure(text):
        return ""
    return "percent" if "%" in text else "money" if _MONEY.search(text) else "number"


_Head = tuple[int, int, Sequence[int], tuple[str, ...] | None]


def _heads(texts: Sequence[str], n: int) -> list[_Head] | None:
    """Header rows over a column of labels and n of figures: where their cells begin, how many, their columns and what they cover."""
    n_heads = len(texts)
    if any(_is_filled(text) or _END.search(text) for text in texts):
        return None
    if n_heads == n + 1:
        return [(0, n_heads, range(n_heads), tuple(texts))]
    if n_heads == n and all(map(is_time, texts)):
        return [(0, n, range(1, n + 1), ("", *texts))]
    if n_heads < n + 2:
        return None
    leaves = texts[n_heads - n :]
    for corner in (1, 0):
        groups = texts[corner : n_heads - n]
        sizes = _group_sizes(leaves, len(groups)) if len(groups) > 1 else None
        if sizes:
            over = tuple(name for name, size in zip(groups, sizes, strict=True) for _ in range(size))
            starts = [1 + sum(sizes[:k]) for k in range(len(sizes))]
            top: _Head = (0, corner + len(groups), [*range(corner), *starts], ((texts[0] if corner else ""), *over))
            return [top, (n_heads - n, n, range(1, n + 1), ("", *leaves))]
    return None


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


def _columns(cells: Sequence[tuple[int, Piece]], texts: Sequence[str], first: int) -> list[Row] | None:
    """Labels, then columns one after the other: a header and as many figures as there are labels."""
    n = _n_filled(texts, first)
    n_labels = first - 1
    if n < _MIN_PAIRS or n != n_labels or not all(_is_label(text) and not is_time(text) for text in texts[:n_labels]):
        return None
    heads = []
    at = n_labels
    while at < len(texts) and is_head(texts[at]) and not _is_filled(texts[at]) and _n_filled(texts, at + 1) == n:
        heads.append(at)
        at += n + 1
    if len(heads) < 2:  # one column beside its labels may be anything
        return None
    covers = ("", *(texts[head] for head in heads))
    rows = [_row([cells[head] for head in heads], range(1, len(heads) + 1), covers)]
    for k in range(n):
        rows.append(_row([cells[k], *(cells[head + 1 + k] for head in heads)], range(len(heads) + 1)))
    return rows


def _runs(cells: Sequence[tuple[int, Piece]], texts: Sequence[str], first: int) -> list[Row] | None:
    """A run of labels or years and a run of as many figures, in either order: a bar chart, a pie chart."""
    n = _n_filled(texts, first)
    if n < _MIN_PAIRS or not _agree_all(texts[first : first + n]):
        return None
    behind = range(first + n, first + 2 * n)
    if first == n and (
        all(map(is_time, texts[:n])) or (_name_labels(texts[:n]) and _ends_run(cells, texts, first + n))
    ):
        return [_row([cells[k], cells[first + k]], range(2)) for k in range(n)]
    if first == 0 and behind.stop <= len(texts) and all(is_time(texts[k]) for k in behind):
        return [_row([cells[n + k], cells[k]], range(2)) for k in range(n)]
    return None


def _agree_all(values: Sequence[str]) -> bool:
    return len({_kind(text) for text in values} - {""}) == 1


def _name_labels(labels: Sequence[str]) -> bool:
    return all(_is_label(label) and not is_time(label) for label in labels)


def _ends_run(cells: Sequence[tuple[int, Piece]], texts: Sequence[str], at: int) -> bool:
    """Labels and figures are runs of their own: a blank line parts them, or nothing else stands there."""
    n = at // 2
    return cells[n][0] - cells[n - 1][0] == _GAP or at == len(texts)


def _record(lines: Sequence[Line], i: int, cells: Sequence[tuple[int, Piece]], texts: Sequence[str]) -> Grid | None:
    """As many names as figures below them, on lines without a blank between: one row."""
    last = cells[-1][0]
    is_dense = last - i == len(cells) - 1 and (last + 1 >= len(lines) or not lines[last + 1].text.strip())
    half = len(cells) // 2
    if not is_dense or len(cells) % 2 or not is_one_record([texts[:half], texts[half:]]):
        return None
    heads = _row(cells[:half], range(1, half + 1), ("", *texts[:half]))
    return Grid((heads, _row(cells[half:], range(1, half + 1))), last - i + 1)


def _row(cells: Sequence[tuple[int, Piece]], columns: Sequence[int], covers: tuple[str, ...] | None = None) -> Row:
    pieces = [piece for _, piece in cells]
    return Row(
        min(p.start for p in pieces), max(p.end for p in pieces), tuple(zip(columns, pieces, strict=True)), covers
    )
