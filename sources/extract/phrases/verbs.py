"""The verb after a figure's subject: listed verbs, and the nouns that look like them. Subjects do not belong here."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("phrases")
_LISTS = word_lists("phrases")

_FILLERS = rf"(?:{_WORDS['figure_fillers']}\s){{0,3}}"
_AMOUNT = rf"(?:(?:[A-Z]{{2,3}}[$ ]\s?|Rs\.?\s?|[A-Z]{{1,2}}\$|[$€£₹¥~≈+−]\s?)*[0-9]|{_WORDS['small_numbers']}[\s-])"
_MODALS = frozenset(_LISTS["modals"])  # no figure is their object
# What makes a word that follows it a noun: "the total", "per order", "in use".
_NOUN_LEAD = re.compile(rf"\b{_WORDS['noun_leads']}\s$", re.IGNORECASE)


def first_verb(text: str, start: int, end: int, grammar: Grammar) -> re.Match[str] | None:
    """The first finite verb in `text[start:end]`; a figure or its hedge may be at `end`.

    In English a listed verb counts unless it is a noun or an adjective there ("LED lamps", "Lead-acid", "beverage can
    liners", "ready-made kits"), and a word that may be either counts right before a figure ("K-12 gave 41 %").
    """
    plain = grammar.pattern("subject_verbs")
    verb = plain.search(text, start, end)
    if grammar.language != "en":
        return verb
    while verb and not _is_verb(text, start, verb, grammar):
        verb = plain.search(text, verb.end(), end)
    stop = verb.start() if verb else end
    if other := _governing(text, start, stop):
        verb, stop = other, other.start()
    for other in _before_figure(grammar).finditer(text, start, min(len(text), stop + 5)):
        if other.end() > stop:
            break
        if (
            text[start : other.start()].strip(" ,")
            and not _NOUN_LEAD.search(text, start, other.start())
            and not _joined(text, other)
        ):
            return other
    return verb


# A word in -s or -ed before an article is a verb whatever it is elsewhere: no noun is followed by one ("signals a shift").
_GOVERNS = re.compile(
    rf"(?<=[^\W_)] )(?!{_WORDS['no_verbs']}\b)"
    rf"(?:[a-z]{{2,}}(?:(?<![su'’])s|ed)(?=\s{_WORDS['object_determiners']}\s(?!{_WORDS['no_objects']})[^\W_])"
    # "environments continue to dominate": the plain form of a verb that takes another one.
    rf"|{_WORDS['verbs_of_intent']}s?(?=\s(?:to\s[a-z]{{2,}}|the\s|an?\s))"
    rf"|{_WORDS['object_verbs']}(?=\s(?:the|an?)\s))"
)
_GOVERNED = re.compile(
    rf"\b{_WORDS['no_verb_leads']}\s\Z",
    re.IGNORECASE,
)
# "Over the coming years the organised chains": what is before the article is no subject.
_ADVERBIAL = re.compile(
    rf"\W*{_WORDS['adverbial_openers']}\s",
    re.IGNORECASE,
)
_AHEAD = 16  # characters behind a verb that show what it governs
_SHORT = 60  # characters of a subject that holds no comma


def _governing(text: str, start: int, stop: int) -> re.Match[str] | None:
    """A verb that no list has, before its object; what is before it must look like a subject."""
    for other in _GOVERNS.finditer(text, start, min(len(text), stop + _AHEAD)):
        if other.end() > stop:
            break
        lead = text[start : other.start()]
        plain = len(lead) <= _SHORT and "," not in lead and not _ADVERBIAL.match(lead)
        if plain and lead.strip(" ,") and not _GOVERNED.search(lead) and not _joined(text, other):
            return other
    return None


def holds_verb(phrase: str, grammar: Grammar) -> bool:
    """Whether a phrase holds a listed verb; "LED" and the halves of "set-top" are none."""
    verbs = grammar.pattern("subject_verbs").finditer(phrase)
    if grammar.language != "en":
        return next(verbs, None) is not None
    return any(not _joined(phrase, m) and not (m.group().isupper() and len(m.group()) > 1) for m in verbs)


def _is_verb(text: str, start: int, verb: re.Match[str], grammar: Grammar) -> bool:
    word = verb.group()
    if _joined(text, verb):
        return False
    if word.isupper() and len(word) > 1 and not text[start : verb.start()].isupper():
        return False
    needs = _twins(grammar).get(word.lower())
    if needs is None:
        return True
    return bool(needs.match(text, verb.end()))


def _joined(text: str, verb: re.Match[str]) -> bool:
    """ "ready-made", "set-top": part of a longer word."""
    behind = text[verb.end() : verb.end() + 2]
    return text[max(0, verb.start() - 1) : verb.start()] == "-" or (behind[:1] == "-" and behind[1:].isalnum())


@cache
def _twins(g: Grammar) -> dict[str, re.Pattern[str]]:
    """Verbs that are nouns as well: what must follow for them to be verbs."""
    figure = rf"\s{_FILLERS}{_AMOUNT}|"
    return {
        word: re.compile(rf"(?:{'' if word in _MODALS else figure},?\s{g.source(f'twin_verbs.{word}')})", re.IGNORECASE)
        for word in g.keys("twin_verbs")
    }


@cache
def _before_figure(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?<=[^\W_)] ){g.source('figure_verbs')}(?=\s{_FILLERS}{_AMOUNT})")
