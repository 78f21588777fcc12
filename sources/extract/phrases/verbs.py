"""The verb that a figure's subject stands before: listed verbs, told from the nouns that look like them."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

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
    if other := _governing(text, start, stop):
        found, stop = other, other.start()
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


# A word in -s or -ed before an article is a verb whatever it is elsewhere: no noun is followed by one ("signals a shift").
_GOVERNS = re.compile(
    r"(?<=[^\W_)] )(?!(?:across|towards|versus|besides|plus|minus|less|unless|as|thus|perhaps|always|sometimes|afterwards|whereas|this|its|his|sales|percent|"
    r"based|united|compared|related|indeed|need|speed|used|versus|supposed|named|called|titled|entitled|dubbed|exceed|succeed|proceed|overseas|times|besides|hers|ours|theirs|yours|us|plus|gas|lens|bus)\b)"
    r"(?:[a-z]{2,}(?:(?<![su'’])s|ed)(?=\s(?:the|an?|its|their|our|another)\s(?!year|month|week|day|quarter|piece|pair|unit|head|share|time|kilo|tonne|ton|litre|barrel|bottle|following|next|previous|same)[^\W_])"
    # "environments continue to dominate": the plain form of a verb that takes another one.
    r"|(?:continue|remain|tend|seem|appear|aim|seek|intend|expect|begin|serve|prefer|strive|struggle|manage|fail)s?(?=\s(?:to\s[a-z]{2,}|the\s|an?\s))"
    r"|(?:contribute|represent|constitute|comprise|generate|command|capture|hold|dominate|drive|include|offer|provide|enjoy|boast|register|deliver|become|remain|form|claim|secure|garner|attract|produce)(?=\s(?:the|an?)\s))"
)
_GOVERNED = re.compile(
    r"\b(?:the|an?|its|this|our|their|your|each|every|per|no|any|in|at|on|of|for|by|with|from|to|and|or|as|than|that|who|which|when|while|where|be|been|is|are|was|were|has|have|had|being|get|got|not)\s\Z",
    re.IGNORECASE,
)
# "Over the coming years the organised chains": what stands before the article is no subject.
_ADVERBIAL = re.compile(
    r"\W*(?:in|on|at|of|over|under|by|for|from|with|within|without|during|through|throughout|after|before|since|until|across|among|amongst|between|behind|beyond|despite|like|unlike|as|if|when|while|once|because|although|though|last|next|this|these|those|last|per)\s",
    re.IGNORECASE,
)
_AHEAD = 16  # characters that tell what follows a verb
_SHORT = 60  # characters of a subject that holds no comma


def _governing(text: str, start: int, stop: int) -> re.Match[str] | None:
    """A verb that no list has, before its object; what stands before it must look like a subject."""
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
