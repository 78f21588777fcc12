"""Proposes tables that single blanks part: a name and as many figures on each line, under a head that names them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from sources.parse.cell_kinds import is_head, is_time, kind_of, plain
from sources.parse.number_pattern import NUMBER_BEFORE_ANOTHER
from sources.parse.text.cells import Line, Piece
from sources.parse.text.grid import Grid, Row
from sources.parse.text.heads import names_of
from sources.parse.text.score import Proposal
from sources.parse.unit_lines import is_unit_line

TOKEN = (
    rf"(?:\(?[+\-−–~<>≈]{{0,2}}(?:US\$|[$€£¥₹])?{NUMBER_BEFORE_ANOTHER}(?:\s?[%％]|[mMbB]n?(?![^\W\d_]))?\)?"
    r"|[Xx]{2,3}(?:\.[Xx]{1,2})?%?|n/?a|N/?A|n\.a\.|[-–—])"
)
VALUES = re.compile(rf"{TOKEN}(?:(?:\s+|(?<=[%％])|(?<=,[0-9]{{3}})){TOKEN})*+\s*[*†]?$")
ONE = re.compile(TOKEN)
_FIRST = re.compile(r"(?<![0-9.,])[(+\-−–~<>≈$€£¥₹]{0,3}[0-9]|(?<!\S)(?:[Xx]{2}|n/?a|N/?A|n\.a\.|[-–—](?=\s))")
_LABEL = re.compile(r"(?:#?[0-9]{1,2}[.)]?\s)?[^\W\d_][^|\n]{0,69}")
_PROSE = re.compile(r"[.!?;:,。]$|\.\s")
_AMOUNT = re.compile(r"[:：%$€£¥₹]\s?|\b(?:million|billion|Mio|Mrd|USD|EUR)\b")
_BRACKETS = re.compile(r"\([^()]*\)")
_ENDS = frozenset("0123456789%％)*†Xxa–-—")
_TIMES = re.compile(
    r"\s*(?:[^\W\d_]{0,12}\s)?(?:(?:FY|CY|[1-4][QH]|[QH][1-4])?\s?(?:19|20)[0-9]{2}[A-Za-z年년]?\s*){2,14}"
)
_YEAR = re.compile(r"(?:FY\s?|CY\s?|[1-4][QH]\s?|[QH][1-4]\s)?(?:19|20)[0-9]{2}(?:[年년][度도]?|[EFPAe])?")
_MAX_LINE, _MAX_WORDS = 170, 8
_STARTS = 4  # numbers within a label: "CO2", "top 10", years
_SAMPLE = 12
_NEAR = 3  # lines above in which a unit line stands
_MIN_FIT = 0.5  # of the names of a head


def words_at(lines: Sequence[Line], i: int) -> Iterator[Proposal]:
    """The tables that may begin at line i, with their head or, under a line that gives their unit, with their first row.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    first = i + 1 if i + 1 < len(lines) and lines[i + 1].text.strip() else i + 2
    if "|" in lines[i].text or "\t" in lines[i].text or len(lines[i].text) > _MAX_LINE:
        return
    if first < len(lines):
        if record := _record(lines[i], lines[first]):
            yield Proposal(Grid(record, first - i + 1), "tabs")
        if body := _rows(lines, first, _SAMPLE):
            if names := _names(lines[i], _percents(body)):
                yield _proposal(lines, i, names, first, body)
    if (body := _rows(lines, i, _SAMPLE)) and len(body) > 2:
        around = [*lines[max(0, i - _NEAR) : i], *lines[i + len(body) : i + len(body) + 1]]
        if any(is_unit_line(line.text) for line in around if line.text.strip()):
            yield _proposal(lines, i, None, i, body)


def _proposal(lines: Sequence[Line], i: int, names: Row | None, first: int, body: Sequence[Row]) -> Proposal:
    heads = (names,) if names else ()

    def whole() -> Grid:
        rows = _rows(lines, first, len(lines))
        return Grid((*heads, *rows), first - i + len(rows))

    return Proposal(Grid((*heads, *body), first - i + len(body)), "blanks", whole)


def row_of(line: Line) -> list[Piece] | None:
    """A name and the figures behind it."""
    text = plain(line.text)
    if text[-1:] not in _ENDS or len(text) > _MAX_LINE or "|" in text or "\t" in text:
        return None
    indent = len(text) - len(text.lstrip())
    for start in itertools.islice(_FIRST.finditer(text, indent + 1), _STARTS):
        at = start.start()
        if not VALUES.match(text, at):
            continue
        label = text[indent:at].strip()
        if (
            not _LABEL.fullmatch(label)
            or _PROSE.search(label)
            or _AMOUNT.search(_BRACKETS.sub("", label))
            or len(label.split()) > _MAX_WORDS
        ):
            return None
        values = [Piece(line.start + m.start(), line.text[m.start() : m.end()]) for m in ONE.finditer(text, at)]
        return [Piece(line.start + indent, line.text[indent : indent + len(label)]), *values]
    return None


def _rows(lines: Sequence[Line], first: int, limit: int) -> list[Row]:
    """Lines from one on that have a name and as many figures each."""
    rows: list[Row] = []
    for line in lines[first : first + limit]:
        pieces = row_of(line)
        if pieces is None or (rows and len(pieces) != len(rows[0].cells)):
            break
        rows.append(Row(pieces[0].start, line.end, tuple(enumerate(pieces))))
    return rows


def _percents(rows: Sequence[Row]) -> list[bool]:
    """For each column of figures whether it holds percentages."""
    columns = zip(*([piece.text for _, piece in row.cells[1:]] for row in rows), strict=True)
    return ["percent" in map(kind_of, column) for column in columns]


def _names(line: Line, percents: Sequence[bool]) -> Row | None:
    """The line as a head over figures: the names that its words give, or years grown together."""
    text = plain(line.text).removesuffix(":")
    years = list(_YEAR.finditer(text))
    if len(years) == len(percents) > 1 and years[-1].end() == len(text) and is_head(text[: years[0].start()].strip()):
        corner = text[: years[0].start()].strip()
        pieces = [(c, Piece(line.start + m.start(), m.group())) for c, m in enumerate(years, 1)]
        covers = (corner, *(m.group().strip() for m in years))
        if corner:
            pieces = [(0, Piece(line.start + text.index(corner), corner)), *pieces]
        return Row(pieces[0][1].start, line.end, tuple(pieces), covers)
    found = None if _PROSE.search(text) or row_of(line) else names_of(text, percents)
    if found is None or found[1] < _MIN_FIT:
        return None
    names = found[0]
    if len(percents) == 1 and (not names[0].end or line.text.endswith(":")):  # a line over a list
        return None
    cells = tuple((c, Piece(line.start + n.start, line.text[n.start : n.end])) for c, n in enumerate(names) if n.end)
    return Row(cells[0][1].start, line.end, cells, tuple(n.text for n in names))


def _record(head: Line, values: Line) -> tuple[Row, Row] | None:
    """Years on one line and as many figures on the next, with no name before either."""
    if not _TIMES.fullmatch(head.text):
        return None
    years = [Piece(head.start + m.start(), m.group()) for m in re.finditer(r"\S+", head.text)]
    found = [Piece(values.start + m.start(), m.group()) for m in re.finditer(r"\S+", values.text)]
    if (
        len(years) != len(found)
        or not all(is_time(y.text) for y in years)
        or not all(kind_of(v.text) not in ("time", "words") for v in found)
    ):
        return None
    return (
        Row(years[0].start, head.end, tuple(enumerate(years, 1)), ("", *(year.text for year in years))),
        Row(found[0].start, values.end, tuple(enumerate(found, 1))),
    )
