"""When a figure holds, from the words that an answer points to: parsed by the reader's own functions, or refused."""

from __future__ import annotations

import re

from sources.extract.scan.years import YearMark, year_marks
from sources.extract.time.relative_years import years_back
from sources.extract.time.timing import Timing
from sources.records import Metric
from sources.second_reader.answer import Choice
from sources.second_reader.page import Page
from sources.second_reader.pointers import NotInText, Pointers

_YEAR = re.compile("(?:19|20)[0-9]{2}")
# Years from the anchor that words of distance mean; the words are those of each language's lexicon.
_DISTANCES = (
    ("periods.past_year", -1),
    ("periods.year_before", -1),
    ("periods.year_end", 0),
    ("periods.now", 0),
    ("periods.next_year", 1),
)


class NoTime(Exception):
    """The time of an answer is refused; the argument is the name of the rule."""


def time_of(choice: Choice, metric: Metric, stating_words: str, pointers: Pointers, page: Page) -> Timing:
    """The time that an answer gives a figure.

    A year that the figure's own words print is stated; one from elsewhere in the passage is inferred and says so.

    Args:
        choice: what was answered.
        metric: of the figure.
        stating_words: the figure's sentence, and the headers above its cell.
        pointers: what may be pointed to.
        page: the document, for the year it is dated and its window.

    Raises:
        NoTime: a year is not in the text (`year_not_in_text`), is no year (`no_year_in_quote`), or a period ends before it
            begins (`period_reversed`).
    """
    if choice.period_start or choice.period_end:
        return _period(choice, stating_words, pointers)
    if choice.year_words:
        return _by_distance(choice, pointers, page)
    if not choice.year:
        return Timing()
    mark, words = _mark(choice.year, pointers)
    if mark.kind == "span" and metric in ("cagr", "growth_rate"):
        if mark.first >= mark.last:
            raise NoTime("period_reversed")
        stated = words in stating_words
        return Timing(None, None, mark.first, mark.last, not stated, None if stated else f"“{words}”")
    if words in stating_words:
        return Timing(mark.last, mark.time_period)
    return Timing(mark.last, inferred=True, basis=f"“{words}”")


def _mark(pointer: str, pointers: Pointers) -> tuple[YearMark, str]:
    try:
        mark, words = pointers.year(pointer)
    except NotInText:
        raise NoTime("year_not_in_text") from None
    if mark is None:
        raise NoTime("no_year_in_quote")
    return mark, words


def _period(choice: Choice, stating_words: str, pointers: Pointers) -> Timing:
    ends: list[tuple[YearMark, str] | None] = [
        _mark(pointer, pointers) if pointer else None for pointer in (choice.period_start, choice.period_end)
    ]
    first, last = ends
    if first and last is None and first[0].kind == "span":
        last = first
    if last and first is None and last[0].kind == "span":
        first = last
    start, end = first[0].first if first else None, last[0].last if last else None
    if start is not None and end is not None and start >= end:
        raise NoTime("period_reversed")
    said = " to ".join(dict.fromkeys(place[1] for place in (first, last) if place))
    stated = all(place[1] in stating_words for place in (first, last) if place)
    return Timing(None, None, start, end, not stated, None if stated else f"“{said}”")


def _by_distance(choice: Choice, pointers: Pointers, page: Page) -> Timing:
    """The year must follow from the words by our own lexicon, counted from the document's date or a year of the passage."""
    try:
        words = pointers.words(choice.year_words or "")
    except NotInText:
        raise NoTime("year_not_in_text") from None
    grammar, window = page.context.grammar, page.context.window
    if grammar.pattern("periods.period_end").search(words) and window.end:
        return Timing(window.end, inferred=True, basis=f"“{words}”")
    distance = next((years for name, years in _DISTANCES if grammar.pattern(name).search(words)), None)
    if distance is None and (back := years_back(words, grammar)):
        distance = -back
    if distance is None:
        raise NoTime("year_words_unknown")
    passage = pointers.question.passage
    named = {mark.last for mark in year_marks(passage, 0, len(passage)) if mark.last}
    if choice.year and _YEAR.fullmatch(choice.year):
        year = int(choice.year)
        if year - distance in named | ({window.dated} if window.dated else set()):
            return Timing(year, inferred=True, basis=f"“{words}”")
        raise NoTime("year_not_in_text")
    if window.dated is None:
        return Timing()
    if not _YEAR.fullmatch(str(window.dated + distance)):
        raise NoTime("year_not_in_text")
    return Timing(window.dated + distance, inferred=True, basis=f"“{words}”")
