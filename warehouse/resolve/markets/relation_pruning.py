"""Pruning of market relations: all containments stay, and of the other kinds the nearest ones of each market.

Belongs here: the similarity of two markets' words, the choice, and the reason given for a pair whose relation is not kept.
`scope_relations.py` decides what a relation is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from warehouse.resolve.scopes.scope_relations import A_CONTAINS_B, B_CONTAINS_A, relate
from warehouse.resolve.words.tokens import tokens_of_id

_ALLOW_A_BOUND = frozenset({A_CONTAINS_B, B_CONTAINS_A})


def prune_relations(rows: Iterable[dict[str, Any]], at_most: int) -> list[dict[str, Any]]:
    """Relations worth having where names are many.

    In a field of n names each has some share of all others for a neighbour, so pairs would grow with n²; and figures of
    all of them side by side say less than those of a few. What contains what is never dropped.

    Args:
        rows: rows of core.market_relations.
        at_most: how many relations of one kind (overlap, different, unknown) a market has by itself. It has more where it
            is among the nearest of others.

    Returns:
        Those rows, in their order. The nearest are those with most words in common (`jaccard_similarity`), then by id.
    """
    rows = list(rows)
    near: defaultdict[tuple[str, str], list[tuple[float, str, int]]] = defaultdict(list)
    kept = set()
    for number, row in enumerate(rows):
        if row["relation"] in _ALLOW_A_BOUND:
            kept.add(number)
            continue
        a, b = row["market_id"], row["other_market_id"]
        far = -jaccard_similarity(a, b)
        near[row["relation"], a].append((far, b, number))
        near[row["relation"], b].append((far, a, number))
    for candidates in near.values():
        kept.update(number for _, _, number in sorted(candidates)[:at_most])
    return [row for number, row in enumerate(rows) if number in kept]


def jaccard_similarity(a: str, b: str) -> float:
    """Share of the words of two market ids that both have, 0 to 1 (Jaccard 1912)."""
    left, right = set(a.split("-")), set(b.split("-"))
    return len(left & right) / len(left | right)


def incomparability_reason(a: str, b: str, kept: Mapping[frozenset[str], str]) -> str:
    """Why two markets are not comparable.

    Args:
        a: id of a market.
        b: id of the other.
        kept: reasons of all rows of core.market_relations, by the pair; decisions of people are among them.

    Returns:
        The reason of the row; of a pair without one, the relation of the names, and where that is an inclusion (which pairs of
        very common words have no row for), only that the two were not compared.
    """
    pair = frozenset((a, b))
    if pair in kept:
        return kept[pair]
    relation = relate(*(tokens_of_id(one.removesuffix("-apart")) for one in sorted(pair)))
    return "their names were not compared" if relation.kind in _ALLOW_A_BOUND else relation.reason
