"""Inflection: names that differ in the form of one word and mean the same, as a participle and its stem.

Belongs here: pairs of tokens that are one by their form. Synonyms are listed in `lexicon/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from warehouse.resolve.words.tokens import CONNECTORS, phrase_tokens
from warehouse.resolve.words.vocabulary import Tokens, grammar

_SHORTEST = 3  # letters of a stem
_SHORTEST_STEM = 2  # letters before the endings of an adjective: urology
_VOWELS = frozenset("aeiou")
# Endings that a noun and its adjectives have behind one stem.
_ENDINGS = (("ology", "ological", "ologic"), ("ics", "ic", "ical"), ("gery", "gical"), ("iatry", "iatric", "iatrics"), ("culture", "cultural"),
    ("ment", "mental"), ("ation", "ational"), ("rition", "ritional"), ("ography", "ographic", "ographical"), ("ometry", "ometric"), ("opathy", "opathic"), ("oscopy", "oscopic"),
    ("dustry", "dustrial"), ("tution", "tutional"), ("chemistry", "chemical"), ("otherapy", "otherapeutic"))  # fmt: skip
_WARES = frozenset(["equipment", "machinery"])  # behind a work: mining equipment, mining machinery


def alike_in_form(a: Tokens, b: Tokens) -> str | None:
    """Why two names that differ in one word's form say the same, None where they do not.

    Args:
        a: normal tokens of one name.
        b: of the other.

    Returns:
        The words that say so, the same from both sides. A participle counts before the last word only ("tapered roller
        bearing"), since the last word says what is sold.
    """
    short, long = sorted((a, b), key=lambda tokens: (len(tokens), tokens))
    if (*short, long[-1]) == long and short[-1] in _empty_behind().get(long[-1], ()):
        return f"{long[-1]} adds nothing behind {short[-1]}"
    if len(a) != len(b):
        return None
    apart = [(one, other) for one, other in zip(a, b, strict=True) if one != other]
    if len(apart) == 1:
        one, other = sorted(apart[0], key=lambda token: (len(token), token))
        if a[-1] == b[-1] and is_participle(other, one):
            return f"{other} is a form of {one}"
        if a[-1] == b[-1] and is_adjective(other, one):
            return f"{one} and {other} say the same before {a[-1]}"
        if a[-1] != b[-1] and {one, other} == _WARES and len(a) > 1:
            return f"{one} and {other} are one ware"
    if sorted(a) == sorted(b) and not CONNECTORS.intersection(a):
        for turned in (a, b):
            other_way = b if turned is a else a
            for phrase in _either_way():
                rest = turned[: -len(phrase)]
                if turned[-len(phrase) :] == phrase and (*phrase, *rest) == other_way and rest:
                    return f"{' '.join(phrase)} says the same before and behind {' '.join(rest)}"
    return None


def is_participle(word: str, stem: str) -> bool:
    """Whether a word is the past participle of a stem by rule: tapered, mixed, coated, skimmed."""
    if len(stem) < _SHORTEST or not word.endswith("ed"):
        return False
    doubled = stem[-1] not in _VOWELS and stem[-2] in _VOWELS and word == f"{stem}{stem[-1]}ed"
    return doubled or word == (f"{stem}d" if stem.endswith("e") else f"{stem}ed")


def is_adjective(word: str, noun: str) -> bool:
    """Whether one word is by its ending the adjective of the other, or both are adjectives of one noun; either order.

    Urology and urological, agriculture and agricultural, electronic and electronics; and listed ones: dentistry and dental.
    """
    if frozenset((word, noun)) in _adjectives():
        return True
    for endings in _ENDINGS:
        stems = [
            {form.removesuffix(end) for end in endings if form.endswith(end) and len(form) >= len(end) + _SHORTEST_STEM}
            for form in (word, noun)
        ]
        if stems[0] & stems[1]:
            return True
    return False


@cache
def _adjectives() -> frozenset[frozenset[str]]:
    return frozenset(
        frozenset((noun, adjective)) for noun, listed in grammar().adjectives.items() for adjective in listed
    )


@cache
def _empty_behind() -> Mapping[str, frozenset[str]]:
    return {tail: frozenset(words) for tail, words in grammar().empty_behind.items()}


@cache
def _either_way() -> tuple[Tokens, ...]:
    return tuple(phrase_tokens(phrase) for phrase in grammar().either_way)
