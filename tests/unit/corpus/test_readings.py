"""First readings as files: their content, that there is only one, and that their texts do not change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.built_in import store_first_readings
from corpus.labels import CORPUS, LabelledText
from corpus.pages import PART as PAGES
from corpus.parts import all_parts
from corpus.readings import FIRST_READINGS, FirstReading, add_first_readings, first_readings, line_of
from sources.extract import extract
from sources.parse import parse
from training.corpus import mentions_of

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
        mentions_of(moved, LabelledText("corpus/z01.txt", parse(TEXT), (), is_exhaustive=False))


def test_readings_of_chosen_parts_are_read_alone(tmp_path: Path) -> None:
    add_first_readings([reading("f01.txt"), reading("m1.txt")], tmp_path)
    assert [one.text for one in first_readings(tmp_path, parts={"m"})] == ["m1.txt"]
    assert [one.text for one in first_readings(tmp_path)] == ["f01.txt", "m1.txt"]


def test_every_text_of_a_part_with_first_readings_has_one_and_no_other_text_has() -> None:
    letters = {letter for letter, part in all_parts().items() if part.first_readings}
    assert {one.text for one in first_readings(parts=letters)} == {p.name for p in texts() if p.name[0] in letters}
    assert {path.stem for path in FIRST_READINGS.glob("*.jsonl")} == {*letters, PAGES}


def test_a_part_that_rules_were_made_on_gets_no_first_reading() -> None:
    with pytest.raises(ValueError, match=r"part a has no first readings"):
        store_first_readings("a")


def test_a_part_whose_texts_all_have_a_first_reading_gets_no_second() -> None:
    before = (FIRST_READINGS / "l.jsonl").read_bytes()
    assert store_first_readings("l") == 0
    assert (FIRST_READINGS / "l.jsonl").read_bytes() == before


def texts() -> list[Path]:
    return [path for path in CORPUS.iterdir() if path.suffix != ".yml"]
