"""Sides of a disagreement within one scope: who agrees, and that several sides are one row."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.unit.warehouse.estimate.judging import POLICY, judged
from tests.unit.warehouse.estimate.test_verdicts import figure
from warehouse.compare.same_scope import sides_of
from warehouse.estimate.independence import voices

D = Decimal
DISTANCE = POLICY.verdicts.distance("market_size")  # up to 1.5 times apart is compatible


def sides(*printed: str) -> list[tuple[str, ...]]:
    """Publishers of each side, lowest first; publishers are named a, b, c, ... in the order given."""
    figures = [figure(name, value) for name, value in zip("abcdefg", printed, strict=False)]
    return [side.publishers for side in sides_of(judged(figures), voices(figures), "USD", DISTANCE)]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (["10.0", "20.0"], [("a",), ("b",)]),
        (["10.0", "30.0", "90.0"], [("a",), ("b",), ("c",)]),  # 3 times apart each
        (["10.0", "10.0", "30.0", "30.0"], [("a", "b"), ("c", "d")]),
        # 10 and 12 lie near each other, 20 and 28 as well; 12 to 20 is 1.67
        (["10.0", "12.0", "20.0", "28.0"], [("a", "b"), ("c", "d")]),
        # 10 to 16 is 1.6: opposed. 13 is within 1.5 of both and takes no side.
        (["10.0", "13.0", "16.0"], [("a",), ("c",)]),
        # 10, 11 and 12 are the majority; 40 and 41 lie far from it and near each other.
        (["10.0", "11.0", "12.0", "10.5", "40.0", "41.0"], [("a", "b", "c", "d"), ("e", "f")]),
        (["10.0", "11.0", "12.0", "2.0", "40.0"], [("d",), ("a", "b", "c"), ("e",)]),
    ],
)
def test_voices_that_lie_near_each_other_are_one_side(printed: list[str], expected: list[tuple[str, ...]]) -> None:
    assert sides(*printed) == expected


def test_a_side_of_several_has_their_median_and_their_range_in_words() -> None:
    # (30 + 40) / 2 = 35
    figures = [figure("a", "10.0"), figure("b", "10.0"), figure("c", "30.0"), figure("d", "40.0")]
    low, high = sides_of(judged(figures), voices(figures), "USD", DISTANCE)
    assert (low.value, high.value) == (D(10), D(35))
    assert high.words == "USD 30 to USD 40" or high.words.startswith("median")


def test_a_three_way_disagreement_is_one_row_with_three_sides(book: Any) -> None:
    for name, value in (("p", "10000000000"), ("q", "30000000000"), ("r", "90000000000")):
        book.document(name, name)
        book.claim(name, f"USD {value}", value)
    frames = book.build()
    (row,) = frames["core.conflicts"].to_dicts()
    assert (row["rule"], row["n_sides"], row["value_a"], row["value_b"]) == (
        "same_scope_ratio",
        3,
        D(10**10),
        D(9 * 10**10),
    )
    assert (row["publishers_a"], row["publishers_b"], row["ratio"]) == ("P", "R", 9.0)
    assert row["explanation"].startswith("P USD 10.00 bn against Q USD 30.00 bn against R USD 90.00 bn: refused")
    told = frames["core.conflict_sides"].sort("side").to_dicts()
    assert [(one["side"], one["publishers"], one["value"]) for one in told] == [
        (1, "P", D(10**10)), (2, "Q", D(3 * 10**10)), (3, "R", D(9 * 10**10)),
    ]  # fmt: skip
    counted = frames["core.vendor_scorecard"].select("publisher_id", "n_conflicts").rows()
    assert sorted(counted) == [("p", 1), ("q", 1), ("r", 1)]
