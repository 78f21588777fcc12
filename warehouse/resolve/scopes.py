"""How the scopes of two names lie to each other: same, one inside the other, overlapping, different, or unknown.

Belongs here: the relation of two names by their words, contrasts and facets. Which names are one market is
`resolution.py`; what a relation allows (pooling, bounds) is decided in `reconcile`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from warehouse.resolve.facets import scope_of
from warehouse.resolve.resolution import Key, pool_key
from warehouse.resolve.tokens import Tokens, matched, tokens_of
from warehouse.resolve.vocabulary import Contrast, contrasts, facet_words

Kind = Literal["same", "a_contains_b", "b_contains_a", "overlap", "different", "unknown"]
_CONNECTORS = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]
)


@dataclass(frozen=True, slots=True)
class Relation:
    """The relation of two scopes and the words that say so."""

    kind: Kind
    reason: str


def relate(a: Tokens, b: Tokens) -> Relation:
    """The relation of two resolved names.

    Args:
        a: normal tokens of the first name, without area.
        b: of the second.

    Returns:
        The relation; `relate(b, a)` is its mirror image.
    """
    left, right = _profile(a), _profile(b)
    if left.key == right.key:
        return Relation("same", "equal words")
    for contrast, sides in left.sides.items():
        others = right.sides.get(contrast, sides)
        if not sides & others:
            return Relation("different", f"{contrast} differs: {_listed(sides)} against {_listed(others)}")
    a_wider, b_wider = right.reach.issuperset(left.words), left.reach.issuperset(right.words)
    if a_wider and b_wider:
        return Relation("overlap", "the same words in another order or number; review an alias")
    if a_wider:
        return _containment("a_contains_b", left.words, right.words)
    if b_wider:
        return _containment("b_contains_a", right.words, left.words)
    return _partial(left, right)


@dataclass(frozen=True, slots=True)
class _Profile:
    """What one name brings to a comparison: its pool, its concepts, all that covers them, its sides by contrast."""

    key: Key
    words: tuple[Tokens, ...]
    reach: frozenset[Tokens]
    sides: Mapping[str, frozenset[str]]


@lru_cache(maxsize=100_000)
def _profile(tokens: Tokens) -> _Profile:
    found = {contrast.name: _sides(contrast.name, tokens) for contrast in contrasts()}
    words = concepts(tokens)
    return _Profile(
        key=pool_key(tokens),
        words=words,
        reach=frozenset(wider for concept in words for wider in reach(concept)),
        sides={name: sides for name, sides in found.items() if sides},
    )


@lru_cache(maxsize=100_000)
def concepts(tokens: Tokens) -> tuple[Tokens, ...]:
    """A name's words, set phrases in one piece, connecting words left out; the last one says what is sold."""
    found = tuple(
        phrase for phrase, _ in matched(tokens, _set_phrases()) if phrase[0] not in _CONNECTORS or len(phrase) > 1
    )
    return found or (tokens,)


@lru_cache(maxsize=100_000)
def reach(concept: Tokens) -> frozenset[Tokens]:
    """A concept and every wider one that covers it."""
    found: set[Tokens] = set()
    waiting = [concept]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting.extend(_broader().get(current, ()))
    return frozenset(found)


def is_general(concept: Tokens) -> bool:
    """Whether a concept is too general to tie two names ("smart", "system")."""
    return all(token in _general() for token in concept)


def _containment(kind: Kind, wide: tuple[Tokens, ...], narrow: tuple[Tokens, ...]) -> Relation:
    added = [concept for concept in narrow if not any(other in reach(concept) for other in wide)]
    narrowed = [
        f"{' '.join(concept)} is narrower than {' '.join(other)}"
        for concept in narrow
        for other in wide
        if other in reach(concept) and other != concept and concept not in wide
    ]
    words = "; ".join([*narrowed, *([f"narrowed by {_words(added)}"] if added else [])])
    if wide[-1] in reach(narrow[-1]) or not _is_thing(wide[-1]):
        return Relation(kind, words)
    return Relation("overlap", f"what is sold changes from {' '.join(wide[-1])} to {' '.join(narrow[-1])}; {words}")


def _partial(left: _Profile, right: _Profile) -> Relation:
    """Neither name lies inside the other: what they share, and whether that makes them overlap."""
    shared = {concept for concept in left.words if concept in right.reach}
    shared |= {concept for concept in right.words if concept in left.reach}
    telling = sorted(concept for concept in shared if not is_general(concept))
    if not telling:
        return Relation("unknown", "no telling word in common")
    common = f"both have {_words(telling)}"
    head, other = left.words[-1], right.words[-1]
    if head in reach(other) or other in reach(head):
        return Relation("overlap", f"{common}; each narrows it by words that the other lacks")
    facets, others = frozenset(scope_of(head)), frozenset(scope_of(other))
    if facets and others and not facets & others:
        return Relation("overlap", f"{common}; one is named by its {_listed(facets)}, one by its {_listed(others)}")
    return Relation("unknown", f"{common}; whether {' '.join(head)} and {' '.join(other)} overlap is not told")


def _is_thing(concept: Tokens) -> bool:
    """Whether a word names something sold by itself: a product, or a side of the contrast of offerings."""
    return "product" in scope_of(concept) or any(
        contrast.by == "head" and _sides(contrast.name, concept) for contrast in contrasts()
    )


@lru_cache(maxsize=100_000)
def _sides(name: str, tokens: Tokens) -> frozenset[str]:
    """Sides of a contrast whose words a name has; by head, of the last such word (the longest ending there)."""
    contrast, side_of = _contrasts()[name]
    found = [
        (at + length, length, side)
        for length in sorted({len(phrase) for phrase in side_of})
        for at in range(len(tokens) - length + 1)
        for side in side_of.get(tokens[at : at + length], ())
    ]
    if contrast.by == "any" or not found:
        return frozenset(side for _, _, side in found)
    last = max((end, length) for end, length, _ in found)
    return frozenset(side for end, length, side in found if (end, length) == last)


@cache
def _contrasts() -> Mapping[str, tuple[Contrast, Mapping[Tokens, tuple[str, ...]]]]:
    """Contrasts by name, each with the sides that a phrase stands on."""
    indexed: dict[str, tuple[Contrast, Mapping[Tokens, tuple[str, ...]]]] = {}
    for contrast in contrasts():
        side_of: dict[Tokens, tuple[str, ...]] = {}
        for side, phrases in contrast.sides.items():
            for phrase in phrases:
                tokens = tokens_of(phrase)
                side_of[tokens] = tuple(sorted({*side_of.get(tokens, ()), side}))
        indexed[contrast.name] = (contrast, side_of)
    return indexed


@cache
def _broader() -> Mapping[Tokens, tuple[Tokens, ...]]:
    return {
        tokens_of(narrow): tuple(tokens_of(wide) for wide in listed) for narrow, listed in facet_words().broader.items()
    }


@cache
def _set_phrases() -> Mapping[Tokens, bool]:
    """Phrases of several words that the vocabularies treat as one, unless they only lengthen another such phrase."""
    listed = [*_broader(), *(wide for wider in _broader().values() for wide in wider)]
    listed += [tokens_of(phrase) for values in facet_words().facets.values() for ps in values.values() for phrase in ps]
    phrases = {phrase for phrase in listed if len(phrase) > 1}
    ends = {phrase[at:] for phrase in phrases for at in range(1, len(phrase) - 1)} & phrases
    return {phrase: True for phrase in phrases if not any(phrase[at:] in ends for at in range(1, len(phrase) - 1))}


@cache
def _general() -> frozenset[str]:
    return frozenset(token for phrase in facet_words().general for token in tokens_of(phrase)) | _CONNECTORS


def _words(listed: list[Tokens]) -> str:
    return ", ".join(" ".join(concept) for concept in listed)


def _listed(values: frozenset[str]) -> str:
    return " and ".join(sorted(values))
