"""Human decisions on scopes: names joined and separated, facets, relations of markets.

Belongs here: the effect of decisions on core.markets and core.market_relations. What words say is in
`entity_resolution.py`, `scope_facets.py` and `scope_relations.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from warehouse.decisions import Decision, Decisions, DifferentScope
from warehouse.facets import FACETS, Facet
from warehouse.resolve.markets.entity_resolution import Market, Resolution
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.scopes.scope_facets import scope_text
from warehouse.resolve.words.tokens import Key, resolution_key, slug
from warehouse.values.connected_components import connected_components

Row = dict[str, Any]
_BAR = "|"


def reviewed_aliases(decisions: Decisions) -> Mapping[str, str]:
    """Printed name → name it means: decided aliases, and of names that are one market the first in alphabetical order.

    What is one through others is one: A with C and B with C put all three in one market.
    """
    pairs = [decision.names for decision in decisions.same_scopes]
    markets = [sorted({name for pair in group for name in pair}) for group in connected_components(pairs, tuple)]
    joined = {name: names[0] for names in markets for name in names[1:]}
    return joined | {alias.name: alias.market for alias in decisions.aliases}


def separated(resolution: Resolution, decisions: Iterable[DifferentScope]) -> Resolution:
    """The resolution with the names of each decision in two markets.

    Args:
        resolution: the resolution by words.
        decisions: pairs of names that are different markets.

    Returns:
        Where both names of a pair resolve to one market, the second one leaves it, with all names of the same words
        unless the first has these words as well.
    """
    markets = {market.market_id: market for market in resolution.markets}
    market_of = dict(resolution.market_of)
    for decision in decisions:
        first, second = decision.names
        market_id = market_of.get(second)
        if market_id is None or market_of.get(first) != market_id:
            continue
        market, tokens = markets[market_id], read_name(second).tokens
        leaving = {second}
        if (key := resolution_key(tokens)) != resolution_key(read_name(first).tokens):
            leaving |= {name for name in market.names if resolution_key(read_name(name).tokens) == key}
        new_id = slug(tokens)
        while new_id in markets:
            new_id += "-apart"
        markets[market_id] = replace(market, names=tuple(name for name in market.names if name not in leaving))
        markets[new_id] = Market(new_id, tokens, tuple(sorted(leaving)), "alias")
        market_of |= dict.fromkeys(leaving, new_id)
    ordered = tuple(markets[market_id] for market_id in sorted(markets))
    return replace(resolution, markets=ordered, market_of=market_of)


class MarketNames:
    """The market that a name in a decision means: as printed, else by the same words."""

    def __init__(self, markets: Iterable[Mapping[str, Any]]) -> None:
        """`markets`: rows of core.markets."""
        self._printed: dict[str, str] = {}
        self._words: dict[Key, str] = {}
        for row in sorted(markets, key=lambda row: str(row["market_id"])):
            for name in (row["market"], *row["names"].split(_BAR)):
                self._printed[name] = row["market_id"]
                self._words.setdefault(resolution_key(read_name(name).tokens), row["market_id"])

    def of(self, name: str) -> str | None:
        """The market's id; None where no market of the build has such a name."""
        listed = name.replace(_BAR, "¦")
        tokens = read_name(name).tokens
        return self._printed.get(listed) or (self._words.get(resolution_key(tokens)) if tokens else None)


def with_reviewed_facets(rows: Sequence[Row], decisions: Decisions) -> list[Row]:
    """Rows of core.markets with the facets that people gave them; other facets stay those of the words."""
    names = MarketNames(rows)
    facets: dict[str, dict[Facet, tuple[str, ...]]] = {}
    for decision in decisions.scope_facets:
        if market_id := names.of(decision.market):
            facets.setdefault(market_id, {}).update(decision.facets)
    return [_reviewed(row, facets.get(row["market_id"], {})) for row in rows]


def _reviewed(row: Row, facets: Mapping[Facet, tuple[str, ...]]) -> Row:
    if not facets:
        return row
    row = row | {facet: _BAR.join(sorted(values)) or None for facet, values in facets.items()}
    scope = {facet: tuple(row[facet].split(_BAR)) for facet in FACETS if row.get(facet)}
    return row | {"scope": scope_text(scope)}


def with_reviewed_relations(rows: Iterable[Row], markets: Sequence[Row], decisions: Decisions) -> list[Row]:
    """Rows of core.market_relations with the relations that people decided in place of those of the words.

    Args:
        rows: relations by words, smaller id first.
        markets: rows of core.markets.
        decisions: different and contained scopes; pairs that were no candidates also get a row.

    Returns:
        One row per pair, in the order of the ids.
    """
    names = MarketNames(markets)
    by_pair = {(row["market_id"], row["other_market_id"]): row for row in rows}
    for decision in (*decisions.different_scopes, *decisions.contained_scopes):
        pair = market_pair(decision, names)
        if pair is None:
            continue
        a, b = min(pair), max(pair)
        contains = "a_contains_b" if pair[1] == a else "b_contains_a"  # names are part, whole
        by_pair[a, b] = {
            "market_id": a,
            "other_market_id": b,
            "relation": contains if decision.kind == "contained_scope" else "different",
            "reason": decision.in_words,
        }
    return [by_pair[pair] for pair in sorted(by_pair)]


def market_pair(decision: Decision, names: MarketNames) -> tuple[str, str] | None:
    """The two markets of a decision on a pair, in the order of its names; None where it is no pair of two markets."""
    ids = [names.of(name) for name in getattr(decision, "names", ())]
    if len(ids) != 2 or ids[0] is None or ids[1] is None or ids[0] == ids[1]:
        return None
    return ids[0], ids[1]
