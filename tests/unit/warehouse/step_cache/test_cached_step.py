"""A step with stored results writes the rows of the step, and computes only groups whose input is new."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from warehouse.grouping.groups import KEY, Split, Through
from warehouse.step import BuildContext, BuildError, Frames, Step
from warehouse.step_cache.cached_step import Counts, StepCache, cached
from warehouse.step_cache.result_store import ResultStore

CONTEXT: Any = BuildContext(None, None, str)  # type: ignore[arg-type]
FORM = {"document_id": pl.String, "n": pl.Int64}


def numbers(**of: list[int]) -> Frames:
    rows = [(name, n) for name, each in of.items() for n in each]
    return {"raw.numbers": pl.DataFrame(rows, schema=FORM, orient="row"), "raw.factor": pl.DataFrame({"by": [2]})}


def cut(frames: Frames, context: BuildContext) -> Frames:
    return {"raw.numbers": frames["raw.numbers"].with_columns(pl.col("document_id").alias(KEY))}


def share(frames: Frames, context: BuildContext) -> Frames:
    return {"raw.factor": frames["raw.factor"]}


def products(frames: Frames, context: BuildContext) -> Frames:
    """Each positive number times the factor: a group may have no row."""
    rows = frames["raw.numbers"].filter(pl.col("n") > 0)
    return {"core.products": rows.with_columns(pl.col("n") * frames["raw.factor"]["by"][0])}


def total(frames: Frames, context: BuildContext) -> Frames:
    return {"core.products": pl.DataFrame([("all", frames["raw.numbers"]["n"].sum())], schema=FORM, orient="row")}


SPLIT = Split(cut, share, products, total, {"core.products": "document_id"})
STEP = Step("products", ("raw.numbers", "raw.factor"), ("core.products",), lambda frames, context: {})


def at_once(split: Split, frames: Frames, dealt: Frames, shared: Frames, context: BuildContext) -> Iterable[Frames]:
    yield split.run({**shared, **{name: rows.drop(KEY) for name, rows in dealt.items()}}, context)


def made(folder: Path, frames: Frames, made_by: str = "code", split: Split = SPLIT) -> tuple[list[Any], Counts]:
    cache = StepCache(ResultStore(folder), made_by)
    rows = cached(STEP, split, cache, at_once).run(frames, CONTEXT)["core.products"]
    return sorted(rows.rows()), cache.counts[0]


def test_only_groups_whose_rows_are_new_are_computed(tmp_path: Path) -> None:
    first = [("a", 2), ("a", 4), ("all", -2), ("b", 6)]  # 1 + 2 + 3 - 8 = -2; c has no positive number
    assert made(tmp_path, numbers(a=[1, 2], b=[3], c=[-8])) == (first, Counts("products", 3, 3))
    assert made(tmp_path, numbers(c=[-8], b=[3], a=[2, 1])) == (first, Counts("products", 3, 0))
    more = [("a", 2), ("a", 4), ("all", 7), ("b", 6), ("b", 18)]
    assert made(tmp_path, numbers(a=[1, 2], b=[3, 9], c=[-8])) == (more, Counts("products", 3, 1))


def test_a_group_that_goes_takes_its_rows_along(tmp_path: Path) -> None:
    made(tmp_path, numbers(a=[1], b=[3]))
    assert made(tmp_path, numbers(b=[3])) == ([("all", 3), ("b", 6)], Counts("products", 1, 0))


def test_what_groups_share_and_what_makes_them_is_part_of_every_group(tmp_path: Path) -> None:
    frames = numbers(a=[1], b=[3])
    made(tmp_path, frames)
    threefold = {**frames, "raw.factor": pl.DataFrame({"by": [3]})}
    assert made(tmp_path, threefold) == ([("a", 3), ("all", 4), ("b", 9)], Counts("products", 2, 2))
    assert made(tmp_path, frames, "other code")[1] == Counts("products", 2, 2)


@pytest.mark.parametrize(
    "owner",
    [
        pl.coalesce("document_id", pl.lit("b")),  # an expression
        Through("raw.numbers", "document_id"),  # the group that was dealt the value
    ],
)
def test_owners_may_be_worked_out(tmp_path: Path, owner: Any) -> None:
    split = Split(cut, share, products, owners={"core.products": owner})
    first = [("a", 2), ("b", 6)]
    assert made(tmp_path, numbers(a=[1], b=[3], c=[-8]), split=split) == (first, Counts("products", 3, 3))
    assert made(tmp_path, numbers(a=[1], b=[3], c=[-8]), split=split) == (first, Counts("products", 3, 0))
    assert made(tmp_path, numbers(a=[5], c=[-8]), split=split) == ([("a", 10)], Counts("products", 2, 1))


def test_a_build_that_was_begun_again_counts_each_step_once() -> None:
    cache = StepCache(ResultStore(Path()), "code", [Counts("a", 3, 3), Counts("b", 1200, 7), Counts("a", 4, 1)])
    assert cache.computed == Counts("all", 1204, 8)
    assert str(cache.computed) == "8 of 1,204 groups computed"


def test_a_row_of_a_group_that_was_dealt_nothing_is_refused(tmp_path: Path) -> None:
    def stray(frames: Frames, context: BuildContext) -> Frames:
        return {"core.products": pl.DataFrame([("z", 1)], schema=FORM, orient="row")}

    split = Split(cut, share, stray, owners={"core.products": Through("raw.numbers", "document_id")})
    with pytest.raises(BuildError, match=r"core\.products: a row of group None came out of other groups"):
        made(tmp_path, numbers(a=[1]), split=split)


def test_a_row_of_another_group_is_refused(tmp_path: Path) -> None:
    def stray(frames: Frames, context: BuildContext) -> Frames:
        return {"core.products": pl.DataFrame([("z", 1)], schema=FORM, orient="row")}

    with pytest.raises(BuildError, match=r"core\.products: a row of group 'z' came out of other groups"):
        made(tmp_path, numbers(a=[1]), split=Split(cut, share, stray, owners={"core.products": "document_id"}))
