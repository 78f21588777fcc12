"""The tools see the ledger: a document that landed is named and can be taken back, whatever was published."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pipelines.cli.app import main
from release.landed import landed, notes, unreleased
from sources.extract import extractor_version
from sources.ingest import receive
from warehouse.decisions import read_decisions
from warehouse.ledger import open_ledger
from warehouse.ledger.reading import read_pending


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory, one_fork_server: None) -> Path:
    """A home whose two documents are in no release: there is none."""
    folder = tmp_path_factory.mktemp("landed")
    inbox = folder / "inbox"
    inbox.mkdir()
    for name, size in (("one.txt", "5 billion"), ("two.txt", "6 billion")):
        (inbox / name).write_text(
            f"Slate Drill Market Report\n\nThe global slate drill market was valued at USD {size} in 2025.\n"
        )
    home = folder / "home"
    ledger = open_ledger(home)
    ledger.take_in(receive(inbox), now=datetime(2026, 11, 20, tzinfo=UTC))
    version = extractor_version()
    list(read_pending(ledger, ledger.pending(version), version))
    return home


@pytest.fixture
def home(tmp_path: Path, read: Path) -> Path:
    """A copy of it that a test may change."""
    return shutil.copytree(read, tmp_path / "home", symlinks=True)


def _called(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return int(str(ended.value.code or 0))


def _take(home: Path, wanted: str) -> int:
    signed = ("--author", "Ada", "--reason", "not a report")
    return _called("review", "take", wanted, "--answer", "retract", *signed, "--home", str(home))


def test_a_document_in_no_release_is_found_by_name_and_by_the_first_characters_of_its_id(home: Path) -> None:
    (one,) = landed(home, "one.txt")
    assert landed(home, one.document_id[:8]) == (one,)
    assert landed(home, one.document_id[:3]) == (), "three characters name nothing"
    assert [found.name for found in unreleased(home)] == sorted(
        ("one.txt", "two.txt"), key=lambda n: landed(home, n)[0].document_id
    )
    assert {found.markets for found in unreleased(home)} == {("Slate Drill",)}


@pytest.mark.parametrize("by", ["id", "name"])
def test_a_document_is_taken_back_where_nothing_was_ever_published(home: Path, by: str) -> None:
    (one,) = landed(home, "one.txt")
    assert _take(home, one.document_id[:12] if by == "id" else one.name) == 0
    (decision,) = read_decisions(home).retractions
    assert decision.document_id == one.document_id
    assert [found.name for found in unreleased(home)] == ["two.txt"], "what was taken back waits for nothing"


def test_what_nobody_knows_is_still_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _take(home, "three.txt") == 1
    assert "the ledger holds no document of that id or name" in capsys.readouterr().err
    assert not list((home / "decisions").glob("*.yml")) if (home / "decisions").exists() else True


def test_review_show_and_doctor_name_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = landed(home, "one.txt")
    for command, code in ((("review",), 0), (("show", "slate drill"), 1), (("doctor",), 0)):
        assert _called(*command, "--home", str(home)) == code, command
        said = capsys.readouterr()
        told = said.out + said.err
        assert "one.txt" in told and one.document_id[:12] in told and "--answer retract" in told, command


def test_a_note_is_no_fault_and_looking_makes_no_ledger(home: Path, tmp_path: Path) -> None:
    assert [note.what for note in notes(home)] == ["landed but is in no release"] * 2
    (tmp_path / "empty").mkdir()
    assert notes(tmp_path / "empty") == [] and landed(tmp_path / "empty", "one.txt") == ()
    assert list((tmp_path / "empty").iterdir()) == []
