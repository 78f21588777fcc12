"""Tables that lost their rules: rows of a name and figures parted by single blanks, or the whole table run into one line.

Read only where each row has as many figures of the same kinds and the head above names that many columns.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from sources.parse.number_pattern import NUMBER
from sources.parse.text_grid import Grid, Line, Piece, Row
from sources.parse.text_heads import Column, columns_of_head

_TOKEN = rf"(?:\(?[+\-−–~]?(?:US\$|[$€£¥₹])?{NUMBER}\s?[%％]?\)?|n/?a|N/?A|[-–—])"
_VALUES = re.compile(rf"(?<!\S){_TOKEN}(?:\s{_TOKEN})*(?!\S)")
_ONE = re.compile(_TOKEN)
_ROW = re.compile(
    rf"\s*(?P<label>(?:#?[0-9]{{1,2}}[.)]?\s)?[^\W\d_][^|\n]{{0,58}}?)\s(?P<values>{_TOKEN}(?:\s{_TOKEN}){{0,13}})\s*"
)
_PROSE = re.compile(r"[.!?;:,。]$|\.\s")
_AMOUNT = re.compile(r"[:：%$€£¥₹]\s?|\b(?:million|billion|Mio|Mrd|USD|EUR)\b")
_RANK = re.compile(r"^#?[0-9]{1,2}[.)]?\s")
_ENDS = frozenset("0123456789%％)")
_MAX_LABEL = 7
_FEWEST, _FEWEST_OF_ONE = 2, 3  # rows of a table; of one with a single column
_MIN_FIELDS, _MIN_FLAT, _MAX_FLAT = 24, 70, 4_000
_FEWEST_RUNS = 3


def flat_at(lines: Sequence[Line], i: int) -> Grid | None:
    """The table whose head is line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    first = i + 1
    if first < len(lines) and not lines[first].text.strip():
        first += 1
    if first + 1 >= len(lines) or lines[first].text[-1:] not in _ENDS or "|" in lines[i].text:
        return None
    opening = _row(lines[first])
    if opening is None or columns_of_head(lines[i].text, ["%" in p.text for p in opening[1:]]) is None:
        return None
    body: list[list[Piece]] = []
    for line in itertools.islice(lines, first, None):
        pieces = _row(line)
        if pieces is None or (body and len(pieces) != len(body[0])):
            break
        body.append(pieces)
    n = len(body[0]) - 1 if body else 0
    if len(body) < (_FEWEST if n > 1 else _FEWEST_OF_ONE):
        return None
    percents = _percents([[p.text for p in row[1:]] for row in body])
    heads = columns_of_head(lines[i].text, percents) if percents else None
    if heads is None or (n == 1 and not heads[0].end):  # a line over a list
        return None
    at = lines[i].start
    cells = tuple((k, Piece(at + c.start, lines[i].text[c.start : c.end])) for k, c in enumerate(heads) if c.end)
    rows = [Row(cells[0][1].start, lines[i].end, cells, tuple(c.text for c in heads))]
    rows += [Row(row[0].start, row[-1].end, tuple(enumerate(row))) for row in body]
    return Grid(tuple(rows), first - i + len(body))


def _row(line: Line) -> list[Piece] | None:
    if line.text[-1:] not in _ENDS:
        return None
    match = _ROW.fullmatch(line.text)
    if match is None or _PROSE.search(match["label"]) or len(match["label"].split()) > _MAX_LABEL:
        return None
    values = [Piece(line.start + m.start(), m.group()) for m in _ONE.finditer(line.text, match.start("values"))]
    if _AMOUNT.search(match["label"]) or (len(values) == 1 and re.search(r"[0-9]", _RANK.sub("", match["label"]))):
        return None
    return [Piece(line.start + match.start("label"), match["label"]), *values]


def _percents(rows: Sequence[Sequence[str]]) -> list[bool] | None:
    """For each column whether it holds percentages; None where a column holds both kinds."""
    out = []
    for column in zip(*rows, strict=True):
        kinds = {"%" in text.replace("％", "%") for text in column if re.search(r"[0-9]", text)}
        if len(kinds) > 1:
            return None
        out.append(kinds == {True})
    return out


def unrolled(line: Line) -> Iterator[Line]:
    """A line that a whole table was run into as one line for its caption, its head and each row; else the line itself.

    Args:
        line: a line of the source.
    """
    starts = (_fields(line) or _rolled(line)) if _MIN_FIELDS <= len(line.text) <= _MAX_FLAT else None
    if starts is None:
        yield line
        return
    for a, b in itertools.pairwise([0, *starts, len(line.text)]):
        piece = line.text[a:b]
        if piece.strip():
            lead = len(piece) - len(piece.lstrip(_BETWEEN))
            body = piece.strip(_BETWEEN)
            yield Line(line.start + a + lead, line.start + a + lead + len(body), body)


_BETWEEN = " \t|•·"
_FIELD = re.compile(r"[^\W\d_][^:：|\n]{2,50}[:：]\s[^|\n]{1,70}")


def _fields(line: Line) -> list[int] | None:
    """Where the fields begin that a line holds beside one another: "Size (2024): USD 9.1 billion | CAGR: 8.2 %"."""
    text = line.text
    if " | " not in text and " • " not in text and " · " not in text:
        return None
    cuts = [m.start() for m in re.finditer(r"\s[|•·]\s", text)]
    pieces = [text[a:b].strip(_BETWEEN) for a, b in itertools.pairwise([0, *cuts, len(text)])]
    are_fields = all(_FIELD.fullmatch(piece) for piece in pieces)
    return cuts if are_fields and sum(any(map(str.isdigit, p)) for p in pieces) * 2 > len(pieces) else None


def _n_digits(text: str) -> int:
    return sum(map(text.count, "0123456789")) if text.isascii() else sum(map(str.isdigit, text))


def _rolled(line: Line) -> list[int] | None:
    """Where head, rows and the rest of the line begin."""
    text = line.text
    if len(text) < _MIN_FLAT or _n_digits(text) * 6 < len(text):
        return None
    runs = [[m.span() for m in _ONE.finditer(text, run.start(), run.end())] for run in _VALUES.finditer(text)]
    runs = [run for run in runs if len(run) > 1]
    if len(runs) < _FEWEST_RUNS:
        return None
    if all(_YEAR.fullmatch(text, *span) for span in runs[0]) and (starts := _under_years(text, runs)):
        return starts
    n = len(runs[-1])
    ranks = [text[slice(*run[n])] for run in runs[:-1] if len(run) == n + 1]
    is_ranked = len(ranks) == len(runs) - 1 and all(b == str(k) for k, b in enumerate(ranks, 2))
    while runs and not is_ranked and len(runs[0]) != n:
        runs = runs[1:]  # years of the caption or the head
    if len(runs) < _FEWEST_RUNS or not (is_ranked or all(len(run) == n for run in runs)):
        return None
    ends = [run[n - 1][1] for run in runs]
    labels = [text[a : run[0][0]].strip() for a, run in zip(ends, runs[1:], strict=False)]
    if any(_PROSE.search(label) or len(label.split()) > _MAX_LABEL + is_ranked for label in labels):
        return None
    percents = _percents([[text[a:b] for a, b in run[:n]] for run in runs])
    opening = _opening(text, runs[0][0][0], percents, is_ranked=is_ranked) if percents else None
    return [*opening, *ends] if opening else None


_YEAR = re.compile(r"(?:19|20)[0-9]{2}\s?")


def _under_years(text: str, runs: Sequence[Sequence[tuple[int, int]]]) -> list[int] | None:
    """Where years, rows and the rest of the line begin: "EUR million 2021 2022 2023 Soap 4.1 4.3 4.4 Oil 7.0 7.2 7.9"."""
    years, *rows = runs
    n = len(years)
    if len(rows) < _FEWEST or any(len(row) != n for row in rows):
        return None
    ends = [row[-1][1] for row in rows]
    labels = [text[a : row[0][0]].strip() for a, row in zip([years[-1][1], *ends], rows, strict=False)]
    if any(not label or _PROSE.search(label) or len(label.split()) > _MAX_LABEL for label in labels):
        return None
    is_one_kind = _percents([[text[a:b] for a, b in row] for row in rows]) is not None
    return [years[0][0], years[-1][1], *ends] if is_one_kind else None


_CORNER = re.compile(
    r"(?<![^\W_])(?:Rank(?:ing)?|Compan(?:y|ies)|Vendors?|Brands?|Suppliers?|Makers?|Manufacturers?|Players?|Regions?|Countr(?:y|ies)|Segments?|Types?|Products?|Categor(?:y|ies)|Markets?|Operators?|Rang|Unternehmen|Hersteller|Marken?"
    r"|Empresas?|Fabricantes?|Marcas?|Puesto|Fabricants?|Marques?|Entreprises?|Pays|País|Land|Region|順位|メーカー|企業|排名|厂商|公司|品牌|地区)(?![^\W_])"
)


def _opening(text: str, value: int, percents: Sequence[bool], *, is_ranked: bool) -> tuple[int, int] | None:
    """Where the head begins and where the first row begins, whose first figure stands at `value`."""
    corners = [m.start() for m in _CORNER.finditer(text, 0, value)]
    stops = [m.end() for m in re.finditer(r"\s", text[:value])]
    if is_ranked:
        stops = [s for s in stops if re.match(r"#?1[.)]?\s", text[s:value])][-1:]
    for start in corners:
        for stop in reversed(stops):
            label = text[stop:value].strip()
            if stop <= start or not label or len(label.split()) > _MAX_LABEL:
                continue
            heads = columns_of_head(text[start:stop].rstrip(), percents)
            if heads and _ends_head(heads, text[start:stop].rstrip()):
                return start, stop
    return None


def _ends_head(heads: Sequence[Column], text: str) -> bool:
    """No word of the head is left over behind its last column."""
    return heads[-1].end >= len(text)
