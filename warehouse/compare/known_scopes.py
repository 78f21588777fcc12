"""How markets lie to each other when their figures are compared: by names, by definitions, or only by a neighbour of both.

Belongs here: the step that writes work.scopes. It runs whole: which neighbour joins two markets is decided over all markets that
state a figure in one place, and asks for their ids only. What follows from a relation is in `warehouse/sql/60_scope_pairs.sql`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import polars as pl

from warehouse.bridge.defined_relations import defined_relations
from warehouse.bridge.market_relations import MarketRelations, Relation, groups_of, relations_by_market
from warehouse.estimate.series_figures import IS_WHOLE_SIZE, PLACE
from warehouse.observe.value_bases import defined_scopes
from warehouse.resolve.markets.relation_pruning import incomparability_reason
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step

UNTOLD: Relation = "untold"


def known_scopes(frames: Frames, at_most: int) -> Iterator[dict[str, Any]]:
    """Rows of work.scopes.

    Args:
        frames: work.judgements, core.market_relations, definitions and markets.
        at_most: markets that one place may join for those without a relation to stand side by side.
    """
    names = dict(frames["core.markets"].select("market_id", "market").iter_rows())
    stored = frames["core.market_relations"].sort("market_id", "other_market_id")
    by_names = relations_by_market(stored.select("market_id", "other_market_id", "relation", "reason").iter_rows())
    defined = defined_relations(by_names, defined_scopes(frames["core.definitions"]), names)
    columns = ("market_id", "other_market_id", "reason")
    reasons = {frozenset((a, b)): reason for a, b, reason in stored.select(columns).iter_rows()}
    relations: dict[str, dict[str, tuple[Relation, str]]] = {
        market: dict(others) for market, others in defined.relations.items()
    }
    for group in _groups(frames["work.judgements"], defined.relations):
        for a, b in combinations(group, 2) if len(group) <= at_most else ():
            if b not in relations.get(a, {}):
                neighbours = (one for one in group if {a, b} <= set(defined.relations.get(one, {})))
                between = next(neighbours, None)
                reason = incomparability_reason(a, b, reasons)
                reason += f"; both stand beside {names.get(between, between)}" if between else ""
                relations.setdefault(a, {})[b] = relations.setdefault(b, {})[a] = (UNTOLD, reason)
    for market, others in relations.items():
        for other, (relation, reason) in others.items():
            yield {
                "market_id": market,
                "other_market_id": other,
                "relation": relation,
                "reason": reason,
                "definition_ids": defined.definition_ids.get((market, other), ()),
            }


def _groups(judgements: pl.DataFrame, known: MarketRelations) -> Iterator[Sequence[str]]:
    """Groups of related markets that state a size in one place; places in the order of their first claims, equal sets once."""
    place = [name for name in PLACE if name != "market_id"]
    together = (
        judgements.filter(IS_WHOLE_SIZE)
        .sort(pl.col("claim_ids").list.join("\n"), "series_id", "year")
        .group_by(place, maintain_order=True)
        .agg(pl.col("market_id").unique().sort())
        .filter(pl.col("market_id").list.len() > 1)
    )
    for markets in together["market_id"].unique(maintain_order=True).to_list():
        yield from groups_of(markets, known)


def _run(frames: Frames, context: BuildContext) -> Frames:
    rows = known_scopes(frames, context.policy.comparability.related_shown_at_most)
    return {"work.scopes": framed("work.scopes", rows)}


STEP = Step(
    name="scopes",
    reads=("work.judgements", "core.market_relations", "core.definitions", "core.markets"),
    writes=("work.scopes",),
    run=_run,
)
