"""Acronyms in names: what one means beside other words, and whether it stands for the words of another name.

Belongs here: the reviewed ambiguous acronyms and the rule of initials. Acronyms with one meaning are rewritten with the
other words in `tokens.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from warehouse.resolve.tokens import Tokens, phrase_tokens, pool_key, rewritten
from warehouse.resolve.vocabulary import acronyms

_CONNECTORS = frozenset(["a", "and", "as", "by", "de", "for", "in", "of", "on", "or", "the", "to", "with"])
_SHORTEST = 2
_SURE_ALONE = 4  # letters from which initials without company or explanation are taken for what they spell
_SURE_IN_CAPITALS = 3  # the same where the name prints them in capitals
# First parts of compounds whose second part gives an acronym a letter of its own: chemi-thermo-mechanical.
_FIRST_PARTS = ("thermo", "chemi", "electro", "micro", "nano", "photo", "hydro", "bio", "poly", "tele", "radio", "immuno", "magneto", "opto",
    "multi", "hyper", "ultra", "inter", "intra", "cyber", "aero", "geo", "neuro", "cardio", "turbo", "ferro", "piezo", "acrylo", "auto", "sub", "non", "mono", "di", "tri", "tetra", "fluoro", "chloro", "methyl", "ethyl", "super")  # fmt: skip
_LONGEST_EXPANSION = 8  # words


@dataclass(frozen=True, slots=True)
class Meant:
    """What an acronym of one name stands for in the other: surely, or perhaps."""

    is_sure: bool
    reason: str


@lru_cache(maxsize=50_000)
def initials(tokens: Tokens) -> frozenset[str]:
    """The acronyms that tokens may have: with and without connecting words, with and without letters inside compounds."""
    found: set[str] = set()
    for chosen in (tokens, tuple(token for token in tokens if token not in _CONNECTORS)):
        spelled = {""}
        for token in chosen:
            spelled = {before + letters for before in spelled for letters in _letters(token)}
        found |= spelled
    return frozenset(found)


def _letters(token: str) -> tuple[str, ...]:
    """What a word gives to an acronym: its first letter; a number all of its digits; a compound its parts' letters."""
    if token.isdigit():
        return (token,)
    inner = next((first for first in _FIRST_PARTS if token.startswith(first) and len(token) >= len(first) + 3), None)
    return (token[0],) if inner is None else (token[0], token[0] + token[len(inner)])


def in_context(tokens: Tokens) -> Tokens:
    """Tokens with ambiguous acronyms written out where the words beside them tell one meaning."""
    for at, token in enumerate(tokens):
        meanings = _ambiguous().get(token)
        if not meanings:
            continue
        beside = {*tokens[:at], *tokens[at + 1 :]}
        told = [phrase for phrase, words in meanings.items() if words & beside]
        if len(told) == 1:
            return rewritten(tokens[:at] + told[0] + tokens[at + 1 :])
    return tokens


def is_ambiguous(token: str) -> bool:
    """Whether trades use an acronym for several things, one of which only words beside it would tell."""
    return token in _ambiguous() or token in acronyms().alone


def meant_by(left_tokens: Tokens, right_tokens: Tokens, explained: Iterable[tuple[str, Tokens]] = ()) -> Meant | None:
    """Whether one name is the other with a stretch of its words replaced by their initials.

    An acronym in company ("DSP chips") is fixed by what stands beside it; alone it is taken for its expansion where it
    has at least four letters or is explained, and never where trades use it for several things.

    Args:
        left_tokens: normal tokens of one name.
        right_tokens: of the other.
        explained: acronyms that either name explains, with the tokens they stand for.

    Returns:
        What was found, or None where no acronym ties the names.
    """
    for short, long in ((left_tokens, right_tokens), (right_tokens, left_tokens)):
        for at, token in enumerate(short):
            if len(token) < _SHORTEST or not token.isalnum() or token.isdigit():
                continue
            phrase = _stretch(short, at, long)
            if phrase is None:
                continue
            words = f"{token} stands for {' '.join(phrase)}"
            if len(short) > 1:
                return Meant(token not in _reviewed(), words)
            return alone(token, phrase, explained)
    return _lettered(left_tokens, right_tokens) or _lettered(right_tokens, left_tokens)


def alone(acronym: str, phrase: Tokens, explained: Iterable[tuple[str, Tokens]]) -> Meant:
    """Whether an acronym without company stands for words that have its initials.

    Args:
        acronym: in lower case.
        phrase: the words.
        explained: acronyms that either name explains.
    """
    if is_ambiguous(acronym):
        return Meant(False, f"{acronym} stands for several things, {' '.join(phrase)} among them")
    if any(acronym == other for other, _ in explained):
        return Meant(True, f"{acronym} stands for {' '.join(phrase)}")
    if acronym in _reviewed():
        return Meant(False, f"{acronym} stands for something else by review; {' '.join(phrase)} has its initials")
    if len(acronym) >= _SURE_IN_CAPITALS:
        return Meant(True, f"{acronym} stands for {' '.join(phrase)}")
    return Meant(False, f"{acronym} may stand for {' '.join(phrase)}; nothing beside it says so")


def is_capital(acronym: str, printed: str) -> bool:
    """Whether a name prints an acronym in capitals ("CTOs", "C.T.O." and "CTO" all do)."""
    return any(
        word.isupper() and "".join(letter for letter in word if letter.isalnum()).casefold() == acronym
        for printed_word in printed.split()
        for word in (printed_word.strip("()[],.:;"), printed_word.strip("()[],.:;").removesuffix("s"))
    )


def _lettered(short: Tokens, long: Tokens) -> Meant | None:
    """Letters joined by "and" against words so joined: "r and d service", "research and development service"."""
    for at in range(1, len(short) - 1):
        if short[at] != "and" or len(short[at - 1]) != 1 or len(short[at + 1]) != 1:
            continue
        for there in range(1, len(long) - 1):
            words = (long[there - 1], "and", long[there + 1])
            if long[there] != "and" or words[0][0] != short[at - 1] or words[2][0] != short[at + 1]:
                continue
            if pool_key((*short[: at - 1], *words, *short[at + 2 :])) == pool_key(long):
                return Meant(True, f"{short[at - 1]} and {short[at + 1]} stands for {' '.join(words)}")
    return None


@cache
def _reviewed() -> frozenset[str]:
    """Acronyms whose meaning is listed: other words with their initials are not what they stand for."""
    return frozenset(acronym for theme in acronyms().acronyms.values() for acronym in theme)


def _stretch(short: Tokens, at: int, long: Tokens) -> Tokens | None:
    """The words of the long name that, put in the place of an acronym, make the short one equal to it."""
    wanted = short[at]
    gap = len(long) - len(short) + 1
    for length in range(max(2, gap - 2), min(len(long), gap + 2, _LONGEST_EXPANSION) + 1):
        for start in range(len(long) - length + 1):
            phrase = long[start : start + length]
            if phrase[0][0] != wanted[0] or len(wanted) > length:
                continue
            if wanted in initials(phrase) and pool_key(short[:at] + phrase + short[at + 1 :]) == pool_key(long):
                return phrase
    return None


@cache
def _ambiguous() -> Mapping[str, Mapping[Tokens, frozenset[str]]]:
    return {
        acronym: {
            phrase_tokens(phrase): frozenset(token for word in words for token in phrase_tokens(word))
            for phrase, words in meanings.items()
        }
        for acronym, meanings in acronyms().ambiguous.items()
    }
