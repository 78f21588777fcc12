"""First readings as files: what is kept of them, that there is only one, and that their texts stay as they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.labels import CORPUS, LabelledText
from calibration.readings import FirstReading, add_first_readings, first_readings, line_of
from calibration.trials import trials_of
from sources.extract import extract
from sources.parse import parse

TEXT = b"The global paper straw market was valued at USD 2.1 billion in 2024, or about 31 % of cutlery."


def reading(name: str = "z01.txt") -> FirstReading:
    read = extract(parse(TEXT))
    return FirstReading(name, "abc", read.language, read.claims, read.mentions)


def test_a_reading_is_read_again_as_it_was_written(tmp_path: Path) -> None:
    add_first_readings([reading()], tmp_path)
    (again,) = first_readings(tmp_path)
    assert line_of(again) == line_of(reading())
    assert [claim.value for claim in again.claims] == [claim.value for claim in reading().claims]
    assert [claim.confidence for claim in again.claims] == [claim.confidence for claim in reading().claims]


def test_a_second_reading_of_a_text_is_refused(tmp_path: Path) -> None:
    add_first_readings([reading("z01.txt")], tmp_path)
    with pytest.raises(ValueError, match=r"a first reading is there and stays: z01\.txt"):
        add_first_readings([reading("z01.txt")], tmp_path)
    add_first_readings([reading("z02.txt")], tmp_path)
    assert [one.text for one in first_readings(tmp_path)] == ["z01.txt", "z02.txt"]


def test_a_broken_line_is_refused_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "z.jsonl").write_text(line_of(reading()) + '\n{"text": "z02.txt"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"z\.jsonl, line 2: no first reading"):
        first_readings(tmp_path)


def test_a_text_that_is_no_longer_as_it_was_read_is_refused() -> None:
    first = reading()
    moved = replace(first, mentions=(replace(first.mentions[0], char_start=0, char_end=3),))
    with pytest.raises(ValueError, match="is not at 0"):
        trials_of(moved, LabelledText("corpus/z01.txt", parse(TEXT), (), is_exhaustive=False))


def test_every_stored_reading_is_of_a_text_of_the_corpus_and_every_text_of_its_family_has_one() -> None:
    stored = {one.text for one in first_readings()}
    families = {name[0] for name in stored}
    there = {p.name for p in CORPUS.iterdir() if p.suffix != ".yml" and p.stem[1:].isdigit() and p.name[0] in families}
    assert stored == there
