"""A figure in any kind of markup is the figure that its reader sees: the same claims, and spans that are slices of the source."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract import extract
from sources.parse import parse
from sources.records import Mention
from tests.markups import FRAGMENTS, KINDS, POINTERS, QUOTATIONS, REPORTS, SPACED_KINDS, quoted
from tests.unit.sources.extract.test_properties import MONEY_FORMS, NUMBERS

_PLACES = {"char_start", "char_end", "surface", "claim_id"}
_SAID = [field.name for field in fields(Mention) if field.name not in _PLACES]
EVERY = KINDS | SPACED_KINDS | POINTERS
FORMS = sorted(form for form in MONEY_FORMS if "Rs." not in form)


def claims(text: str) -> list[dict[str, Any]]:
    """What a file states, with every slice held against it."""
    parsed = parse(text.encode())
    found = extract(parsed)
    for told in found.mentions:
        assert parsed.text[told.char_start : told.char_end] == told.surface
    for aside in found.rejections:
        assert parsed.text[aside.char_start : aside.char_end] == aside.surface
    return [{name: getattr(mention, name) for name in _SAID} for mention in found.mentions]


def text_of(report: list[str], *figures: str) -> str:
    """A report in plain text."""
    return "\n\n".join(report).format(*figures)


@pytest.mark.slow
@given(st.sampled_from(REPORTS), st.sampled_from(sorted(EVERY)), st.sampled_from(FORMS), st.tuples(NUMBERS, NUMBERS))
def test_a_figure_in_markup_gives_the_claims_of_the_plain_figure(
    report: list[str], kind: str, form: str, numbers: tuple[str, str]
) -> None:
    figures = [form.format(number) for number in numbers]
    plain = claims(text_of(report, *figures))
    assert plain
    assert claims(text_of(report, *map(EVERY[kind], figures))) == plain


@given(st.sampled_from(REPORTS), st.sampled_from(QUOTATIONS), st.sampled_from(sorted(KINDS)), NUMBERS)
def test_a_quoted_text_gives_the_claims_of_the_text(report: list[str], mark: str, kind: str, number: str) -> None:
    figure = f"USD {number} million"
    text = text_of(report, KINDS[kind](figure), "EUR 4.5 bn")
    assert claims(quoted(text, mark)) == claims(text_of(report, figure, "EUR 4.5 bn"))


@pytest.mark.parametrize("fragment", sorted(FRAGMENTS))
@pytest.mark.parametrize("kind", ["bold tag", "escaped tag", "entities", "tag around the number", "footnote"])
def test_a_piece_of_a_page_gives_the_claims_of_the_text(fragment: str, kind: str) -> None:
    for report in REPORTS:
        figures = "USD 9.8 billion", "USD 14.1 billion"
        lines = [line.format(*map(KINDS[kind], figures)) for line in report]
        found, plain = claims(FRAGMENTS[fragment](lines)), claims(text_of(report, *figures))
        core = ("metric", "value", "unit", "comparator", "year", "ref_area", "segment", "status")
        assert [[one[name] for name in core] for one in found] == [[one[name] for name in core] for one in plain]


TABLES = {
    "rows in a text": "Tidal Kite Market Report\n\nWhat the market was worth:\n\n{}\n\nKites grow.",
    "rows behind words": "Tidal Kite Market Report\n\nWhat the market was worth: {} Kites grow.",
}
HTML_TABLE = (
    "<table><tr><th>Year</th><th>Market size</th></tr><tr><td>2025</td><td><b>USD 9.8 billion</b></td></tr>"
    "<tr><td>2026</td><td>&gt;USD 11 billion</td></tr></table>"
)


@pytest.mark.parametrize("around", sorted(TABLES))
def test_a_table_of_a_page_within_a_text_is_read_by_its_cells(around: str) -> None:
    found = claims(TABLES[around].format(HTML_TABLE))
    assert [(one["metric"], int(one["value"]), one["comparator"], one["year"]) for one in found] == [
        ("market_size", 9_800_000_000, "=", 2025),
        ("market_size", 11_000_000_000, ">", 2026),
    ]


def test_numbers_that_only_markup_holds_are_set_aside_by_that_name() -> None:
    text = "Tidal Kite Market Report\n\nThe market was [USD 9.8 billion](https://x.example/a-77) <b id=n5>in 2025</b>."
    found = extract(parse(text.encode()))
    assert [r.surface for r in found.rejections if r.rule == "markup"] == ["77", "5"]
    (mention,) = found.mentions
    assert (mention.surface, mention.year) == ("USD 9.8 billion", 2025)


def test_a_claim_prints_what_shows_and_its_evidence_what_stands_in_the_source() -> None:
    text = "Tidal Kite Market Report\n\nThe tidal kite market was worth USD <b>9.8</b>&nbsp;billion in 2025."
    found = extract(parse(text.encode()))
    assert [c.value_as_printed for c in found.claims] == ["USD 9.8\u00a0billion"]
    assert [m.surface for m in found.mentions] == ["USD <b>9.8</b>&nbsp;billion"]
