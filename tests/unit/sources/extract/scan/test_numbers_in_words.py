"""Numbers in words and in signs of East Asia: what they are worth, and words that only look like numbers."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.extract.scan.numbers.han_numerals import han_numerals
from sources.extract.scan.numbers.spoken_numbers import spoken_numbers
from sources.grammar.language import grammar

SPOKEN = [
    ("en", "two hundred and fifty million", ["250000000"]),
    ("en", "one point four billion", ["1400000000"]),
    ("en", "a billion", ["1000000000"]),
    ("en", "twenty-one thousand", ["21000"]),
    ("en", "two and three million", ["2", "3000000"]),
    ("en", "one million and two billion", ["1000000", "2000000000"]),
    ("en", "two hundred and ten (210) million", ["210000000"]),
    ("de", "dreieinhalb Milliarden", ["3500000000"]),
    ("de", "achtunddreißig Millionen", ["38000000"]),
    ("es", "mil doscientos millones", ["1200000000"]),
    ("fr", "quatre-vingt-onze millions", ["91000000"]),
]
NOT_SPOKEN = [
    ("en", "310 million"),
    ("en", "millions of users"),
    ("de", "in Tausend Stück"),
    ("en", "toned and tented"),
    ("ja", "two million"),
]
SIGNS = [
    ("zh", "二百一十六亿", ["21600000000"], "100000000"),
    ("zh", "一点二亿", ["120000000"], "100000000"),
    ("ja", "千二百億", ["120000000000"], "100000000"),
    ("zh", "三万亿", ["3000000000000"], "1000000000000"),
    ("ko", "오조 이천억", ["5200000000000"], "100000000"),
    ("zh", "三十五", ["35"], "1"),
]
NOT_SIGNS = [("zh", "3亿"), ("zh", "三点点二亿"), ("zh", "十百"), ("zh", "数百亿")]


@pytest.mark.parametrize(("language", "text", "worth"), SPOKEN)
def test_words_are_worth_what_a_reader_adds_up(language: str, text: str, worth: list[str]) -> None:
    found = spoken_numbers(f"({text})", 0, len(text) + 2, language)
    assert [one.value for one in found] == [Decimal(value) for value in worth]
    assert (found[0].start, found[-1].end) == (1, len(text) + 1)


@pytest.mark.parametrize(("language", "text"), NOT_SPOKEN)
def test_words_that_state_no_number_are_left(language: str, text: str) -> None:
    assert spoken_numbers(text, 0, len(text), language) == []


def test_only_the_stretch_asked_for_is_read() -> None:
    text = "two million, three million"
    assert [one.value for one in spoken_numbers(text, 11, len(text), "en")] == [Decimal(3_000_000)]


@pytest.mark.parametrize(("language", "text", "worth", "scale"), SIGNS)
def test_signs_are_worth_what_a_reader_adds_up(language: str, text: str, worth: list[str], scale: str) -> None:
    found = han_numerals(text, 0, len(text), grammar(language))
    assert [one.value for one in found] == [Decimal(value) for value in worth]
    assert found[-1].scale == Decimal(scale)


@pytest.mark.parametrize(("language", "text"), NOT_SIGNS)
def test_signs_that_make_no_number_are_left(language: str, text: str) -> None:
    assert han_numerals(text, 0, len(text), grammar(language)) == []
