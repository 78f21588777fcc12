"""The window of days of an event, and its basis: its own date, the document's, or the period that the text describes as past.

Belongs here: from a relative date ("past six months") to an interval. `sources/extract/time/past_periods.py` reads which
periods a text describes as past; lengths of phrases are in `sources/grammar/event_dates.yml`.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from sources.grammar.event_dates import CalendarUnit, normal_phrase, relative_spans
from warehouse.resolve.documents.vague_dates import VagueDate

WindowBasis = Literal[
    "stated_date",  # the text dates it
    "document_date",  # counted back from the document's own date
    "bounded_by_past_period",  # counted back from the latest period that the text describes as past: about
    "contradicting_dates",  # the document's date is before what its text describes as past
    "unbounded",  # relative, and nothing says to what
    "no_length",  # relative, and nothing says how far back: "recently"
    "undated",  # the text states no date
]
_DAY = timedelta(days=1)
_YEAR, _QUARTER, _MONTH = 12, 3, 1
_UNITS: dict[CalendarUnit, tuple[int, bool]] = {  # months of the unit, and whether it is the one before
    "this_month": (_MONTH, False),
    "previous_month": (_MONTH, True),
    "previous_quarter": (_QUARTER, True),
    "this_year": (_YEAR, False),
    "previous_year": (_YEAR, True),
}


@dataclass(frozen=True, slots=True)
class Window:
    """First and last day, both inclusive and None where they are unknown.

    Attributes:
        basis: what they rest on, or why there are none.
        anchor: the date or period that a relative date is counted back from.
    """

    first: date | None
    last: date | None
    basis: WindowBasis
    anchor: VagueDate | None = None


def event_window(
    dated: VagueDate | None, as_stated: str | None, written: VagueDate | None, past: VagueDate | None
) -> Window:
    """The window of one development.

    A publication that only a past period bounds is taken to be of that period's last day: a later one moves the window on,
    which is why its basis has a name of its own.

    Args:
        dated: its own date.
        as_stated: its date as printed, relative ones too.
        written: the document's date, of its publication or last change, by sidecar or text.
        past: the latest period that the text describes as past.
    """
    if dated:
        return Window(dated.first, dated.last, "stated_date")
    if as_stated is None:
        return Window(None, None, "undated")
    span = relative_spans().get(normal_phrase(as_stated))
    if span is None:
        return Window(None, None, "no_length")
    if written and past and past.first > written.last:
        return Window(None, None, "contradicting_dates")
    if written:
        return Window(*_back(span, written.first, written.last), "document_date", written)
    if past:
        first, _ = _back(span, past.last, past.last)
        return Window(first, past.last, "bounded_by_past_period", past)
    return Window(None, None, "unbounded")


def _back(span: int | CalendarUnit, first: date, last: date) -> tuple[date, date]:
    """First and last day of the span before a day that lies from `first` to `last`."""
    if isinstance(span, int):
        return _months_before(first + _DAY, span), last
    months, is_before = _UNITS[span]
    start = _start_of(first, months)
    if is_before:
        return _months_before(start, months), _start_of(last, months) - _DAY
    return start, last


def _start_of(day: date, months: int) -> date:
    """First day of the month, quarter or year that holds a day."""
    return date(day.year, (day.month - 1) // months * months + 1, 1)


def _months_before(day: date, months: int) -> date:
    """The same day of an earlier month, its last one where it has no such day."""
    year, month = divmod(day.year * _YEAR + day.month - 1 - months, _YEAR)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
