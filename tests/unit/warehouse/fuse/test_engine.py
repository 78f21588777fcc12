"""The whole engine on small claims: what must not matter does not, and hostile claims do no harm."""

from __future__ import annotations

from time import process_time

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from benchmarks.markets import Markets
from sources.ingest.workers.pace import slowness
from tests.unit.warehouse.fuse.worlds import aggregated, clock_times, frame, one_item, ratings
from warehouse.fuse.engine import fuse

VALUES = st.one_of(st.sampled_from([0.0, 1.0, 2.0, 10.0, 1e3]), st.floats(-1e9, 1e9, allow_nan=False))
ROWS = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyzw"), st.sampled_from("pq"), VALUES),
    min_size=1,
    max_size=60,
)


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing_to_the_last_bit(
    rows: list[tuple[str, str, str, float]], shuffle: object
) -> None:
    first = fuse(frame(rows))
    shuffled = list(rows)
    shuffle.shuffle(shuffled)  # type: ignore[attr-defined]
    second = fuse(frame(shuffled))
    assert first.values.equals(second.values)
    assert first.weights.equals(second.weights)


@given(ROWS)
def test_every_item_has_a_value_between_its_claims_within_its_interval(rows: list[tuple[str, str, str, float]]) -> None:
    claims = frame(rows)
    values = fuse(claims).values
    assert values.null_count().sum_horizontal().item() == 0
    met = values.join(
        claims.group_by("object", "attribute").agg(least=pl.col("num").min(), most=pl.col("num").max()),
        on=["object", "attribute"],
    )
    assert met.height == claims.select("object", "attribute").n_unique() == values.height
    for row in met.iter_rows(named=True):
        slack = 1e-9 * max(abs(row["least"]), abs(row["most"]), 1e-300)
        assert row["least"] - slack <= row["value"] <= row["most"] + slack, row
        assert row["lo"] - slack <= row["value"] <= row["hi"] + slack, row


@given(ROWS, st.integers(1, 4))
def test_a_source_that_repeats_itself_weighs_no_more(rows: list[tuple[str, str, str, float]], times: int) -> None:
    once = list({(s, o, a): (s, o, a, v) for s, o, a, v in rows}.values())
    assert fuse(frame(once)).values.equals(fuse(frame(once + once[:3] * times)).values)


@given(ROWS)
def test_names_matter_only_by_their_order(rows: list[tuple[str, str, str, float]]) -> None:
    renamed = [(f"a vendor named {s}", f"№ {o}", f"{a}\u2009%", v) for s, o, a, v in rows]
    first, second = fuse(frame(rows)), fuse(frame(renamed))
    assert first.values.select("value", "lo", "hi").equals(second.values.select("value", "lo", "hi"))
    assert first.weights["weight"].equals(second.weights["weight"])


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyz")), min_size=1, unique=True), VALUES)
def test_where_all_say_the_same_that_is_the_value(said: list[tuple[str, str]], value: float) -> None:
    values = fuse(frame([(s, o, "p", value) for s, o in said])).values
    assert values["value"].to_list() == pytest.approx([value] * values.height, rel=1e-12)


@pytest.mark.parametrize(
    "claims",
    [
        Markets(5, repetitions=300, copies=0.2).draw()[0].claims,
        ratings(1, objects=100).claims,
        clock_times(1, objects=40).claims,
    ],
    ids=["market", "ratings", "clock"],
)
@pytest.mark.parametrize("factor", [2.0**-10, 2.0**20])
def test_another_unit_gives_the_same_in_that_unit(claims: pl.DataFrame, factor: float) -> None:
    first, second = fuse(claims), fuse(claims.with_columns(pl.col("num") * factor))
    scaled = first.values.with_columns(pl.col("value", "lo", "hi") * factor)
    assert_frame_equal(scaled, second.values, rel_tol=1e-7, abs_tol=1e-7 * factor)
    assert_frame_equal(first.weights, second.weights, rel_tol=1e-7)


def test_names_in_reverse_order_change_no_more_than_the_last_digits() -> None:
    claims = Markets(5, repetitions=300, copies=0.3, gross=0.05).draw()[0].claims
    reverse = {name: f"{9_999 - i:04d}" for i, name in enumerate(sorted(claims["source"].unique()))}
    renamed = fuse(claims.with_columns(pl.col("source").replace_strict(reverse))).values
    assert_frame_equal(fuse(claims).values, renamed, rel_tol=1e-9)


def test_a_wider_level_has_a_wider_interval_around_the_same_value() -> None:
    claims = Markets(5, repetitions=200).draw()[0].claims
    half, most = fuse(claims, 0.5).values, fuse(claims, 0.95).values
    assert half["value"].equals(most["value"])
    assert (most["lo"] < half["lo"]).all()
    assert (half["hi"] < most["hi"]).all()


@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, 90.0, float("nan")])
def test_a_level_outside_of_nought_and_one_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match="must lie between 0 and 1"):
        fuse(one_item(1.0, 2.0), level)


def test_nothing_in_gives_nothing_out() -> None:
    found = fuse(frame([]))
    assert found.values.columns == ["object", "attribute", "value", "lo", "hi"]
    assert (found.values.height, found.weights.height) == (0, 0)


@pytest.mark.parametrize("value", [5.0, 0.0, -3.0, 1e300, 5e-324])
def test_one_row_gives_its_value(value: float) -> None:
    found = fuse(one_item(value))
    assert found.values["value"].to_list() == pytest.approx([value], rel=1e-9)
    assert found.values.select((pl.col("lo") <= pl.col("value")) & (pl.col("value") <= pl.col("hi"))).to_series().all()


def test_an_item_with_ten_thousand_values_costs_what_ten_thousand_claims_cost() -> None:
    r = np.random.default_rng(1)
    begun = process_time()
    found = fuse(pl.concat([one_item(*r.normal(100, 10, 10_000)), clock_times(1, objects=30).claims]))
    assert process_time() - begun < 5 * slowness()
    assert found.values.filter(attribute="a")["value"].item() == pytest.approx(100, abs=12)


def test_a_thousandfold_slip_is_not_averaged() -> None:
    rows = [(f"s{s}", f"o{i}", "size", 10.0 * (i + 1) * f) for i in range(8) for s, f in enumerate((0.8, 1.0, 1.25))]
    slipped = fuse(frame([*rows, ("s9", "o0", "size", 10_000.0)])).values
    assert slipped.filter(object="o0")["value"].item() == pytest.approx(10.0, rel=0.1)


def test_clock_times_of_many_copiers_are_told_where_the_plain_vote_fails() -> None:
    world = clock_times(3, groups=1, group_size=15, leader=0.5, copying=1.0)
    found = fuse(world.claims)
    assert world.wrong(found.values) < 0.02
    plain = aggregated(world.claims, pl.col("num").mode().min())
    assert world.wrong(plain) > 0.1
    weight = dict(found.weights.iter_rows())
    assert max(weight[f"s{i:02d}"] for i in range(15)) < min(weight[f"s{i:02d}"] for i in range(15, 38))


@pytest.mark.parametrize("minutes", [1, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_clock_times_of_many_groups_are_right(seed: int, minutes: int) -> None:
    world = clock_times(seed, groups=5, leader=0.55, minutes=minutes, popular=0.6)
    wrong = world.wrong(fuse(world.claims).values)
    assert wrong < 0.03
    assert wrong <= world.wrong(aggregated(world.claims, pl.col("num").mode().min()))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"per": 5},
        {"per": 20},
        {"low": -100, "heaped": 0.5},
        {"heaped": 1.0},
        {"zeros": 0.7, "heaped": 0.5, "is_skewed": True},
        {"spam": 0.3},
        {"spam": 0.3, "spam_says": "uniform"},
    ],
)
def test_ratings_come_nearer_than_by_mean_and_median(options: dict[str, float]) -> None:
    world = ratings(4, **options)  # type: ignore[arg-type]
    ours = world.error(fuse(world.claims).values)
    for how in (pl.col("num").mean(), pl.col("num").median()):
        assert ours < world.error(aggregated(world.claims, how))
