"""The relation of two scopes by their words: same, one inside the other, overlapping, different, or unknown.

Belongs here: the relation of two names by their words. `concept_hierarchy.py` knows what a word is a kind of;
`name_relations.py` relates printed names with areas and acronyms; `warehouse/sql/60_scope_pairs.sql` decides what a relation allows
(pooling, bounds).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from warehouse.resolve.scopes.concept_hierarchy import (
    axes_of,
    excludes,
    hypernyms,
    hypernyms_and_parts,
    is_field,
    is_form,
    is_general,
    is_idiom,
    is_industry,
    is_offering,
    is_privative,
    is_thing,
    is_vague,
    siblings,
    with_acronyms_expanded,
)
from warehouse.resolve.scopes.designators_and_negation import (
    designator_difference,
    negation_difference,
    prefix_difference,
)
from warehouse.resolve.scopes.name_profiles import NameProfile, profile_of
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.scopes.word_senses import sense_difference
from warehouse.resolve.words.tokens import Tokens

Kind = Literal["same", "a_contains_b", "b_contains_a", "overlap", "different", "unknown"]
A_CONTAINS_B: Literal["a_contains_b"] = "a_contains_b"
B_CONTAINS_A: Literal["b_contains_a"] = "b_contains_a"
MIRRORED: Mapping[Kind, Kind] = {"a_contains_b": "b_contains_a", "b_contains_a": "a_contains_b"}


@dataclass(frozen=True, slots=True)
class Relation:
    """The relation of two scopes and the words that say so."""

    kind: Kind
    reason: str

    def mirrored(self) -> Relation:
        """The same relation seen from the other side."""
        return Relation(MIRRORED.get(self.kind, self.kind), self.reason)


@lru_cache(maxsize=100_000)
def relate(a: Tokens, b: Tokens) -> Relation:
    """The relation of two resolved names.

    Args:
        a: normal tokens of the first name, without area.
        b: of the second.

    Returns:
        The relation; `relate(b, a)` is its mirror image.
    """
    left, right = profile_of(a), profile_of(b)
    if left.key == right.key:
        return Relation("same", "equal words")
    apart = (
        designator_difference(left.numbers, right.numbers)
        or negation_difference(left.spelled, left.negated, right.spelled, right.negated)
        or prefix_difference(left.spelled, right.spelled)
    )
    if apart is not None:
        return Relation("different", apart)
    turned = sense_difference(left.senses, right.senses)
    if turned is not None and turned[1]:
        return Relation("different", turned[0])
    inside = _inside(left, right)
    if inside is not None:
        wide = left if inside.kind == A_CONTAINS_B else right
        is_clear = turned is None or len(wide.words) > 1  # what stands beside the word tells what both mean
        return inside if is_clear or turned is None else Relation("unknown", f"{turned[0]}; {inside.reason}")
    for axis, one in left.sides.items():
        other = right.sides.get(axis, one)
        if excludes(axis, one, other):
            against = " against ".join(sorted((_listed(one), _listed(other))))
            return Relation("different", f"{axis} differs: {against}")
    return _by_kinds(left, right) or _head_turned(left, right) or _partial(left, right)


def _inside(left: NameProfile, right: NameProfile) -> Relation | None:
    """Whether one name is inside the other by its words, the last word of both being of one kind."""
    if left.union or right.union:
        summed = _sum_holds(left, right)
        if summed is not None or (left.union and right.union):
            return summed
    a_wider, b_wider = _holds(left, right), _holds(right, left)
    if a_wider and b_wider:
        return Relation("overlap", "the same words in another order or number; review an alias")
    if not a_wider and not b_wider:
        return None
    wide, narrow = (left, right) if a_wider else (right, left)
    turned = _turning(wide, narrow)
    if turned:
        return Relation("different", f"{' '.join(turned)} makes another thing of it")
    if is_vague(wide.tokens):
        return Relation("unknown", f"how far {' '.join(wide.tokens)} reaches differs by publisher")
    unsaid = next((concept for concept in wide.words if not _answers(concept, narrow.said)), None)
    if unsaid is not None:
        word = next((word for word in unsaid if (word,) not in narrow.said), " ".join(unsaid))
        return Relation("unknown", f"{word} is said of another thing in {' '.join(narrow.tokens)}")
    return Relation(A_CONTAINS_B if a_wider else B_CONTAINS_A, _narrowing(wide, narrow))


def _holds(wide: NameProfile, narrow: NameProfile) -> bool:
    """Whether every concept of the wide name is covered by the narrow one, and its last one by the narrow one's last."""
    if wide.union or narrow.union or wide.is_general:
        return False
    head = wide.words[-1]
    if head not in narrow.head and (len(head) == 1 or is_idiom(head) or head[-1:] not in narrow.head):
        return False
    return all(_answers(concept, narrow.covered) for concept in wide.words)


def _answers(concept: Tokens, covered: frozenset[Tokens]) -> bool:
    return concept in covered or (
        len(concept) > 1 and not is_idiom(concept) and all((word,) in covered for word in concept)
    )


def _sum_holds(left: NameProfile, right: NameProfile) -> Relation | None:
    """A sum contains each of its summands and what is inside one; what contains both summands contains the sum."""
    for wide, narrow, kind in ((left, right, A_CONTAINS_B), (right, left, B_CONTAINS_A)):
        for summand in map(profile_of, wide.union):
            if not narrow.union and (summand.key == narrow.key or _holds(summand, narrow)):
                return Relation(kind, f"{' '.join(narrow.tokens)} is part of the sum {' '.join(wide.tokens)}")
    for wide, narrow, kind in ((left, right, A_CONTAINS_B), (right, left, B_CONTAINS_A)):
        if narrow.union and not wide.union and all(_holds(wide, profile_of(summand)) for summand in narrow.union):
            return Relation(kind, f"{' '.join(wide.tokens)} holds both of {' '.join(narrow.tokens)}")
    return None


def _turning(wide: NameProfile, narrow: NameProfile) -> Tokens | None:
    """A word of the narrow name alone that makes another thing of what the wide one names."""
    for at, concept in enumerate(narrow.words[:-1]):
        if is_privative(concept) and concept not in wide.covered:
            negates_other = concept[-1] in ("non", "anti", "counter") and narrow.words[at + 1] not in wide.covered
            if not negates_other:
                return concept
    return None


def _narrowing(wide: NameProfile, narrow: NameProfile) -> str:
    added = [
        concept for concept in narrow.words if not any(other in hypernyms_and_parts(concept) for other in wide.words)
    ]
    narrowed = [
        f"{' '.join(concept)} is narrower than {' '.join(other)}"
        for concept in narrow.words
        for other in wide.words
        if other in hypernyms(concept) and other != concept and concept not in wide.words
    ]
    return "; ".join([*narrowed, *([f"narrowed by {_words(added)}"] if added else [])]) or "narrowed by its words"


def _by_kinds(left: NameProfile, right: NameProfile) -> Relation | None:
    """Two kinds of one thing in the two names, in the place of what is sold or of what narrows the same head."""
    head = siblings(left.words[-1], right.words[-1])
    kinds = head
    if kinds is None and (left.words[-1] in right.head or right.words[-1] in left.head):
        odd_left = [c for c in left.words[:-1] if c not in right.covered]
        odd_right = [c for c in right.words[:-1] if c not in left.covered]
        kinds = next((pair for a in odd_left for b in odd_right if (pair := siblings(a, b))), None)
    if kinds is None:
        return None
    one, other, wide = kinds
    named = f"{_words(sorted((one, other)))} are two kinds of {' '.join(wide)}"
    if head is not None and (one in right.covered or other in left.covered):
        return Relation("unknown", f"{named}, yet one name has both")  # a polyurethane elastomer
    return Relation("different", named)


def _head_turned(left: NameProfile, right: NameProfile) -> Relation | None:
    """One name's words are in the other before another last word: what is sold has changed, save in fields."""
    for wide, narrow, kind in ((left, right, A_CONTAINS_B), (right, left, B_CONTAINS_A)):
        if wide.union or narrow.union or wide.is_general or narrow.words[-1] in wide.covered:
            continue
        if not all(_answers(concept, narrow.covered) for concept in wide.words):
            continue
        head, last = " ".join(wide.words[-1]), " ".join(narrow.words[-1])
        if is_field(wide.words[-1]) and not is_thing(wide.words[-1]) and is_offering(narrow.words[-1]):
            if is_vague(wide.tokens) or _turning(wide, narrow) or is_industry(wide.words[-1]):
                return Relation("unknown", f"how far {' '.join(wide.tokens)} reaches is not stated")
            reason = f"{last} is sold for {head}: {_narrowing(wide, narrow)}"
            return Relation(kind, reason)
        if is_form(wide.words[-1]) and not is_offering(narrow.words[-1]):
            return Relation("unknown", f"whether {last} is one of {head} is not stated")
        takes_in = is_general(narrow.words[-1]) and is_offering(narrow.words[-1]) and not is_thing(narrow.words[-1])
        if takes_in or "deployment" in axes_of(narrow.words[-1]):
            return Relation("overlap", f"whether {last} takes in all of {head} is not stated")
        return Relation("different", f"what is sold changes from {head} to {last}")
    return None


def _partial(left: NameProfile, right: NameProfile) -> Relation:
    """Neither name is inside the other: what they share, and what the words that they do not share say."""
    shared = {concept for concept in left.words if concept in right.covered}
    shared |= {concept for concept in right.words if concept in left.covered}
    shared |= {(token,) for token in left.tokens if token in right.tokens}
    telling = sorted(concept for concept in shared if not is_general(concept))
    if not telling:
        return Relation("unknown", "no telling word in common")
    common = f"both have {_words(telling)}"
    head, other = left.words[-1], right.words[-1]
    odd_left = [c for c in left.words if c not in right.covered]
    odd_right = [c for c in right.words if c not in left.covered]
    is_one_thing = head[-1:] == other[-1:] and not is_idiom(head) and not is_idiom(other)
    if head in right.head or other in left.head or is_one_thing:
        if is_vague(left.tokens) or is_vague(right.tokens):
            return Relation("unknown", f"{common}; how far they reach differs by publisher")
        are_ways = _is_way(odd_left, head, other) and _is_way(odd_right, other, head)
        return _narrowed_apart(odd_left, odd_right, common, are_ways)
    if shared >= {*left.words[:-1], *right.words[:-1]} and not (is_field(head) and is_field(other)):
        if is_form(head) == is_form(other) and (not is_general(head) or not is_general(other)):
            return Relation("different", f"{common}; what is sold is {_words(sorted((head, other)))}")
    facets, others = (frozenset(scope_of(tuple(t for t in one if (t,) not in shared))) for one in (head, other))
    if facets and others and not facets & others:
        named = " and by its ".join(sorted((_listed(facets), _listed(others))))
        return Relation("overlap", f"{common}; the names go by its {named}")
    return Relation(
        "unknown", f"{common}; whether {' and '.join(sorted(map(' '.join, (head, other))))} overlap is not stated"
    )


def _is_way(odd: list[Tokens], sold: Tokens, other: Tokens) -> bool:
    """Whether what only one name has narrows what both sell, and is no other word for it: clear aligners in orthodontics."""
    return sold not in odd or with_acronyms_expanded(sold)[-1:] == with_acronyms_expanded(other)[-1:]


def _narrowed_apart(one: list[Tokens], other: list[Tokens], common: str, are_ways: bool) -> Relation:
    """One thing, narrowed by words that the other name lacks: in one way (siblings) or in two (overlap)."""
    axes = [
        frozenset(axis for concept in odd for axis in axes_of(tuple(t for t in concept if (t,) not in beside)))
        - {"product"}
        for odd, beside in ((one, _single(other)), (other, _single(one)))
    ]
    if len(one) == len(other) == 1 and not axes[0] and not axes[1] and are_ways:
        words = _words(sorted((one[0], other[0])))
        return Relation("different", f"{common}; one word each apart, {words}, which most often name siblings")
    return Relation("overlap", f"{common}; each narrows it by words that the other lacks")


def _single(odd: list[Tokens]) -> frozenset[Tokens]:
    return frozenset((token,) for concept in odd for token in concept)


def _words(listed: Iterable[Tokens]) -> str:
    return ", ".join(" ".join(concept) for concept in listed)


def _listed(values: frozenset[str]) -> str:
    return " and ".join(sorted(values))
