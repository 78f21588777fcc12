"""Verbs that put a figure into the future or the past: lists of each language, and the endings of its tenses.

What follows for a figure's status is decided in `timing`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists, words_of_languages

_WORDS = pattern_words("time")
_ANY = words_of_languages("time")
_LISTS = word_lists("time")
_NOT_BEHIND = "".join(rf"(?<!{word} )" for word in _LISTS["plain_leads"])

# "Output to grow by 7 %", "is to be worth": an infinitive that is ahead.
_TO_COME = re.compile(
    rf"{_NOT_BEHIND}\bto\s{_WORDS['forecast_infinitives']}\b",
    re.IGNORECASE,
)
_SO_AS_TO = re.compile(rf"\b{_ANY['purpose_words']}\s$")
# "The house has the market growing 7 %", "They have sales up 3 %": what someone reckons on.
_HAS_GROWING = re.compile(
    rf"\b{_WORDS['expecting_verbs']}\s(?!{_WORDS['tense_words']}\b)[^.;,0-9]{{3,80}}?\s{_WORDS['moving_participles']}\s(?:\w+\s){{0,2}}$"
)
# "rose 4 % to reach USD 3 bn": the infinitive is the result.
_LED_TO = re.compile(rf"(?:[0-9%][^.;]{{0,24}}|\b{_WORDS['led_to_words']})\s(?:in\s[0-9]{{4}}\s)?$")
_STATED = re.compile(rf"\b(?!{_WORDS['no_past_words']})[a-z]{{3,}}{_WORDS['past_endings']}\b[^.;]{{0,50}}$")
# "to be worth", "would make the trade worth": a participle that a verb ahead of it takes along.
_NO_COMPLEMENT = re.compile(rf"[,;:()]|[0-9]|\b{_ANY['complement_breaks']}\b")
_COMPLEMENT_REACH = 36
_FINITE = frozenset(_LISTS["finite_verbs"])


class Tenses(NamedTuple):
    """Where words that put a figure ahead, and words that put it behind, end within a stretch."""

    ahead: tuple[int, ...]
    past: tuple[int, ...]

    @property
    def leads(self) -> str:
        """ "forecast", "historical" or nothing, by the last of them."""
        if not self.ahead and not self.past:
            return ""
        return "forecast" if max(self.ahead, default=-1) >= max(self.past, default=-1) else "historical"


def tenses(words: str, grammar: Grammar) -> Tenses:
    """The verbs of a stretch of one clause, by tense."""
    ahead = [m.span() for m in _listed(grammar, "forecast").finditer(words)]
    past = [m.span() for m in _listed(grammar, "historical").finditer(words)]
    if "to reach" in words:
        ahead = [(a, b) for a, b in ahead if not (words[a:b] == "reach" and _LED_TO.search(words[: a - 3]))]
    if " to " in f" {words}":
        ahead += [m.span() for m in _TO_COME.finditer(words) if not _LED_TO.search(words[: m.start()])]
    if not ahead and not past and ("ing " in words or " up " in words or " down " in words):
        ahead += [m.span() for m in _HAS_GROWING.finditer(words)]
    for m in _endings(grammar, "forecast").finditer(words):
        ahead += [m.span()] * (m.group().lower() not in _no_verbs(grammar))
    for m in _endings(grammar, "historical").finditer(words):
        past += [m.span()] * (m.group().lower() not in _no_verbs(grammar))
    if past:  # "a progressé de 5 % pour atteindre": what came of it
        ahead = [(a, b) for a, b in ahead if not (_SO_AS_TO.search(words[:a]) and min(past)[0] < a)]
    past = [
        (a, b)
        for a, b in past
        if not any((start <= a and b <= end) or _taken_along(words, end, a, b) for start, end in ahead)
    ]
    return Tenses(tuple(sorted(b for _, b in ahead)), tuple(sorted(b for _, b in past)))


def _taken_along(words: str, ahead_end: int, start: int, end: int) -> bool:
    between = words[ahead_end:start]
    return (
        ahead_end <= start
        and start - ahead_end < _COMPLEMENT_REACH
        and words[start:end].lower() not in _FINITE
        and not _NO_COMPLEMENT.search(between)
    )


def loosely_past(words: str) -> bool:
    """English only: any word with the ending of a past tense near the end of the stretch."""
    return bool(_STATED.search(words))


def _listed(g: Grammar, name: str) -> re.Pattern[str]:
    return g.pattern(f"status.{name}", f"status.{name}_verbs")


@cache
def _endings(g: Grammar, name: str) -> re.Pattern[str]:
    endings = g.phrases(f"status.{name}_endings")
    if not endings:
        return re.compile(r"(?!)")
    body = "|".join(sorted(endings, key=lambda e: (-len(e), e)))
    return re.compile(rf"(?<![^\W\d_])[a-zà-ÿ]{{2,14}}(?:{body})(?![^\W\d_])")


@cache
def _no_verbs(g: Grammar) -> frozenset[str]:
    return frozenset(w.lower() for w in g.phrases("status.not_verbs"))
