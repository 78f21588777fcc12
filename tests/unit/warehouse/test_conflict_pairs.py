"""Pairs as rows: of two with one id the last counts."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from warehouse.conflict_pairs import pairs_of, with_low_market
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place, in_order


def conflict(one: Party, two: Party, **fields: Any) -> Conflict:
    place = Place("m", None, "001", "market_size", "USD", 2025, "retail", "current")
    a, b = in_order(one, two)
    kept: dict[str, Any] = {
        "explanation": "",
        "grounds": Grounds("b", Decimal("1.5"), None, "as said", ("d1",), ("d2", "d3")),
    }
    return Conflict("bridge", "bridge_inclusion", "conflict_likely", "high", place, a, b, **(kept | fields))


def test_of_two_pairs_with_one_id_the_last_counts() -> None:
    one, two = Party(Decimal(1), ("A",), ("c1",), "1"), Party(Decimal(2), ("B",), ("c2",), "2")
    frame = pairs_of([conflict(one, two, explanation="first"), conflict(one, two, explanation="last")])
    assert frame["explanation"].to_list() == ["last"]


def test_a_pair_without_a_market_is_of_the_empty_one() -> None:
    frame = pairs_of([conflict(Party(Decimal(1), (), (), ""), Party(Decimal(2), (), (), ""))])
    assert with_low_market(frame.with_columns(market_id=None))["low_market"].to_list() == [""]
