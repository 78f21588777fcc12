"""The names of columns in a head that nothing but single blanks part: "Brand 2023 2024 Change Share" over four figures.

Each word says what it is: a time, a change, a share, a size, a unit in brackets. Of all ways to part the words the one is taken in
which each name says one thing, and what its column holds.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from sources.grammar.table_words import table_pattern
from sources.parse.cell_kinds import is_time, plain

_TIME = (
    r"(?:FY|CY|[1-4][QH]|[QH][1-4])\s?['’-]?\s?(?:(?:19|20)[0-9]{2}|[0-9]{2})(?![0-9])|(?:19|20)?[0-9]{2}[QH][1-4](?![0-9])"
    r"|(?<![^\W_])(?:last|this|current|previous|prior)\s(?:year|month|quarter)(?![^\W_])"
    r"|(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?(?:19|20)?[0-9]{2}(?![0-9]))?(?:[年년][度도]?)?(?:\s?\(?(?:[EFPA]|est\.?)\)?(?![^\W\d_]))?"
)
_MEASURE = r"CAGR|TCAC|TCCA|QoQ|q/q|YoY|y/y|Δ|[+]/-|±|units?|shipments?|stores?|number|count|price|ASP|members|users|subscribers|growth|台数|件数"
_SIGNS = re.compile(
    r"[%％‰$€£¥₹()（）]|\b(?:CAGR|TCAC|TCCA)\b|\b(?:19|20)[0-9]{2}\b|\b[1-4][HQ]\s?['’]?[0-9]{2}|\b[HQ][1-4]\b"
)
_MAX_HEAD, _MAX_COLUMNS, _MAX_WORDS = 170, 14, 6
_FIT, _MISS, _EXTRA, _BARE, _CORNER, _PER_WORD, _IN_CORNER = (
    2.0,
    -3.0,
    -2.0,
    -1.0,
    0.5,
    -0.25,
    -0.1,
)  # of a name, by what it says


class Name(NamedTuple):
    """One name of a head, with its offsets in the line."""

    start: int
    end: int
    text: str


class _Word(NamedTuple):
    kind: str  # "time", "change", "share", "size", "unit" or "other"
    start: int
    end: int


def names_measure(text: str) -> bool:
    """The head stands over figures: it has a unit, a year or a word for a size, a share or a change."""
    return bool(_SIGNS.search(text)) or is_time(text) or any(
        table_pattern(name).search(text) for name in ("sizes", "sold", "shares", "changes")
    )  # fmt: skip


def names_of(text: str, percents: Sequence[bool], *, has_corner: bool = True) -> tuple[list[Name], float] | None:
    """The corner (an empty name where the head has none) and a name for each of `percents`, with how well they fit.

    Args:
        text: the line that may be a head.
        percents: for each column of figures, whether it holds percentages.
        has_corner: words may stand before the names, and count as none of them.

    Returns:
        None where the line has not as many names that say what columns hold.
    """
    if len(text) > _MAX_HEAD or not 1 <= len(percents) <= _MAX_COLUMNS:
        return None
    words = _words(text)
    n, n_columns = len(words), len(percents)
    if n < n_columns:
        return None
    # best[k][j]: the best way to give the first k columns the words up to j; where column k begins
    best: list[dict[int, tuple[float, int]]] = [{j: (_corner(words[:j]), 0) for j in range(n if has_corner else 1)}]
    for k, percent in enumerate(percents):
        step: dict[int, tuple[float, int]] = {}
        for i, (gained, _) in best[k].items():
            for j in range(i + 1, min(i + _MAX_WORDS, n) + 1):
                found = gained + _fit(text, words[i:j], percent=percent, goes_on=j < n and words[j].kind == "unit")
                if found > step.get(j, (float("-inf"), 0))[0]:
                    step[j] = found, i
        best.append(step)
    if n not in best[-1]:
        return None
    total, cuts = best[-1][n][0], [n]
    for k in range(n_columns, 0, -1):
        cuts.append(best[k][cuts[-1]][1])
    cuts.reverse()
    spans = [(words[a].start, words[b - 1].end) for a, b in itertools.pairwise(cuts)]
    corner = (
        Name(words[0].start, words[cuts[0] - 1].end, text[words[0].start : words[cuts[0] - 1].end])
        if cuts[0]
        else Name(0, 0, "")
    )
    names = [Name(a, b, text[a:b]) for a, b in spans]
    return _grouped(text, words[: cuts[0]], corner, names), total / n_columns


def _grouped(text: str, words: Sequence[_Word], corner: Name, names: Sequence[Name]) -> list[Name]:
    """The corner and the names, those that repeat each under its group: "Company Revenue Market share 4Q24 3Q24 4Q24 3Q24".

    The corner ends with as many measures as there are groups; a group begins where the first time stands again.
    """
    starts = [k for k, name in enumerate(names) if is_time(name.text) and name.text == names[0].text]
    groups = list(itertools.takewhile(lambda word: word.kind in ("size", "share", "change"), reversed(words)))[::-1]
    if len(starts) < 2 or len(groups) != len(starts):
        return [corner, *names]
    end = max((word.end for word in words[: -len(groups)]), default=corner.start)
    out = [Name(corner.start, end, text[corner.start : end])]
    for k, name in enumerate(names):
        group = groups[bisect_right(starts, k) - 1]
        out.append(name._replace(text=f"{text[group.start : group.end]} {name.text}"))
    return out


def _corner(words: Sequence[_Word]) -> float:
    """How well words stand before all names: a time among them names a column."""
    n_times = sum(word.kind == "time" for word in words)
    return _CORNER * bool(words) + _IN_CORNER * len(words) + _BARE / 2 * n_times


def _fit(text: str, words: Sequence[_Word], *, percent: bool, goes_on: bool) -> float:
    """How well words name one column of figures."""
    kinds = [word.kind for word in words]
    n_times = kinds.count("time")
    measures = {kind for kind in kinds if kind in ("change", "share", "size")}
    n_units = kinds.count("unit")
    name = text[words[0].start : words[-1].end]
    is_rate = "%" in plain(name) or bool(measures & {"change", "share"})
    found = _FIT if n_times or measures or n_units else _BARE
    found += _EXTRA * (max(0, n_times - 1) + max(0, len(measures) - 1) + max(0, n_units - 1))
    found += _MISS * (goes_on or kinds[0] == "unit" or ("unit" in kinds[:-1] and not n_times))
    if percent and not is_rate and measures == {"size"}:
        found += _MISS
    if not percent and (measures == {"share"} or "%" in plain(name)):
        found += _EXTRA / 2
    return found + _PER_WORD * (len(words) - 1) + (_FIT / 4 if percent == is_rate else 0)


def _words(text: str) -> list[_Word]:
    out = []
    for match in _tokens().finditer(text):
        kind = next(name for name, value in match.groupdict().items() if value is not None)
        out.append(_Word(kind, match.start(), match.end()))
    return out


@cache
def _tokens() -> re.Pattern[str]:
    def of(*names: str) -> str:
        return "|".join(table_pattern(name).pattern for name in names)

    return re.compile(
        rf"(?P<unit>[(\[（][^()\[\]（）]{{1,40}}[)\]）]|[%％](?!\s(?:change|chg|growth)))|(?P<time>(?<![A-Za-z0-9]){_TIME})|(?P<share>{of('shares')})|(?P<change>(?:%\s)?{of('changes')}|(?<![A-Za-z])(?:CAGR|TCAC|TCCA|QoQ|YoY)(?![A-Za-z]))"
        rf"|(?P<size>{of('sizes', 'sold')}|(?<![^\W_])(?:{_MEASURE})(?![^\W_]))|(?P<other>[^\s()（）%％]+)",
        re.IGNORECASE,
    )
