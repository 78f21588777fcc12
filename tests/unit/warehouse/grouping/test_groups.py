"""Frames are dealt out by whole keys, about equally."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from warehouse.grouping.groups import KEY, Split, dealt_out, empty, groups_wanted, in_groups
from warehouse.step import BuildContext, Frames, Step

ROWS = pl.DataFrame({KEY: ["a", "a", "a", "b", "b", "c", None], "n": [1, 2, 3, 4, 5, 6, 7]})


def groups(frames: Frames, n_groups: int) -> dict[int, dict[str, list[int]]]:
    """Numbers by bucket and table."""
    return {
        number: {name: sorted(rows["n"].to_list()) for name, rows in group.items()}
        for number, group in dealt_out(frames, n_groups)
    }


def test_the_largest_key_goes_first_and_each_next_one_to_the_emptiest_group() -> None:
    # a (3 rows) to group 0, b (2) to group 1; of the keys with one row none is first, then c: both to group 1 (2, then 3 = 3: 0 is
    # taken first among equals) -> none to 1 (2 < 3), c to 0 (3 = 3, the lower number)
    assert groups({"t": ROWS}, 2) == {0: {"t": [1, 2, 3, 6]}, 1: {"t": [4, 5, 7]}}


def test_rows_of_one_key_meet_from_every_table() -> None:
    others = pl.DataFrame({KEY: ["c", "a"], "n": [60, 10]})
    found = groups({"t": ROWS, "u": others}, 4)
    together = {
        tuple(sorted(tables.items(), key=str))
        for tables in ({k: tuple(v) for k, v in g.items()} for g in found.values())
    }
    assert (("t", (1, 2, 3)), ("u", (10,))) in together
    assert (("t", (6,)), ("u", (60,))) in together


def test_there_may_be_fewer_keys_than_groups_and_no_rows_at_all() -> None:
    assert len(groups({"t": ROWS}, 100)) == 4
    assert groups({"t": ROWS.clear()}, 3) == {}


def test_rows_of_a_group_keep_their_order() -> None:
    frames = {"t": pl.DataFrame({KEY: ["b", "a"] * 500, "n": range(1_000)})}
    assert [rows["t"]["n"].is_sorted() for _, rows in dealt_out(frames, 2)] == [True, True]


def test_more_rows_make_more_groups_so_that_none_grows() -> None:
    def wanted(n_rows: int) -> int:
        return groups_wanted({"t": pl.DataFrame({"n": range(n_rows)})}, n_workers=2)

    # 4 groups for each of 2 workers; beyond 8 x 60,000 rows, one for each 60,000 begun
    assert (wanted(7), wanted(480_000), wanted(480_001)) == (8, 8, 9)


def test_a_step_without_rows_writes_its_tables_without_rows() -> None:
    split = Split(lambda frames, context: {"t": ROWS.clear()}, lambda frames, context: {}, lambda frames, context: {})
    step = Step("areas", (), ("core.areas",), lambda frames, context: {})
    context: Any = BuildContext(None, None, str)  # type: ignore[arg-type]
    assert in_groups(step, split, 3).run({}, context)["core.areas"].equals(empty("core.areas"))


def test_no_text_is_read_in_a_group() -> None:
    def reads(frames: Frames, context: BuildContext) -> Frames:
        context.text_of("d")
        return {}

    split = Split(lambda frames, context: {"t": ROWS}, lambda frames, context: {}, reads)
    step = Step("areas", (), ("core.areas",), lambda frames, context: {})
    context: Any = BuildContext(None, None, str)  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        in_groups(step, split, 2).run({}, context)
