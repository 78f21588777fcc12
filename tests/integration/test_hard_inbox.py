"""Folders that hold bad files among good ones: what lands, what is quarantined, and what stateless extraction makes of them."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import duckdb
import pytest

from pipelines.home import sample_inbox
from release import latest, releases
from tests.integration.commands import Ended, ask, parallax
from warehouse import marts as marts_module

GOOD = ("halden-ridge-industrial-heat-pumps.md", "quayside-industrial-heat-pumps.html")
BAD = ("empty.txt", "half.pdf", "picture.pdf")


@pytest.fixture(scope="module")
def few_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two good reports among an empty file, a picture named .pdf and half a PDF."""
    inbox = tmp_path_factory.mktemp("few")
    for name in GOOD:
        shutil.copyfile(sample_inbox() / name, inbox / name)
    (inbox / "empty.txt").write_bytes(b"")
    (inbox / "picture.pdf").write_bytes(b"GIF89a" + bytes(range(256)) * 20)
    pdf = min(sample_inbox().glob("*.pdf")).read_bytes()
    (inbox / "half.pdf").write_bytes(pdf[: len(pdf) // 2])
    return inbox


@pytest.fixture(scope="module")
def mixed_inbox(tmp_path_factory: pytest.TempPathFactory, few_files: Path) -> Path:
    """The few files, and a line of a megabyte with one figure in it."""
    inbox = tmp_path_factory.mktemp("mixed") / "inbox"
    shutil.copytree(few_files, inbox)
    (inbox / "line.txt").write_text("The widget market was worth USD 4.2 billion in 2025. " + "and so on " * 100_000)
    return inbox


@pytest.fixture(scope="module")
def mixed_home(tmp_path_factory: pytest.TempPathFactory, mixed_inbox: Path) -> tuple[Path, Ended]:
    """A home whose one run took the mixed inbox, and what that run said."""
    folder = tmp_path_factory.mktemp("mixed_home")
    return folder, parallax("run", "--inbox", str(mixed_inbox), "--home", str(folder))


def test_bad_files_are_quarantined_with_reasons_and_the_others_land(mixed_home: tuple[Path, Ended]) -> None:
    folder, ended = mixed_home
    assert ended.code == 0, ended.err
    found = latest(folder)
    assert found is not None
    assert found.record.documents == {"landed": 3, "quarantined": 3}
    rows = ask(found, "SELECT name, reason, length(detail) > 20 FROM marts.quarantine ORDER BY name")
    assert [(name, told) for name, _, told in rows] == [("empty.txt", True), ("half.pdf", True), ("picture.pdf", True)]
    for name, reason, _ in rows:
        assert f"warning: {name} is in quarantine: {reason}" in ended.err
    assert ask(found, "SELECT name FROM marts.documents ORDER BY 1") == [
        ("halden-ridge-industrial-heat-pumps.md",),
        ("line.txt",),
        ("quayside-industrial-heat-pumps.html",),
    ]


def test_every_line_of_the_log_says_its_run_and_every_document_s_line_its_document(
    mixed_home: tuple[Path, Ended], mixed_inbox: Path
) -> None:
    (log,) = (mixed_home[0] / "logs").glob("run-*.log")
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert len({line.get("run_id") for line in lines}) == 1
    assert lines[0].get("run_id")
    ids = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in mixed_inbox.iterdir()}
    told = {
        name: [line["event"] for line in lines if line.get("document_id") == document_id]
        for name, document_id in ids.items()
    }
    assert told == {
        name: ["document landed", "document unreadable" if name in BAD else "document read"] for name in ids
    }
    # nothing that names a document is without its id
    assert [line for line in lines if "document_id" not in line and any(name in json.dumps(line) for name in ids)] == []


def test_the_long_line_gives_its_figure(mixed_home: tuple[Path, Ended]) -> None:
    found = latest(mixed_home[0])
    assert found is not None
    assert ask(
        found,
        "SELECT obs_value, quote FROM marts.claims JOIN marts.documents USING (document_id) JOIN marts.evidence "
        "USING (claim_id) WHERE name = 'line.txt' AND metric = 'market_size'",
    ) == [(4_200_000_000, "USD 4.2 billion")]


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Breaks every build behind dbt: one published quote is no longer the text's."""
    real = marts_module.build_marts

    def broken(database: Path) -> object:
        report = real(database)
        with duckdb.connect(str(database)) as connection:
            connection.execute(
                "UPDATE marts.evidence SET quote = quote || '!' "
                "WHERE evidence_id = (SELECT min(evidence_id) FROM marts.evidence)"
            )
        return report

    monkeypatch.setattr(marts_module, "build_marts", broken)


@pytest.mark.usefixtures("planted")
def test_a_failed_blocking_check_leaves_the_old_release_and_says_so(
    mixed_home: tuple[Path, Ended], tmp_path: Path
) -> None:
    folder, inbox = mixed_home[0], tmp_path / "inbox"
    before = latest(folder)
    assert before is not None
    inbox.mkdir()
    shutil.copyfile(sample_inbox() / "quayside-hydrogen-leak-detection.txt", inbox / "one-more.txt")
    refused = parallax("run", "--inbox", str(inbox), "--home", str(folder))
    assert refused.code == 1
    assert "release refused" in refused.err
    assert "marts.evidence" in refused.err
    assert "the latest release is still r000001" in refused.err
    assert "Traceback" not in refused.err
    assert [found.release_id for found in releases(folder)] == ["r000001"]
    assert latest(folder) == before
    (kept,) = (folder / "builds").iterdir()
    results = json.loads((kept / "checks.json").read_text())
    assert any(not result["passed"] and result["severity"] == "error" and result["failing_rows"] for result in results)


# -- stateless extraction ----------------------------------------------------------------------------------------------


def test_extract_gives_every_figure_at_its_place_and_keeps_going(few_files: Path) -> None:
    ended = parallax("extract", str(few_files))
    assert ended.code == 0
    lines = [json.loads(line) for line in ended.out.splitlines()]
    places = [(line["document"], line["char_start"]) for line in lines]
    assert places == sorted(places)
    assert {document for document, _ in places} == set(GOOD)
    text = (few_files / GOOD[0]).read_text(encoding="utf-8")  # Markdown is its own canonical text
    of_file = [line for line in lines if line["document"] == GOOD[0]]
    assert of_file
    assert all(text[line["char_start"] : line["char_end"]] == line["surface"] for line in of_file)
    for name in BAD:
        assert f"{few_files / name}: " in ended.err


def test_extract_fails_only_where_all_files_fail(few_files: Path) -> None:
    ended = parallax("extract", str(few_files / "empty.txt"), str(few_files / "picture.pdf"))
    assert ended.code == 1
    assert ended.out == ""
    assert "none of 2 files could be read" in ended.err


def test_extract_for_people_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "line.txt").write_text("The widget market was worth USD 4.2 billion in 2025.\n")
    ended = parallax("extract", str(tmp_path), "--format", "table")
    assert ended.code == 0
    assert re.search(r"line\.txt +28 +market_size +USD 4\.2 bn +2025 ", ended.out)
