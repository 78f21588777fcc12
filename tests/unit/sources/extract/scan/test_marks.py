"""Marks in nine languages: years with their parts, spans, areas and units, from a table of texts."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from sources.extract.scan.marks import Mark, marks_of
from sources.extract.scan.periods import Period
from sources.grammar.areas import Area
from sources.grammar.language import grammar
from sources.grammar.periods import period_words
from sources.parse import parse

ROWS = [
    (language, row["text"], {str(words): str(said) for words, said in row["marks"].items()})
    for language, rows in yaml.safe_load(Path(__file__).with_name("marks.yml").read_text(encoding="utf-8")).items()
    for row in rows
]


def marks(text: str, language: str) -> dict[str, str]:
    parsed = parse(text.encode())
    found = marks_of(parsed, {}, (), grammar(language))
    assert list(found) == sorted(found, key=lambda mark: (mark.start, mark.end))
    return {parsed.text[mark.start : mark.end]: said(mark) for mark in found}


def said(mark: Mark) -> str:
    if isinstance(mark.value, Period):
        return mark.value.time_period
    if isinstance(mark.value, Area):
        return mark.value.name
    return f"{mark.value.kind} {mark.value.unit} {mark.value.multiplier}"


@pytest.mark.parametrize(("language", "text", "expected"), ROWS)
def test_each_mark_is_found_with_what_it_says(language: str, text: str, expected: dict[str, str]) -> None:
    assert marks(text, language) == expected


def test_each_language_has_ten_rows() -> None:
    assert all(sum(row[0] == language for row in ROWS) >= 10 for language in "en de fr es it pt ja zh ko".split())


@pytest.mark.parametrize(
    "text", ["3M sold 9M units.", "It may rise.", "Over the next nine months.", "Model H3 and T4."]
)
def test_what_only_looks_like_a_part_of_a_year_is_no_mark(text: str) -> None:
    assert marks(text, "en") == {}


def test_the_words_of_a_language_stand_beside_those_of_english() -> None:
    assert len(period_words("de")) == 2
    assert len(period_words("en")) == 1


def test_a_long_line_has_all_its_marks() -> None:
    text = "Q1 2025, " * 2_000
    assert len(marks_of(parse(text.encode()), {}, (), grammar("en"))) == 2_000
