"""A name and what is said of it between commas: "Kefir, up 21.6%, remains shy of $400 million" speaks of kefir."""

from __future__ import annotations

import re

from sources.extract.verbs import first_verb
from sources.grammar.language import Grammar

_NAME = re.compile(r"\s*(?P<name>(?!(?:19|20)[0-9]{2})[^\s,;:.()0-9][^,;:()\n0-9]{1,60}?),\s")
# Openings of a sentence that no figure is said of.
_NO_NAME = re.compile(
    r"(?:in|at|on|by|for|from|with|of|over|under|since|until|during|after|before|between|among|across|within|through|towards?|despite|given|thanks|due|compared|according|based|driven|led|while|when|if|as|because|although|"
    r"though|and|but|or|so|yet|then|thus|still|even|also|today|now|here|there|this|that|these|those|it|they|he|she|we|you|what|which|who|last|next|overall|however|meanwhile|moreover|furthermore|instead|elsewhere|together|combined|to|not|"
    r"[a-z]+ly|(?:a|per) (?:year|quarter|month)|(?:one|two|three|ten|five) years?|years? ago|that said|all told|by contrast|worth|valued|up|down)\b",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"(?:(?:now|already|still|currently|itself|alone|itself|only|just|the|a|an|second|third|next|largest|biggest|smallest|here|today)\s){0,3}"
    r"(?P<cue>up|down|off|ahead|worth|valued at|estimated at|put at|priced at|sized at|at|with|on|good for|accounting for|holding)?\s?(?:by\s)?"
    r"(?:(?:some|about|around|nearly|almost|over|more than|less than|roughly|approximately|just|only|an estimated|close to|well|a|an)\s){0,2}[A-Z]{0,3}[.$€£₹¥~≈+−\s-]{0,3}$"
)
_TELLS = frozenset(("up", "down", "worth", "valued at", "estimated at", "put at", "sized at"))
_CLOSED = re.compile(r"[^,;:\n]{0,60}?(?<![0-9]),\s|[^,;:\n]{0,60}?[0-9],\s")
_MOST_WORDS = 7
_REACH = 40


def apposed(text: str, start: int, figure: int, grammar: Grammar) -> tuple[int, int] | None:
    """Where the name stands that a figure between commas, right behind the name, is said of."""
    named = _NAME.match(text, start, figure)
    if named is None or not is_name(named["name"]) or first_verb(text, named.start("name"), named.end("name"), grammar):
        return None
    cue = _CUE.fullmatch(text, named.end(), figure)
    if cue is None:
        return None
    if cue["cue"] not in _TELLS:
        closed = _CLOSED.match(text, figure)
        if closed is None or not first_verb(text, closed.end(), min(len(text), closed.end() + _REACH), grammar):
            return None
    return named.span("name")


def without_aside(text: str, start: int, end: int) -> int:
    """The end of a subject without what a pair of commas or dashes encloses behind it ("India, only ninth, expands")."""
    raw = text[start:end].rstrip()
    if (dashed := _DASHED.fullmatch(raw)) and is_name(dashed["name"]):
        return start + dashed.end("name")
    first, comma, rest = raw.partition(", ")
    if not raw.endswith(",") or not comma or not is_name(first) or re.search(r"\b(?:and|or|which|who|that)\b", rest):
        return end
    if rest.count(", ") > 0 or first.count(" ") >= _MOST_WORDS:
        return end
    return start + len(first)


_DASHED = re.compile(r"(?P<name>[^–—,;:]{2,60}?)\s[–—]\s[^–—]{2,80}\s[–—]")


def is_name(words: str) -> bool:
    """A short noun phrase and no adverbial."""
    return (
        len(words.split()) <= _MOST_WORDS and not _NO_NAME.match(words.strip()) and bool(re.search(r"[A-Za-z]", words))
    )
