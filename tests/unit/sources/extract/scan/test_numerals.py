"""Numbers as printed in the languages that are read."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.scan.numbers.numerals import numerals, numeric_value
from sources.grammar.language import grammar


@pytest.mark.parametrize(
    ("language", "printed", "value"),
    [
        ("en", "1,234.5", "1234.5"),
        ("en", "1234.5", "1234.5"),
        ("en", "33,2", "33.2"),  # decimal comma in English print: one digit behind it groups nothing
        ("en", "6,50,000", "650000"),  # Indian grouping
        ("en", "1,20,00,000", "12000000"),
        ("en", "1,044.92", "1044.92"),
        ("en", "12,345,678", "12345678"),
        ("en", "0.5", "0.5"),
        ("en", "2\u202f500", "2500"),  # narrow no-break space
        ("en", "1’250", "1250"),
        ("de", "1.234,5", "1234.5"),
        ("de", "1.234", "1234"),
        ("de", "4,5", "4.5"),
        ("es", "330.260", "330260"),
        ("es", "9,9", "9.9"),
        ("es", "4.5", "4.5"),  # Latin American print
        ("fr", "1 234 567", "1234567"),
        ("fr", "12,75", "12.75"),
        ("ja", "5,000", "5000"),
    ],
)
def test_a_printed_number_has_the_value_its_language_gives_it(language: str, printed: str, value: str) -> None:
    assert numeric_value(printed, grammar(language).numbers) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("between 12 and 15", ["12", "15"]),
        ("bands of 257-2,048 and 2,049-16,384", ["257", "2,048", "2,049", "16,384"]),
        ("version 1.2.3", ["1", "2", "3"]),  # no number prints two decimal marks
        ("in 2025, 400 sites", ["2025", "400"]),
    ],
)
def test_numbers_are_cut_where_they_end(text: str, surfaces: list[str]) -> None:
    found = numerals(text, 0, len(text), grammar("en"))
    assert [text[n.start : n.end] for n in found] == surfaces


def test_a_number_begins_anew_behind_a_glued_list_mark() -> None:
    text = "470% of buyers"
    found = numerals(text, 0, len(text), grammar("en"), cuts=frozenset({1}))
    assert [(text[n.start : n.end], n.value) for n in found] == [("4", Decimal(4)), ("70", Decimal(70))]


@given(st.integers(0, 10**15), st.sampled_from(["en", "de", "fr", "es"]))
def test_a_grouped_integer_reads_back_as_itself(value: int, language: str) -> None:
    words = grammar(language)
    printed = f"{value:,}".replace(",", words.numbers.grouping)
    assert numeric_value(printed, words.numbers) == value


@given(st.text(alphabet="0123456789., ", max_size=200))
def test_any_run_of_digits_and_marks_is_covered_by_disjoint_numbers(text: str) -> None:
    found = numerals(text, 0, len(text), grammar("en"))
    covered = [i for n in found for i in range(n.start, n.end)]
    assert len(covered) == len(set(covered))
    assert all(i in set(covered) for i, c in enumerate(text) if c.isdigit())
