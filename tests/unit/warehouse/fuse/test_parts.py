"""Claims in parts: no item is cut, and neither the cut nor the number of processes changes the result."""

from __future__ import annotations

import os
from time import sleep

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from benchmarks.markets import Markets
from tests.unit.warehouse.fuse.worlds import frame
from warehouse.fuse import encoding, parts
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.engine import fuse
from warehouse.fuse.parts import each, joined, parts_of

SIZES = {"o0": 3, "o1": 1, "o2": 9, "o3": 2, "o4": 2}


def _cut(monkeypatch: pytest.MonkeyPatch, claims: int) -> None:
    monkeypatch.setattr(parts, "CLAIMS_AT_ONCE", claims)
    monkeypatch.setattr(encoding, "CLAIMS_AT_ONCE", claims)


@pytest.mark.parametrize(
    ("at_once", "items"),
    [
        (4, [(0, 2), (2, 3), (3, 5)]),  # 3 + 1 | 9, more than wished | 2 + 2
        (5, [(0, 3), (3, 4), (4, 5)]),  # the items of the claims 5, 10 and 15 are the last of their parts
        (100, [(0, 5)]),
    ],
)
def test_parts_hold_whole_items(monkeypatch: pytest.MonkeyPatch, at_once: int, items: list[tuple[int, int]]) -> None:
    _cut(monkeypatch, at_once)
    claims = claims_of(frame([(f"s{s}", o, "a", float(s)) for o, n in SIZES.items() for s in range(n)]))
    found = parts_of(claims)
    assert [(part.items.start, part.items.stop) for part in found] == items
    assert [claims.item[part.within].tolist() for part in found] == [
        [item for item in range(*ends) for _ in range(list(SIZES.values())[item])] for ends in items
    ]
    assert joined(part.sums(claims.value[part.within]) for part in found).tolist() == [3.0, 0.0, 36.0, 1.0, 1.0]
    assert np.concatenate([part.beside(np.arange(5)[part.items]) for part in found]).tolist() == claims.item.tolist()


def test_nothing_has_no_parts() -> None:
    assert parts_of(claims_of(frame([]))) == ()
    assert joined(each(np.zeros, ())).tolist() == []


def test_results_come_in_the_order_of_parts_whoever_is_done_first() -> None:
    def late(n: int) -> int:
        sleep(0.01 * n)
        return n

    assert list(each(late, [3, 1, 2, 0])) == [3, 1, 2, 0]


def test_what_fails_in_a_part_fails() -> None:
    with pytest.raises(ZeroDivisionError):
        list(each(lambda n: 1 // n, [1, 0, 2]))


@pytest.fixture(scope="module")
def markets() -> pl.DataFrame:
    """Three attributes: a market's figures with copies and slips, the same as differences, and some that repeat."""
    market = Markets(6, repetitions=1_500, copies=0.3, gross=0.05, uneven=True).draw(2)[0].claims
    twice = market.head(40).with_columns(pl.col("num") * 1.5)
    return pl.concat([market, twice, market.with_columns(pl.col("num").log(), attribute=pl.lit("log"))])


def test_the_cut_changes_no_more_than_the_last_digits(monkeypatch: pytest.MonkeyPatch, markets: pl.DataFrame) -> None:
    whole = fuse(markets)
    _cut(monkeypatch, 50)
    cut = fuse(markets)
    assert_frame_equal(whole.values, cut.values, rel_tol=1e-12, abs_tol=0)
    assert_frame_equal(whole.weights, cut.weights, rel_tol=1e-12, abs_tol=0)


@pytest.mark.parametrize("hands", [1, 3])
def test_neither_rows_nor_hands_change_a_bit(
    monkeypatch: pytest.MonkeyPatch, markets: pl.DataFrame, hands: int
) -> None:
    _cut(monkeypatch, 500)
    first = fuse(markets)
    monkeypatch.setattr(os, "cpu_count", lambda: hands)
    second = fuse(markets.sample(fraction=1, shuffle=True, seed=hands))
    assert first.values.equals(second.values)
    assert first.weights.equals(second.weights)
