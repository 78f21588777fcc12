"""`parallax label`: drafts beside their texts, from answers as files or from the ledger; no model is asked, no label is overwritten."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from corpus.labels import labelled_folder
from pipelines.cli import app
from sources.parse import parse
from sources.second_reader.drafts import answers_by_number
from tests.labelled_lamps import NAME, TEXT
from warehouse.ledger import open_ledger

DIFFERS = {"figures": [{"figure": 3, "market": "Desk Lamp", "metric": "cagr", "period_start": "2024", "period_end": "2030", "area": "Europe", "status": "forecast"}]}  # fmt: skip


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads the data home of whoever runs it."""
    monkeypatch.setenv("PARALLAX_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Two reports and a folder with an answer about one of them."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / NAME).write_text(TEXT)
    (tmp_path / "texts" / "chairs.txt").write_text("The chair market was worth EUR 2 billion in 2023.\n")
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "lamps.1.json").write_text(json.dumps(DIFFERS))
    return tmp_path / "texts"


def _call(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        app.main(["label", *map(str, arguments)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_drafts_go_beside_their_texts_and_are_labels_that_the_benchmark_reads(
    texts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _call(texts, "--answers", tmp_path / "answers", "--out", tmp_path / "out") == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {NAME, "lamps.json", "chairs.txt", "chairs.json"}
    chairs, lamps = labelled_folder(tmp_path / "out")
    assert chairs.labels[0].value == 2e9
    assert {label.areas for label in lamps.labels} >= {("Europe",), ("Global",)}
    printed = capsys.readouterr()
    rows = [line.split() for line in printed.out.splitlines()]
    assert [row[0] for row in rows] == ["document", NAME, "chairs.txt"]  # the one with a disagreement is first
    assert rows[1][3:] == ["1", "0"]  # it differs once, nothing is refused
    assert "chairs.txt: no answer of a second reader" in printed.err
    assert not (tmp_path / "home").exists()


def test_labels_that_are_there_stay_as_they_are(
    texts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "lamps.json").write_text("decided by a person")
    assert _call(texts, "--answers", tmp_path / "answers", "--out", tmp_path / "out") == 2
    assert "already exists" in capsys.readouterr().err
    assert [path.read_text() for path in (tmp_path / "out").iterdir()] == ["decided by a person"]


def test_without_a_folder_the_drafts_are_json_lines_with_the_disagreements_first(
    texts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _call(texts, "--answers", tmp_path / "answers") == 0
    drafts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [draft["document"] for draft in drafts] == [NAME, "chairs.txt"]
    assert list(drafts[0])[:2] == ["document", "review"]


def test_the_answers_that_the_home_keeps_are_used_those_of_the_newest_reader(
    texts: Path, own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parsed, day = parse(TEXT.encode()), datetime(2026, 3, 1, tzinfo=UTC)
    other = {"figures": [{**DIFFERS["figures"][0], "area": "Global"}]}
    (old,), (new,) = (answers_by_number(parsed, {1: json.dumps(said)}) for said in (other, DIFFERS))
    open_ledger(own_home).record_answers(
        [
            replace(new, read_with="new", asked_at=day + timedelta(days=1)),
            replace(old, read_with="old", asked_at=day),
        ]
    )
    assert _call(texts / NAME) == 0
    (draft,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [(one["attribute"], one["second"]) for one in draft["review"]] == [("area", "Europe")]


def test_an_answer_that_is_none_is_told_and_left_out(
    texts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "answers" / "lamps.1.json").write_text("As a careful reader I decline.")
    assert _call(texts / NAME, "--answers", tmp_path / "answers") == 0
    told = capsys.readouterr()
    assert "lamps.1.json: left out" in told.err
    assert json.loads(told.out)["review"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.txt",), "no such file or folder"),
        (("texts", "--answers", "nowhere"), "no such folder"),
        (("texts", "texts/more/lamps.md"), "another file is named lamps as well"),
        (("empty",), "no document found"),
    ],
)
def test_wrong_usage_is_one_sentence(
    texts: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    said: str,
) -> None:
    (tmp_path / "empty").mkdir()
    (texts / "more").mkdir()
    if "texts/more/lamps.md" in arguments:
        (texts / "more" / "lamps.md").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    assert _call(*arguments) == 2
    assert said in capsys.readouterr().err
