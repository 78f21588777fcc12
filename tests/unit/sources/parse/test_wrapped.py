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


def paragraphs(text: str) -> list[str]:
    found = parse(text.encode())
    return [found.text[b.char_start : b.char_end] for b in found.blocks if b.kind in ("paragraph", "list_item")]


@pytest.mark.parametrize(
    "text",
    [
        "Sales of kites in North\nAmerica reached USD\n412 million in 2024. Acme\nexpects them to come to\ntotal USD\n760 million by 2031.",
        "Le marché des cerfs-volants pesait 2,3 milliards\nd'euros en 2024. Il devrait atteindre 4,1\nmilliards d'euros en 2030, dont l'Europe 54,5\n% en valeur.",
        "The  global  kite  market stood  at  USD  87.5\nmillion  in 2023.  Acme  forecasts  a  value of USD\n131  million   by  2029,   a  CAGR  of   7.0%   over\n2023-2029.",
    ],
)
def test_a_paragraph_shows_by_its_own_lines_that_it_is_wrapped(text: str) -> None:
    assert paragraphs(text + "\n") == [text]


def test_headings_right_above_a_wrapped_paragraph_stay_apart() -> None:
    body = "The kite market was valued at USD 1.62\nBillion in 2022. It should come to USD\n3.01 Billion by 2030, says Acme."
    assert paragraphs(f"Back to Top\n2 SUMMARY\n2.1 MARKET OVERVIEW\n{body}\n") == [body]


@pytest.mark.parametrize(
    "text",
    [
        "Asia leads the market.\nEurope follows with 12 %.\nAfrica is small.\n",  # sentences on lines of their own
        "Asia\n44.0\nEurope\n31.5\nand more\n",  # no sentence ends
        "- Kites\n- of paper\n- and of cloth.\n",
    ],
)
def test_lines_that_are_no_wrapped_paragraph_stay_lines(text: str) -> None:
    assert all("\n" not in text[b.char_start : b.char_end] for b in parse(text.encode()).blocks)


def test_an_item_goes_on_in_lines_that_stand_under_its_text() -> None:
    assert paragraphs("- Largest: Europe, with\n  36%\n- Next: Asia\n9%\n")[:2] == [
        "Largest: Europe, with\n  36%",
        "Next: Asia",
    ]
