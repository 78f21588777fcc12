"""Relations of markets whose facets a person decided: the decided facets replace those of the words.

Belongs here: the comparison of decided facets, and what follows for core.market_relations. `scope_relations.py` relates
two names by their words; decisions on a pair itself come first (`scope_decisions.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from warehouse.decisions import Decisions
from warehouse.resolve.markets.scope_decisions import MarketNames
from warehouse.resolve.scopes.concept_hierarchy import hypernyms, siblings
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.scopes.scope_relations import Kind, Relation, relate
from warehouse.resolve.words.tokens import Tokens, tokens_of
from warehouse.resolve.words.vocabulary import FACETS, Facet

Row = Mapping[str, Any]
Values = frozenset[str]


@dataclass(frozen=True, slots=True)
class Side:
    """One scope of a comparison.

    Attributes:
        tokens: normal tokens of its name.
        decided: facets that people decided; no values say that it is unknown.
        words: who decided, when and why.
    """

    tokens: Tokens
    decided: Mapping[Facet, Values]
    words: tuple[str, ...] = ()

    def told(self, facet: Facet) -> Values:
        """The values of a facet by its name."""
        return frozenset(scope_of(self.tokens).get(facet, ()))

    def values(self, facet: Facet) -> Values:
        """What holds of a facet: decided, else told."""
        return self.decided.get(facet, self.told(facet))

    def is_unknown(self, facet: Facet) -> bool:
        """Whether a person said that nobody knows."""
        return facet in self.decided and not self.decided[facet]

    def without(self, facet: Facet) -> Side:
        """Its name without the words of a facet; the last word, which says what is sold, stays."""
        kept = list(self.tokens)
        at = 0
        while at < len(kept) - 1:
            length = next(
                (n for n in range(len(kept) - 1 - at, 0, -1) if _tells_only(tuple(kept[at : at + n]), facet)), 0
            )
            del kept[at : at + length]
            at += not length
        return Side(tuple(kept), self.decided, self.words)


def relations_by_decided_facets(
    rows: Iterable[Row], tokens: Mapping[str, Tokens], markets: Sequence[Row], decisions: Decisions
) -> list[dict[str, Any]]:
    """Rows of core.market_relations, compared anew where a facet of one of the two was decided otherwise than its words say.

    Args:
        rows: relations by words.
        tokens: market_id → normal tokens of its name.
        markets: rows of core.markets.
        decisions: those on facets count.
    """
    names = MarketNames(markets)
    decided: dict[str, dict[Facet, Values]] = {}
    words: dict[str, list[str]] = {}
    for decision in decisions.scope_facets:
        if market_id := names.of(decision.market):
            values = {facet: frozenset(found) for facet, found in decision.facets.items()}
            decided.setdefault(market_id, {}).update(values)
            words.setdefault(market_id, []).append(decision.in_words)
    found: list[dict[str, Any]] = []
    for row in rows:
        a, b = (
            Side(tokens[one], decided.get(one, {}), tuple(words.get(one, ())))
            for one in (row["market_id"], row["other_market_id"])
        )
        relation = relation_of(a, b)
        found.append({**row} if relation is None else {**row, "relation": relation.kind, "reason": relation.reason})
    return found


def relation_of(a: Side, b: Side) -> Relation | None:
    """The relation of two scopes by decided facets, and by the words of no such facet.

    Values of a facet add up: who takes in training and inference holds who takes in training. Those of the technology
    narrow, as words of a name do: AI GPU clusters are inside GPU clusters. A scope of which neither words nor a person
    tell a facet takes in all of it, as a name without the word does; of which a person said that it is unknown, nothing
    follows.

    Returns:
        The relation with the decision in its reason; None where no decided facet says otherwise than the words. Never
        `same`: two names become one market by a decision on the pair alone.
    """
    facets = [
        facet
        for facet in FACETS
        if any(facet in side.decided and side.decided[facet] != side.told(facet) for side in (a, b))
    ]
    if not facets:
        return None
    left, right = a, b
    for facet in facets:
        left, right = left.without(facet), right.without(facet)
    by_words = relate(left.tokens, right.tokens)
    told = [(by_words.kind, f"beside this, {by_words.reason}")]
    told += [_by_facet(facet, a, b) for facet in facets]
    kinds = {kind for kind, _ in told} - {"same"}
    decided = "; ".join(dict.fromkeys((*a.words, *b.words)))
    if not kinds:
        return Relation("overlap", f"{_joined(told)}: decide whether they are one ({decided})")
    kind = next((one for one in _STRONGEST if one in kinds), None) or (kinds.pop() if len(kinds) == 1 else "overlap")
    return Relation(kind, f"{_joined(told)} ({decided})")


_STRONGEST: tuple[Kind, ...] = ("different", "unknown", "overlap")


def _by_facet(facet: Facet, a: Side, b: Side) -> tuple[Kind, str]:
    one, other = a.values(facet), b.values(facet)
    said = f"{facet.replace('_', ' ')} is {_listed(a, facet)} against {_listed(b, facet)}"
    if one == other:
        return "same", f"{facet.replace('_', ' ')} is {_listed(a, facet)} of both"
    if a.is_unknown(facet) or b.is_unknown(facet):
        return "unknown", said
    if not one or not other:
        return ("b_contains_a" if one else "a_contains_b"), said
    if facet == "technology":
        a_inside, b_inside = _narrows(one, other), _narrows(other, one)
        is_apart = any(siblings(_tokens(v), _tokens(w)) for v in one - other for w in other - one)
    else:
        a_inside, b_inside = _within(one, other), _within(other, one)
        is_apart = not any(_lies_in(v, w) or _lies_in(w, v) for v in one for w in other)
    if is_apart:
        return "different", said
    return ("overlap" if a_inside == b_inside else "b_contains_a" if a_inside else "a_contains_b"), said


def _within(narrow: Values, wide: Values) -> bool:
    """Whether each value of one is inside some value of the other."""
    return all(any(_lies_in(value, other) for other in wide) for value in narrow)


def _narrows(narrow: Values, wide: Values) -> bool:
    """Whether each value that narrows the one also narrows the other."""
    return all(any(_lies_in(value, other) for value in narrow) for other in wide)


def _lies_in(value: str, other: str) -> bool:
    return value == other or _tokens(other) in hypernyms(_tokens(value))


def _tokens(value: str) -> Tokens:
    return tokens_of(value.replace("-", " ").replace("_", " "))


def _tells_only(phrase: Tokens, facet: Facet) -> bool:
    """Whether a phrase names this facet and no word of it is lost to another."""
    told = scope_of(phrase)
    return facet in told and (len(phrase) == 1 or not any(scope_of((word,)) for word in phrase))


def _joined(told: Sequence[tuple[Kind, str]]) -> str:
    return "; ".join(words for _, words in (*told[1:], told[0]))


def _listed(side: Side, facet: Facet) -> str:
    values = side.values(facet)
    return " and ".join(sorted(values)) if values else "unknown" if side.is_unknown(facet) else "untold"
