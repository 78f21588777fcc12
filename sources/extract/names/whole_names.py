"""Complete names where capitals alone give a wrong end: names that end in lower case, laws, and names that modify a noun."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.firms import known_firms
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("names")

_TAIL = re.compile(r"\s(?P<tail>[a-zà-ÿ][\w-]{2,})")
_CODE = re.compile(r"\s(?=[\w-]*[0-9])(?=[\w-]*[A-Za-z])[A-Z0-9][\w-]*")
_OWNED = re.compile(rf"(?:\b(?i:{_WORDS['determiners']})|['’]s?)\s$")
_LAST_NUMBER = re.compile(r"\s(?:No\.?\s)?[0-9][\w./-]*$")
_OWNED_BACK = 7


def whole_end(text: str, start: int, end: int) -> int:
    """Where a name that capitals end at `end` ends: behind "chem" in "LG chem", behind the code in "Orca 95XR".

    A word in small letters belongs to it where the two are a known firm, or where the text prints it with a capital elsewhere
    behind the same word.
    """
    if code := _CODE.match(text, end):
        return code.end()
    tail = _TAIL.match(text, end)
    if tail is None:
        return end
    name = text[start : tail.end()]
    printed = f"{text[start:end]} {tail['tail'].capitalize()}"
    return tail.end() if name.lower() in known_firms().firms or printed in text else end


def is_instrument(name: str, grammar: Grammar) -> bool:
    """A bill, act, directive or the like: no organisation, whatever body its name begins with."""
    return bool(_instruments(grammar).search(_LAST_NUMBER.sub("", name)))


def names_thing(text: str, start: int, end: int, grammar: Grammar) -> bool:
    """The name of a product or programme: it modifies a thing ("its Orca platform") or begins with words of no party."""
    words = text[start:end].split()
    if text[start:end].lower() in known_firms().firms:
        return False
    plain = grammar.words("event_words.no_party")
    if len(words) > 1 and (words[0].lower() in plain or grammar.pattern("event_words.things").fullmatch(words[-1])):
        return True
    owned = _OWNED.search(text, max(0, start - _OWNED_BACK), start)
    return bool(owned and _thing_behind(grammar).match(text, end))


@cache
def _instruments(grammar: Grammar) -> re.Pattern[str]:
    last, first = (grammar.source(f"event_words.{name}") for name in ("instruments", "instruments_first"))
    return re.compile(rf"{last}$|^{first}\s", re.IGNORECASE)


@cache
def _thing_behind(grammar: Grammar) -> re.Pattern[str]:
    things = grammar.source("event_words.things")
    return re.compile(rf"\s(?:[a-z]+-[a-z]+\s)?{things}(?!\w)", re.IGNORECASE)
