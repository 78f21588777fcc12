"""Dates of publication, of update and of the data, from labels and datelines.

What else a page may print of its date is asked of `page_dates`; when a figure holds is read in `timing`.
"""

from __future__ import annotations

import re

from sources.extract.facts.page_dates import page_date
from sources.extract.scan.years import year_marks
from sources.extract.text.literals import near, places
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Fact

_WORDS = pattern_words("facts")
_LISTS = word_lists("facts")
_DATED = re.compile(
    rf"(?:{_WORDS['publishing_labels']}|{_WORDS['publishing_labels_cjk']}|{_WORDS['publishing_labels_mul']})\b(?: on)?\s?[:：]?\s?",
    re.IGNORECASE,
)
_AS_OF = re.compile(
    rf"\b(?:{_WORDS['gathered_nouns']}|{_WORDS['gathered_nouns_mul']})\s(?:{_WORDS['available_words']}\s)?{_WORDS['as_of_words']}\s",
    re.IGNORECASE,
)
_DATED_LITERALS = _LISTS["publishing_label_parts_mul"]
_AS_OF_LITERALS = tuple(word.lower() for word in _LISTS["as_of_words"])
_PLACE = re.compile(
    rf"\s*(?:[A-ZÀ-Þ]{{4,20}}\s?[-–—]\s)?[A-ZÀ-Þ][\w’'.-]*(?:[ /][\w’'.-]+){{0,3}},?\s(?:{_WORDS['date_articles_mul']}\s)?"
)
_DASHED = re.compile(r"\s?(?:\([^()]{2,30}\))?\s?(?:[-–—:.]|\n|$)")


def publishing_dates(text: str, low: str) -> tuple[int | None, list[Fact]]:
    """The year in which the document was written, and every date that speaks of it."""
    facts: list[Fact] = []
    dated: int | None = None
    for m in near(_DATED, text, places(low, _DATED_LITERALS), 24, 40):
        mark = next((y for y in year_marks(text, m.end(), min(len(text), m.end() + 28)) if y.first), None)
        if mark and not text[m.end() : mark.start].strip():
            dated = max(dated or 0, mark.first)
            name = "last_updated" if "updat" in m.group().lower() else "published_on"
            facts.append(Fact(name, text[mark.start : mark.end], mark.start, mark.end))
        elif (
            m.group().strip().lower().rstrip(":").endswith(_LISTS["updated_labels"])
            and m.group().rstrip().endswith(":")
            and text[m.end() : m.end() + 3].strip() == ""
        ):
            facts.append(Fact("last_updated", None, m.start(), m.end()))
    if as_of := next(near(_AS_OF, text, places(low, _AS_OF_LITERALS), 40, 16), None):
        mark = next((y for y in year_marks(text, as_of.end(), min(len(text), as_of.end() + 24)) if y.first), None)
        if mark:
            dated = dated or mark.first
            facts.append(Fact("data_as_of", text[mark.start : mark.end], mark.start, mark.end))
    if dated is None:
        dated = _dateline(text, facts)
    if dated is None and (printed := page_date(text)):
        dated = printed.year
        facts.append(Fact("published_on", text[printed.start : printed.end], printed.start, printed.end))
    return dated, facts


def _dateline(text: str, facts: list[Fact]) -> int | None:
    """A date alone on one of the first lines."""
    for mark in year_marks(text, 0, min(len(text), 600)):
        opens = text.rfind("\n", 0, mark.start) + 1
        if (
            mark.kind == "date"
            and mark.first
            and _PLACE.fullmatch(text[opens : mark.start])
            and _DASHED.match(text, mark.end)
        ):
            facts.append(Fact("published_on", text[mark.start : mark.end], mark.start, mark.end))
            return mark.first
    offset = 0
    for line in text[:400].split("\n")[:4]:
        marks = [m for m in year_marks(text, offset, offset + len(line)) if m.kind == "date" and m.first]
        is_first = bool(marks) and not line.isascii() and marks[0].start - offset <= 1  # "2025-09-12 14:20 来源:..."
        if marks and (is_first or len(line.strip()) - (marks[0].end - marks[0].start) < 14):
            facts.append(Fact("published_on", text[marks[0].start : marks[0].end], marks[0].start, marks[0].end))
            return marks[0].first
        offset += len(line) + 1
    return None
