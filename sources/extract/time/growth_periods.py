"""The period of a growth rate, from the words beside it. Single years are read in `timing`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.extract.scan.figure import Figure
from sources.extract.scan.years import YearMark
from sources.extract.time.in_sentence import InSentence
from sources.extract.time.timing import NUMBER_NAMES, Timing, Window
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_WORDS = pattern_words("time")
_ANY = words_of_languages("time")

_OTHER_TIME = re.compile(rf"\b{_WORDS['comparison_words']}\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
# "2026年の33億ドルからCAGR": the value that the rate starts from.
_FROM_VALUE = re.compile(r"((?:19|20)[0-9]{2})年度?の[^。、年]{2,24}から[^。、0-9]{0,12}$")


def growth_period(at: InSentence, window: Window) -> Timing:
    """The period a growth rate runs over: stated beside it, else the document's window or the sentence's endpoints."""
    text, q, start, end, marks, others, grammar = at
    rivals = [o for o in others if o is not q and o.kind == "percent"]
    spans = [m for m in marks if m.kind == "span"]
    reach_right = min([o.start for o in rivals if o.start >= q.end], default=end)
    reach_left = max([o.end for o in rivals if o.end <= q.start], default=start)
    if near := _span_beside(text, q, spans, reach_left, reach_right):
        return Timing(period_start=near.first, period_end=near.last)
    if stated := _from_to(text, q, reach_right, marks) or over_years(text, q, start, end, marks):
        return stated
    if through := _through(text, q, reach_right, marks, grammar):
        return _ending_in(through, marks, others, window)
    if spans:
        return _inferred(spans[-1].first, spans[-1].last, "period of the same sentence")
    ends = _endpoints(marks, others)
    opened = _FROM_VALUE.search(text[start : q.hedge_start]) if ends and grammar.is_cjk else None
    if ends and opened and int(opened[1]) < ends[1]:
        return _inferred(int(opened[1]), ends[1], "endpoints in the same sentence")
    if grammar.pattern("periods.forecast_period").search(text, start, end) and window.start and window.end:
        return _inferred(window.start, window.end, "the document's forecast window")
    if ends and (second := _second_of_three(marks, others)):
        ends = (second, ends[1])
    return _from_ends_and_window(ends, window)


def _span_beside(text: str, q: Figure, spans: Sequence[YearMark], reach_left: int, reach_right: int) -> YearMark | None:
    """The nearer of the spans on both sides, no other rate between."""
    right = next((m for m in spans if q.end <= m.start < reach_right), None)
    if right and _OTHER_TIME.search(text[q.end : right.start]):  # "faster than in the 2019-2024 period"
        right = None
    left = next((m for m in reversed(spans) if reach_left <= m.start < q.start), None)
    if right and left and ";" in text[q.end : right.start] and ";" not in text[left.end : q.start]:
        return left
    return right if right and (not left or right.start - q.end <= q.start - left.end) else left


def _ending_in(through: int, marks: Sequence[YearMark], others: Sequence[Figure], window: Window) -> Timing:
    """The period to a stated end, from where the document's window or the sentence's values begin."""
    first = window.start if window.start and window.end == through and window.start < through else None
    ends = _endpoints(marks, others)
    money = sum(o.kind == "money" for o in others)
    if first is None and ends and ends[1] == through and ends[0] < through and money >= 2:
        first = _second_of_three(marks, others) or ends[0]
    return _inferred(first, through, f"end stated; start {'from the forecast window' if first else 'unstated'}")


def _from_ends_and_window(ends: tuple[int, int] | None, window: Window) -> Timing:
    """The period that the sentence's endpoints and the document's own years make together; empty without both."""
    if ends and ends[0] < ends[1]:
        return _inferred(ends[0], ends[1], "endpoints in the same sentence")
    if window.start and window.end:
        return _inferred(window.start, window.end, "the document's forecast window")
    if ends and window.end and ends[1] < window.end:
        return _inferred(ends[0], window.end, "year of the same sentence to the end of the horizon")
    if ends and window.base_year and window.base_year < ends[1]:
        return _inferred(window.base_year, ends[1], "base year of the document; end in the same sentence")
    present = max(window.dated or 0, window.base_year or 0, window.reference or 0)
    last = ends[1] if ends and ends[1] > present else window.end  # a year no later than the present is the start
    return _inferred(None, last, "end of the horizon; start unstated") if last else Timing()


def _inferred(first: int | None, last: int, basis: str) -> Timing:
    return Timing(period_start=first, period_end=last, inferred=True, basis=basis)


_OVER_YEARS = re.compile(
    rf"\b{_WORDS['span_prepositions']}\s(?:{_WORDS['span_determiners']}\s)?"
    rf"(?P<a>[0-9]{{1,2}}|{_WORDS['numbers_above_one']})\s{_WORDS['year_plurals']}\b"
    rf"|\b(?P<b>[0-9]{{1,2}}|{_WORDS['numbers_above_one']})-{_WORDS['year_noun']}\b"
    rf"|\b{_ANY['span_leads']}\s(?P<c>[0-9]{{1,2}})\s{_ANY['year_units']}\b",
    re.IGNORECASE,
)
# "over the six years to 2030": it has its own end, so it may be as far off as the sentence is long.
_TO_A_YEAR = re.compile(rf"\s{_ANY['end_leads']}\s(?:19|20)[0-9]{{2}}\b")


_NEAR = 64


def over_years(text: str, q: Figure, start: int, end: int, marks: Sequence[YearMark]) -> Timing | None:
    """ "15 % over the five years" in a sentence whose last year is the end: the period counted back from it."""
    span = next(
        (
            m
            for m in _OVER_YEARS.finditer(text, start, min(end, q.end + 40))
            if not m.end() > q.start > m.start() and (m.start() >= q.start - _NEAR or _TO_A_YEAR.match(text, m.end()))
        ),
        None,
    )
    points = sorted({m.first for m in marks if m.kind == "point" and m.first})
    if span is None or not points:
        return None
    word = (span["a"] or span["b"] or span["c"]).lower()
    years = int(word) if word.isdigit() else NUMBER_NAMES.index(word)
    if years < 2 or (len(points) > 1 and points[-1] - points[0] != years and points[-1] - years not in points):
        return None
    return Timing(
        period_start=points[-1] - years,
        period_end=points[-1],
        inferred=True,
        basis=f"“{span.group()}” to {points[-1]}",
    )


def _from_to(text: str, q: Figure, reach: int, marks: Sequence[YearMark]) -> Timing | None:
    """ "from 2024": a start beside the rate whose end is the sentence's own target year."""
    points = [m for m in marks if m.kind == "point" and m.first]
    start = next(
        (m for m in points if q.end <= m.start < reach and _START_LEAD.fullmatch(text, q.end, m.start)),
        None,
    )
    if start:
        later = [m.first for m in points if m.first > start.first]
        if later:
            return Timing(
                period_start=start.first,
                period_end=max(later),
                inferred=True,
                basis="start stated; end in the same sentence",
            )
    return None


_START_LEAD = re.compile(rf"\s*(?:{_WORDS['rate_names']}\s*)?{_ANY['start_leads']}\s")


def _through(text: str, q: Figure, reach: int, marks: Sequence[YearMark], grammar: Grammar) -> int | None:
    """ "through 2031" beside the rate."""
    for mark in marks:
        if mark.kind == "point" and q.end <= mark.start < reach:
            lead = text[max(q.end, mark.start - 24) : mark.start]
            if re.search(
                grammar.pattern("periods.through").pattern + rf"\s(?:{_WORDS['year_prefixes']}\s)?$",
                lead,
                re.IGNORECASE,
            ):
                return mark.first
            return None
    return None


_THREE = 3


def _second_of_three(marks: Sequence[YearMark], others: Sequence[Figure]) -> int | None:
    """Of a value, next year's and one far ahead, growth starts from the second."""
    years = sorted({m.first for m in marks if m.kind == "point" and m.first})
    values = sum(o.kind == "money" or o.scaled for o in others)
    if len(years) == _THREE and values >= _THREE and years[1] == years[0] + 1 and years[2] > years[1] + 1:
        return years[1]
    return None


def _endpoints(marks: Sequence[YearMark], others: Sequence[Figure]) -> tuple[int, int] | None:
    """First and last year of a sentence that gives values for both."""
    years = sorted({m.first for m in marks if m.kind == "point" and m.first})
    if not years:
        return None
    return years[0], years[-1]
