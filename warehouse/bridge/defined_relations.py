"""Relations of markets by names and definitions together; estimates and conflicts share them.

Belongs here: definitions laid over core.market_relations. Whether a definition puts one market inside another is
decided in `bridges.py`; what follows from a relation, in `warehouse/sql/60_scope_pairs.sql`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warehouse.bridge.bridges import lies_inside
from warehouse.bridge.market_relations import MarketRelations, Relation
from warehouse.observe.value_bases import DefinedScope


@dataclass(frozen=True, slots=True)
class DefinedRelations:
    """Relations from either side, and what they rest on.

    Attributes:
        relations: market → other market → how the first lies to the other, reason.
        definition_ids: definitions that a relation rests on, by (market, other market): those of the first market. None
            where names give the relation.
    """

    relations: MarketRelations
    definition_ids: Mapping[tuple[str, str], tuple[str, ...]]


def defined_relations(
    known: MarketRelations, scopes: Mapping[str, DefinedScope], market_names: Mapping[str, str]
) -> DefinedRelations:
    """Relations by names; where names only overlap, by definitions.

    Args:
        known: relations by names.
        scopes: what definitions tell, by market.
        market_names: market_id → name.

    Returns:
        The same pairs, some overlaps turned into inclusions.
    """
    relations: dict[str, dict[str, tuple[Relation, str]]] = {market: dict(others) for market, others in known.items()}
    ids: dict[tuple[str, str], tuple[str, ...]] = {}
    for market, others in known.items():
        for other, (relation, _) in others.items():
            is_open = relation == "overlap" and other in scopes
            how = lies_inside(market, other, scopes, market_names) if is_open else None
            if how is not None and how.definition_ids:
                relations[market][other] = ("contained", how.reason)
                relations[other][market] = ("contains", how.reason)
                for one, two in ((market, other), (other, market)):
                    ids[one, two] = scopes[one].definition_ids if one in scopes else ()
    return DefinedRelations(relations, ids)
