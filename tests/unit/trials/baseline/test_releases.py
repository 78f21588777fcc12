"""Releases of a fixed ledger by a commit's program: kept readings, one build per commit, and no release on ground that moved."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.unit.trials.baseline.test_fixed_ledgers import ledger, put, reviewed
from trials.baseline.__main__ import _compare
from trials.baseline.hashing import ChangedLedger
from trials.baseline.programs import Program, ProgramError, program_of
from trials.baseline.releasing import CHECKED, release_of

DAY = "2026-11-28"


@dataclass(frozen=True)
class Made(Program):
    """A program that publishes an empty database, and reads documents again where it is told to."""

    reads_again: bool = False
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def parallax(self, *arguments: str | Path) -> str:
        self.asked.append(tuple(map(str, arguments)))
        home = Path(arguments[arguments.index("--home") + 1])
        put(home / "releases" / "r000001" / "warehouse.duckdb", b"")
        (home / "releases" / "latest").symlink_to("r000001")
        if self.reads_again:
            put(home / "ledger" / "batches" / "000002-aaaaaaaaaaaa" / "batch.json", b"{}")
        return ""


def program(folder: Path, *, reads_again: bool = False) -> Made:
    """A commit whose packaged settings lie in a folder of some name."""
    put(folder / "some" / "operations.yml", b"reading:\n  on_new_extractor: all\nrest: kept\n")
    for words in (["init", "--quiet"], ["add", "."]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return Made("0" * 40, folder, Path("python"), reads_again)


def test_a_commit_builds_once_from_an_empty_inbox_with_the_stored_readings_as_of_the_day(tmp_path: Path) -> None:
    there, made, home = ledger(tmp_path / "ledger"), program(tmp_path / "program"), tmp_path / "one"
    for _ in range(2):
        database = release_of(made, there, reviewed(there), home, DAY)
    assert database == home / "home" / "releases" / "r000001" / "warehouse.duckdb"
    assert made.asked == [
        ("run", "--inbox", str(home / "inbox"), "--home", str(home / "home"), "--no-feeds", "--as-of-day", DAY)
    ]
    assert list((home / "inbox").iterdir()) == []
    settings = (home / "home" / "operations.yml").read_text(encoding="utf-8")
    assert settings == "reading:\n  on_new_extractor: new_documents\nrest: kept\n"


def test_a_release_of_a_commit_that_reads_again_is_refused_every_time_and_compared_with_nothing(tmp_path: Path) -> None:
    there, homes = ledger(tmp_path / "ledger"), tmp_path / "releases"
    again, good = program(tmp_path / "a", reads_again=True), program(tmp_path / "b")
    for _ in range(2):
        with pytest.raises(ChangedLedger, match="000002-aaaaaaaaaaaa"):
            release_of(again, there, reviewed(there), homes / "again", DAY)
    database = release_of(good, there, reviewed(there), homes / "good", DAY)
    assert not (homes / "again" / CHECKED).exists()
    assert f"OTHER/warehouse.duckdb {database}" in _compare(database, homes / "good", tmp_path)
    other = release_of(good, there, reviewed(there), homes / "other", DAY)
    assert f"{database} {other}" in _compare(other, homes / "other", tmp_path)


def test_a_commit_that_does_not_exist_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="no-such-commit"):
        program_of("no-such-commit", tmp_path)
