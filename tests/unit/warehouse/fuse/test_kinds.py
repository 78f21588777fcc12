"""Whether right answers repeat: clock times do; ratings, markets and their copies do not."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.markets import Markets, World
from tests.unit.warehouse.fuse.worlds import clock_times, frame, one_item, ratings
from warehouse.fuse.chance import equal_pairs
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.kinds import kinds_of
from warehouse.fuse.scale import logarithmic, on_scale


def repeats(world: World) -> bool:
    claims = claims_of(world.claims)
    found = kinds_of(claims, on_scale(claims, logarithmic(claims))).repeats
    assert found.all() or not found.any()
    return bool(found.all())


@pytest.mark.parametrize("minutes", [1, 5])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"groups": 2, "group_size": 9},
        {"groups": 2, "group_size": 12},
        {"groups": 1, "group_size": 20},
        {"groups": 0},
        {"popular": 0.8},
        {"objects": 30},
    ],
)
def test_the_right_clock_time_is_repeated(minutes: int, options: dict[str, float]) -> None:
    assert repeats(clock_times(1, minutes=minutes, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"per": 5},
        {"per": 20},
        {"low": -100},
        {"heaped": 0.5},
        {"heaped": 1.0},
        {"heaped": 0.5, "zeros": 0.7, "is_skewed": True},
        {"zeros": 0.95, "is_skewed": True},
        {"spam": 0.3},
        {"spam": 0.6},
        {"spam": 0.3, "spam_says": "uniform"},
        {"workers": 200, "spam": 0.3},
        {"objects": 100},
    ],
)
def test_the_right_rating_is_not(options: dict[str, float]) -> None:
    assert not repeats(ratings(2, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("repetitions", [40, 200, 1_000])
@pytest.mark.parametrize("n", [3, 5, 10])
@pytest.mark.parametrize("sources", [12, 60])
def test_copied_figures_of_markets_are_not_the_truth(n: int, repetitions: int, sources: int) -> None:
    for seed in range(3):
        assert not repeats(Markets(n, copies=0.4, repetitions=repetitions, sources=sources).draw(seed)[0])


def test_equal_pairs_are_beside_what_neighbours_and_likings_let_expect() -> None:
    # On each of five items 4 is said twice: one equal pair, five in all. Claims half a round apart on an item lie 2 or 5
    # from one another, the nearest tenth 2: neighbours lie farther off than 4 and up to 8. 0 and 9 are the ends of the
    # scale and do not count. Each 4 has one neighbour, the 9; 5 and 6 have one each, the 0. On the four other items 4 is
    # said 8 times, the 0 and the 9, the 5 and the 6 are said 4 times each. Expected mates per item: of each 4 8 / 4 = 2,
    # of 5 and of 6 4 / 4 = 1: 2 + 2 + 1 + 1 = 6, half as many pairs, 15 on five items.
    rows = [(f"s{k}", f"o{i}", "a", v) for i in range(5) for k, v in enumerate((0.0, 4.0, 4.0, 5.0, 6.0, 9.0))]
    claims = claims_of(frame(rows))
    equal, expected = equal_pairs(claims, claims.value)
    assert (equal.tolist(), expected.tolist()) == ([5.0], [15.0])


def test_one_item_decides_nothing_and_no_item_neither() -> None:
    claims = claims_of(one_item(1.0, 1.0, 1.0, 2.0))
    assert kinds_of(claims, claims.value).repeats.tolist() == [False]
    nothing = claims_of(frame([]))
    assert kinds_of(nothing, nothing.value).repeats.tolist() == []


def test_an_attribute_with_little_evidence_goes_with_the_others() -> None:
    world = clock_times(4)
    few = frame([("s20", "f0", "gate", 12.0), ("s21", "f0", "gate", 14.0), ("s22", "f0", "gate", 14.0)])
    claims = claims_of(world.claims.vstack(few))
    assert kinds_of(claims, claims.value).repeats.tolist() == [True, True, True]


def test_more_items_than_are_looked_at_change_nothing_in_the_kind() -> None:
    r = np.random.default_rng(1)
    rows = [
        (f"s{s}", f"o{o}", "a", float(o if r.random() < 0.7 else r.integers(0, 10_000)))
        for o in range(6_000)
        for s in range(4)
    ]
    claims = claims_of(frame(rows))
    assert kinds_of(claims, claims.value).repeats.tolist() == [True]
