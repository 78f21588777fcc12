"""Which relations of markets are kept: all that allow a bound, and of the others the nearest ones of each market.

Belongs here: how alike two markets are by their words, and the choice. What a relation is, words tell (`scopes.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

_ALLOW_A_BOUND = frozenset({"a_contains_b", "b_contains_a"})


def nearest(rows: Iterable[dict[str, Any]], at_most: int) -> list[dict[str, Any]]:
    """Relations worth having where names are many.

    In a field of n names each has some share of all others for a neighbour, so pairs would grow with n²; and figures of
    all of them side by side say less than those of a few. What contains what is never dropped.

    Args:
        rows: rows of core.market_relations.
        at_most: how many relations of one kind (overlap, different, unknown) a market has by itself. It has more where it
            is among the nearest of others.

    Returns:
        Those rows, in their order. The nearest are those with most words in common (`likeness`), then by id.
    """
    rows = list(rows)
    near: defaultdict[tuple[str, str], list[tuple[float, str, int]]] = defaultdict(list)
    kept = set()
    for number, row in enumerate(rows):
        if row["relation"] in _ALLOW_A_BOUND:
            kept.add(number)
            continue
        a, b = row["market_id"], row["other_market_id"]
        far = -likeness(a, b)
        near[row["relation"], a].append((far, b, number))
        near[row["relation"], b].append((far, a, number))
    for candidates in near.values():
        kept.update(number for _, _, number in sorted(candidates)[:at_most])
    return [row for number, row in enumerate(rows) if number in kept]


def likeness(a: str, b: str) -> float:
    """Share of the words of two market ids that both have, 0 to 1 (Jaccard 1912)."""
    left, right = set(a.split("-")), set(b.split("-"))
    return len(left & right) / len(left | right)
