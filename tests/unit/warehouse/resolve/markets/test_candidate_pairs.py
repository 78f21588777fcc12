"""Candidate pairs grow with the names, not with their square, and the pairs that matter are among them."""

from __future__ import annotations

from itertools import product

from warehouse.resolve.markets.core_markets import LARGEST_BLOCK, candidate_pairs
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.scopes.concept_hierarchy import siblings


def test_names_that_share_a_word_or_a_wider_word_meet_and_others_do_not() -> None:
    names = ["Running shoes", "Footwear", "Onshore wind services", "Offshore wind services", "Cement"]
    assert candidate_pairs([read_name(name).tokens for name in names]) == [(0, 1), (2, 3)]


def test_twenty_thousand_names_make_pairs_in_proportion_to_their_number() -> None:
    # 200 things in 100 kinds each: every thing is a block of 100 names with 100 x 99 / 2 pairs, every kind one of 200 with
    # 200 x 199 / 2; each pair shares one of both at most. 200 x 4,950 + 100 x 19,900 = 2,980,000 of 199,990,000.
    names = [(f"kind{kind}", f"thing{thing}") for thing, kind in product(range(200), range(100))]
    pairs = candidate_pairs(names)
    assert len(names) == 20_000
    assert len(pairs) == 2_980_000
    assert len(pairs) < len(names) * LARGEST_BLOCK


def test_kinds_that_exclude_each_other_do_so_from_either_side() -> None:
    assert siblings(("butterfly", "valve"), ("ball", "valve")) is not None
    assert siblings(("ball", "valve"), ("butterfly", "valve")) is not None
    assert siblings(("shrimp",), ("seafood",)) is None
