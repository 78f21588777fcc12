"""A backup is complete whatever happens meanwhile, and unpacking restores it."""

from __future__ import annotations

import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipelines.backup import Saved, back_up
from warehouse.ledger import Ledger, LedgerError, open_ledger
from warehouse.ledger.health import ledger_findings


@pytest.fixture
def home(tmp_path: Path, fill: Any) -> Path:
    """A home of two batches, with a decision, a feed and an expectation of its own."""
    folder = tmp_path / "home"
    fill(folder, ["USD 1", "USD 2", "USD 3 in 2020"])
    for name in ("decisions/alias.yml", "feeds/one.yml", "expectations/all.yml", "releases/.records/r000001.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    (folder / "releases" / "r000001.pin").write_text("cited")
    (folder / "operations.yml").write_text("x")
    return folder


def restored(file: Path, into: Path) -> Path:
    with tarfile.open(file) as tar:
        tar.extractall(into, filter="data")
    return into


def test_a_backup_unpacked_is_a_whole_ledger_with_what_people_wrote(home: Path, tmp_path: Path) -> None:
    assert back_up(home, tmp_path / "b.tar") == Saved(batches=2, documents=3, texts=3, own=6)
    again = restored(tmp_path / "b.tar", tmp_path / "again")
    assert ledger_findings(again) == []
    assert open_ledger(again).digest() == open_ledger(home).digest()
    assert (again / "releases" / "r000001.pin").read_text() == "cited"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "b.tar", "home"]


@pytest.mark.parametrize("meanwhile", ["arrive", "join"])
def test_what_a_run_does_meanwhile_leaves_the_backup_whole(
    home: Path, tmp_path: Path, arrive: Any, noon: Any, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    """Batches are written, or joined, right after they were listed."""
    before, batches = open_ledger(home).digest(), Ledger.batches
    to_do: list[Callable[[], object]] = [
        lambda: (
            [open_ledger(home).take_in([arrive(f"more {n}", f"inbox/more-{n}.txt")], now=noon) for n in range(3)]
            if meanwhile == "arrive"
            else open_ledger(home).compact(small_rows=1_000, rows_at_most=10_000)
        )
    ]

    def listed(self: Ledger) -> Any:
        found = batches(self)
        if to_do:
            to_do.pop()()
        return found

    monkeypatch.setattr(Ledger, "batches", listed)
    saved = back_up(home, tmp_path / "b.tar")
    monkeypatch.undo()
    assert saved.batches == (2 if meanwhile == "arrive" else 1)
    again = restored(tmp_path / "b.tar", tmp_path / "again")
    assert ledger_findings(again) == []
    assert open_ledger(again).digest() == before


def test_a_file_that_is_there_and_a_home_without_ledger_are_refused_and_nothing_is_left(
    home: Path, tmp_path: Path
) -> None:
    (tmp_path / "b.tar").write_text("older")
    with pytest.raises(FileExistsError):
        back_up(home, tmp_path / "b.tar")
    with pytest.raises(LedgerError, match="no ledger here"):
        back_up(tmp_path / "nowhere", tmp_path / "c.tar")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar", "home"]
    assert (tmp_path / "b.tar").read_text() == "older"
