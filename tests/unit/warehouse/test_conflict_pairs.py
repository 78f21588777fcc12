"""Conflicts come back from a frame as they went in; of two with one id the last counts."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from warehouse.conflict_pairs import conflicts_in, exact_pairs_of, pairs_of, with_low_market
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place, in_order

VALUES = st.decimals(min_value=0, max_value=10**12, places=15)
WORDS = st.text(max_size=4)
PARTIES = st.builds(
    Party, VALUES, st.lists(WORDS, max_size=3).map(tuple), st.lists(WORDS, max_size=3).map(tuple), WORDS
)


def conflict(one: Party, two: Party, **fields: Any) -> Conflict:
    place = Place("m", None, "001", "market_size", "USD", 2025, "retail", "current")
    a, b = in_order(one, two)
    kept: dict[str, Any] = {
        "explanation": "",
        "grounds": Grounds("b", Decimal("1.5"), None, "as said", ("d1",), ("d2", "d3")),
    }
    return Conflict("bridge", "bridge_inclusion", "conflict_likely", "high", place, a, b, **(kept | fields))


@given(PARTIES, PARTIES, st.sampled_from([None, "a", "z"]))
def test_an_exact_pair_comes_back_as_it_went_in(one: Party, two: Party, other: str | None) -> None:
    there = conflict(one, two, other_market_id=other)
    frame = exact_pairs_of([there])
    assert list(conflicts_in(frame)) == [there]
    assert frame["low_market"].to_list() == ["a" if other == "a" else "m"]


def test_of_two_pairs_with_one_id_the_last_counts() -> None:
    one, two = Party(Decimal(1), ("A",), ("c1",), "1"), Party(Decimal(2), ("B",), ("c2",), "2")
    frame = pairs_of([conflict(one, two, explanation="first"), conflict(one, two, explanation="last")])
    assert frame["explanation"].to_list() == ["last"]


def test_a_pair_without_a_market_is_of_the_empty_one() -> None:
    frame = pairs_of([conflict(Party(Decimal(1), (), (), ""), Party(Decimal(2), (), (), ""))])
    assert with_low_market(frame.with_columns(market_id=None))["low_market"].to_list() == [""]
