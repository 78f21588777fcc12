"""Frames in portions: whole keys, every row once."""

from __future__ import annotations

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from warehouse.grouping.dealing import in_portions

KEYS = st.lists(st.sampled_from(["a", "b", "c", None]), max_size=20)


@given(KEYS, KEYS, st.integers(1, 30))
def test_portions_have_every_row_once_and_whole_keys(
    left: list[str | None], right: list[str | None], at_once: int
) -> None:
    def frame(keys: list[str | None]) -> pl.DataFrame:
        return pl.DataFrame({"k": keys, "n": range(len(keys))}, schema={"k": pl.String, "n": pl.Int64})

    frames = {"left": frame(left), "right": frame(right), "whole": frame(["a"])}
    portions = list(in_portions(frames, {"left": pl.col("k"), "right": pl.col("k")}, at_once))
    for name in ("left", "right"):
        rows = [row for portion in portions for row in portion[name].rows()]
        assert sorted(rows, key=repr) == sorted(frames[name].rows(), key=repr)
    of_portions = [{key or "" for name in ("left", "right") for key in portion[name]["k"]} for portion in portions]
    assert sum(map(len, of_portions)) == len(set().union(*of_portions))
    assert all(portion["whole"].equals(frames["whole"]) for portion in portions)


def test_a_portion_ends_with_the_key_that_fills_it() -> None:
    # a: rows 1 to 3, b: 4, c: 5 and 6. With two rows at once a (ends at 3) is portion 1, b (4) too, c (6) is portion 2.
    frames = {"t": pl.DataFrame({"k": ["a", "c", "a", "b", "a", "c"]})}
    portions = [portion["t"]["k"].to_list() for portion in in_portions(frames, {"t": pl.col("k")}, 2)]
    assert portions == [["a", "a", "b", "a"], ["c", "c"]]
