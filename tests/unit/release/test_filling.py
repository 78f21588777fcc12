"""Files of a release that are written beside the others."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from release.making import filling
from release.workbook import write_workbook
from warehouse.step import BuildError


def named(database: Path, target: Path) -> None:
    target.write_text(str(os.getpid()), encoding="utf-8")


def refuses(database: Path, target: Path) -> None:
    raise ValueError(f"{database.name} has nothing to write")


def is_killed(database: Path, target: Path) -> None:
    os.kill(os.getpid(), 9)


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "WORTH_A_PROCESS", 0)
    monkeypatch.setenv("PARALLAX_WORKERS", "2")


def test_a_process_of_its_own_writes_the_same_bytes(tmp_path: Path, small_world: Any) -> None:
    write_workbook(small_world.database, "r000001", tmp_path / "here.xlsx")
    with filling._beside(write_workbook, small_world.database, "r000001", tmp_path / "there.xlsx"):
        pass
    assert (tmp_path / "there.xlsx").read_bytes() == (tmp_path / "here.xlsx").read_bytes()


@pytest.mark.parametrize(("workers", "size", "is_here"), [("2", 0, False), ("1", 0, True), ("2", 10**15, True)])
def test_a_small_database_and_a_single_worker_are_written_from_here(
    tmp_path: Path, small_world: Any, monkeypatch: pytest.MonkeyPatch, workers: str, size: int, is_here: bool
) -> None:
    monkeypatch.setenv("PARALLAX_WORKERS", workers)
    monkeypatch.setattr(filling, "WORTH_A_PROCESS", size)
    with filling._beside(named, small_world.database, tmp_path / "pid"):
        pass
    assert ((tmp_path / "pid").read_text(encoding="utf-8") == str(os.getpid())) is is_here


def test_what_it_raises_ends_the_release(tmp_path: Path, small_world: Any) -> None:
    with (
        pytest.raises(ValueError, match="has nothing to write"),
        filling._beside(refuses, small_world.database, tmp_path / "x"),
    ):
        pass
    with pytest.raises(BuildError, match="killed"), filling._beside(is_killed, small_world.database, tmp_path / "x"):
        pass
