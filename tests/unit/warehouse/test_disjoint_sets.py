"""Disjoint sets: ids that are joined, directly or through others, are one set."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from warehouse.disjoint_sets import DisjointSets

IDS = ["a", "b", "c", "d", "e"]


def test_joins_through_a_chain_make_one_set_named_by_its_smallest_id() -> None:
    sets = DisjointSets(IDS)
    for one, other in [("d", "b"), ("e", "d")]:  # d-b and e-d: b, d and e are one
        sets.join(one, other)
    assert sets.root("e") == "b"
    assert sets.groups() == [["a"], ["b", "d", "e"], ["c"]]


@given(st.lists(st.tuples(st.sampled_from(IDS), st.sampled_from(IDS))))
def test_the_order_of_joins_and_the_order_within_a_pair_change_nothing(pairs: list[tuple[str, str]]) -> None:
    sets, turned = DisjointSets(IDS), DisjointSets(IDS[::-1])
    for one, other in pairs:
        sets.join(one, other)
    for one, other in pairs[::-1]:
        turned.join(other, one)
    assert sets.groups() == turned.groups()
