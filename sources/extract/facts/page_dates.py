"""The date that a page prints of itself: labelled, in a byline, in a dateline. Dates of events in its sentences do not belong here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sources.extract.scan.years import year_marks
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("facts")
_HEAD, _FOOT = 900, 600
_LONGEST_LINE = 140
_DATELINE_REACH = 80
# "14/11/2023", "14.04.2025", "2025-05-23", "2025/5/23": in figures alone. Which is day and which is month does not matter here.
_IN_FIGURES = re.compile(
    r"(?<![0-9./-])(?:[0-3]?[0-9](?P<s>[./-])[0-3]?[0-9](?P=s)(?P<last>20[0-9]{2})|(?P<first>20[0-9]{2})(?P<t>[./-])[01]?[0-9](?P=t)[0-3]?[0-9])(?![0-9./-]*[0-9])"
)
_LABEL = re.compile(
    rf"(?:\b(?:{_WORDS['date_labels']}|"
    rf"{_WORDS['date_labels_de']}|"
    rf"{_WORDS['date_labels_fr']}|"
    rf"{_WORDS['date_labels_es']}|"
    rf"{_WORDS['date_labels_pt']}|{_WORDS['date_labels_it']})\b"
    rf"|{_WORDS['date_labels_cjk']})"
    rf"(?:\s?{_WORDS['date_nouns_cjk']})?(?:\s(?:{_WORDS['before_dates']}|[A-ZÀ-Þ][a-zà-ÿ]{{2,9}},?)){{0,3}}\s?[-–—:：|]?\s*$",
    re.IGNORECASE,
)
_NO_DATELINE = re.compile(r"(?<![\w'’])[a-zß-ÿ]{4,}")
_DATELINE_END = re.compile(
    r"\s?(?:[0-9]{1,2}[:h][0-9]{2}[^\n]{0,20})?(?:\([^()\n]{2,40}\)\s?|/[^/\n]{2,40}/\s?)?(?:[-–—]{1,2}\s|[.:]\s?[-–—]|[:|/]|\n|$)|[日]?(?:讯|訊|电|電|配信|発)"
)
_WITHIN_A_PHRASE = re.compile(
    rf"(?:\b(?:{_WORDS['before_dates_in_phrases']}|{_WORDS['before_dates_in_phrases_mul']})"
    rf"|[はがのをにでと~〜～至到])\s?(?:{_WORDS['articles']}\s)?$",
    re.IGNORECASE,
)
_FIGURES = re.compile(
    rf"[%％$€£¥₹]|[0-9]\s?(?:{_WORDS['scale_words_of_figures']}|{_WORDS['scale_words_of_figures_mul']})|[。！？]|[a-zà-ÿ]{{2}}[.;!?]\s+[A-ZÀ-Þ]"
)
_BY_LINE = re.compile(r"[.,;]$")
_COPYRIGHT = re.compile(
    rf"(?:©|\(c\)|{_WORDS['copyright_words']})\s?(?:{_WORDS['copyright_words']}\s|©\s?)?(?:20[0-9]{{2}}\s?[-–]\s?)?(20[0-9]{{2}})",
    re.IGNORECASE,
)


class PageDate(NamedTuple):
    """The year that a page is dated with, and the place of its date."""

    year: int
    start: int
    end: int


def page_date(text: str) -> PageDate | None:
    """The page's own date: a line or dateline at its head, else a labelled date, else one at its foot, else its copyright year."""
    dates = list(_dates(text))
    for date in dates:
        if date.start < _HEAD and (_heads_a_line(text, date) or _opens_a_report(text, date)):
            return date
    for date in dates:
        if _LABEL.search(text[max(0, date.start - 48) : date.start]):
            return date
    for date in dates:
        if date.start > len(text) - _FOOT and _heads_a_line(text, date):
            return date
    if "©" in text or "opyright" in text or "(c)" in text:
        years = [PageDate(int(m[1]), m.start(1), m.end(1)) for m in _COPYRIGHT.finditer(text)]
        return max(years, default=None)
    return None


def without_datelines(text: str) -> str:
    """The text with blanks for the places and dates that open a report: where it was written is not what it is about."""
    for date in _dates(text[:_HEAD]):
        if _opens_a_report(text, date):
            start, _ = _line(text, date)
            text = text[:start] + " " * (date.end - start) + text[date.end :]
    return text


def _dates(text: str) -> Iterator[PageDate]:
    """Dates with a month at the head and the foot of a text, in order; within its body a page prints no date of itself."""
    dates: set[PageDate] = set()
    for start, end in ((0, min(len(text), _HEAD)), (max(0, len(text) - _FOOT), len(text))):
        dates |= {
            PageDate(m.first, m.start, m.end) for m in year_marks(text, start, end) if m.kind == "date" and m.first
        }
        dates |= {PageDate(int(m["last"] or m["first"]), *m.span()) for m in _IN_FIGURES.finditer(text, start, end)}
    yield from sorted(dates, key=lambda d: (d.start, d.end))


def _line(text: str, date: PageDate) -> tuple[int, int]:
    end = text.find("\n", date.end)
    return text.rfind("\n", 0, date.start) + 1, end if end >= 0 else len(text)


def _heads_a_line(text: str, date: PageDate) -> bool:
    """The date is in a line that is no sentence: "By O. Keane, Friday, 7 November 2025 10:00"."""
    start, end = _line(text, date)
    if end - start > _LONGEST_LINE:
        return False
    before, behind = text[start : date.start], text[date.end : end].strip()
    if _WITHIN_A_PHRASE.search(before) and not _LABEL.search(before):
        return False
    return not _FIGURES.search(before + " " + behind) and not (behind and _BY_LINE.search(behind) and len(behind) > 1)


def _opens_a_report(text: str, date: PageDate) -> bool:
    """ "LEEDS, England, March 4, 2025 /Wire/ -- ...": names of places before the date, a dash or the like behind it."""
    start, _ = _line(text, date)
    before = text[start : date.start]
    if len(before) > _DATELINE_REACH or _NO_DATELINE.search(re.sub(r"\([^()]{0,60}\)", "", before)):
        return False
    return bool(_DATELINE_END.match(text, date.end)) and not _WITHIN_A_PHRASE.search(before)
