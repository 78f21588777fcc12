"""The sign of growth: negative if a choice points to words of a fall that belong to the figure."""

from __future__ import annotations

import re
from dataclasses import replace

from sources.extract.scan.figure import Figure
from sources.records import Metric
from sources.second_reader.answer import Choice
from sources.second_reader.directions import rises, says_fall
from sources.second_reader.names import words_of
from sources.second_reader.page import Page
from sources.second_reader.pointers import Pointers
from sources.second_reader.refused import Refused


def signed(page: Page, at: int, choice: Choice, pointers: Pointers, metric: Metric) -> Figure:
    """Growth is negative where the answer points to words of a fall in the figure's sentence, our lexicon knows them as
    such, and no word of a rise is nearer to the figure. Where a language has no list of rises, no other figure may be between
    the words and the figure.

    Raises:
        Refused: `quote_not_in_text`, `no_fall_in_quote` or `rise_is_nearer`.
    """
    q, grammar = page.scan.figures[at], page.context.grammar
    if choice.fall_words is None or metric not in ("growth_rate", "cagr", "other_numeric") or q.value <= 0:
        return q
    words = words_of(choice.fall_words, pointers, within_words=True) or ""
    around = " ".join(page.scan.around(at)) if grammar.is_cjk else page.scan.stating_words(at)
    if words.casefold() not in around.casefold() or not says_fall(words, around, grammar):
        raise Refused("no_fall_in_quote", words)
    if _rise_is_nearer(page, at, words):
        raise Refused("rise_is_nearer", words)
    low, high = (q.value, q.value_high) if q.value_high is None else (q.value_high, q.value)
    return replace(q, value=-low, value_high=None if high is None else -high)


def _rise_is_nearer(page: Page, at: int, words: str) -> bool:
    q, home, text = page.scan.figures[at], page.scan.homes[at], page.scan.parsed.text

    def nearest(pattern: re.Pattern[str]) -> int | None:
        matches = pattern.finditer(text, home.start, home.end)
        return min((max(q.start - m.end(), m.start() - q.end) for m in matches), default=None)

    fall = nearest(re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE))
    rise = nearest(rises(page.context.grammar))
    return fall is not None and rise is not None and rise < fall
