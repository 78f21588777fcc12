"""Signs printed with figures: in sentences, and those that only a cell prints around its figure."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.extract import extract
from sources.extract.scan.figure import Figure
from sources.extract.scan.numbers.numerals import numerals
from sources.extract.scan.printed_signs import signed_in_cell
from sources.extract.scan.quantities import quantities
from sources.grammar.language import grammar
from sources.parse import parse


def figure(text: str, language: str = "en") -> Figure:
    g = grammar(language)
    (found,) = quantities(text, 0, len(text), numerals(text, 0, len(text), g), (), g)
    return found


IN_SENTENCES = [
    ("en", "▼ 2.4%", "-2.4"),
    ("en", "↓1.4%", "-1.4"),
    ("en", "▲ 2.4%", "2.4"),
    ("ja", "▲2.7%", "-2.7"),
    ("ja", "▲2.7%（▼は減少）", "2.7"),
    ("en", "(3.6)%", "-3.6"),
    ("en", "(3.6%)", "3.6"),
    ("en", "−3.6%", "-3.6"),
    ("en", "±3.6%", "3.6"),
]


@pytest.mark.parametrize(("language", "text", "value"), IN_SENTENCES)
def test_a_sign_before_a_rate_counts_anywhere(language: str, text: str, value: str) -> None:
    found = figure(text, language)
    assert (found.kind, found.value) == ("percent", Decimal(value))


@pytest.mark.parametrize(
    ("cell", "may_fall", "value"),
    [
        ("(4.2%)", True, "-4.2"),
        ("**(4.2%)**", True, "-4.2"),
        ("(4.2%)", False, "4.2"),
        ("7.3%-", True, "-7.3"),
        ("7.3%", True, "7.3"),
        ("up (4.2%)", True, "4.2"),
        ("(USD 4.2)", True, "4.2"),
        ("(4.2)", True, "4.2"),
    ],
)
def test_a_frame_around_all_of_a_cell_is_a_minus_for_what_can_fall(cell: str, may_fall: bool, value: str) -> None:
    found = signed_in_cell(figure(cell), cell, 0, len(cell), grammar("en"), may_fall=may_fall)
    assert found.value == Decimal(value)


def test_brackets_are_a_minus_under_growth_and_none_under_shares() -> None:
    table = "# Kite Market\n\n| Country | Market growth 2025 | Share 2025 |\n|---|---|---|\n| France | (4.2%) | (31%) |\n| Spain | 1.7% | (69%) |\n"
    found = {(m.metric, m.geography): m.value for m in extract(parse(table.encode())).mentions}
    assert found == {
        ("growth_rate", "France"): Decimal("-4.2"),
        ("growth_rate", "Spain"): Decimal("1.7"),
        ("share", "France"): Decimal(31),
        ("share", "Spain"): Decimal(69),
    }
