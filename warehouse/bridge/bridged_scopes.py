"""The relation of a market's part to another market, from the words of both names, else from their definitions.

Belongs here: the name that a market's part would bear, and one scope inside another by definition. Relations of two
names are in `warehouse/resolve/scopes/scope_relations.py`; values are nobody's business here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from warehouse.facets import Facet
from warehouse.observe.value_bases import DefinedScope
from warehouse.resolve.scopes.concept_hierarchy import concepts, hypernyms, is_general
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.scopes.scope_relations import relate
from warehouse.resolve.words.tokens import Tokens, positions

# How a part lies to another market: it is the other, lies inside it, or holds it.
Lies = Literal["same", "inside", "contains"]
_KINDS: Mapping[str, Lies] = {"same": "same", "b_contains_a": "inside", "a_contains_b": "contains"}
_RESTRICTING: tuple[Facet, ...] = ("technology", "workload", "layer", "deployment")


@dataclass(frozen=True, slots=True)
class Match:
    """How a part lies to another market, and what says so."""

    lies: Lies
    reason: str
    definition_ids: tuple[str, ...] = ()


@lru_cache(maxsize=100_000)
def part_name(market: Tokens, members: tuple[Tokens, ...]) -> Tokens:
    """The name of what lies in all of several parts of a market.

    The members' words stand before the market's, and a word of the market that one of them narrows is left out: the
    GPU part of the training part of "ai accelerator cluster" is "gpu training ai cluster", for a GPU is an accelerator.
    What the market sells stays the last word.

    Args:
        market: normal tokens of the market's name.
        members: normal tokens of each part's name.
    """
    parts = concepts(market)
    head, before = parts[-1], parts[:-1]
    added = [concept for member in members for concept in concepts(member) if not positions(market, concept)]
    wider = {covering for word in added for covering in hypernyms(word)}
    rest = [_unnarrowed(concept, wider) for concept in before]
    return tuple(token for concept in (*dict.fromkeys(added), *rest, head) for token in concept)


def _unnarrowed(concept: Tokens, wider: AbstractSet[Tokens]) -> Tokens:
    """What is left of a word, or of a set phrase, where a part narrows its last words: "ai" of "ai accelerator"."""
    cut = next((at for at in range(len(concept)) if concept[at:] in wider), len(concept))
    return concept[:cut]


def match(
    part: Tokens, of: DefinedScope | None, other: Tokens, scope: DefinedScope | None, market_name: str, part_words: str
) -> Match | None:
    """How a part of one market lies to another market.

    Args:
        part: name of the part, from `part_name`.
        of: what definitions tell of the market it is a part of.
        other: normal tokens of the other market's name.
        scope: what definitions tell of the other market.
        market_name: the other market, for the reason.
        part_words: the part, for the reason.

    Returns:
        The relation; None where the scopes differ or where nothing says how they lie.
    """
    relation = relate(part, other)
    if relation.kind in _KINDS:
        return Match(_KINDS[relation.kind], relation.reason)
    if relation.kind == "overlap" and scope is not None and (reason := _inside(part, of, other, scope)):
        part_ids = () if of is None else of.definition_ids
        words = f"by its definition {market_name} holds {reason}, so it holds {part_words}"
        return Match("inside", words, tuple(sorted({*scope.definition_ids, *part_ids})))
    return None


def _inside(narrow: Tokens, of: DefinedScope | None, wide: Tokens, definition: DefinedScope) -> str | None:
    """What a wide scope's definition tells, where it holds a narrow one; None where that does not follow.

    It follows where the wide name sells no one product and its definition spans more layers of the value chain than the
    narrow scope, every restriction of the wide name is met by the narrow one, and every value that the narrow name
    tells is among those of the wide definition. What is unknown is no yes.
    """
    narrow_name, wide_name = scope_of(narrow), scope_of(wide)
    if "product" in wide_name or "product" not in narrow_name:
        return None
    words = {wider for concept in concepts(narrow) for wider in hypernyms(concept)}
    untold = [concept for concept in concepts(wide) if not scope_of(concept) and not is_general(concept)]
    if any(concept not in words for concept in untold):
        return None
    spoken: dict[Facet, frozenset[str]] = {}
    for facet in _RESTRICTING:
        named = frozenset(narrow_name.get(facet, ()))
        of_part = named or (frozenset() if of is None else of.facets.get(facet, frozenset()))
        wider = frozenset(wide_name.get(facet, ())) | definition.facets.get(facet, frozenset())
        if facet in wide_name and not of_part:
            return None
        compared = of_part if facet in wide_name else named
        if compared and not compared <= wider:
            return None
        if facet == "layer" and not (of_part and of_part < wider):
            return None
        spoken[facet] = wider
    return "; ".join(f"{facet} {', '.join(sorted(values))}" for facet, values in spoken.items() if values)


def shares_a_word(member: Tokens, other: Tokens, definition: DefinedScope | None) -> bool:
    """Whether a part could matter to a market: a telling word in its name, or a facet value in its definition."""
    words = {wider for concept in concepts(other) for wider in hypernyms(concept)} | set(concepts(other))
    if any(concept in words and not is_general(concept) for concept in concepts(member)):
        return True
    facets: Mapping[Facet, Sequence[str]] = scope_of(member)
    return definition is not None and any(
        set(values) & definition.facets.get(facet, frozenset()) for facet, values in facets.items()
    )
