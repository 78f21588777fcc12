"""First readings as files: their content, that there is only one, and that their texts do not change."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from corpus.built_in import store_first_readings, stored_predictions_of
from corpus.labels import LabelledText, files_of
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
    assert {one.text for one in first_readings(parts=letters)} == {p.name for p in files_of(letters)}
    assert {path.stem for path in FIRST_READINGS.glob("*.jsonl")} == letters


def test_a_part_that_rules_were_made_on_gets_no_first_reading() -> None:
    with pytest.raises(ValueError, match=r"part a has no first readings"):
        store_first_readings("a")


def test_a_part_whose_texts_all_have_a_first_reading_gets_no_second() -> None:
    before = (FIRST_READINGS / "l.jsonl").read_bytes()
    assert store_first_readings("l") == 0
    assert (FIRST_READINGS / "l.jsonl").read_bytes() == before


def test_every_stored_figure_stands_where_its_reading_has_it() -> None:
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in files_of(all_parts()) if path.suffix in (".txt", ".md")
    }
    moved = [
        (reading.text, mention.char_start)
        for reading in first_readings()
        for mention in reading.mentions
        if texts[reading.text][mention.char_start : mention.char_end] != mention.surface
    ]
    assert moved == []


def test_the_readings_of_whole_pages_have_their_publishers() -> None:
    pages = first_readings(parts={"w"})
    assert len(pages) == 195
    assert sum(reading.publisher is not None for reading in pages) > 100
    assert any(mention.publisher for reading in pages for mention in reading.mentions)


def test_readings_become_predictions_with_publisher_speaker_and_confidence() -> None:
    page = "Crail Yard Research\n\nThe global paper straw market was valued at USD 2.1 billion in 2024. Ostwick expects a CAGR of 4.5% from 2024 to 2030.\n"
    read = extract(parse(page.encode()))
    first = FirstReading("wc001.txt", "abc", read.language, read.claims, read.mentions, "Crail Yard Research")
    size, growth = stored_predictions_of([first])
    assert (size.text, size.metric, size.unit, size.year) == ("wc001.txt", "market_size", "USD", 2024)
    assert size.value == Decimal(2_100_000_000)
    assert (size.publisher, size.speaker, size.assertion) == ("Crail Yard Research", None, "asserted")
    assert (growth.publisher, growth.speaker, growth.period_end) == ("Ostwick", "Ostwick", 2030)
    assert size.confidence is not None
    assert 0 < size.confidence <= 1
