"""Acronyms in names: their expansion by neighbouring words, and whether one matches the words of another name.

Belongs here: the reviewed ambiguous acronyms and the rule of initials. `tokens.py` rewrites acronyms with one meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from warehouse.resolve.words.tokens import (
    CONNECTORS,
    Tokens,
    acronyms_by_expansion,
    phrase_tokens,
    raw_tokens,
    resolution_key,
    rewritten,
)
from warehouse.resolve.words.vocabulary import acronyms

_SHORTEST = 2  # letters of an acronym that a name explains
SHORTEST_UNEXPLAINED = 3  # letters from which capitals that nothing explains are taken for initials; two fit too much
# First parts of compounds whose second part gives an acronym a letter of its own: chemi-thermo-mechanical.
_FIRST_PARTS = ("thermo", "chemi", "electro", "micro", "nano", "photo", "hydro", "bio", "poly", "tele", "radio", "immuno", "magneto", "opto",
    "multi", "hyper", "ultra", "inter", "intra", "cyber", "aero", "geo", "neuro", "cardio", "turbo", "ferro", "piezo", "acrylo", "alkyl", "anti", "blow", "auto", "sub", "non", "mono", "di", "tri", "tetra", "fluoro", "chloro", "methyl", "ethyl", "super")  # fmt: skip
_LONGEST_EXPANSION = 8  # words


@dataclass(frozen=True, slots=True)
class AcronymMatch:
    """What an acronym of one name stands for in the other: surely, or perhaps."""

    is_sure: bool
    reason: str


@lru_cache(maxsize=50_000)
def initials(tokens: Tokens) -> frozenset[str]:
    """The acronyms that tokens may have: with and without connecting words, with and without letters inside compounds."""
    forms: set[str] = set()
    for chosen in (tokens, tuple(token for token in tokens if token not in CONNECTORS)):
        spelled = {""}
        for token in chosen:
            spelled = {before + letters for before in spelled for letters in _letters(token)}
        forms |= spelled
    return frozenset(forms)


def _letters(token: str) -> tuple[str, ...]:
    """What a word gives to an acronym: its first letter; a number all of its digits; a compound its parts' letters."""
    if token.isdigit():
        return (token,)
    inner = next((first for first in _FIRST_PARTS if token.startswith(first) and len(token) >= len(first) + 3), None)
    return (token[0],) if inner is None else (token[0], token[0] + token[len(inner)])


def with_acronyms_disambiguated(tokens: Tokens, printed: Iterable[str] = ()) -> Tokens:
    """Tokens with acronyms of several meanings written out where the words beside them indicate one meaning.

    Args:
        tokens: normal tokens of a name.
        printed: its words as printed; a rarer meaning is looked for only where the name prints the acronym, since its
            usual words also read as the acronym.
    """
    for at, token in enumerate(tokens):
        meanings = _ambiguous().get(token) or (_besides().get(token) if token in printed else None)
        if not meanings:
            continue
        beside = {*tokens[:at], *tokens[at + 1 :]}
        meant = [phrase for phrase, words in meanings.items() if words & beside]
        if len(meant) == 1:
            return rewritten(tokens[:at] + meant[0] + tokens[at + 1 :])
    return tokens


def listed_expansions(acronym: str) -> str:
    """All that an acronym is reviewed to stand for, in words: "pet animal or polyethylene terephthalate"."""
    phrases = {phrase for table in (_ambiguous(), _besides()) for phrase in table.get(acronym, ())}
    phrases |= {phrase_tokens(phrase) for phrase, other in acronyms_by_expansion().items() if other == acronym}
    return " or ".join(sorted(map(" ".join, phrases)))


def is_ambiguous(token: str) -> bool:
    """Whether a token is an acronym of several reviewed meanings that no word beside it has told."""
    return token in _ambiguous()


def is_sure_alone(acronym: str, *, is_explained: bool = False) -> bool:
    """Whether a name that is nothing but an acronym names one market.

    Args:
        acronym: in lower case.
        is_explained: whether the other name explains it; that makes sure what is not reviewed to mean several things.
    """
    if acronym in acronyms().sure_alone:
        return True
    if acronym in _ambiguous() or acronym in _besides() or acronym in acronyms().alone:
        return False
    return is_explained or len(acronym) > SHORTEST_UNEXPLAINED


def is_reviewed(token: str) -> bool:
    """Whether a token is an acronym with a listed meaning."""
    return token in _reviewed() or token in _ambiguous() or token in acronyms().alone


def acronym_match(
    left_tokens: Tokens, right_tokens: Tokens, explained: Iterable[tuple[str, Tokens]], capitals: Mapping[str, str]
) -> AcronymMatch | None:
    """Whether one name is the other with a stretch of its words replaced by their initials.

    Args:
        left_tokens: normal tokens of one name.
        right_tokens: of the other.
        explained: acronyms that either name explains, with the tokens they stand for.
        capitals: what either name prints in capitals (`capitalised_words`).

    Returns:
        What was found, or None where no acronym ties the names. A word that no name prints in capitals is no acronym
        ("tea" is not thermal energy audit) unless one explains it.
    """
    known = frozenset(acronym for acronym, _ in explained)
    for short, long in ((left_tokens, right_tokens), (right_tokens, left_tokens)):
        for at, token in enumerate(short):
            acronym = token if token in known else capitals.get(token)
            if acronym is None or len(acronym) < _SHORTEST or not acronym.isalnum() or acronym.isdigit():
                continue
            phrase = _stretch(short, at, acronym, long)
            if phrase is not None:
                return _meant(acronym, phrase, acronym in known, is_alone=len(short) == 1)
    return _lettered(left_tokens, right_tokens) or _lettered(right_tokens, left_tokens)


def lone_acronym_match(acronym: str, phrase: Tokens, explained: Iterable[tuple[str, Tokens]]) -> AcronymMatch:
    """Whether an acronym alone stands for words that have its initials.

    Args:
        acronym: in lower case; the name prints it in capitals.
        phrase: the words.
        explained: acronyms that either name explains.
    """
    return _meant(acronym, phrase, any(acronym == other for other, _ in explained), is_alone=True)


def _meant(acronym: str, phrase: Tokens, is_explained: bool, *, is_alone: bool) -> AcronymMatch:
    """An acronym of three letters stands for what has its initials, unless reviewed to mean something else, or several things."""
    words = " ".join(phrase)
    if acronym in _ambiguous() or (is_alone and not is_sure_alone(acronym, is_explained=is_explained)):
        listed = listed_expansions(acronym)
        return AcronymMatch(
            False, f"{acronym} stands for several things, {words} among them{f' ({listed})' if listed else ''}"
        )
    if is_explained and not _means_other(acronym, phrase):
        return AcronymMatch(True, f"{acronym} stands for {words}")
    if acronym in _reviewed():
        return AcronymMatch(False, f"{acronym} stands for something else by review; {words} has its initials")
    if len(acronym) >= SHORTEST_UNEXPLAINED:
        return AcronymMatch(True, f"{acronym} stands for {words}")
    return AcronymMatch(False, f"{acronym} may stand for {words}; two letters fit too much")


def _means_other(acronym: str, phrase: Tokens) -> bool:
    """Whether a reviewed acronym's listed words share none with a phrase: GIS beside gas insulated switchgear."""
    listed = _listed_words().get(acronym)
    return listed is not None and listed.isdisjoint(phrase)


@cache
def _listed_words() -> Mapping[str, frozenset[str]]:
    """Words of all that an acronym is listed to stand for."""
    by_acronym: dict[str, set[str]] = {}
    for phrase, acronym in acronyms_by_expansion().items():
        by_acronym.setdefault(acronym, set()).update(phrase_tokens(phrase))
    return {acronym: frozenset(listed) for acronym, listed in by_acronym.items()}


def contradicted_acronym(
    one: Iterable[tuple[str, Tokens]], other: Iterable[tuple[str, Tokens]]
) -> tuple[str, Tokens, Tokens] | None:
    """An acronym that two names explain by words of which they share none: (acronym, words of one, words of the other)."""
    theirs = dict(other)
    for acronym, phrase in one:
        if acronym in theirs and not set(phrase) & set(theirs[acronym]):
            return acronym, phrase, theirs[acronym]
    return None


def capitalised_words(printed: str) -> Mapping[str, str]:
    """Words that a name prints in capitals beside words that it does not, or alone: normal token → casefolded word.

    "CTOs", "C.T.O." and "mAbs" count as well: at least two capitals.
    """
    shown = printed.split()
    if len(shown) > 1 and printed.isupper():
        return {}
    return {
        form: raw
        for word in shown
        if sum(letter.isupper() for letter in word) > 1
        for raw in raw_tokens(word)
        for form in phrase_tokens(raw)
    }


def _lettered(short: Tokens, long: Tokens) -> AcronymMatch | None:
    """Letters joined by "and" against words so joined: "r and d service", "research and development service"."""
    for at in range(1, len(short) - 1):
        if short[at] != "and" or len(short[at - 1]) != 1 or len(short[at + 1]) != 1:
            continue
        for there in range(1, len(long) - 1):
            words = (long[there - 1], "and", long[there + 1])
            if long[there] != "and" or words[0][0] != short[at - 1] or words[2][0] != short[at + 1]:
                continue
            if resolution_key((*short[: at - 1], *words, *short[at + 2 :])) == resolution_key(long):
                return AcronymMatch(True, f"{short[at - 1]} and {short[at + 1]} stands for {' '.join(words)}")
    return None


@cache
def _reviewed() -> frozenset[str]:
    """Acronyms whose meaning is listed: other words with their initials are not what they stand for."""
    return frozenset(acronym for theme in acronyms().acronyms.values() for acronym in theme) | {*acronyms().in_capitals}


def _stretch(short: Tokens, at: int, wanted: str, long: Tokens) -> Tokens | None:
    """The words of the long name that, put in the place of an acronym, make the short one equal to it."""
    gap = len(long) - len(short) + 1
    for length in range(max(2, gap - 2), min(len(long), gap + 2, _LONGEST_EXPANSION) + 1):
        for start in range(len(long) - length + 1):
            phrase = long[start : start + length]
            if phrase[0][0] != wanted[0] or len(wanted) > length:
                continue
            if wanted in initials(phrase) and resolution_key(short[:at] + phrase + short[at + 1 :]) == resolution_key(
                long
            ):
                return phrase
    return None


@cache
def _ambiguous() -> Mapping[str, Mapping[Tokens, frozenset[str]]]:
    return _with_cues(acronyms().ambiguous)


@cache
def _besides() -> Mapping[str, Mapping[Tokens, frozenset[str]]]:
    return _with_cues(acronyms().besides)


def _with_cues(
    listed: Mapping[str, Mapping[str, Iterable[str]]],
) -> Mapping[str, Mapping[Tokens, frozenset[str]]]:
    return {
        acronym: {
            phrase_tokens(phrase): frozenset(token for word in words for token in phrase_tokens(word))
            for phrase, words in meanings.items()
        }
        for acronym, meanings in listed.items()
    }
