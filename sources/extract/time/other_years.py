"""Years of another figure in the sentence: a value that growth led to, or a value for comparison."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from sources.extract.scan.figure import Figure
from sources.extract.scan.years import YearMark
from sources.extract.time.in_sentence import InSentence
from sources.extract.time.timing import CAME_TO, Timing, Window, compared_with, point_in_time
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import lists_of_languages, words_of_languages
from sources.grammar.phrase_patterns import alternation

_ANY = words_of_languages("time")
_LISTS = lists_of_languages("time")

TO_VALUE = re.compile(
    rf"(?:\s[^\s,;:()0-9.]{{1,14}}){{0,4}}?(?:{CAME_TO.pattern})(?:[^\s,;:()0-9.]{{1,10}}\s){{0,2}}", re.IGNORECASE
)
# "USD 3 bn, after USD 2.8 bn in 2023": between a value and the one that it is set against.
_AFTER = (
    "after, against, versus, vs, vs., compared with, compared to, up from, down from, from, nach, gegenüber, gegen, verglichen mit, im Vergleich zu, statt, "
    "contre, après, au lieu de, frente a, frente a los, frente al, contra, tras, respecto a, en comparación con, ante, após, em comparação com, "
    "contro, contro i, dopo, rispetto ai, a fronte di"
).split(", ")
_NEAR, _FAR = 0.75, 1.35  # what a year makes of a value
_SINCE = re.compile(rf"\b{_ANY['since_words']}\s(?:\w+\s)?$", re.IGNORECASE)
_REACH = 40


def landed_year(at: InSentence) -> Timing | None:
    """ "up 6 % to USD 3 bn in 2024": growth has the year of the value it led to, where that is behind it."""
    text, q, _, _, _, others, _ = at
    landed = next((o for o in others if o.start >= q.end), None)
    if landed is None or landed.kind == "percent" or not TO_VALUE.fullmatch(text, q.end, landed.hedge_start):
        return None
    point = point_in_time(at._replace(q=landed))
    return Timing(point.year, inferred=True, basis=f"year of the value it led to: {point.year}") if point.year else None


def year_behind_compared(
    text: str,
    q: Figure,
    start: int,
    marks: Sequence[YearMark],
    others: Sequence[Figure],
    window: Window,
    grammar: Grammar,
) -> Timing | None:
    """The year after the only one of a sentence, where that is what the value is compared with.

    Either another value is beside that year ("USD 3 bn, after USD 2.8 bn in 2023"), or the year alone does ("rose 4 % on 2023 to USD 3 bn").
    """
    points = [m for m in marks if m.first and m.kind != "date"]
    if len(points) != 1 or points[0].kind != "point" or not _is_next_year(points[0].first, window):
        return None
    mark = points[0]
    if mark.start >= q.end:
        against = next((o for o in others if o.start >= q.end), None)
        if against is None or against.end > mark.start or against.kind != q.kind or mark.start - against.end > _REACH:
            return None
        if not _is_near(against, q) or not _set_against().search(text[q.end : against.hedge_start]):
            return None
    elif from_value := _opened_value(text, q, mark, others):
        return (
            Timing(mark.first + 1, inferred=True, basis=f"the year after {mark.first}")
            if _is_near(from_value, q)
            else None
        )
    elif not compared_with(grammar).search(text, max(start, mark.start - 28), mark.start) or _SINCE.search(
        text, max(start, mark.start - 28), mark.start
    ):
        return None
    year = mark.first + 1
    return Timing(year, inferred=True, basis=f"the year after {mark.first}, which it is compared with")


def ends_a_rate(
    text: str, q: Figure, year: int | None, marks: Sequence[YearMark], others: Sequence[Figure], grammar: Grammar
) -> bool:
    """ "growing 12 % a year until 2029, while gas still holds 46 %": the year ends the rate's period and dates no share of today."""
    mark = next((m for m in reversed(marks) if m.end <= q.start and m.first == year), None)
    if mark is None or mark.kind != "point" or not turn(grammar).search(text, mark.end, q.hedge_start):
        return False
    rate = next((o for o in reversed(others) if o.end <= mark.start), None)
    return (
        rate is not None
        and rate.kind == "percent"
        and mark.start - rate.end <= _REACH
        and bool(_until(grammar).search(text, rate.end, mark.start))
    )


@cache
def _until(g: Grammar) -> re.Pattern[str]:
    return re.compile(
        rf"\s{g.source('periods.through', also=_LISTS['until_words'])}\s(?:[^\W\d_]{{1,5}}\s){{0,2}}$",
        re.IGNORECASE,
    )


@cache
def turn(g: Grammar) -> re.Pattern[str]:
    """Words with which another statement begins: "while", "aunque"."""
    return re.compile(rf"\s{g.source('contrast_words', also=_LISTS['turn_words'])}\s", re.IGNORECASE)


@cache
def than_year(g: Grammar) -> re.Pattern[str]:
    """Words between growth and the year that it is measured against: "more than in", "über", "par rapport à"."""
    compares = alternation(
        [*_LISTS["year_compares"], *(w for w in g.phrases("year_compares") if w not in g.phrases("year_openers"))]
    )
    return re.compile(rf"\s(?:[^\W\d_]+\s){{0,2}}?{compares}\s(?:[^\W\d_]{{1,4}}\s)?", re.IGNORECASE)


def _opened_value(text: str, q: Figure, mark: YearMark, others: Sequence[Figure]) -> Figure | None:
    """ "from USD 3.1 bn in 2023 to USD 3 bn": the value beside the year, that growth opens with and ends in this one."""
    opened = next((o for o in reversed(others) if o.end <= mark.start), None)
    if opened is None or opened.kind != q.kind or mark.start - opened.end > _BESIDE:
        return None
    is_opened = _OPENER.search(text, max(0, opened.hedge_start - 16), opened.hedge_start)
    return opened if is_opened and CAME_TO.fullmatch(text, mark.end, q.hedge_start) else None


_BESIDE = 16
_OPENER = re.compile(rf"\b{_ANY['range_openers']}\s(?:\w{{1,9}}\s){{0,2}}$", re.IGNORECASE)


def _is_near(a: Figure, b: Figure) -> bool:
    return _NEAR * float(b.value) <= float(a.value) <= _FAR * float(b.value)


def _is_next_year(first: int, window: Window) -> bool:
    """A page of 2025 compares 2024 with 2023, and itself with 2024; what it compares with 2015 has another year."""
    return window.dated is None or 0 <= window.dated - first <= 2


@cache
def _set_against() -> re.Pattern[str]:
    return re.compile(rf"[^.;]{{0,40}}{alternation(_AFTER)}\s[^.;0-9]{{0,16}}$", re.IGNORECASE)
