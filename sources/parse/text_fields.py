"""Lists of fields in plain text: a label and a value on each line, such as a snapshot of a market. The values are of many kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.parse.text_grid import Grid, Line, Piece, Row, are_page_numbers, is_time
from sources.parse.text_pieces import MARK, indent_of, is_label, may_be_row, pieces_of

_MAX_VALUE = 90
_SAMPLE = 12  # lines by which a list is judged
_MAX_WORDS = 7
_MIN_FIELDS = 3  # lines of label and value that stand below each other without being aligned


def fields_at(lines: Sequence[Line], i: int) -> Grid | None:
    """Lines of a label and a value each, such as a snapshot of a market; the values are of many kinds."""
    rows = _fields(lines, i, _SAMPLE)
    values = [p[1].text for _, p in rows]
    n_figures = sum(any(c.isdigit() for c in v) and not is_time(v) for v in values)
    if len(rows) < 2 or n_figures * 2 < len(rows) or are_page_numbers(values):
        return None
    lefts, rights = {p[1].left for _, p in rows}, {p[1].right for _, p in rows}
    aligned = max(lefts) - min(lefts) <= 1 or max(rights) - min(rights) <= 1
    if not aligned and len(rows) < _MIN_FIELDS:
        return None
    rows = _fields(lines, i, len(lines))
    return Grid(
        tuple(Row(lines[at].start + indent_of(lines[at]), lines[at].end, tuple(enumerate(p))) for at, p in rows),
        len(rows),
    )


# "Gouda: 812", "1. Michelon – 29.4": a name and a bare number, whose unit can only stand above.
_BARE = re.compile(
    r"\s*(?:[-*+•‣▪◦·–—▶►]\s+|[0-9]{1,2}[.)]\s+)?(?P<label>[^\W\d_][^:：|\n=]{0,58}?)(?P<gap>\s?[:：=]\s*|\s[-–—→]\s)"
    r"(?P<value>[~≈]?[0-9][0-9.,]{0,11}[0-9]|[0-9])\s*"
)
_PLAIN_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def bare_fields_at(lines: Sequence[Line], i: int) -> Grid | None:
    """Three lines or more of a name and a bare number each, under a line of words: a table of two columns.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    rows: list[Row] = []
    for line in lines[i:]:
        match = _BARE.fullmatch(line.text) if line.text[-1:].isdigit() else None
        if match is None or len(match["label"].split()) > _MAX_WORDS:
            break
        cells = tuple(Piece(line.start + match.start(n), match[n].strip()) for n in ("label", "value"))
        rows.append(Row(cells[0].start, line.end, tuple(enumerate(cells))))
    values = [row.cells[1][1].text for row in rows]
    above = next((line.text.strip() for line in reversed(lines[max(0, i - 2) : i]) if line.text.strip()), "")
    is_plain = len(values) < _MIN_FIELDS or all(map(_PLAIN_YEAR.fullmatch, values)) or not _GIVES_UNIT.search(above)
    return None if is_plain else Grid(tuple(rows), len(rows))


# What the line above must hold: a unit in brackets or behind "in", or a colon.
_GIVES_UNIT = re.compile(
    r"[(（][^()（）]+[)）]\s?:?$|,\s[^,]{2,28}:?$|\b(?:in|en|em|im)\s[^,]{2,24}:?$|[:：]$|単位|单位"
)


def _fields(lines: Sequence[Line], i: int, limit: int) -> list[tuple[int, list[Piece]]]:
    rows: list[tuple[int, list[Piece]]] = []
    for at in range(i, len(lines)):
        if len(rows) == limit or not may_be_row(lines[at].text) or MARK.match(lines[at].text.lstrip()):
            break
        pieces = pieces_of(lines[at])
        if len(pieces) != 2 or not _is_field(pieces):
            break
        rows.append((at, pieces))
    return rows


def _is_field(pieces: Sequence[Piece]) -> bool:
    label, value = pieces[0].text, pieces[1].text
    starts = label[0].isupper() or label[0].isdigit() or not label[0].isascii()
    prose = value[0].islower() and len(value.split()) > 3
    return is_label(label) and starts and not prose and len(value) <= _MAX_VALUE and len(label.split()) <= 9
