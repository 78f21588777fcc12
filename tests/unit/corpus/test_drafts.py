"""Draft labels: the figures of both readers in the gold format, what they differ in first; labels that are there stay."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.asking import chosen, write_questions
from corpus.drafts import main
from corpus.labels import labelled_folder
from tests.labelled_lamps import NAME, write_gold

DIFFERS = {"figures": [
    {"figure": 3, "metric": "cagr", "period_start": "2024", "period_end": "2030", "area": "Europe", "status": "forecast"},
    {"figure": 4, "metric": "share", "year": "2024", "area": "Atlantis"},
]}  # fmt: skip


def test_drafts_are_labels_with_both_readings_and_refusals_last(tmp_path: Path) -> None:
    (tmp_path / "gold").mkdir()
    write_gold(tmp_path / "gold")
    assert list(write_questions(chosen(tmp_path / "gold"), tmp_path / "asked")) == ["lamps.1"]
    (tmp_path / "asked" / "lamps.1.json").write_text(json.dumps(DIFFERS))
    (tmp_path / "texts").mkdir()
    (tmp_path / "gold" / NAME).rename(tmp_path / "texts" / NAME)

    assert main([str(tmp_path / "texts"), str(tmp_path / "out"), "--answers", str(tmp_path / "asked")]) == 0
    made = json.loads((tmp_path / "out" / "lamps.json").read_text())
    assert [(one["surface"], one["attribute"], one["rule"]) for one in made["review"]] == [
        ("USD 6.3 billion", "market", "joined"),
        ("12%", "area", "joined"),
        ("USD 4.2 billion", "market", "joined"),
        ("7.0%", "area", "odds"),
        ("31%", "figure", "second_reader.quote_not_in_text"),
    ]
    assert "at a CAGR of ⟦7.0%⟧ from 2024" in made["review"][3]["words"]
    rate = next(claim for claim in made["claims"] if claim["metric"] == "cagr")
    assert (rate["geography"], rate["value"], rate["read_by"]) == ("Europe", 7, "language_model")
    (text,) = labelled_folder(tmp_path / "out")
    assert {label.areas for label in text.labels} >= {("Europe",), ("Global",)}


def test_labels_that_are_there_stay_as_they_are(tmp_path: Path) -> None:
    for name in ("texts", "out"):
        (tmp_path / name).mkdir()
    (tmp_path / "texts" / "chairs.txt").write_text("The chair market was worth EUR 2 billion in 2023.\n")
    (tmp_path / "out" / "chairs.json").write_text("decided by a person")
    assert main([str(tmp_path / "texts"), str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "chairs.json").read_text() == "decided by a person"
