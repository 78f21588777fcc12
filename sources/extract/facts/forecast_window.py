"""A document's forecast window, base year and present year. They date the figures without a year.

How a figure is dated by them is up to `timing`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sources.extract.facts.publishing_dates import publishing_dates
from sources.extract.markets.topics import SIZED
from sources.extract.scan.years import YearMark, year_marks
from sources.extract.text.literals import near, places, stands_in
from sources.extract.text.sentences import Sentence
from sources.extract.time.timing import Window
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Fact

_WORDS = pattern_words("facts")
_LISTS = word_lists("facts")
_WINDOW = re.compile(
    rf"(?:{_WORDS['window_labels']}|{_WORDS['window_labels_de']}|{_WORDS['window_labels_es']}|{_WORDS['window_labels_fr']}|{_WORDS['window_labels_cjk']})"
    rf"[^.\n]{{0,40}}?(?<![0-9])((?:19|20)[0-9]{{2}})\s?(?:[-–—~〜～]|{_WORDS['year_links_mul']}|年?[-–~～]|至)\s?((?:19|20)[0-9]{{2}})(?![0-9])"
    rf"|(?<![0-9])((?:19|20)[0-9]{{2}})\s?(?:[-–—]|to|through)\s?((?:19|20)[0-9]{{2}})[ ]{_WORDS['window_nouns']}",
    re.IGNORECASE,
)
_STUDY = re.compile(rf"{_WORDS['study_words']}\s{_WORDS['study_nouns']}", re.IGNORECASE)
_BASE_YEAR = re.compile(
    rf"(?:\b{_WORDS['base_year_labels']}|{_WORDS['base_year_labels_mul']})[^0-9\n]{{0,30}}((?:19|20)[0-9]{{2}})",
    re.IGNORECASE,
)
_YEAR_PAIR = re.compile(
    rf"(?:19|20)[0-9]{{2}}\s?(?:(?i:{_WORDS['year_links_mul']})|年?[-–—~〜～]|至)\s?(?:19|20)[0-9]{{2}}"
)
_BASE_LITERALS = (*_LISTS["base_year_labels"], *_LISTS["base_year_labels_mul"])
_RATED = re.compile(rf"{_WORDS['rate_words']}|{_WORDS['rate_words_mul']}")
# "Outlook to 2032" in a title: the end of a window whose start is not said.
_HORIZON_TITLE = re.compile(
    rf"\b{_WORDS['outlook_nouns']}[ ]{_WORDS['before_last_years']}[ ](20[0-9]{{2}})\b",
    re.IGNORECASE,
)
_HISTORY = 2
_HORIZON = 3
_SHORTEST, _LONGEST = 3, 20  # years of a span that may be a forecast window


def window_of(
    text: str, low: str, titles: Sequence[tuple[int, str]], sentences: Sequence[Sentence], words: Grammar
) -> tuple[Window, list[Fact]]:
    """The document's window with all that dates it, and the facts that say so."""
    window, facts = _stated_window(text, low)
    if window.end is None and words.language != "en":
        window = _titled_window(titles, window)
    if window.base_year is None and window.dated is None:
        window = replace(window, reference=_first_endpoint(text, sentences), before_horizon=_before_horizon(text))
    return window, facts


def _stated_window(text: str, low: str) -> tuple[Window, list[Fact]]:
    facts: list[Fact] = []
    start = end = base = None
    spans: Counter[tuple[int, int]] = Counter()
    where: dict[tuple[int, int], re.Match[str]] = {}
    for m in near(_WINDOW, text, [m.start() for m in _YEAR_PAIR.finditer(text)], 72, 40):
        a, b = int(m[1] or m[3]), int(m[2] or m[4])
        if a < b <= a + 30 and not _STUDY.search(m.group()):
            spans[(a, b)] += 2
            where.setdefault((a, b), m)
    for year in _years_beside_rates(text, low):
        line = max(low.rfind("\n", 0, year.start) + 1, year.start - 30)
        if year.kind == "span" and (
            low.find("cagr", line, year.start) >= 0 or low.find("cagr", year.end, year.end + 6) >= 0
        ):
            spans[(year.first, year.last)] += 1
    if not spans:
        years = year_marks(text, 0, len(text))
        latest = max((y.last for y in years), default=0)
        long = [y for y in years if y.kind == "span" and _SHORTEST <= y.last - y.first <= _LONGEST]
        spans.update((y.first, y.last) for y in long if y.last == latest)
    if spans:
        (start, end), _ = max(spans.items(), key=lambda item: (item[1], item[0][1], -item[0][0]))
        if (start, end) in where:
            facts.append(Fact("forecast_window", f"{start}-{end}", *where[start, end].span()))
    elif horizon := _HORIZON_TITLE.search(text, 0, 400):
        end = int(horizon[1])
    if based := next(near(_BASE_YEAR, text, places(low, _BASE_LITERALS), 24, 64), None):
        base = int(based[1])
        facts.append(Fact("base_year", based[1], *based.span()))
    dated, dates = publishing_dates(text, low)
    return Window(start, end, base, dated), [*facts, *dates]


def _titled_window(titles: Sequence[tuple[int, str]], window: Window) -> Window:
    """The span of years that a title gives, where the text states no forecast period."""
    for _, title in titles[:2]:
        for mark in year_marks(title, 0, len(title)):
            if mark.kind == "span" and mark.last - mark.first > _HISTORY:
                return replace(window, start=mark.first, end=mark.last)
    return window


def _years_beside_rates(text: str, low: str) -> Iterator[YearMark]:
    """Years of the paragraphs that say "CAGR" or are next to one that does; no year runs over an empty line."""
    start = 0
    rates = places(low, ("cagr",))
    while rates and start < len(text):
        end = text.find("\n\n", start)
        end = end if end >= 0 else len(text)
        if stands_in(rates, start - 30, end + 6):
            yield from year_marks(text, start, end)
        start = end + 1


def _first_endpoint(text: str, sentences: Sequence[Sentence]) -> int | None:
    """The first year of the first sentence that gives a growth rate between two dated values: the page's own present."""
    for s in sentences:
        if _RATED.search(text, s.start, s.end):
            points = sorted({m.first for m in year_marks(text, s.start, s.end) if m.kind == "point" and m.first})
            if len(points) > 1 and SIZED.search(text, s.start, s.end):
                return points[0]
    return None


def _before_horizon(text: str) -> int | None:
    """The latest year that is well before the text's last one: where a page gives base and target years only."""
    years = sorted({m.first for m in year_marks(text, 0, len(text)) if m.kind != "span" and m.first})
    present = max((y for y in years if y <= years[-1] - _HORIZON), default=None) if years else None
    is_unbroken = present is not None and all(y in years for y in range(present, years[-1]))
    return None if is_unbroken else present  # year after year is a record of the past, not a target
