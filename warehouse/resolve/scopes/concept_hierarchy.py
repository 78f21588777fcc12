"""The concept hierarchy: the hypernyms of a word, and which kinds exclude each other.

Belongs here: look-ups of one or two concepts in the reviewed kinds, contrasts and axes. `scope_relations.py` relates two
names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from warehouse.resolve.scopes.concept_tables import (
    acronym_expansions,
    by_head,
    direct_hypernyms,
    excluding_kinds,
    general_sides,
    general_words,
    idiom_phrases,
    kinds_of,
    longest_phrase,
    phrases_of,
    set_phrases,
    side_table,
)
from warehouse.resolve.scopes.designators_and_negation import is_designator
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.words.numerals import is_class_word
from warehouse.resolve.words.tokens import CONNECTORS, Tokens, longest_matches

_CACHED = 100_000
_A = ("a",)  # a letter in "hepatitis a", an article elsewhere
_TO = ("to",)  # "air to ground" is no "ground to air": what it joins is one concept


@lru_cache(maxsize=_CACHED)
def concepts(tokens: Tokens) -> tuple[Tokens, ...]:
    """A name's words, set phrases in one piece, connecting words left out; the last one says what is sold."""
    parts = [phrase for phrase, _ in longest_matches(tokens, set_phrases(), longest_phrase())]
    for at in range(len(parts) - 2, 0, -1):
        if parts[at] == _TO:
            parts[at - 1 : at + 2] = [(*parts[at - 1], "to", *parts[at + 1])]
    result = [
        phrase
        for at, phrase in enumerate(parts)
        if phrase[0] not in CONNECTORS or len(phrase) > 1 or (phrase == _A and at and is_class_word(parts[at - 1][-1]))
    ]
    if len(result) > 1 and is_designator(result[-1]):
        result[-2:] = result[:-3:-1]  # "hepatitis a" is a hepatitis
    return tuple(result) or (tokens,)


def with_acronyms_expanded(tokens: Tokens) -> Tokens:
    """Tokens with each acronym that has one listed meaning written out."""
    return tuple(word for token in tokens for word in next(iter(acronym_expansions().get((token,), ())), (token,)))


@lru_cache(maxsize=_CACHED)
def hypernyms(concept: Tokens) -> frozenset[Tokens]:
    """All that a concept is a kind of, in whatever step.

    Args:
        concept: a word or a set phrase of a name.

    Returns:
        The concept itself; what the reviewed kinds and `broader` put above it; what its own last words name, unless it
        is an idiom (a butterfly valve is a valve, a heat pump is no pump); of an acronym the last words of what it
        stands for.
    """
    wider: set[Tokens] = set()
    waiting = [concept]
    while waiting:
        current = waiting.pop()
        if current in wider:
            continue
        wider.add(current)
        waiting.extend(direct_hypernyms().get(current, ()))
        if len(current) > 1 and current not in idiom_phrases() and "to" not in current:
            waiting.append(current[1:])
    return frozenset(phrase for phrase in wider if phrase == concept or phrase[0] not in CONNECTORS)


@lru_cache(maxsize=_CACHED)
def hypernyms_and_parts(concept: Tokens) -> frozenset[Tokens]:
    """All that a concept answers to within a name: what it reaches, and the single words of what it is made of."""
    reached = set(hypernyms(concept))
    for phrase in (concept, *acronym_expansions().get(concept, ())):
        if len(phrase) > 1 and phrase not in idiom_phrases() and "to" not in phrase:
            for word in phrase:
                reached |= hypernyms((word,))
        for length in range(2, len(phrase)):
            for at in range(len(phrase) - length + 1):
                if phrase[at : at + length] in set_phrases():
                    reached |= hypernyms(phrase[at : at + length])
    return frozenset(reached)


@lru_cache(maxsize=_CACHED)
def is_general(concept: Tokens) -> bool:
    """Whether a concept is too general to tie two names ("smart", "system")."""
    return (len(concept) == 1 or concept not in direct_hypernyms()) and all(
        token in general_words() for token in concept
    )


def is_set_phrase(tokens: Tokens) -> bool:
    """Whether the vocabularies treat several words as one."""
    return tokens in set_phrases()


def is_idiom(concept: Tokens) -> bool:
    """Whether a phrase is no kind of what its last word names."""
    return concept in idiom_phrases()


def siblings(a: Tokens, b: Tokens) -> tuple[Tokens, Tokens, Tokens] | None:
    """Two kinds of one thing that exclude each other, among what two concepts reach.

    Returns:
        (the kind of the first, that of the second, the thing), or None. Kinds of which one covers the other concept
        exclude nothing.
    """
    if _wides(a).isdisjoint(_wides(b)):
        return None
    return _siblings(a, b)


@lru_cache(maxsize=_CACHED)
def _wides(concept: Tokens) -> frozenset[Tokens]:
    """All things that a concept is, in whatever step, one of the kinds of."""
    return frozenset(wide for one in hypernyms(concept) for wide in kinds_of().get(one, ()))


@lru_cache(maxsize=_CACHED)
def _siblings(a: Tokens, b: Tokens) -> tuple[Tokens, Tokens, Tokens] | None:
    of_a, of_b = hypernyms(a), hypernyms(b)
    common = _wides(a) & _wides(b)
    for one, wides in _kinded(a):
        if one in of_b:
            continue
        for wide in wides:
            if wide not in common:
                continue
            for other in sorted(excluding_kinds()[wide] & of_b):
                if other not in of_a and not _cross(one, other):
                    return one, other, wide
    return None


@lru_cache(maxsize=_CACHED)
def _kinded(concept: Tokens) -> tuple[tuple[Tokens, tuple[Tokens, ...]], ...]:
    """What a concept reaches that is one of the kinds of something, with these things, in a fixed order."""
    return tuple((one, kinds_of()[one]) for one in sorted(hypernyms(concept)) if one in kinds_of())


@lru_cache(maxsize=_CACHED)
def _cross(one: Tokens, other: Tokens) -> bool:
    """Whether two kinds differ in two ways and not in one: organic fertilizer may be liquid, electric tractors drive themselves."""
    left, right = (
        tuple(token for token in tokens if token not in beside) for tokens, beside in ((one, other), (other, one))
    )
    if any(not side & sides(right).get(axis, side) for axis, side in sides(left).items() if axis not in by_head()):
        return False
    return axes_of(left) - {"product"} != axes_of(right) - {"product"}


@lru_cache(maxsize=_CACHED)
def sides(tokens: Tokens) -> Mapping[str, frozenset[str]]:
    """The sides of contrasts and axes whose words a name has.

    Of a contrast by head, the sides of the last such word count (the longest ending there).
    """
    by_axis: dict[str, list[tuple[int, int, str]]] = {}
    table, longest = side_table()
    for at, token in enumerate(tokens):
        for length in range(1, min(longest.get(token, 0), len(tokens) - at) + 1):
            for axis, side in table.get(tokens[at : at + length], ()):
                by_axis.setdefault(axis, []).append((at + length, length, side))
    heads = by_head()
    result: dict[str, frozenset[str]] = {}
    for axis in sorted(by_axis):
        marks = by_axis[axis]
        last = max((end, length) for end, length, _ in marks)
        result[axis] = frozenset(side for end, length, side in marks if axis not in heads or (end, length) == last)
    return result


def excludes(axis: str, one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether sides of one axis exclude each other: they share none, and none is a general word for one of the others."""
    if one & other:
        return False
    held = general_sides()
    return not any((axis, a, b) in held or (axis, b, a) in held for a in one for b in other)


@lru_cache(maxsize=_CACHED)
def axes_of(concept: Tokens) -> frozenset[str]:
    """The ways in which a word narrows a name: axes, contrasts and facets that it has a side on."""
    return frozenset(axis for axis in sides(concept) if axis not in by_head()) | frozenset(scope_of(concept))


@lru_cache(maxsize=_CACHED)
def is_field(concept: Tokens) -> bool:
    """Whether a word names a work or a state of affairs, of whose market the things sold for it are a part."""
    if concept in phrases_of("fields") or any(phrase in phrases_of("fields") for phrase in hypernyms(concept)):
        return concept not in phrases_of("no_fields")
    return concept[-1:] in phrases_of("field_endings") and concept not in phrases_of("no_fields")


@lru_cache(maxsize=_CACHED)
def is_industry(concept: Tokens) -> bool:
    """Whether a word names those who buy what is sold for a field: hotel software is no part of hotels."""
    return not phrases_of("industries").isdisjoint(hypernyms(concept))


def is_offering(concept: Tokens) -> bool:
    """Whether a word names a form in which a field is sold: software, service, device."""
    return concept in phrases_of("offerings") or concept[-1:] in phrases_of("offerings")


def is_form(concept: Tokens) -> bool:
    """Whether a word only says in which form something is sold (device, system): a thing of another name may be one."""
    return concept[-1:] in phrases_of("forms") and not is_idiom(concept)


@lru_cache(maxsize=_CACHED)
def is_privative(concept: Tokens) -> bool:
    """Whether a word before a name makes another thing of it."""
    return concept in phrases_of("privatives")


def is_vague(tokens: Tokens) -> bool:
    """Whether a name holds words whose extent every publisher draws anew."""
    return any(
        tokens[at : at + length] in phrases_of("vague")
        for length in range(1, min(4, len(tokens)) + 1)
        for at in range(len(tokens) - length + 1)
    )


def is_thing(concept: Tokens) -> bool:
    """Whether a word names something sold by itself: a product, or a side of the contrast of offerings."""
    return "product" in scope_of(concept) or any(axis in by_head() for axis in sides(concept))
