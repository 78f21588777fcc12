"""Whole pages of the corpus, beside the folder that they came from: what is kept aside, and the scorer of that folder."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from corpus.labels import files_of, labelled_folder
from corpus.page_scores import page_score, page_table
from corpus.splits import is_kept_aside
from tests.labelled_pages import OF_VENDOR, write_pages
from tests.shared.test_calibration import module


@pytest.fixture
def scorer(shared: Path) -> Path:
    if not (path := shared / "score" / "pages.py").is_file():
        pytest.skip("needs ../shared/score/pages.py (the scorer of whole pages), which this machine does not have")
    return path


def test_the_pages_that_the_scorer_judges_are_kept_aside(
    scorer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [path.stem[1:] for path in files_of("w")]
    for name in names:
        (tmp_path / f"{name}.txt").touch()
        (tmp_path / f"{name}.yml").write_text(f"document: {name}.txt\nclaims: []\n", encoding="utf-8")
    monkeypatch.syspath_prepend(scorer.parent)
    judged = [stem for stem, *_ in module(scorer).load(tmp_path, True)]
    assert len(judged) == 38
    assert judged == [name for name in names if is_kept_aside(f"w{name}")]


def test_the_pages_are_those_of_the_folder(shared: Path) -> None:
    if not (folder := shared / "pages").is_dir():
        pytest.skip("needs ../shared/pages (labelled whole pages), which this machine does not have")
    pages = {path.name[1:]: hashlib.sha256(path.read_bytes()).digest() for path in files_of("w")}
    assert pages == {name: hashlib.sha256((folder / name).read_bytes()).digest() for name in pages}
    assert {path.stem for path in folder.glob("*.yml")} == {Path(name).stem for name in pages}


def test_the_table_agrees_with_the_scorer_of_the_folder(scorer: Path, tmp_path: Path) -> None:
    write_pages(tmp_path, prefix="")
    (tmp_path / "b001.yml").unlink()  # a page without a publisher is what the scorer does not know
    lines = [one.model_dump(mode="json") | {"document": "a001.txt"} for one in OF_VENDOR]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    said = subprocess.run(
        [sys.executable, scorer, tmp_path, tmp_path / "p.jsonl"], capture_output=True, text=True, check=True
    ).stdout.split("\n")
    (page,) = labelled_folder(tmp_path)
    ours = page_table([page_score(page, "a", OF_VENDOR)]).split("\n")
    assert [line.split() for line in said[1:3]] == [line.replace(" 0.", " .").split() for line in ours[1:3]]
    assert said[3] == ours[3]
