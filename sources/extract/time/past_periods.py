"""The latest day, month, quarter or half that a text describes as past: its earliest possible date if it prints none.

Belongs here: parting past from future by the words around a date. What follows for a development without a date is decided in
`warehouse/sql/20_events.sql`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sources.extract.figures.printed_dates import PrintedDate, dates_behind, printed_dates
from sources.extract.text.sentences import Sentence
from sources.extract.time.tenses import tenses
from sources.grammar.event_dates import event_dates
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.phrase_patterns import alternation
from sources.records import PAST_PERIOD, Fact

_WORDS = pattern_words("time")

_WORD = re.compile(r"[^\W\d_]+")
_REACH = 90  # characters between a verb and its date
_LEAD = 70  # characters before a date that opens its statement
_BREAK = re.compile(r"[;:()|\n]|,\s")
_FISCAL = re.compile(_WORDS["fiscal_marks"], re.IGNORECASE)  # a quarter of a year whose start is unknown
_LABEL_END = re.compile(r"\s?[:–—]")
_LAST_WORD = re.compile(r"\S+\s*$")
_AMOUNT = re.compile(rf"\bto\s(?:{_WORDS['hedges']}\s)?(?=[A-Z]{{3}}\s?[0-9]|US\$|[$€£¥₹]|[0-9])")
_ATTRIBUTE = re.compile(rf"\b{_WORDS['attributive_words']}\s(?:\w+ly\s|{_WORDS['recent_words']}\s)?$", re.IGNORECASE)
_LAST_MONTHS = {"33": 3, "34": 6, "35": 9, "36": 12, "40": 6, "41": 12}  # of quarters and halves in EDTF
_MONTH_LENGTH = 31


@dataclass(frozen=True, slots=True)
class _Words:
    past: re.Pattern[str]
    pending: re.Pattern[str]
    at: re.Pattern[str]  # at the end of the words before a date
    keys: frozenset[str]  # one word of each phrase of the past

    @classmethod
    @cache
    def of(cls, language: str) -> _Words | None:
        """The words of a language; None without a reviewed list."""
        lists = event_dates()
        if language not in lists.past:
            return None
        return cls(
            re.compile(alternation(lists.past[language]), re.IGNORECASE),
            re.compile(alternation(lists.pending[language]), re.IGNORECASE),
            re.compile(rf"(?:^|(?<!\w)){alternation(lists.at[language])}\s(?:the\s)?$", re.IGNORECASE),
            frozenset(max(_WORD.findall(phrase.lower()), key=len) for phrase in lists.past[language]),
        )


def past_periods(
    text: str, sentences: Sequence[Sentence], words: Sequence[frozenset[str]], grammar: Grammar
) -> Iterator[Fact]:
    """The latest period that the text describes as past, in EDTF, one fact for each place that describes it so.

    A verb of the past has to be in the date's own statement, and nothing between both may put the date on what is
    ahead; no word of a forecast may be beside them. A bare year is no such period. Where in doubt there is none.

    Args:
        text: the document.
        sentences: its sentences.
        words: the words of each sentence, lower case.
        grammar: the words of its language.
    """
    lists = _Words.of(grammar.language)
    if lists is None:
        return
    dates: list[PrintedDate] = []
    for sentence, tokens in zip(sentences, words, strict=True):
        if not lists.keys.isdisjoint(tokens):
            dates += _past_dates(text, sentence, lists, grammar)
    latest = max((_last_day(date.edtf) for date in dates), default=None)
    for date in dates:
        if _last_day(date.edtf) == latest:
            yield Fact(PAST_PERIOD, date.edtf, date.start, date.end)


def _past_dates(text: str, sentence: Sentence, lists: _Words, grammar: Grammar) -> Iterator[PrintedDate]:
    """Dates of one sentence that it describes as past."""
    printed = printed_dates(text, sentence.start, sentence.end, grammar)
    behind = dates_behind(text, sentence.start, printed, grammar)
    if not behind or text[sentence.start : sentence.end].rstrip().endswith("?"):
        return
    for index, date in enumerate(printed):
        if date not in behind or not _is_precise(date) or _FISCAL.search(text, date.start, date.end):
            continue
        left = printed[index - 1].end if index else sentence.start
        right = printed[index + 1].start if index + 1 < len(printed) else sentence.end
        lead, rest = text[left : date.start], text[date.end : right]
        if _verb_before(lead, lists, grammar) or _verb_behind(lead, rest, lists, grammar):
            yield date


def _verb_before(lead: str, lists: _Words, grammar: Grammar) -> bool:
    """ "X opened a plant in March 2026": the last verb of the past, and nothing but its objects between it and the date."""
    tied = lists.at.search(lead)
    verb = None
    for match in lists.past.finditer(lead):
        verb = match
    if tied is None or verb is None or len(lead) - verb.end() > _REACH:
        return False
    between = _AMOUNT.sub("", lead[verb.end() : tied.start()])
    if _BREAK.search(between) or lists.pending.search(between) or _ATTRIBUTE.search(lead[: verb.start()]):
        return False
    return not grammar.ending("event_words.unreal").search(lead[: verb.start()]) and not tenses(lead, grammar).ahead


def _verb_behind(lead: str, rest: str, lists: _Words, grammar: Grammar) -> bool:
    """ "In March 2026, X opened a plant", "Q1 2026: X opened a plant": the date opens the statement that its first verb makes."""
    is_label = _LABEL_END.match(rest) is not None
    opens = lead.strip(" \t\n*•-–|") == "" or lists.at.search(lead) or is_label
    verb = lists.past.search(rest)
    if not opens or len(lead) > _LEAD or verb is None or verb.start() > _REACH:
        return False
    before = (_LAST_WORD if is_label else lists.at).sub("", lead)  # "a case from Q1 2026: X opened a plant"
    between = rest[: verb.start()]
    if lists.past.search(before) or lists.pending.search(before) or lists.pending.search(between):
        return False
    if _ATTRIBUTE.search(between) or grammar.ending("event_words.unreal").search(between):
        return False
    return not tenses(before, grammar).ahead and not tenses(rest, grammar).ahead


def _is_precise(date: PrintedDate) -> bool:
    """A day, month, quarter or half, or a stretch that ends with one."""
    return date.precision != "year" and "-" in date.edtf


def _last_day(edtf: str) -> tuple[int, int, int]:
    """Year, month and day that a date is before or on, for comparison alone: every month is given 31 days."""
    parts = edtf.rpartition("/")[2].split("-")
    month = _LAST_MONTHS.get(parts[1]) or int(parts[1])
    return int(parts[0]), month, int(parts[2]) if parts[2:] else _MONTH_LENGTH
