"""The verb that a figure's subject stands before: listed verbs, told from the nouns that look like them."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.language import Grammar, alternation

_FILLERS = (
    r"(?:(?:over|about|around|some|nearly|almost|more than|less than|roughly|approximately|only|just|fully|a full|an estimated|an?|by|to|from|up|up to|at|in|for|close to|near|well over|well above|past|north of|"
    r"south of|above|under|below|between|no less than|at least|as much as|upwards? of|in excess of|out at|off|away|home|another|a further|a mere|a combined|a solid|the remaining|the other|a whopping)\s){0,3}"
)
_AMOUNT = r"(?:(?:[A-Z]{2,3}[$ ]\s?|Rs\.?\s?|[A-Z]{1,2}\$|[$€£₹¥~≈+−]\s?)*[0-9]|(?:half|one|two|three|four|five|six|seven|eight|nine|ten)[\s-])"
_MODALS = frozenset(("can", "may"))  # no figure is their object
# What makes a word that follows it a noun: "the total", "per order", "in use".
_NOUN_LEAD = re.compile(
    r"\b(?:the|an?|its|this|our|their|your|each|every|per|no|any|in|at|on|of|for|by|with|from)\s$", re.IGNORECASE
)


def first_verb(text: str, start: int, end: int, grammar: Grammar) -> re.Match[str] | None:
    """The first finite verb in `text[start:end]`; a figure or its hedge may stand at `end`.

    In English a listed verb counts unless it is a noun or an adjective there ("LED lamps", "Lead-acid", "beverage can
    liners", "ready-made kits"), and a word that may be either counts right before a figure ("K-12 gave 41 %").
    """
    plain = grammar.pattern("subject_verbs")
    found = plain.search(text, start, end)
    if grammar.language != "en":
        return found
    while found and not _is_verb(text, start, found, grammar):
        found = plain.search(text, found.end(), end)
    stop = found.start() if found else end
    for other in _before_figure(grammar).finditer(text, start, min(len(text), stop + 5)):
        if other.end() > stop:
            break
        if (
            text[start : other.start()].strip(" ,")
            and not _NOUN_LEAD.search(text, start, other.start())
            and not _joined(text, other)
        ):
            return other
    return found


def holds_verb(phrase: str, grammar: Grammar) -> bool:
    """Whether a phrase holds a listed verb; "LED" and the halves of "set-top" are none."""
    found = grammar.pattern("subject_verbs").finditer(phrase)
    if grammar.language != "en":
        return next(found, None) is not None
    return any(not _joined(phrase, m) and not (m.group().isupper() and len(m.group()) > 1) for m in found)


def _is_verb(text: str, start: int, found: re.Match[str], grammar: Grammar) -> bool:
    word = found.group()
    if _joined(text, found):
        return False
    if word.isupper() and len(word) > 1 and not text[start : found.start()].isupper():
        return False
    needs = _twins(grammar).get(word.lower())
    if needs is None:
        return True
    return bool(needs.match(text, found.end()))


def _joined(text: str, found: re.Match[str]) -> bool:
    """ "ready-made", "set-top": part of a longer word."""
    behind = text[found.end() : found.end() + 2]
    return text[max(0, found.start() - 1) : found.start()] == "-" or (behind[:1] == "-" and behind[1:].isalnum())


@cache
def _twins(g: Grammar) -> dict[str, re.Pattern[str]]:
    """Verbs that are nouns, too: what must follow for them to be verbs."""
    figure = rf"\s{_FILLERS}{_AMOUNT}|"
    return {
        word: re.compile(
            rf"(?:{'' if word in _MODALS else figure},?\s{alternation(g.phrases(f'twin_verbs.{word}'))})", re.IGNORECASE
        )
        for word in g.keys("twin_verbs")
    }


@cache
def _before_figure(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?<=[^\W_)] ){alternation(g.phrases('figure_verbs'))}(?=\s{_FILLERS}{_AMOUNT})")
