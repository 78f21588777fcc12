"""Printed dates as EDTF: the mark that dates an event in a stretch of text, and its precision. Years of figures are read in `timing`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.extract.scan.dates import date_in_edtf
from sources.extract.scan.years import YearMark, year_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.records import DatePrecision

_WORDS = pattern_words("figures")
_PART = {"Q1": "33", "Q2": "34", "Q3": "35", "Q4": "36", "H1": "40", "H2": "41"}
_JOINED = re.compile(r"(?P<month>[^\W\d_]{3,10})[-/.]\s?(?P<year>(?:19|20)[0-9]{2})(?![0-9])")
_LINK = re.compile(rf"\s?(?:[-–—]|{_WORDS['date_links']}|{_WORDS['date_links_mul']})\s?", re.IGNORECASE)
_EARLY = re.compile(rf"{_WORDS['early_words']}[\s-]?(?:in\s)?$", re.IGNORECASE)
_REACH = 34  # characters before a date in which a word says that it is ahead


@dataclass(frozen=True, slots=True)
class PrintedDate:
    """A date with its place, in EDTF."""

    start: int
    end: int
    edtf: str
    precision: DatePrecision


def printed_dates(text: str, start: int, end: int, grammar: Grammar) -> list[PrintedDate]:
    """Dates of `text[start:end]`, in order; two months joined by "between ... and ..." are one interval.

    A day without a year is no date. A span of years is an interval.
    """
    dates: list[PrintedDate] = []
    for mark in year_marks(text, start, end):
        read = _edtf(text[mark.start : mark.end], mark, grammar)
        if read is None:
            continue
        date = PrintedDate(mark.start, mark.end, *read)
        before = dates[-1] if dates else None
        if before and _LINK.fullmatch(text[before.end : date.start]) and _opened(text, start, before.start, grammar):
            dates[-1] = PrintedDate(before.start, date.end, f"{before.edtf}/{date.edtf}", "interval")
            continue
        dates.append(date)
    return dates


def joined_date(text: str, at: int, grammar: Grammar) -> PrintedDate | None:
    """A month tied to its year at `at`: "Oct-2023", "May/2024"."""
    match = _JOINED.match(text, at)
    if match is None or match["month"].lower() not in grammar.months:
        return None
    return PrintedDate(at, match.end(), f"{match['year']}-{grammar.months[match['month'].lower()]:02}", "month")


def dates_behind(text: str, start: int, dates: list[PrintedDate], grammar: Grammar) -> list[PrintedDate]:
    """Those of the dates that no word just before puts ahead of the statement ("by 2027", "scheduled for May 2027")."""
    ahead = grammar.ending("event_words.ahead")
    behind: list[PrintedDate] = []
    for date in dates:
        lead = text[max(start, date.start - _REACH) : date.start]
        lead = _EARLY.sub("", lead)
        if ahead.search(lead) or _carried(text, behind, date, dates):
            continue
        behind.append(date)
    return behind


def _carried(text: str, behind: list[PrintedDate], date: PrintedDate, dates: list[PrintedDate]) -> bool:
    """The second of two joined dates is ahead where the first is: "by 2027 and 2028"."""
    position = dates.index(date)
    if position == 0:
        return False
    before = dates[position - 1]
    return before not in behind and bool(_LINK.fullmatch(text[before.end : date.start]))


def _opened(text: str, start: int, at: int, grammar: Grammar) -> bool:
    return bool(grammar.ending("event_words.between").search(text[max(start, at - 24) : at]))


def _edtf(printed: str, mark: YearMark, grammar: Grammar) -> tuple[str, DatePrecision] | None:
    if not mark.first:
        return None
    if mark.kind == "span":
        return f"{mark.first}/{mark.last}", "interval"
    if mark.kind == "date":
        return date_in_edtf(printed, mark.first, grammar)
    part = mark.time_period.rpartition("-")[2]
    if part in _PART:
        return f"{mark.first}-{_PART[part]}", "quarter" if part[0] == "Q" else "half"
    return str(mark.first), "year"
