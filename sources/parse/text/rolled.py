"""Lines that a whole table, or a list of fields, was run into: told apart into a line for its caption, its head and each row."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sources.parse.cell_kinds import is_time, kind_of, plain
from sources.parse.text.cells import Line, may_be_row
from sources.parse.text.heads import names_of
from sources.parse.text.words import ONE, TOKEN

_VALUES = re.compile(rf"(?<!\S){TOKEN}(?:\s{TOKEN})*(?!\S)")
_PROSE = re.compile(r"[.!?;:,。]$|\.\s")
_RANK = re.compile(r"#?([0-9]{1,2})[.)]?")
_FIELD = re.compile(r"[^\W\d_][^:：|\n]{2,50}[:：]\s[^|\n]{1,70}")
_BETWEEN = " \t|•·"
_MIN_FIELDS, _MIN_TABLE, _MAX_LINE = 24, 70, 4_000
_LEAST_DIGITS = 6  # characters for each digit at most, in a table
_MIN_ROWS, _MAX_LABEL = 2, 7
_MAX_HEAD = 24  # words before the first figure that may be its head
_MIN_FIT = 1.0  # of the names of the head


def unrolled(line: Line) -> Iterator[Line]:
    """A line that a whole table was run into as one line for its caption, its head and each row; else the line itself.

    Args:
        line: a line of the source.
    """
    starts = (_fields(line.text) or _rows(plain(line.text))) if _MIN_FIELDS <= len(line.text) <= _MAX_LINE else None
    if starts is None:
        yield line
        return
    for a, b in itertools.pairwise([0, *starts, len(line.text)]):
        piece = line.text[a:b]
        if piece.strip():
            lead = len(piece) - len(piece.lstrip(_BETWEEN))
            body = piece.strip(_BETWEEN)
            yield Line(line.start + a + lead, line.start + a + lead + len(body), body)


def _fields(text: str) -> list[int] | None:
    """Where the fields begin that a line holds beside one another: "Size (2024): USD 9.1 billion | CAGR: 8.2 %"."""
    if " | " not in text and " • " not in text and " · " not in text:
        return None
    cuts = [m.start() for m in re.finditer(r"\s[|•·]\s", text)]
    pieces = [text[a:b].strip(_BETWEEN) for a, b in itertools.pairwise([0, *cuts, len(text)])]
    are_fields = all(_FIELD.fullmatch(piece) for piece in pieces)
    return cuts if are_fields and sum(any(map(str.isdigit, p)) for p in pieces) * 2 > len(pieces) else None


def _rows(text: str) -> list[int] | None:
    """Where the head, the rows and the rest of the line begin."""
    if (
        len(text) < _MIN_TABLE
        or "|" in text
        or may_be_row(text)
        or sum(map(text.count, "0123456789")) * _LEAST_DIGITS < len(text)
    ):
        return None
    runs = [[m.span() for m in ONE.finditer(text, run.start(), run.end())] for run in _VALUES.finditer(text)]
    runs = [run for run in runs if len(run) > 1]
    if len(runs) <= _MIN_ROWS:
        return None
    years = runs[0] if all(is_time(text[a:b]) for a, b in runs[0]) else None
    body = runs[1:] if years else runs
    n = len(years) if years else len(body[-1])
    if len(body) < _MIN_ROWS or not all(
        len(run) == n or (len(run) == n + 1 and _is_rank(text, run[n], k)) for k, run in enumerate(body, 2)
    ):
        return _with_years_above(text, runs)
    return _opened(text, body, n, years)


def _opened(
    text: str, body: Sequence[Sequence[tuple[int, int]]], n: int, years: Sequence[tuple[int, int]] | None
) -> list[int] | None:
    """Where head and rows begin: each run of `body` has the `n` figures of a row, and perhaps the rank of the next."""
    ends = [run[n - 1][1] for run in body]
    labels = [text[a : run[0][0]].strip() for a, run in zip(ends, body[1:], strict=False)]
    if not all(map(_is_name, labels)) or _differ([[text[a:b] for a, b in run[:n]] for run in body]):
        return None
    if years:
        return [years[0][0], years[-1][1], *ends] if _is_name(text[years[-1][1] : body[0][0][0]].strip()) else None
    percents = [
        "percent" in map(kind_of, column) for column in zip(*([text[a:b] for a, b in r[:n]] for r in body), strict=True)
    ]
    opening = _opening(text, body[0][0][0], percents, is_ranked=any(len(run) > n for run in body))
    return [*opening, *ends] if opening else None


def _with_years_above(text: str, runs: Sequence[Sequence[tuple[int, int]]]) -> list[int] | None:
    """Years of the caption or the head are no row: the runs behind them may be."""
    n = Counter(map(len, runs)).most_common(1)[0][0]
    first = next(k for k, run in enumerate(runs) if len(run) == n)
    body = runs[first:]
    if not first or len(body) <= _MIN_ROWS:
        return None
    if all(len(run) == n for run in body) and (starts := _opened(text, body, n, None)):
        return starts  # the years are names of columns
    before = runs[first - 1][-1][1]
    starts = _rows(text[before:])
    return [before + at for at in starts] if starts else None


def _is_rank(text: str, span: tuple[int, int], k: int) -> bool:
    """The last figure of a run is the rank of the next row."""
    match = _RANK.fullmatch(text[slice(*span)])
    return match is not None and int(match[1]) == k


def _is_name(label: str) -> bool:
    return bool(label) and not _PROSE.search(label) and len(label.split()) <= _MAX_LABEL + 1


def _differ(rows: Sequence[Sequence[str]]) -> bool:
    """A column holds percentages and other figures."""
    kinds = [{kind_of(text) == "percent" for text in column if kind_of(text)} for column in zip(*rows, strict=True)]
    return any(len(found) > 1 for found in kinds)


def _opening(text: str, value: int, percents: Sequence[bool], *, is_ranked: bool) -> tuple[int, int] | None:
    """Where the head begins and where the first row begins, whose first figure stands at `value`: where names fit the columns best."""
    words = [m.span() for m in re.finditer(r"\S+", text[:value])][-_MAX_HEAD:]
    ends = [k for k in range(1, len(words)) if not is_ranked or re.fullmatch(r"#?1[.)]?", text[slice(*words[k])])]
    found: list[tuple[float, int, int]] = []
    for end in ends[-1:] if is_ranked else ends[-_MAX_LABEL:]:
        for start in range(end):
            a, stop = words[start][0], words[end][0]
            names = names_of(text[a : words[end - 1][1]], percents)
            if names and names[0][0].end and names[1] >= _MIN_FIT and _is_name(text[stop:value].strip()):
                opens = start == 0 or text[words[start - 1][1] - 1] in ")）:：.]"
                may_open = opens or not text[words[start - 1][0]].islower()
                found.append((names[1] + opens / 2 + may_open / 2 - (not text[stop].isupper()), a, stop))
    return max(found)[1:] if found else None
