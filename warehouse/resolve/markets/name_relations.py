"""The relation of two printed market names, with their areas and their acronyms.

Belongs here: one pair of names, without the other names of a build. `entity_resolution.py` decides which names of a build
are one market; `scope_relations.py` relates two names by their words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sources.grammar.areas import WORLD_CODE
from warehouse.resolve.areas.area_extents import area_relation
from warehouse.resolve.markets.entity_resolution import alias_table, through_aliases
from warehouse.resolve.names.market_names import Name, read_name
from warehouse.resolve.scopes.concept_hierarchy import is_general
from warehouse.resolve.scopes.scope_relations import A_CONTAINS_B, B_CONTAINS_A, Kind, Relation, relate
from warehouse.resolve.words.acronyms import (
    SHORTEST_UNEXPLAINED,
    AcronymMatch,
    acronym_match,
    capitalised_words,
    contradicted_acronym,
    initials,
    is_ambiguous,
    is_reviewed,
    is_sure_alone,
    listed_expansions,
    lone_acronym_match,
)
from warehouse.resolve.words.compounds import in_one_form
from warehouse.resolve.words.inflection import alike_in_form
from warehouse.resolve.words.tokens import Key, Tokens, raw_tokens, resolution_key

_LONGEST_PRINTED = 9  # words
_INSIDE: tuple[Kind, ...] = (A_CONTAINS_B, B_CONTAINS_A)


def relate_names(a: str, b: str) -> Relation:
    """The relation of two printed names; an area that neither names is the world.

    Args:
        a: the first name, as a publisher prints it: a title's boilerplate changes nothing.
        b: the second.

    Returns:
        The relation with the words that say so; `relate_names(b, a)` is its mirror image.
    """
    left, right = read_name(a), read_name(b)
    if not left.tokens or not right.tokens:
        return Relation("unknown", f"{(b if left.tokens else a)!r} names no market")
    meant = _printed_initials(left, right, with_area=True)
    if meant is not None and meant.is_sure:
        return Relation("same", meant.reason)
    return _with_areas(_by_words(left, right), left, right)


def _by_words(left: Name, right: Name) -> Relation:
    a, b = (through_aliases(name.tokens, _aliases()) for name in (left, right))
    apart = contradicted_acronym(left.acronyms, right.acronyms)
    if apart is not None:
        both = " against ".join(sorted(map(" ".join, apart[1:])))
        return Relation("different", f"what {apart[0]} stands for: {both}")
    unsure = _unsure_alone(a, left, b, right) or _unsure_alone(b, right, a, left)
    if resolution_key(a) == resolution_key(b):
        if unsure:
            return Relation("unknown", f"{_several(unsure)}; nothing beside it says for which")
        return Relation("same", "equal words")
    a, b = in_one_form(a, b)
    if resolution_key(a) == resolution_key(b):
        return Relation("same", "equal words, written in one or apart")
    alike = alike_in_form(a, b)
    if alike is not None:
        return Relation("same", alike)
    capitals = {**capitalised_words(left.printed), **capitalised_words(right.printed)}
    acronym = acronym_match(a, b, (*left.acronyms, *right.acronyms), capitals) or _printed_initials(left, right)
    if acronym is not None:
        return Relation("same" if acronym.is_sure else "unknown", acronym.reason)
    related = relate(a, b)
    undecided = _undecided(a, b)
    if (unsure and related.kind in _INSIDE) or (undecided and related.kind in (*_INSIDE, "different")):
        return Relation("unknown", f"{_several(unsure or undecided or '')}; {related.reason}")
    return related


def _several(acronym: str) -> str:
    listed = listed_expansions(acronym)
    return f"{acronym} stands for several things{f' ({listed})' if listed else ''}"


def _undecided(a: Tokens, b: Tokens) -> str | None:
    """The acronym of several reviewed meanings that is the whole of one name, where the other also has it."""
    for lone, other in ((a, b), (b, a)):
        telling = [token for token in lone if not is_general((token,))]
        if len(telling) == 1 and telling[0] in other and is_ambiguous(telling[0]):
            return telling[0]
    return None


def _unsure_alone(lone: Tokens, own: Name, tokens: Tokens, other: Name) -> str | None:
    """The acronym that a name is, where it may stand for something else than in the other name, which has it among its words."""
    if len(lone) != 1 or lone[0] not in tokens or not is_reviewed(lone[0]) or not _says_only(lone[0], own):
        return None
    if len(tokens) == 1 and _says_only(lone[0], other):
        return None  # the same letters, whatever they stand for
    explained = any(lone[0] == acronym for acronym, _ in other.acronyms)
    return None if is_sure_alone(lone[0], is_explained=explained) else lone[0]


def _printed_initials(left: Name, right: Name, *, with_area: bool = False) -> AcronymMatch | None:
    """Whether one name is nothing but the initials of what the other prints, before synonyms change its words.

    Args:
        left: the first name.
        right: the second.
        with_area: whether the words have to hold the other's area: in a European train control system it is no place.
    """
    for short, long in ((left, right), (right, left)):
        if len(short.tokens) != 1 or len(long.tokens) < 2 or (with_area and (long.area is None or short.area)):
            continue
        acronym = capitalised_words(short.printed).get(short.tokens[0], "")
        if len(acronym) < SHORTEST_UNEXPLAINED:
            continue
        words = raw_tokens(long.printed)
        for length in range(min(len(words), _LONGEST_PRINTED), 1, -1):
            for at in range(len(words) - length + 1):
                phrase = words[at : at + length]
                if phrase[0][0] != acronym[0] or acronym not in initials(phrase):
                    continue
                read = read_name(" ".join(phrase))
                if read.tokens == long.tokens and (not with_area or read.area == long.area):
                    return lone_acronym_match(acronym, phrase, (*left.acronyms, *right.acronyms))
    return None


def _says_only(acronym: str, name: Name) -> bool:
    """Whether a name prints an acronym and no words that it stands for."""
    return acronym in raw_tokens(name.printed) and not name.acronyms


@cache
def _aliases() -> Mapping[Key, Tokens]:
    return alias_table({})


def _with_areas(words: Relation, left: Name, right: Name) -> Relation:
    """The relation by words under the one by areas."""
    one = left.area.code if left.area else WORLD_CODE
    other = right.area.code if right.area else WORLD_CODE
    if one == other or words.kind in ("different", "unknown"):
        return words
    area = _areas(one, other)
    named = " and ".join(sorted(name.area.name if name.area else "the world" for name in (left, right)))
    if area == "same":
        return words
    if area == "different":
        return Relation("different", f"the areas differ: {named}")
    if area == "unknown":
        return Relation("unknown", f"{words.reason}; houses differ on how the areas lie: {named}")
    if area == "overlap" or words.kind == "overlap":
        return Relation("overlap", f"{words.reason}; areas: {named}")
    if words.kind in ("same", area):
        return Relation(area, f"{words.reason}; areas: {named}")
    return Relation("overlap", f"{words.reason}; the areas lie the other way round: {named}")


def _areas(one: str, other: str) -> Kind:
    if one == WORLD_CODE:
        return "a_contains_b"
    return "b_contains_a" if other == WORLD_CODE else area_relation(one, other)
