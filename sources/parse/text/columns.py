"""Proposes tables set with blanks: aligned columns in plain text, whose rows are a short label and figures beside it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from sources.parse.cell_kinds import is_figure, is_head, is_label, is_time, is_value, kind_of
from sources.parse.text.cells import MARK, Line, Piece, indent_of, is_prose, may_be_row, pieces_of
from sources.parse.text.fields import are_page_numbers
from sources.parse.text.grid import Grid, Row
from sources.parse.text.score import Proposal

_RULE = re.compile(r"[ \t]*[-=─━═_+~][-=─━═_+~ \t]*")
_SAMPLE = 12  # body rows by which a table is judged
_MAX_HEADS = 3
_AT = 2  # characters by which a name over one column may miss its figures


def columns_at(lines: Sequence[Line], i: int) -> Proposal | None:
    """The table set with blanks that begins at line i.

    Args:
        lines: the lines of the text.
        i: index of the line to look at.

    Returns:
        The table; one without rows over lines that have been judged and are none; None where none begins here. Rows of figures
        may have up to three header lines, section lines, ruled lines and single blank lines between them.
    """
    if not may_be_row(lines[i].text) and not _opens(lines, i):
        return None
    heads: list[list[Piece]] = []
    at = i
    while at < len(lines) and len(heads) <= _MAX_HEADS:
        text = lines[at].text
        if not text.strip():
            if not heads or at + 1 >= len(lines) or not may_be_row(lines[at + 1].text):
                return None
        elif not _is_rule(text):
            pieces = pieces_of(lines[at])
            if _is_body(pieces):
                break
            if not pieces or not _are_heads(pieces) or MARK.match(text.lstrip()):
                return None
            heads.append(pieces)
        at += 1
    else:
        return None
    first = at
    sample = _body(lines, first, _SAMPLE)
    if found := _figures_at(lines, i, first, heads, sample):
        return found
    if len(sample) > 1:
        blank = next((n for n in range(i, sample[-1][0] + 1) if not lines[n].text.strip()), sample[-1][0])
        return Proposal(Grid((), blank - i), "gaps")
    return None


def _is_rule(text: str) -> bool:
    return bool(_RULE.fullmatch(text)) and len(text.strip()) > 2


def _opens(lines: Sequence[Line], i: int) -> bool:
    """A lone word far to the right above a row: a header that spans the columns, or the only one."""
    text = lines[i].text
    return (
        len(text) - len(text.lstrip(" ")) >= 8
        and i + 1 < len(lines)
        and may_be_row(lines[i + 1].text)
        and is_head(text.strip())
    )


def _is_body(pieces: Sequence[Piece]) -> bool:
    """A label, and a figure beside it; a row of years alone is a header."""
    if len(pieces) < 2 or not is_label(pieces[0].text) or is_prose(pieces):
        return False
    rest = [p.text for p in pieces[1:]]
    if _are_times(rest):
        return False
    return any(is_figure(text) for text in rest) and sum(map(is_value, rest)) * 2 >= len(rest)


def _are_heads(pieces: Sequence[Piece]) -> bool:
    n_others = sum(not is_head(piece.text) and not is_time(piece.text) for piece in pieces)
    if n_others == 1 and len(pieces) > 2:  # "Price of 90 min"
        n_others -= sum(is_label(piece.text) and not is_head(piece.text) for piece in pieces)
    return not n_others or _are_times([piece.text for piece in pieces[1:]])


def _are_times(texts: Sequence[str]) -> bool:
    """Most of the cells are years: "2010  2015  2020  10-20" stands over figures."""
    return len(texts) > 1 and sum(map(is_time, texts)) * 2 > len(texts)


def _body(lines: Sequence[Line], first: int, limit: int) -> list[tuple[int, list[Piece]]]:
    """Rows of figures from line `first` on, with their lines' indices; sections stand among them as lone labels."""
    rows: list[tuple[int, list[Piece]]] = []
    at = first
    while at < len(lines) and len(rows) < limit:
        text = lines[at].text
        following = lines[at + 1] if at + 1 < len(lines) else None
        if not text.strip():
            if following is None or not may_be_row(following.text) or not _is_body(pieces_of(following)):
                break
        elif not _is_rule(text):
            pieces = pieces_of(lines[at])
            if _is_body(pieces) or (
                len(pieces) == 1
                and rows
                and following is not None
                and is_label(text.strip())
                and is_head(text.strip())
                and not text.lstrip().startswith(("#", "|"))
                and may_be_row(following.text)
                and _is_body(pieces_of(following))
            ):
                rows.append((at, pieces))
            elif at == first or not _is_gapped_text_row(pieces, rows):
                break
            else:
                rows.append((at, pieces))
        at += 1
    return rows


def _is_gapped_text_row(pieces: Sequence[Piece], rows: Sequence[tuple[int, list[Piece]]]) -> bool:
    """A row without a figure ("n/a" throughout, or words) among rows of as many cells."""
    counts = {len(row) for _, row in rows if len(row) > 1}
    rest = [p.text for p in pieces[1:]]
    return len(pieces) > 1 and len(pieces) in counts and is_label(pieces[0].text) and all(map(is_value, rest)) and not all(
        map(is_time, rest)
    )  # fmt: skip


def _figures_at(
    lines: Sequence[Line], i: int, first: int, heads: list[list[Piece]], sample: list[tuple[int, list[Piece]]]
) -> Proposal | None:
    body = [pieces for _, pieces in sample if len(pieces) > 1]
    n_figures = max((len(p) for p in body), default=0) - 1
    if not body or n_figures < 1 or (len(body) < 2 and not (heads and n_figures > 1)):
        return None
    if n_figures == 1:
        return _two_columns(lines, i, first, heads, body)
    if any(MARK.match(lines[at].text.lstrip()) for at, _ in sample):
        return None
    if not heads and len({len(p) for p in body}) > 1:
        return None
    if all(are_page_numbers([p[-1].text]) and len(p) < 3 for p in body):
        return None
    centres = _centres(body, n_figures)
    if centres is None:
        return None
    rows = [_header(pieces, centres, n_figures, body) for pieces in heads]
    margin = min(p[0].left for p in body)
    if len(rows) > 1 and len(heads[-1]) == 1 and heads[-1][0].left <= margin:
        rows[-1] = rows[-1]._replace(covers=None, cells=((0, heads[-1][0]),))  # a section, right under the header

    def table(taken: Sequence[tuple[int, Sequence[Piece]]]) -> Grid:
        placed = [(at, _placed(pieces, centres, n_figures)) for at, pieces in taken]
        fit = list(itertools.takewhile(lambda row: row[1] is not None, placed))
        body = [Row(lines[at].start + indent_of(lines[at]), lines[at].end, cells or ()) for at, cells in fit]
        return Grid((*rows, *body) if body else (), (fit[-1][0] if fit else first) - i + 1)

    return Proposal(table(sample), "gaps", lambda: table(_body(lines, first, len(lines))))


def _centres(body: Sequence[Sequence[Piece]], n: int) -> list[tuple[float, float]] | None:
    """Left and right edges of the columns of figures, from the rows that fill all of them."""
    full = [p for p in body if len(p) == n + 1]
    edges = [(min(p[c + 1].left for p in full), max(p[c + 1].right for p in full)) for c in range(n)]
    if any(a[1] > b[0] for a, b in itertools.pairwise(edges)) and len(full) < len(body):
        return None
    return [(float(a), float(b)) for a, b in edges]


def _nearest(piece: Piece, columns: Sequence[tuple[float, float]]) -> int:
    def distance(edge: tuple[float, float]) -> tuple[float, float]:
        apart = max(0.0, edge[0] - piece.right, piece.left - edge[1])
        return apart, abs((edge[0] + edge[1]) - (piece.left + piece.right))

    return min(range(len(columns)), key=lambda c: distance(columns[c]))


def _placed(
    pieces: Sequence[Piece], columns: Sequence[tuple[float, float]], n: int
) -> tuple[tuple[int, Piece], ...] | None:
    """Cells by column; None where two would stand in one."""
    if len(pieces) == n and (parted := _parted(pieces[0])) and _nearest(pieces[1], columns) == 1:
        pieces = [*parted, *pieces[1:]]  # a long label leaves but one blank before its figure
    if len(pieces) == n + 1:
        return tuple(enumerate(pieces))
    if len(pieces) > n + 1:
        return None
    places = [_nearest(p, columns) + 1 for p in pieces[1:]]
    if places != sorted(set(places)):
        return None
    return ((0, pieces[0]), *zip(places, pieces[1:], strict=True))


_LAST_WORD = re.compile(r"(?<=[^\W\d_]) (?=[^ ]+$)")


def _parted(piece: Piece) -> tuple[Piece, Piece] | None:
    """A label and the figure behind its last blank."""
    blank = _LAST_WORD.search(piece.text)
    if blank is None or not is_figure(piece.text[blank.end() :]):
        return None
    at = blank.end()
    label, right = piece.text[: blank.start()], piece.left + at
    return Piece(piece.start, label, piece.left, right - 1), Piece(
        piece.start + at, piece.text[at:], right, piece.right
    )


def _header(
    pieces: Sequence[Piece], columns: Sequence[tuple[float, float]], n: int, body: Sequence[Sequence[Piece]]
) -> Row:
    """A header line: one name for each column, or fewer names that stand over several."""
    start, end = pieces[0].start, pieces[-1].end
    cells: tuple[tuple[int, Piece], ...]
    if len(pieces) == n + 1:
        cells = tuple(enumerate(pieces))
    elif len(pieces) == n:
        cells = tuple(enumerate(pieces, 1))
    else:
        label_right = max(p[0].right for p in body)
        is_corner = pieces[0].left <= min(p[0].left for p in body) + 1 and pieces[0].right <= max(
            label_right, columns[0][0]
        )
        names = list(pieces[1:] if is_corner else pieces)
        covers = [""] * (n + 1)
        if is_corner:
            covers[0] = pieces[0].text
        for c, name in enumerate(_names_over(names, columns)):
            covers[c + 1] = name
        at = 1
        placed = [(0, pieces[0])] if is_corner else []
        for piece in names:
            at = max(at, next((c for c in range(1, n + 1) if covers[c] == piece.text and c >= at), at))
            placed.append((at, piece))
            at += 1
        return Row(start, end, tuple(placed), tuple(covers))
    texts = [""] * (n + 1)
    for column, piece in cells:
        texts[column] = piece.text
    return Row(start, end, cells, tuple(texts))


def _names_over(names: Sequence[Piece], columns: Sequence[tuple[float, float]]) -> list[str]:
    """The name over each column: of names that stand each over one column only that one, else the nearest."""

    def middle(piece: Piece) -> float:
        return (piece.left + piece.right) / 2

    places = [
        [c for c, (left, right) in enumerate(columns) if left - _AT <= middle(name) <= right + _AT] for name in names
    ]
    if names and all(len(place) == 1 for place in places) and len({place[0] for place in places}) == len(names):
        own = {place[0]: name.text for place, name in zip(places, names, strict=True)}
        if len(names) > 1 or max(own) in (0, len(columns) - 1):  # one name over the middle stands over all
            return [own.get(c, "") for c in range(len(columns))]
    return [
        min(names, key=lambda name: abs(middle(name) - (left + right) / 2)).text if names else ""
        for left, right in columns
    ]


def _two_columns(
    lines: Sequence[Line], i: int, first: int, heads: list[list[Piece]], body: list[list[Piece]]
) -> Proposal | None:
    """A label and one figure: a table where a header says what the figures are, else a list of fields."""
    head = heads[-1] if heads else []
    labels = [p[0] for p in body]
    values = [p[1].text for p in body if len(p) > 1]
    kinds = {kind_of(v) for v in values} - {"", "words", "time"}
    is_under = len(heads) == 1 and (len(head) == 2 or (len(head) == 1 and head[0].left >= max(p.right for p in labels)))
    if not is_under or len(kinds) != 1 or are_page_numbers(values):
        return None
    edges = _centres(body, 1)
    if edges is None:
        return None
    row = _header(head, edges, 1, body)

    def table(taken: Sequence[tuple[int, Sequence[Piece]]]) -> Grid:
        fit = list(itertools.takewhile(lambda found: len(found[1]) <= 2, taken))
        body_rows = [Row(lines[at].start + indent_of(lines[at]), lines[at].end, tuple(enumerate(p))) for at, p in fit]
        return Grid((row, *body_rows), fit[-1][0] - i + 1)

    return Proposal(table(_body(lines, first, _SAMPLE)), "gaps", lambda: table(_body(lines, first, len(lines))))
