"""Verdicts of the build before: Great Expectations sees what is new, and never less than what fails."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from quality import CheckResult, KnownVerdicts, judge
from quality.check import NO_ROW, Expect
from quality.gx import Verdict, validate
from warehouse.export import seal

BETWEEN = (Expect("ExpectColumnValuesToBeBetween", {"column": "lowest", "min_value": 0.0, "max_value": 9.0}),)
PAIR = (Expect("ExpectColumnPairValuesToBeEqual", {"column_A": "a", "column_B": "b"}),)
OTHER = (Expect("ExpectColumnMeanToBeBetween", {"column": "lowest", "min_value": 0.0}),)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[pl.DataFrame]:
    """The frames that Great Expectations judges."""
    frames: list[pl.DataFrame] = []

    def noted(frame: pl.DataFrame, expectations: Sequence[Expect]) -> Verdict:
        frames.append(frame)
        return validate(frame, expectations)

    monkeypatch.setattr(sys.modules["quality.judge"], "validate", noted)  # `quality.judge` is the verb
    return frames


@pytest.fixture
def judged(tmp_path: Path, small_world: Any) -> Callable[..., tuple[CheckResult, ...]]:
    """Judges the small world after some statements, with the verdicts of the time before or without."""
    seal(small_world.database)
    database = tmp_path / "warehouse.duckdb"
    shutil.copyfile(small_world.database, database)

    def run(*statements: str, by_hash: bool = True) -> tuple[CheckResult, ...]:
        with duckdb.connect(str(database)) as connection:
            for statement in statements:
                connection.execute(statement)
        known = KnownVerdicts(tmp_path / "cache" / "core.json") if by_hash else None
        return judge(database, small_world.text_of, layers=("core",), known=known)

    return run


def test_a_build_like_the_one_before_is_judged_without_great_expectations_and_a_failure_always_with_it(
    judged: Callable[..., tuple[CheckResult, ...]], asked: list[pl.DataFrame]
) -> None:
    first = judged()
    n_first = len(asked)
    assert n_first > 50
    assert judged() == first
    assert len(asked) == n_first
    plant = "UPDATE core.claims SET obs_status = 'Z' WHERE claim_id = (SELECT min(claim_id) FROM core.claims)"
    for _ in range(2):  # also when it was judged before
        asked.clear()
        broken = judged(plant)
        assert 0 < len(asked) < 10
        failing = {result.name for result in broken if not result.passed}
        assert failing
    assert broken == judged(by_hash=False)


@pytest.mark.parametrize(
    ("expectations", "before", "now", "is_known"),
    [
        (BETWEEN, {"lowest": [1.0], "n_values": [5]}, {"lowest": [1.0], "n_values": [6]}, True),
        (BETWEEN, {"lowest": [1.0], "n_values": [5]}, {"lowest": [2.0], "n_values": [5]}, False),
        (BETWEEN, {"lowest": [1.0]}, {"lowest": [1]}, False),
        (BETWEEN, {"lowest": [1.0]}, {"lowest": [1.0, 1.0]}, False),
        (PAIR, {"a": [5, 6], "b": [5, 6]}, {"a": [7, 8], "b": [7, 8]}, True),
        (PAIR, {"a": [5, 6], "b": [5, 6]}, {"a": [7, 8], "b": [7, 9]}, False),
        (PAIR, {"a": [5, None], "b": [5, None]}, {"a": [5, None], "b": [5, 6]}, False),
        ((NO_ROW,), {"id": []}, {"other": []}, True),
        ((NO_ROW,), {"id": []}, {"id": ["x"]}, False),
        # What an expectation that is not listed looks at is not known: the whole frame.
        (OTHER, {"lowest": [1.0], "n_values": [5]}, {"lowest": [1.0], "n_values": [6]}, False),
        # An expectation on a column that is not there fails, whatever was known.
        (BETWEEN, {"lowest": [1.0]}, {"highest": [1.0]}, False),
    ],
)
def test_a_frame_is_known_where_all_that_its_expectations_look_at_is_the_same(
    tmp_path: Path,
    expectations: tuple[Expect, ...],
    before: dict[str, list[Any]],
    now: dict[str, list[Any]],
    is_known: bool,
) -> None:
    known = KnownVerdicts(tmp_path / "core.json")
    known.add(pl.DataFrame(before), expectations)
    known.keep()
    again = KnownVerdicts(tmp_path / "core.json")
    assert again.passed(pl.DataFrame(before), expectations)
    assert again.passed(pl.DataFrame(now), expectations) is is_known
    assert not again.passed(pl.DataFrame(before), (*expectations, NO_ROW))


@pytest.mark.parametrize("damage", ["a hash", "half", "empty", "lost", "code"])
def test_what_is_damaged_or_of_other_code_is_as_if_it_had_never_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    file, frame = tmp_path / "core.json", pl.DataFrame({"lowest": [1.0]})
    known = KnownVerdicts(file)
    known.add(frame, BETWEEN)
    known.keep()
    content = file.read_bytes()
    if damage == "a hash":
        file.write_bytes(content.replace(b'"passed": ["', b'"passed": ["0'))
    elif damage == "half":
        file.write_bytes(content[: len(content) // 2])
    elif damage == "empty":
        file.write_bytes(b"")
    elif damage == "lost":
        file.unlink()
    else:
        monkeypatch.setattr("quality.known_verdicts.code_version", lambda root: "other")
    assert not KnownVerdicts(file).passed(frame, BETWEEN)


def test_what_a_build_did_not_ask_for_is_forgotten(tmp_path: Path) -> None:
    one, two = pl.DataFrame({"lowest": [1.0]}), pl.DataFrame({"lowest": [2.0]})
    known = KnownVerdicts(tmp_path / "core.json")
    known.add(one, BETWEEN)
    known.add(two, BETWEEN)
    known.keep()
    second = KnownVerdicts(tmp_path / "core.json")
    assert second.passed(one, BETWEEN)
    second.keep()
    assert not KnownVerdicts(tmp_path / "core.json").passed(two, BETWEEN)
