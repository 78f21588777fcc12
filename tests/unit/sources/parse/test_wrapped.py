"""Wrapped lines are one paragraph, and a quote keeps what is printed."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse
from sources.parse.shown import joined

WRAPPED = (
    "The global kite market was valued at USD 840 million in 2025, Acme said today.\n"
    "Makers of kites expect it to reach no less than a round sum of about USD 1.21\n"
    "billion by 2031, which corresponds to a compound annual growth rate (CAGR) of\n"
    "6.3% from 2025 to 2031. Demand is driven by schools, clubs and the tour-\n"
    "ist trade along warm coasts.\n"
)


def test_an_amount_that_a_line_end_cuts_is_read_whole_and_quoted_as_printed() -> None:
    parsed = parse(WRAPPED.encode())
    assert parsed.text == WRAPPED
    found = {one.surface: one.value for one in extract(parsed).mentions}
    assert found["USD 1.21\nbillion"] == 1_210_000_000


def test_a_hyphen_of_a_wrapped_word_goes_and_every_character_knows_its_place() -> None:
    parsed = parse(WRAPPED.encode())
    whole = joined(parsed.text, parsed.blocks)
    assert whole is not None
    start = whole.text.index("tourist")
    first, last = whole.in_source(start, start + len("tourist"))
    assert WRAPPED[first:last] == "tour-\nist"


@pytest.mark.parametrize("text", ["Kite makers\n\nAcme Kites\nBlue Sky\nCoastal Wings\n", "Europe\n12\nAsia\n14\n"])
def test_short_lines_are_not_wrapped(text: str) -> None:
    assert all("\n" not in text[b.char_start : b.char_end] for b in parse(text.encode()).blocks if b.table is None)


def test_paragraphs_of_one_line_each_are_not_wrapped_where_two_happen_to_be_of_one_length() -> None:
    one = "By type, the market is parted into box kites, delta kites, parafoils, and kites with a motor of their own."
    two = "By region, the market is parted into Europe, North America, Asia Pacific and the many coasts of the South."
    long = (
        "A paragraph that its writer never wrapped goes on and on, for it is one line of the file however wide the window is. "
        * 2
    )
    text = "\n".join([one, long, two, long, long, "Sales rise.", long])
    assert all("\n" not in text[b.char_start : b.char_end] for b in parse(text.encode()).blocks)
