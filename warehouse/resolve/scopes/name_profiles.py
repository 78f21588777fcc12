"""The profile of a name: its concepts, what they cover, its sides, designators, senses and the summands of a sum.

Belongs here: all that one name brings to a comparison. `scope_relations.py` compares two profiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from warehouse.resolve.scopes.concept_hierarchy import (
    axes_of,
    concepts,
    hypernyms,
    hypernyms_and_parts,
    is_general,
    is_idiom,
    is_set_phrase,
    siblings,
    sides,
    with_acronyms_expanded,
)
from warehouse.resolve.scopes.designators_and_negation import designators, negated
from warehouse.resolve.scopes.word_senses import Sense, senses_of
from warehouse.resolve.words.tokens import Key, Tokens, phrase_tokens, resolution_key
from warehouse.resolve.words.vocabulary import grammar


@dataclass(frozen=True, slots=True)
class NameProfile:
    """What one name brings to a comparison.

    Attributes:
        tokens: as given.
        key: what equal names share.
        words: its concepts; the last says what is sold.
        covered: all that its concepts answer to.
        said: of these, what is said of what is sold, and not only of a thing that it is sold for.
        head: all that the last concept is a kind of.
        sides: its sides by contrast and axis.
        union: the names that a name joined by "and" is the sum of; empty for all others.
        spelled: its words, acronyms written out.
        negated: words that it negates.
        numbers: its letters and numbers by the word before them.
        senses: what its words that mean several things mean in it.
        is_general: whether none of its concepts distinguishes two names.
    """

    tokens: Tokens
    key: Key
    words: tuple[Tokens, ...]
    covered: frozenset[Tokens]
    said: frozenset[Tokens]
    head: frozenset[Tokens]
    sides: Mapping[str, frozenset[str]]
    union: tuple[Tokens, ...]
    spelled: frozenset[str]
    negated: frozenset[str]
    numbers: Mapping[str, frozenset[str]]
    senses: Mapping[str, Sense | None]
    is_general: bool


@lru_cache(maxsize=100_000)
def profile_of(tokens: Tokens) -> NameProfile:
    """The profile of a name.

    Args:
        tokens: normal tokens, without area.
    """
    words = concepts(tokens)
    return NameProfile(
        tokens=tokens,
        key=resolution_key(tokens),
        words=words,
        covered=frozenset(wider for concept in words for wider in hypernyms_and_parts(concept)),
        said=frozenset(wider for concept in words[:-1] for wider in _said(concept)) | hypernyms_and_parts(words[-1]),
        head=hypernyms(words[-1]),
        sides=sides(tokens),
        union=_summands(tokens),
        spelled=frozenset(with_acronyms_expanded(tokens)),
        negated=negated(with_acronyms_expanded(tokens)),
        numbers=designators(tokens),
        senses=senses_of(tokens),
        is_general=all(is_general(concept) for concept in words),
    )


def _said(concept: Tokens) -> frozenset[Tokens]:
    """What a word or set phrase before a name says of it: a gas turbine sensor is no gas sensor, a medical device pouch a medical one."""
    first = concept[:1]
    if len(concept) == 1 or is_idiom(concept) or is_general(first) or axes_of(first):
        return hypernyms_and_parts(concept)
    return hypernyms(concept) | hypernyms_and_parts(concept[1:])


def _summands(tokens: Tokens) -> tuple[Tokens, ...]:
    """The two names that "valve and pump" or "beef and pork sausage" is the sum of."""
    at = next((at for at, token in enumerate(tokens) if token == "and"), 0)
    if not 0 < at < len(tokens) - 1 or "and" in tokens[at + 1 :]:
        return ()
    if any(tokens[at - before : at - before + len(phrase)] == phrase for phrase in _joined() for before in (1, 2)):
        return ()
    left, right = tokens[:at], tokens[at + 1 :]
    if len(right) == 1:
        return (left, right if len(left) == 1 else (*left[:-1], *right))
    last, first = left[-1:], right[:1]
    if last != right[-1:] and (siblings(last, first) is not None or axes_of(last) & axes_of(first)):
        return ((*left, *right[1:]), (*left[:-1], *right))  # "ai training and inference cluster"
    shared = right[len(left) :]  # what "high voltage and low voltage cable" says once for both
    if not shared or left[-1] == right[-1]:
        return (left, right)
    if is_set_phrase(right) and not is_set_phrase((*left, *shared)):
        return (left, right)  # "pump and heat exchanger"
    return ((*left, *shared), right)


@cache
def _joined() -> frozenset[Tokens]:
    return frozenset(phrase_tokens(phrase) for phrase in grammar().joined)
