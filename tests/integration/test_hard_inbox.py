"""Folders that hold bad files among good ones: what lands, what is quarantined, and what stateless extraction makes of them."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest

from pipelines.home import sample_inbox
from tests.integration.commands import parallax
from tests.integration.conftest import Published

GOOD = ("halden-ridge-industrial-heat-pumps.md", "quayside-industrial-heat-pumps.html")
BAD = ("empty.txt", "half.pdf", "picture.pdf")


@pytest.fixture(scope="module")
def few_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two good reports among an empty file, a picture named .pdf and half a PDF."""
    inbox = tmp_path_factory.mktemp("few")
    for name in GOOD:
        shutil.copyfile(sample_inbox() / name, inbox / name)
    write(inbox)
    (inbox / "line.txt").unlink()
    return inbox


def write(inbox: Path) -> None:
    """The bad files, and a line of a megabyte with one figure in it."""
    (inbox / "empty.txt").write_bytes(b"")
    (inbox / "picture.pdf").write_bytes(b"GIF89a" + bytes(range(256)) * 20)
    pdf = min(sample_inbox().glob("*.pdf")).read_bytes()
    (inbox / "half.pdf").write_bytes(pdf[: len(pdf) // 2])
    (inbox / "line.txt").write_text("The widget market was worth USD 4.2 billion in 2025. " + "and so on " * 100_000)


def test_bad_files_are_quarantined_with_reasons_and_the_others_land(press: Published) -> None:
    rows = {row["name"]: row for row in press.rows("select name, reason, detail from marts.quarantine")}
    assert set(BAD) <= set(rows)
    for name in BAD:
        assert len(rows[name]["detail"]) > 20
        assert f"warning: {name} is in quarantine: {rows[name]['reason']}" in press.said
    landed = {row["name"] for row in press.rows("select name from marts.documents")}
    assert "line.txt" in landed and not landed & set(BAD)


def test_every_line_of_the_log_says_its_run_and_every_document_s_line_its_document(
    press: Published, tmp_path: Path
) -> None:
    write(tmp_path)
    (log,) = (press.home / "logs").glob("run-*.log")
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert len({line.get("run_id") for line in lines}) == 1
    assert lines[0].get("run_id")
    ids = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in tmp_path.iterdir()}
    told = {
        name: [line["event"] for line in lines if line.get("document_id") == document_id]
        for name, document_id in ids.items()
    }
    assert told == {
        name: ["document landed", "document unreadable" if name in BAD else "document read"] for name in ids
    }
    # nothing that names a document is without its id
    assert [line for line in lines if "document_id" not in line and any(name in json.dumps(line) for name in ids)] == []


def test_the_long_line_gives_its_figure(press: Published) -> None:
    assert press.rows(
        "select obs_value, quote from marts.claims join marts.documents using (document_id) join marts.evidence "
        "using (claim_id) where name = 'line.txt' and metric = 'market_size'",
    ) == [{"obs_value": 4_200_000_000, "quote": "USD 4.2 billion"}]


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
