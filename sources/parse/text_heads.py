"""The names of columns in a head that nothing but single blanks parts: "Brand 2023 2024 Change Share" over four figures.

Words are told apart by what they are: a time, a change, a share, a size or a unit in brackets; other words go with their
neighbour. Which lines are rows is `text_flat`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from sources.grammar.table_words import table_pattern

_TIME = (
    r"(?:FY|CY|[1-4][QH]|[QH][1-4])\s?['’-]?\s?(?:(?:19|20)[0-9]{2}|[0-9]{2})(?![0-9])|(?:19|20)?[0-9]{2}[QH][1-4](?![0-9])"
    r"|(?<![^\W_])(?:last|this|current|previous|prior)\s(?:year|month|quarter)(?![^\W_])"
    r"|(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?(?:19|20)?[0-9]{2}(?![0-9]))?(?:[年년][度도]?)?(?:\s?\(?(?:[EFPA]|est\.?)\)?(?![^\W\d_]))?"
)
_MEASURE = r"CAGR|TCAC|TCCA|QoQ|q/q|YoY|y/y|Δ|[+]/-|±|units?|shipments?|stores?|number|count|price|ASP|members|users|subscribers|growth|台数|件数"
_MAX_HEAD, _MAX_COLUMNS = 150, 14
_WORDY = 3  # other words that may stand within a head


class _Word(NamedTuple):
    kind: str  # "time", "change", "share", "size", "unit" or "other"
    start: int
    end: int


class Column(NamedTuple):
    """One name of a head, with its offsets in the line; `text` may say more than stands there."""

    start: int
    end: int
    text: str


def columns_of_head(text: str, percents: Sequence[bool]) -> list[Column] | None:
    """The head's names for its figures, one for each of `percents`, after a corner (an empty one where it has none).

    Args:
        text: the line that may be a head.
        percents: for each column of figures, whether it holds percentages.

    Returns:
        The corner and the columns, or None where the words can't be told apart so that they fit.
    """
    if len(text) > _MAX_HEAD or not 1 <= len(percents) <= _MAX_COLUMNS:
        return None
    words = list(_words(text))
    first = next((k for k, word in enumerate(words) if word.kind not in ("other", "unit")), None)
    if first is None or sum(w.kind == "other" for w in words[first:]) > _WORDY:
        return None
    corner = (
        Column(words[0].start, words[first - 1].end, text[words[0].start : words[first - 1].end]) if first else None
    )
    for joins in ("time", "", "group", "measure"):
        spans = list(_joined(words[first:], joins if joins != "group" else ""))
        if joins == "group":
            if grouped := _grouped(text, corner, spans, percents):
                return grouped
            continue
        if len(spans) == len(percents) and _fits(text, spans, percents):
            return [corner or Column(0, 0, ""), *(Column(a, b, text[a:b]) for a, b in spans)]
    return None


def _words(text: str) -> Iterator[_Word]:
    if _CJK.search(text):
        for match in re.finditer(r"\S+", text):
            yield _Word(_cjk_kind(match.group()), match.start(), match.end())
        return
    for match in _tokens().finditer(text):
        kind = next(name for name, value in match.groupdict().items() if value is not None)
        yield _Word(kind, match.start(), match.end())


_CJK = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")


def _cjk_kind(word: str) -> str:
    """What a word is in a script that parts columns with blanks and words with nothing."""
    if re.fullmatch(_TIME, word, re.IGNORECASE):
        return "time"
    if re.fullmatch(r"[(（].*[)）]", word):
        return "unit"
    lists = {"change": ("changes",), "share": ("shares",), "size": ("sizes", "sold")}
    kinds = (kind for kind, names in lists.items() if any(table_pattern(name).search(word) for name in names))
    return next(kinds, "change" if re.search(r"CAGR|YoY|QoQ", word) else "other")


@cache
def _tokens() -> re.Pattern[str]:
    def of(*names: str) -> str:
        return "|".join(table_pattern(name).pattern for name in names)

    return re.compile(
        rf"(?P<unit>[(\[（][^()\[\]（）]{{1,40}}[)\]）]|%(?!\s(?:change|chg|growth)))|(?P<time>(?<![A-Za-z0-9]){_TIME})|(?P<share>{of('shares')})|(?P<change>(?:%\s)?{of('changes')}|(?<![A-Za-z])(?:CAGR|TCAC|TCCA|QoQ|YoY)(?![A-Za-z]))"
        rf"|(?P<size>{of('sizes', 'sold')}|(?<![^\W_])(?:{_MEASURE})(?![^\W_]))|(?P<other>[^\s()（）]+)",
        re.IGNORECASE,
    )


def _joined(words: Sequence[_Word], joins: str) -> Iterator[tuple[int, int]]:
    """Spans of columns. `joins` says what a new measure or time is joined to: a time before it, a measure, or nothing."""
    kinds: set[str] = set()
    start = end = -1
    pending = -1
    for word in words:
        if word.kind == "unit":
            end = word.end if start >= 0 else end
            continue
        if word.kind == "other":
            pending = word.start if pending < 0 else pending
            continue
        is_time = word.kind == "time"
        measures = kinds - {"time"}
        if is_time:
            goes_on = joins == "measure" and bool(measures) and "time" not in kinds
        elif measures:
            goes_on = word.kind in measures and pending < 0
        else:
            goes_on = joins == "time" and "time" in kinds
        if start >= 0 and not goes_on:
            yield start, end
            start, kinds = -1, set()
        if start < 0:
            start = pending if pending >= 0 else word.start
        kinds.add(word.kind)
        end, pending = word.end, -1
    if start >= 0:
        yield start, end


def _fits(text: str, spans: Sequence[tuple[int, int]], percents: Sequence[bool]) -> bool:
    """A column of shares is no column of plain figures unless its name has the percent sign."""
    for (a, b), percent in zip(spans, percents, strict=True):
        name = text[a:b]
        if percent and table_pattern("sizes").fullmatch(name.strip()):
            return False
        if not percent and table_pattern("shares").fullmatch(name.strip()) and any(percents):
            return False
    return True


def _grouped(
    text: str, corner: Column | None, spans: list[tuple[int, int]], percents: Sequence[bool]
) -> list[Column] | None:
    """ "Revenue Market share 4Q24 3Q24 QoQ 4Q24 3Q24": the names of two groups, then a time for each of their columns."""
    n = len(spans) - len(percents)
    names = [text[a:b] for a, b in spans[: max(n, 0)]]
    if n != 2 or any(re.search(r"[0-9]", name) for name in names):
        return None
    share = next((name for name in names if table_pattern("shares").search(name)), None)
    other = next((name for name in names if name is not share), None)
    if share is None or other is None:
        return None
    columns = [corner or Column(0, 0, "")]
    for (a, b), percent in zip(spans[n:], percents, strict=True):
        is_time = bool(re.fullmatch(_TIME, text[a:b], re.IGNORECASE))
        columns.append(Column(a, b, f"{share if percent else other} {text[a:b]}" if is_time else text[a:b]))
    return columns
