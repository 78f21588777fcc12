"""Digests of groups are equal exactly where the rows of the groups are."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.grouping.groups import KEY
from warehouse.step_cache.group_digests import DIGEST, frames_digest, group_digests

ROWS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", None]),
        st.one_of(st.none(), st.text(max_size=3)),
        st.one_of(st.none(), st.integers(-3, 3)),
        st.one_of(st.none(), st.lists(st.text(max_size=2), max_size=2)),
        st.one_of(st.none(), st.decimals(-9, 9, places=2)),
    ),
    max_size=8,
)
FORM: dict[str, Any] = {
    KEY: pl.String,
    "word": pl.String,
    "n": pl.Int64,
    "words": pl.List(pl.String),
    "value": pl.Decimal(38, 9),
}


def frame(rows: list[tuple[object, ...]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=FORM, orient="row")


def digests(*frames: pl.DataFrame, made_by: str = "") -> dict[str, str]:
    return dict(group_digests({f"t{n}": one for n, one in enumerate(frames)}, made_by).iter_rows())


@given(ROWS, st.integers())
def test_the_order_of_rows_does_not_count(rows: list[tuple[object, ...]], seed: int) -> None:
    mixed = Random(seed).sample(rows, len(rows))
    assert digests(frame(rows)) == digests(frame(mixed))


@given(ROWS, ROWS)
def test_groups_have_one_digest_exactly_where_their_rows_are_equal(
    rows: list[tuple[object, ...]], others: list[tuple[object, ...]]
) -> None:
    one, two = digests(frame(rows)), digests(frame(others))
    for key in {"a", "b", ""}:
        mine, theirs = (sorted(repr(row[1:]) for row in each if (row[0] or "") == key) for each in (rows, others))
        assert (one.get(key) == two.get(key)) == (mine == theirs)


def test_a_group_that_gains_a_row_changes_and_no_other_does() -> None:
    before = digests(frame([("a", "x", 1, [], None), ("b", "x", 1, [], None)]))
    after = digests(frame([("a", "x", 1, [], None), ("b", "x", 1, [], None), ("b", "x", 1, [], None)]))
    assert before["a"] == after["a"]
    assert before["b"] != after["b"]


@pytest.mark.parametrize(
    "changed",
    [
        frame([("a", "x", 1, ["p"], Decimal("1.5"))]).rename({"word": "term"}),
        frame([("a", "x", 1, ["p"], Decimal("1.5"))]).cast({"n": pl.Int32}),
        frame([("a", None, 1, ["p"], Decimal("1.5"))]),
        frame([("a", "x", 1, ["p", "p"], Decimal("1.5"))]),
        frame([("a", "x", 1, None, Decimal("1.5"))]),
        frame([("a", "x", 1, ["p"], Decimal("1.50001"))]),
    ],
    ids=["name of a column", "type of a column", "word", "item of a list", "list", "value"],
)
def test_names_types_and_every_value_count(changed: pl.DataFrame) -> None:
    assert digests(frame([("a", "x", 1, ["p"], Decimal("1.5"))])) != digests(changed)


def test_the_table_counts_and_what_else_made_the_rows() -> None:
    rows, none = frame([("a", "x", 1, [], None)]), frame([])
    assert digests(rows, none) != digests(none, rows)
    assert digests(rows, made_by="code 1") != digests(rows, made_by="code 2")


def test_whole_frames_have_one_digest_and_an_empty_frame_counts() -> None:
    rows = frame([("a", "x", 1, [], None)]).drop(KEY)
    assert frames_digest({"t": rows}) == frames_digest({"t": rows[::-1]})
    assert frames_digest({"t": rows}) != frames_digest({"t": rows, "u": rows.clear()})


def test_without_frames_there_is_no_group() -> None:
    assert group_digests({}, "").columns == [KEY, DIGEST]
    assert group_digests({}, "").height == 0
