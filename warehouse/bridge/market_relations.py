"""Relations of markets as lookups: from either side, groups of related markets, related pairs.

Belongs here: walking core.market_relations. What follows from a relation is in `warehouse/sql/60_scope_pairs.sql` and with those who compare.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

Relation = Literal["contains", "contained", "overlap", "different", "untold"]


MarketRelations: TypeAlias = Mapping[str, Mapping[str, tuple[Relation, str]]]


def relations_by_market(relations: Iterable[tuple[str, str, str, str]]) -> MarketRelations:
    """Relations from either side.

    Args:
        relations: market, other market, relation (as in core.market_relations), reason.

    Returns:
        market → other market → how the first lies to the other ("contains": the first contains the other), reason.
    """
    by_market: defaultdict[str, dict[str, tuple[Relation, str]]] = defaultdict(dict)
    directed: Mapping[str, tuple[Relation, Relation]] = {
        "a_contains_b": ("contains", "contained"),
        "b_contains_a": ("contained", "contains"),
        "overlap": ("overlap", "overlap"),
        "different": ("different", "different"),
    }
    for a, b, relation, reason in relations:
        if relation == "unknown":  # a shared word or head says too little to set two markets beside each other
            continue
        of_a, of_b = directed[relation]
        by_market[a][b] = (of_a, reason)
        by_market[b][a] = (of_b, reason)
    return by_market


def groups_of(markets: Iterable[str], known: MarketRelations) -> Iterator[Sequence[str]]:
    """Markets that relations join, directly or through others among them.

    Args:
        markets: market ids.
        known: relations.

    Yields:
        Groups in alphabetical order of their first member, members in alphabetical order.
    """
    left = dict.fromkeys(sorted(markets))
    while left:
        group, waiting = [], [next(iter(left))]
        del left[waiting[0]]
        while waiting:
            current = waiting.pop()
            group.append(current)
            near = sorted(other for other in known.get(current, {}) if other in left)
            waiting += near
            for other in near:
                del left[other]
        yield tuple(sorted(group))
