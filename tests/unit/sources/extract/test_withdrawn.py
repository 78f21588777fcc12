"""Figures that their author has taken back are kept, and said to be withdrawn."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse

PAGE = b"""<!doctype html><html><body><h1>Kite market</h1>
<p>The global kite market was worth <s>USD 840 million</s> USD 860 million in 2025.</p></body></html>"""
WHOLE = b"""<!doctype html><html><body><del><h1>Kite market</h1><p>The kite market was worth USD 71 million in 2025.</p></del></body></html>"""
TWICE = b"""<!doctype html><html><body><h1>Kite market</h1><p>The global kite market was worth USD 860 million in 2025.</p>
<p><del>The global kite market was worth USD 860 million in 2025.</del></p></body></html>"""


def test_a_struck_figure_is_withdrawn_and_the_one_beside_it_is_asserted() -> None:
    read = extract(parse(PAGE))
    assert [(one.surface, one.assertion) for one in read.mentions] == [
        ("USD 840 million", "withdrawn"),
        ("USD 860 million", "asserted"),
    ]
    assert {one.value_as_printed: one.assertion for one in read.claims} == {
        "USD 840 million": "withdrawn",
        "USD 860 million": "asserted",
    }


def test_a_claim_is_asserted_where_one_of_its_mentions_is() -> None:
    read = extract(parse(TWICE))
    assert sorted(one.assertion for one in read.mentions) == ["asserted", "withdrawn"]
    assert [one.assertion for one in read.claims] == ["asserted"]


def test_two_tildes_of_markdown_strike_through_and_one_means_about() -> None:
    text = "# Kite market\n\nThe kite market was worth ~~USD 840 million~~ USD 860 million in 2025. Clubs spent ~USD 90 million in 2025.\n"
    parsed = parse(text.encode())
    assert parsed.text == text
    assert [parsed.text[start:end] for start, end in parsed.withdrawn] == ["USD 840 million"]
    assert {one.surface: one.assertion for one in extract(parsed).mentions} == {
        "USD 840 million": "withdrawn",
        "USD 860 million": "asserted",
        "USD 90 million": "asserted",
    }


def test_the_scale_behind_a_struck_number_belongs_to_the_number_that_stays() -> None:
    text = "# Kite market\n\nThe kite market was worth USD ~~840~~ 860 million in 2025.\n"
    read = extract(parse(text.encode()))
    (mention,) = [one for one in read.mentions if one.assertion == "asserted"]
    assert (str(mention.value), mention.unit, mention.year) == ("860000000", "USD", 2025)
    assert mention.surface == "USD ~~840~~ 860 million"
    assert [(one.surface, one.rule) for one in read.rejections if "840" in one.surface] == [("840", "part_of_a_number")]


def test_the_year_beside_a_struck_figure_belongs_to_the_figure_that_stays() -> None:
    page = (
        b"<h1>Kite market</h1><p>The kite market had a volume in 2025 of <del>USD 71 million</del> USD 64 million.</p>"
    )
    assert {(str(one.value), one.year, one.assertion) for one in extract(parse(page)).mentions} == {
        ("71000000", 2025, "withdrawn"),
        ("64000000", 2025, "asserted"),
    }


def test_a_text_that_is_withdrawn_as_a_whole_keeps_its_figures() -> None:
    read = extract(parse(WHOLE))
    assert [(one.value_as_printed, one.assertion, one.n_mentions) for one in read.claims] == [
        ("USD 71 million", "withdrawn", 1)
    ]
    assert read.facts


@pytest.mark.parametrize("struck", ["~~840~~", "<del>840</del>", "<s class='old'>840</s>", "<STRIKE>840</STRIKE>"])
def test_each_way_to_strike_a_number_in_a_text_withdraws_it(struck: str) -> None:
    text = f"# Kite market\n\nThe kite market was worth USD {struck} 860 million in 2025.\n"
    parsed = parse(text.encode())
    assert [parsed.text[start:end] for start, end in parsed.withdrawn] == ["840"]
    assert [str(one.value) for one in extract(parsed).mentions if one.assertion == "asserted"] == ["860000000"]


@pytest.mark.parametrize(
    "text", ["was USD <del>860 million", "was USD 860 million</del>", "was USD <b>860</b> million", "~~USD 860 million"]
)
def test_a_mark_without_its_other_half_withdraws_nothing(text: str) -> None:
    assert parse(f"The kite market {text} in 2025.\n".encode()).withdrawn == ()
