"""Tables whose cells are separated by single blanks or nothing: "Revenue ($M)73,120 96,300 120,280" under " 2024 20252026".

Read only under a line of years that gives each figure its column; tables set with wider gaps are `text_columns`'.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.parse.number_pattern import NUMBER, NUMBER_BEFORE_ANOTHER
from sources.parse.text_grid import Grid, Line, Piece, Row, is_head

_YEAR = re.compile(
    r"(?:FY\s?|CY\s?|[1-4][QH]\s?|[QH][1-4]\s)?(?:19|20)[0-9]{2}(?:[年년][度도]?)?(?:\s?\(?(?:[EFPA]|est\.?)\)?(?![^\W\d_]))?"
)
_SPAN = re.compile(r"(?:19|20)[0-9]{2}\s?(?:[-–—/]|to|bis|à)\s?(?:19|20)?[0-9]{2}")
_TOKEN_OF = r"(?:\(?[+\-−–~<>≈]{{0,2}}(?:US\$|[$€£¥₹])?{number}(?:[%％]|[mMbB]n?(?![^\W\d_]))?\)?|n/?a|N/?A|[-–—])"
_TOKEN, _WHOLE = _TOKEN_OF.format(number=NUMBER_BEFORE_ANOTHER), _TOKEN_OF.format(number=NUMBER)
_TOKENS = re.compile(rf"{_TOKEN}(?:(?:\s+|(?<=[%％])|(?<=,[0-9]{{3}})){_TOKEN})+\s*[*†]?$")
_ONE = re.compile(_TOKEN)
_LABEL = re.compile(r"[^\W\d_][^|\n]{0,69}?(?=\s?[(+\-−–~<>≈$€£¥₹]{0,3}[0-9]|\sn/?a|\sN/?A|\s[-–—]\s)")
_END = re.compile(r"[.!?;:,]$")
_MAX_HEAD, _MAX_WORDS = 110, 6
_MAX_COLUMNS = 14


def rows_at(lines: Sequence[Line], i: int) -> Grid | None:
    """The table that begins with a line of years at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    text = lines[i].text
    if len(text) > _MAX_HEAD or "|" in text or not ("20" in text or "19" in text) or i + 1 >= len(lines):
        return None
    first = i + 1 if lines[i + 1].text.strip() else i + 2
    head = _YEAR.search(text)
    if head is None or first >= len(lines):
        return None
    if record := _record(lines, i, first):
        return record
    body: list[tuple[int, list[Piece]]] = []
    n = 0
    for at in range(first, len(lines)):
        pieces = _row(lines[at])
        if pieces is None or (n and len(pieces) - 1 != n):
            break
        n = n or len(pieces) - 1
        body.append((at, pieces))
    if not body or not 2 <= n <= _MAX_COLUMNS:
        return None
    heads = _heads(lines[i], n)
    if heads is None:
        return None
    covers = [""] * (n + 1)
    for column, piece in heads:
        covers[column] = piece.text
    indent = len(text) - len(text.lstrip())
    rows = [Row(lines[i].start + indent, lines[i].end, tuple(heads), tuple(covers))]
    rows += [Row(p[0].start, lines[at].end, tuple(enumerate(p))) for at, p in body]
    return Grid(tuple(rows), body[-1][0] - i + 1)


_YEAR_LINE_ONLY = re.compile(rf"\s*{_YEAR.pattern}(?:\s+{_YEAR.pattern})+\s*")
_BARE_TOKENS = re.compile(rf"\s*{_WHOLE}(?:\s+{_WHOLE})+\s*")


def _record(lines: Sequence[Line], i: int, first: int) -> Grid | None:
    """Years on one line and as many figures on the next, with no label before either."""
    head, values = lines[i].text, lines[first].text
    if not _YEAR_LINE_ONLY.fullmatch(head) or not _BARE_TOKENS.fullmatch(values):
        return None
    years = [Piece(lines[i].start + m.start(), m.group().strip()) for m in _YEAR.finditer(head)]
    pieces = [Piece(lines[first].start + m.start(), m.group()) for m in _ONE.finditer(values)]
    if len(years) != len(pieces) or len(years) > _MAX_COLUMNS or _YEAR_LINE_ONLY.fullmatch(values):
        return None
    covers = ("", *(piece.text for piece in years))
    rows = (
        Row(years[0].start, lines[i].end, tuple(enumerate(years, 1)), covers),
        Row(pieces[0].start, lines[first].end, tuple(enumerate(pieces, 1))),
    )
    return Grid(rows, first - i + 1)


_YEAR_ROW = re.compile(
    rf"\s*(?P<year>(?:19|20)[0-9]{{2}}(?:[年년][度도]?)?\s?\(?(?:[EFPAe])?\)?)(?:\s|:\s|\s[-–—]\s|\s?=\s?)\s?(?P<value>(?:US\$|[$€£¥₹])?{NUMBER}\s?(?:[%％]|[mMbB]n?)?)"
)
_YEAR_LINE = re.compile(r"\s*(?:19|20)[0-9]{2}(?:[年년][度도]?)?\s?\(?(?:[EFPAe])?\)?")
_VALUE_LINE = re.compile(rf"\s*[+\-−–]?(?:US\$|[$€£¥₹])?{NUMBER}\s?(?:[%％]|[mMbB]n?)?")
_FEWEST = 3


def years_at(lines: Sequence[Line], i: int) -> Grid | None:
    """A year and one bare figure on each line from line i on, or on lines by turns.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    if not _YEAR_LINE.match(lines[i].text):
        return None
    rows: list[Row] = []
    at = i
    while at < len(lines) and (match := _YEAR_ROW.fullmatch(lines[at].text)):
        cells = [Piece(lines[at].start + match.start(n), match[n].strip()) for n in ("year", "value")]
        rows.append(Row(cells[0].start, lines[at].end, tuple(enumerate(cells))))
        at += 1
    if not rows:
        while at + 1 < len(lines) and _YEAR_LINE.fullmatch(lines[at].text) and _is_bare_value(lines[at + 1].text):
            cells = [_piece(lines[at]), _piece(lines[at + 1])]
            rows.append(Row(cells[0].start, cells[1].end, tuple(enumerate(cells))))
            at += 2
    years = [int(text[:4]) for text in (row.cells[0][1].text for row in rows)]
    is_run = len(rows) >= _FEWEST and (years == sorted(set(years)) or years == sorted(set(years), reverse=True))
    return Grid(tuple(rows), at - i) if is_run else None


def _is_bare_value(text: str) -> bool:
    return bool(_VALUE_LINE.fullmatch(text)) and not _YEAR_LINE.fullmatch(text)


def _piece(line: Line) -> Piece:
    indent = len(line.text) - len(line.text.lstrip())
    return Piece(line.start + indent, line.text.strip())


def _row(line: Line) -> list[Piece] | None:
    """A label and the figures behind it."""
    text = line.text
    if len(text) > _MAX_HEAD + 60 or "|" in text:
        return None
    indent = len(text) - len(text.lstrip())
    for match in _labels(text, indent):
        rest = _TOKENS.match(text, match)
        if rest:
            label = text[indent:match].strip().removesuffix(":")
            if not label or _END.search(label) or len(label.split()) > _MAX_WORDS + 2:
                return None
            pieces = [Piece(line.start + m.start(), m.group()) for m in _ONE.finditer(text, match)]
            return [Piece(line.start + indent, label), *pieces]
    return None


def _labels(text: str, indent: int) -> list[int]:
    """Where a label may end: before each figure, nearest to the front first."""
    match = _LABEL.match(text, indent)
    if not match:
        return []
    out = []
    for number in re.finditer(r"(?<![0-9.,])[(+\-−–~<>≈$€£¥₹]{0,3}[0-9]", text[match.end() :]):
        out.append(match.end() + number.start())
        if len(out) == 4:  # years may stand within a label
            break
    return out


def _heads(line: Line, n: int) -> list[tuple[int, Piece]] | None:
    """The header's cells by column: a corner, then a year for each figure; the last may be words."""
    text = line.text
    spans = [m.span() for m in _SPAN.finditer(text)]
    years = [m for m in _YEAR.finditer(text) if not any(a <= m.start() < b for a, b in spans)]
    if len(years) < 2 or len(years) not in (n, n - 1):
        return None
    corner = text[: years[0].start()].strip()
    tail = text[years[-1].end() :].strip()
    if (len(years) == n - 1) != bool(tail) and not (len(years) == n and len(tail.split()) <= 2):
        return None
    if (corner and not is_head(corner)) or len(corner.split()) > _MAX_WORDS or len(tail.split()) > _MAX_WORDS:
        return None
    out: list[tuple[int, Piece]] = []
    if corner:
        out.append((0, Piece(line.start + len(text) - len(text.lstrip()), corner)))
    for column, m in enumerate(years, 1):
        end = years[column].start() if column < len(years) else m.end() if len(years) < n else len(text)
        piece = text[m.start() : end].strip()
        if column < len(years) and len(piece.split()) > 3:
            return None
        out.append((column, Piece(line.start + m.start(), piece)))
    if len(years) == n - 1:
        at = text.index(tail, years[-1].end())
        out.append((n, Piece(line.start + at, tail)))
    return out
