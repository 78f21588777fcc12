"""Relations that survive pruning when there are many markets."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from warehouse.resolve.markets.relation_pruning import incomparability_reason, jaccard_similarity, prune_relations


def row(a: str, b: str, relation: str) -> dict[str, str]:
    return {"market_id": min(a, b), "other_market_id": max(a, b), "relation": relation, "reason": "told"}


def pairs(rows: list[dict[str, str]]) -> list[tuple[str, str]]:
    return [(one["market_id"], one["other_market_id"]) for one in rows]


def test_of_many_neighbours_those_with_most_words_in_common_are_kept() -> None:
    # Shared words of all words: blue-steel-pump 2 of 4, red-brass-pump 1 of 5, red-pump 2 of 3.
    rows = [
        row("red-steel-pump", "blue-steel-pump", "different"),
        row("red-steel-pump", "green-brass-pump", "different"),
        row("red-steel-pump", "red-pump", "different"),
    ]
    assert [
        jaccard_similarity("red-steel-pump", other) for other in ("blue-steel-pump", "green-brass-pump", "red-pump")
    ] == (pytest.approx([2 / 4, 1 / 5, 2 / 3]))
    # "red-steel-pump" keeps red-pump; the other two keep their only neighbour: a pair stays where either wants it.
    assert prune_relations(rows, 1) == rows
    far = [*rows, row("green-brass-pump", "brass-pump", "different")]
    assert pairs(prune_relations(far, 1)) == [
        ("blue-steel-pump", "red-steel-pump"),
        ("red-pump", "red-steel-pump"),
        ("brass-pump", "green-brass-pump"),
    ]


def test_what_contains_what_is_never_left_out() -> None:
    rows = [row("pump", f"pump-{number}", "a_contains_b") for number in range(30)]
    assert prune_relations(rows, 1) == rows


def test_each_kind_has_nearest_ones_of_its_own() -> None:
    rows = [row("a-x", "b-x", "overlap"), row("a-x", "c-x", "different"), row("a-x", "d-x", "unknown")]
    assert prune_relations(rows, 1) == rows


def test_pairs_grow_with_the_markets_and_not_with_their_square() -> None:
    names = [f"{quality}-{thing}-pump" for quality in "abcdefghij" for thing in "klmnopqrst"]
    rows = [row(a, b, "different") for a, b in combinations(sorted(names), 2)]
    assert len(rows) == 4_950
    kept = prune_relations(rows, 4)
    assert len(kept) <= 4 * len(names)
    each = Counter(name for pair in pairs(kept) for name in pair)
    assert min(each[name] for name in names) >= 4


def test_order_of_rows_changes_nothing() -> None:
    names = [f"{quality}-{thing}" for quality in "abcd" for thing in "klmn"]
    rows = [row(a, b, "overlap") for a, b in combinations(sorted(names), 2)]
    assert sorted(pairs(prune_relations(rows, 2))) == sorted(pairs(prune_relations(rows[::-1], 2)))


def test_of_two_markets_without_a_row_their_names_tell_why_they_differ() -> None:
    assert incomparability_reason("gpu-as-a-service", "cloud-gaming", {}) == "offering differs: gaming against service"
    kept = {frozenset(("gpu-as-a-service", "cloud-gaming")): "a person said so"}
    assert incomparability_reason("cloud-gaming", "gpu-as-a-service", kept) == "a person said so"


def test_an_inclusion_without_a_row_is_not_called_a_difference() -> None:
    assert incomparability_reason("pump", "steel-pump", {}) == "their names were not compared"


def test_an_id_that_a_decision_set_apart_is_read_without_its_ending() -> None:
    assert incomparability_reason("stairlift-apart", "pump", {}) == incomparability_reason("stairlift", "pump", {})
