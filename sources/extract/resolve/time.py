"""The time of a figure, from the marks that an answer points to."""

from __future__ import annotations

from sources.extract.answer import NONE, FigureAnswer, Pointer
from sources.extract.scan.marks import Mark
from sources.extract.scan.periods import Period
from sources.extract.scan.scan import Scan
from sources.extract.time.timing import Timing
from sources.records import Metric

SPANNED = frozenset({"cagr", "growth_rate", "impact_on_cagr"})  # metrics that hold over a span of years


def time_of(scan: Scan, answer: FigureAnswer, metric: Metric) -> Timing:
    """The year or period of a figure. A time from outside its sentence and its headers is inferred, and the basis says from where."""
    year, start, end = (_mark(scan, answer.pointers[name].value) for name in ("year", "start", "end"))
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
    basis = None if all(w in stating for w in words) else f"“{' to '.join(words)}”"
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


def _mark(scan: Scan, pointer: Pointer) -> Mark | None:
    if pointer == NONE:
        return None
    return next(
        m for m in scan.marks if (m.start, m.end) == (pointer.start, pointer.end) and isinstance(m.value, Period)
    )
