"""Acronyms in names: what one means beside other words, and whether it stands for the words of another name.

Belongs here: the reviewed ambiguous acronyms and the rule of initials. Acronyms with one meaning are rewritten with the
other words in `tokens.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from warehouse.resolve.tokens import Tokens, phrase_tokens, pool_key, rewritten
from warehouse.resolve.vocabulary import acronyms

_CONNECTORS = frozenset(["a", "and", "as", "by", "de", "for", "in", "of", "on", "or", "the", "to", "with"])
_SHORTEST = 2
_SURE_ALONE = 4  # letters from which initials without company or explanation are taken for what they spell
_LONGEST_EXPANSION = 8  # words


@dataclass(frozen=True, slots=True)
class Meant:
    """What an acronym of one name stands for in the other: surely, or perhaps."""

    is_sure: bool
    reason: str


def initials(tokens: Tokens) -> frozenset[str]:
    """The acronyms that tokens may have: with and without their connecting words."""
    return frozenset(
        "".join(token[0] for token in chosen)
        for chosen in (tokens, tuple(token for token in tokens if token not in _CONNECTORS))
    )


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
            if len(token) < _SHORTEST or not token.isalnum():
                continue
            phrase = _stretch(short, at, long)
            if phrase is None:
                continue
            words = f"{token} stands for {' '.join(phrase)}"
            if len(short) > 1:
                return Meant(True, words)
            if is_ambiguous(token):
                return Meant(False, f"{token} stands for several things, {' '.join(phrase)} among them")
            if len(token) >= _SURE_ALONE or any(token == acronym for acronym, _ in explained):
                return Meant(True, words)
            return Meant(False, f"{token} may stand for {' '.join(phrase)}; nothing beside it says so")
    return None


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
