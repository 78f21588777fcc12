"""Builds core.markets from printed names, and core.market_relations from their scopes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import polars as pl

from warehouse.facets import FACETS
from warehouse.resolve.markets.entity_resolution import Market, Resolution, resolve
from warehouse.resolve.markets.facet_decisions import relations_by_decided_facets
from warehouse.resolve.markets.market_codes import market_codes
from warehouse.resolve.markets.relation_pruning import prune_relations
from warehouse.resolve.markets.scope_decisions import (
    reviewed_aliases,
    separated,
    with_reviewed_facets,
    with_reviewed_relations,
)
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.scopes.concept_hierarchy import concepts, hypernyms, is_general
from warehouse.resolve.scopes.scope_facets import scope_of, scope_text
from warehouse.resolve.scopes.scope_relations import relate
from warehouse.resolve.words.tokens import Key, Tokens, resolution_key
from warehouse.resolve.words.vocabulary import packaged_aliases
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

# A word or facet value that more markets than this share says nothing of any two of them, and their pairs would be n².
LARGEST_BLOCK = 250
_BLOCKING_FACETS = ("product", "technology", "workload")
_BAR = "|"  # joins printed names; written as ¦ within one


def market_ids(markets: pl.DataFrame) -> Mapping[str, str]:
    """The lookup that later steps join by.

    Args:
        markets: core.markets.

    Returns:
        market_id by printed name, as `market_id_of` asks for it.
    """
    return {
        name: market_id
        for market_id, names in markets.select("market_id", "names").iter_rows()
        for name in names.split(_BAR)
    }


def market_id_of(printed: str | None, ids: Mapping[str, str]) -> str | None:
    """The market of a printed name; None where there is no name or it names no market."""
    return None if printed is None else ids.get(_listed(printed))


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    printed = Counter(_market_names(frames))
    decisions = context.decisions
    aliases = reviewed_aliases(decisions)
    resolution = separated(resolve(printed, aliases), decisions.different_scopes)
    named = sorted({*(alias.market for alias in packaged_aliases()), *aliases.values()}, reverse=True)
    targets = {resolution_key(read_name(name).tokens): name for name in named}
    markets = with_reviewed_facets([_row(market, printed, targets) for market in resolution.markets], decisions)
    tokens = {market.market_id: market.tokens for market in resolution.markets}
    decided = relations_by_decided_facets(_relations(resolution), tokens, markets, decisions)
    near = prune_relations(decided, context.policy.comparability.nearest_relations)
    relations = with_reviewed_relations(near, markets, decisions)
    tables = core_tables()
    return {
        "core.markets": pl.DataFrame(markets, schema=tables["core.markets"].polars_schema()),
        "core.market_relations": pl.DataFrame(relations, schema=tables["core.market_relations"].polars_schema()),
    }


def _market_names(frames: Frames) -> Iterable[str]:
    facts = frames["raw.facts"].filter(pl.col("name") == "market")["value"]
    for column in (frames["raw.claims"]["market"], frames["raw.segments"]["market"], facts):
        yield from (name for name in column.to_list() if name)


def _row(market: Market, printed: Mapping[str, int], targets: Mapping[Key, str]) -> dict[str, Any]:
    scope = scope_of(market.tokens)
    return {
        "market_id": market.market_id,
        "market": _display(market, printed, targets),
        "scope": scope_text(scope),
        **{facet: _BAR.join(scope[facet]) if facet in scope else None for facet in FACETS},
        "names": _BAR.join(sorted({_listed(name) for name in market.names})),
        "resolution": market.how,
        **market_codes(market.tokens),
    }


def _display(market: Market, printed: Mapping[str, int], targets: Mapping[Key, str]) -> str:
    """A name for people.

    The printed one that reads to the market's own words and carries no area, one with capitals before one without, then
    the most frequent; else the name that its alias gives it; else its words.
    """
    plain = [
        name
        for name in market.names
        if (read := read_name(name)).tokens == market.tokens
        and read.area is None
        and len(name.split()) <= len(read.tokens)
    ]
    if not plain:
        return targets.get(resolution_key(market.tokens), " ".join(market.tokens))
    return min(plain, key=lambda name: (name.islower(), -printed[name], name))


def candidate_pairs(tokens: Sequence[Tokens]) -> list[tuple[int, int]]:
    """Pairs worth comparing, by blocks and not each with each.

    Two names meet where they share a telling word, a wider word that covers one of theirs, or the value of a telling
    facet. A block of more than `LARGEST_BLOCK` names says nothing of any two of them and makes no pairs, so that the
    pairs grow with the names: at most (LARGEST_BLOCK - 1) / 2 per name and block.

    Args:
        tokens: normal tokens of the names, by position.

    Returns:
        Positions of both names, the smaller first, in ascending order.
    """
    blocks: dict[tuple[str, str], list[int]] = {}
    for index, name in enumerate(tokens):
        scope = scope_of(name)
        keys = {
            ("word", " ".join(wider))
            for concept in concepts(name)
            for wider in hypernyms(concept)
            if not is_general(wider)
        }
        keys |= {(facet, value) for facet in FACETS if facet in _BLOCKING_FACETS for value in scope.get(facet, ())}
        for key in keys:
            blocks.setdefault(key, []).append(index)
    return sorted(
        {pair for members in blocks.values() if len(members) <= LARGEST_BLOCK for pair in combinations(members, 2)}
    )


def _relations(resolution: Resolution) -> list[dict[str, Any]]:
    """One row per candidate pair."""
    rows: list[dict[str, Any]] = []
    for left, right in candidate_pairs([market.tokens for market in resolution.markets]):
        a, b = resolution.markets[left], resolution.markets[right]
        relation = relate(a.tokens, b.tokens)
        rows.append(
            {
                "market_id": a.market_id,
                "other_market_id": b.market_id,
                "relation": relation.kind,
                "reason": relation.reason,
            }
        )
    return rows


def _listed(name: str) -> str:
    return name.replace(_BAR, "¦")


STEP = Step(
    name="markets",
    reads=("raw.claims", "raw.segments", "raw.facts"),
    writes=("core.markets", "core.market_relations"),
    run=_run,
)
