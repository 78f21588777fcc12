"""Stored results come back as they were, and a store that was damaged has less, never something else."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from warehouse.step_cache.group_digests import DIGEST
from warehouse.step_cache.result_store import ResultStore


def rows(*pairs: tuple[str, int]) -> dict[str, pl.DataFrame]:
    return {"core.sums": pl.DataFrame(list(pairs), schema={DIGEST: pl.String, "n": pl.Int64}, orient="row")}


def found(folder: Path, *digests: str) -> tuple[list[str], list[int]]:
    there = ResultStore(folder).find("sums", digests)
    frame = there.frames.get("core.sums")
    return sorted(there.digests), [] if frame is None else sorted(frame["n"].to_list())


def test_what_is_stored_is_found_by_the_next_build_and_only_what_is_asked_for(tmp_path: Path) -> None:
    ResultStore(tmp_path).add("sums", ["a", "b"], rows(("a", 1), ("a", 2), ("b", 3)))
    assert found(tmp_path, "a", "c") == (["a"], [1, 2])
    assert found(tmp_path, "a", "b") == (["a", "b"], [1, 2, 3])


def test_a_group_without_rows_is_known(tmp_path: Path) -> None:
    ResultStore(tmp_path).add("sums", ["a", "empty"], rows(("a", 1)))
    assert found(tmp_path, "empty") == (["empty"], [])


def test_steps_do_not_see_each_other(tmp_path: Path) -> None:
    ResultStore(tmp_path).add("products", ["a"], rows(("a", 1)))
    assert found(tmp_path, "a") == ([], [])


@pytest.mark.parametrize("damage", [b"", b"no arrow"], ids=["emptied", "overwritten"])
@pytest.mark.parametrize("file", ["core.sums.arrow", "digests.arrow"])
def test_a_damaged_segment_is_as_if_it_had_never_been(tmp_path: Path, file: str, damage: bytes) -> None:
    store = ResultStore(tmp_path)
    store.add("sums", ["a"], rows(("a", 1)))
    store.add("sums", ["b"], rows(("b", 2)))
    (tmp_path / "sums" / "000001" / file).write_bytes(damage)
    assert found(tmp_path, "a", "b") == (["b"], [2])


def test_one_flipped_bit_loses_the_segment(tmp_path: Path) -> None:
    ResultStore(tmp_path).add("sums", ["a"], rows(("a", 1)))
    path = tmp_path / "sums" / "000001" / "core.sums.arrow"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert found(tmp_path, "a") == ([], [])


@pytest.mark.parametrize("index", ["", "{", "[]", '{"000001": 3}'])
def test_a_damaged_index_is_an_empty_store_that_can_be_filled_again(tmp_path: Path, index: str) -> None:
    ResultStore(tmp_path).add("sums", ["a"], rows(("a", 1)))
    (tmp_path / "sums" / "index.json").write_text(index)
    assert found(tmp_path, "a") == ([], [])
    ResultStore(tmp_path).add("sums", ["a"], rows(("a", 1)))
    assert found(tmp_path, "a") == (["a"], [1])


def test_a_kill_between_segment_and_index_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    ResultStore(tmp_path).add("sums", ["a"], rows(("a", 1)))
    index = (tmp_path / "sums" / "index.json").read_bytes()
    ResultStore(tmp_path).add("sums", ["b"], rows(("b", 2)))
    (tmp_path / "sums" / "index.json").write_bytes(index)
    assert found(tmp_path, "a", "b") == (["a"], [1])
    ResultStore(tmp_path).add("sums", ["c"], rows(("c", 3)))
    assert found(tmp_path, "a", "b", "c") == (["a", "c"], [1, 3])


def test_groups_that_nobody_asks_for_go_once_they_are_most(tmp_path: Path) -> None:
    store = ResultStore(tmp_path)
    store.add("sums", ["a", "b"], rows(("a", 1), ("b", 2)))
    store.keep("sums", ["a"])  # half of them: they stay
    assert found(tmp_path, "b") == (["b"], [2])
    store.add("sums", ["c"], rows(("c", 3)))
    store.keep("sums", ["c"])  # two of three are unused: they go
    assert found(tmp_path, "a", "b", "c") == (["c"], [3])
    assert sorted(path.name for path in (tmp_path / "sums").iterdir()) == ["000003", "index.json"]


def test_many_segments_become_one(tmp_path: Path) -> None:
    store = ResultStore(tmp_path)
    names = [f"{n:02d}" for n in range(14)]
    for n, name in enumerate(names):
        store.add("sums", [name], rows((name, n)))
        store.keep("sums", names[: n + 1])
    assert len(list((tmp_path / "sums").glob("0*"))) <= 2
    assert found(tmp_path, *names) == (names, list(range(14)))
