"""The time of a figure, from the marks that an answer points to, or from words that tell a year by its distance."""

from __future__ import annotations

from dataclasses import dataclass

from sources.extract.answer import NONE, Choice, FigureAnswer, Pointer
from sources.extract.resolve.distance import distance_of, is_period_end
from sources.extract.resolve.refused import Refused
from sources.extract.scan.marks import Mark
from sources.extract.scan.periods import Period
from sources.extract.scan.scan import Scan
from sources.extract.scan.years import year_marks
from sources.extract.time.timing import Timing
from sources.records import Metric

SPANNED = frozenset({"cagr", "growth_rate", "impact_on_cagr"})  # metrics that hold over a span of years
_NOWHERE: Choice[Pointer] = Choice(NONE, 0.0)
_FIRST_YEAR, _LAST_YEAR = 1900, 2099


@dataclass(frozen=True, slots=True)
class PageYears:
    """What words of distance are counted from: the year of the page, and the last one of its forecast period."""

    dated: int | None = None
    until: int | None = None


NO_YEARS = PageYears()


def time_of(scan: Scan, answer: FigureAnswer, metric: Metric, page: PageYears) -> Timing:
    """The year or period of a figure.

    A time from outside its sentence and its headers is inferred, and so is one that its words tell by distance; the basis says
    from where. The pointer `anchor` of an answer is the year that such words are counted from, by default that of the page.

    Raises:
        Refused: a pointer to a time leads to none that code can read.
    """
    anchor = _mark(scan, answer.pointers.get("anchor", _NOWHERE).value, page)
    if anchor and isinstance(anchor.value, Period):
        page = PageYears(anchor.value.last, page.until)
    year, start, end = (_mark(scan, answer.pointers[name].value, page) for name in ("year", "start", "end"))
    if metric == "cagr":
        year = None
    elif metric not in SPANNED:
        start = end = None
    if year is not None and metric == "growth_rate" and not (start and end and start != end):
        start = end = None
    used = [mark for mark in (year, start, end) if mark is not None]
    if not used:
        return Timing()
    stating = scan.stating_words(answer.figure)
    words = list(dict.fromkeys(scan.parsed.text[mark.start : mark.end] for mark in used))
    is_printed = all(isinstance(mark.value, Period) and mark.value.time_period for mark in used)
    basis = None if is_printed and all(w in stating for w in words) else f"“{' to '.join(words)}”"
    first = start.value.first if start and isinstance(start.value, Period) else None
    last = end.value.last if end and isinstance(end.value, Period) else None
    if first is not None and last is not None and first >= last:
        first = None
    own = year.value if year and isinstance(year.value, Period) else None
    return Timing(
        own.last if own else None,
        own.time_period if own and basis is None else None,
        first,
        last,
        basis is not None,
        basis,
    )


def _mark(scan: Scan, pointer: Pointer, page: PageYears) -> Mark | None:
    """The mark that is pointed to, or a year within it; words that are no mark are read by distance, and have no `time_period`."""
    if pointer == NONE:
        return None
    start, end = pointer.start, pointer.end
    for mark in scan.marks:
        if mark.start <= start and end <= mark.end and isinstance(mark.value, Period):
            if (mark.start, mark.end) == (start, end):
                return mark
            years = year_marks(scan.parsed.text[start:end], 0, end - start)
            return Mark(start, end, Period(years[-1].time_period, years[-1].first, years[-1].last)) if years else mark
    words = " ".join(scan.parsed.text[start:end].split())
    if page.until and is_period_end(words, scan.grammar):
        return Mark(start, end, Period("", page.until, page.until))
    distance = distance_of(words, scan.grammar)
    if page.dated is None:
        return None
    year = page.dated + distance
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise Refused("year_not_in_text")
    return Mark(start, end, Period("", year, year))
