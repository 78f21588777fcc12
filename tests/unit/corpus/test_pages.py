"""Readings of whole pages: what is stored of them, and that no fit of the rules takes part in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from calibration.trials import stored_trials
from corpus import pages
from corpus.__main__ import main
from corpus.pages import PART, judged_lines, page_files, store_page_readings
from corpus.parts import all_parts
from corpus.readings import FirstReading, first_readings, line_of
from sources.extract import extract
from sources.parse import parse
from training.corpus import readings_to_fit_on

# Of a name as the reader took it. A sentence of a page has more.
MOST_WORDS, MOST_CHARACTERS = 9, 53
PAGE = "Crail Yard Research\n\nThe global paper straw market was valued at USD 2.1 billion in 2024. Ostwick expects a CAGR of 4.5% from 2024 to 2030.\n"


def page_reading(name: str = "c001.txt", publisher: str | None = "Crail Yard Research") -> FirstReading:
    read = extract(parse(PAGE.encode()))
    return FirstReading(f"{PART}/{name}", "abc", read.language, read.claims, read.mentions, publisher)


def test_pages_are_a_part_of_their_own_whatever_letter_their_names_begin_with() -> None:
    readings = first_readings(parts={PART})
    assert len(readings) == 195
    assert {reading.family for reading in readings} == {PART}
    assert {reading.text[2] for reading in readings} == set("abcdef")
    assert PART not in all_parts()  # their texts are no texts of the corpus


def test_the_chooser_is_fitted_on_no_reading_of_a_page() -> None:
    fitted_on = readings_to_fit_on()
    assert {reading.text for reading in first_readings(parts={PART})} & set(fitted_on) == set()
    assert {reading.family for reading in fitted_on.values()} == {
        letter for letter, part in all_parts().items() if part.first_readings
    }


def test_confidence_is_fitted_on_no_claim_of_a_page() -> None:
    trials = stored_trials()
    assert {trial.family[0] for trial in trials} <= set(all_parts())
    assert {trial.text.removeprefix("corpus/") for trial in trials} <= set(readings_to_fit_on())


def test_a_line_keeps_the_publishers_of_page_and_figure_and_no_subject(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: list[FirstReading] = []
    monkeypatch.setattr(pages, "add_first_readings", stored.extend)
    monkeypatch.setattr(pages, "first_readings", lambda **_: ())
    (tmp_path / "c001.txt").write_text(PAGE, encoding="utf-8")
    (tmp_path / "c001.yml").write_text("", encoding="utf-8")
    (tmp_path / "README.md").write_text("no labels", encoding="utf-8")
    assert store_page_readings(tmp_path) == 1
    told = json.loads(line_of(stored[0]))
    assert told["text"] == "w/c001.txt"
    assert told["publisher"] == "Crail Yard Research"
    assert {mention.get("publisher") for mention in told["mentions"]} == {None, "Ostwick"}
    assert not [record for record in (*told["claims"], *told["mentions"]) if "subject" in record]


def test_a_folder_without_pages_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no page with labels beside it"):
        store_page_readings(tmp_path / "none")


def test_a_page_is_a_text_with_labels_beside_it(tmp_path: Path) -> None:
    for name in ("a001.txt", "a001.yml", "c003.md", "c003.yml", "conventions.md", "keys.tsv"):
        (tmp_path / name).touch()
    assert [page.name for page in page_files(tmp_path)] == ["a001.txt", "c003.md"]


def test_the_judge_is_given_the_figures_as_extract_prints_them() -> None:
    size, growth = map(json.loads, judged_lines([page_reading()]).splitlines())
    assert (size["document"], size["metric"], size["value"], size["unit"], size["year"]) == (
        "c001.txt", "market_size", 2.1e9, "USD", 2024,
    )  # fmt: skip
    assert (size["publisher"], size["speaker"]) == ("Crail Yard Research", None)
    assert (growth["publisher"], growth["speaker"], growth["period_end"]) == ("Ostwick", "Ostwick", 2030)
    assert PAGE[size["char_start"] : size["char_end"]] == size["surface"]
    assert 0 < size["confidence"] <= 1


def test_the_command_writes_a_line_for_every_stored_figure_of_the_pages(tmp_path: Path) -> None:
    assert main(["pages", str(tmp_path / "out.jsonl")]) == 0
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == sum(len(reading.mentions) for reading in first_readings(parts={PART}))


def test_no_stored_field_of_a_page_is_as_long_as_a_sentence() -> None:
    told = [json.loads(line_of(reading)) for reading in first_readings(parts={PART})]
    records = [record for one in told for record in (*one["claims"], *one["mentions"])]
    words = {value for record in records for value in record.values() if isinstance(value, str)}
    assert max(len(value.split()) for value in words) <= MOST_WORDS
    assert max(map(len, words)) <= MOST_CHARACTERS
