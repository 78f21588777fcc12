"""The contract of a scan: spans are slices in order, a unit that is given says by whom, and a document's facts come later."""

from __future__ import annotations

import pytest

from sources.extract.document.context import context_of
from sources.extract.scan.figure import Figure, Given
from sources.extract.scan.scan import Scan, scan
from sources.extract.scenes.sentence_quantities import in_document
from sources.parse import parse
from tests.unit.sources.extract.pages import PAGES

TABLE = """Kite output

USD million

| Kites | 2024 | Shipments ('000 units) | Growth (%) |
|---|---|---|---|
| Box kites | 41.5 | 12 | 3.4 |
| Delta kites | 39.0 | 2060 | (1.2) |
"""
UNIT_COLUMN = (
    "Output\n\n| Item | Unit | 2024 |\n|---|---|---|\n| Steel | thousand tonnes | 41.5 |\n| Zinc | tonnes | 90 |\n"
)


def scanned(text: str) -> Scan:
    return scan(parse(text.encode()))


def figure(found: Scan, surface: str) -> Figure:
    (one,) = [q for q in found.figures if found.parsed.text[q.start : q.end] == surface]
    return one


@pytest.mark.parametrize("name", PAGES)
def test_spans_are_slices_in_order_and_figures_overlap_none(name: str) -> None:
    found = scanned(PAGES[name])
    text = found.parsed.text
    assert found.figures
    assert len(text) == len(found.printed)
    spans = [*((q.start, q.end) for q in found.figures), *((mark.start, mark.end) for mark in found.marks)]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(a.end <= b.start for a, b in zip(found.figures, found.figures[1:], strict=False))
    assert list(found.marks) == sorted(found.marks, key=lambda mark: (mark.start, mark.end))
    assert all(home.start <= q.start < home.end for q, home in zip(found.figures, found.homes, strict=True))
    assert all(text[r.char_start : r.char_end] == r.surface for r in found.aside)


@pytest.mark.parametrize(
    ("text", "surface", "value", "unit", "by", "words"),
    [
        (TABLE, "41.5", 41_500_000, "USD", "unit_line", "USD million"),
        (TABLE, "12", 12_000, "units", "header", "Shipments ('000 units)"),
        (TABLE, "2060", 2_060_000, "units", "header", "Shipments ('000 units)"),
        (TABLE, "3.4", 3.4, "percent", "header", "Growth (%)"),
        (UNIT_COLUMN, "41.5", 41_500, "tonnes", "unit_column", "thousand tonnes"),
        (UNIT_COLUMN, "90", 90, "tonnes", "unit_column", "tonnes"),
        ("They sold 21 and 6 % more.\n", "21", 21, "percent", "figure", "6 %"),
    ],
)
def test_a_unit_that_is_given_has_the_span_that_prints_it(
    text: str, surface: str, value: float, unit: str, by: str, words: str
) -> None:
    found = scanned(text)
    one = figure(found, surface)
    assert (float(one.value), one.unit) == (value, unit)
    assert one.given and one.given.span and one.given.by == by
    assert found.parsed.text[slice(*one.given.span)] == words
    assert one.printed and one.printed.unit is None


def test_a_figure_that_prints_its_unit_has_no_other_print() -> None:
    one = figure(scanned("Sales of USD 4 million.\n"), "USD 4 million")
    assert one.given is None
    assert one.printed is None


def test_an_amount_takes_the_one_currency_of_a_text_that_names_it_elsewhere() -> None:
    found = scanned("Il mercato italiano vale 2,84 miliardi di euro nel 2024 (2,73 miliardi nel 2023).\n")
    one = figure(found, "2,73 miliardi")
    assert (one.unit, one.given) == ("EUR", Given("text"))
    assert one.printed and one.printed.kind == "count"


def test_money_of_several_countries_waits_for_what_the_document_says() -> None:
    text = "# Australia pump market\n\nThe Australian pump market was worth $37 million in 2024, and $39 million in 2025.\n"
    found = scanned(text)
    assert figure(found, "$37 million").unit == "USD"
    assert figure(in_document(found, context_of(found)), "$37 million").unit == "AUD"


def test_years_list_numbers_and_inexact_fractions_are_set_aside() -> None:
    found = scanned("In 2024 a third of 40 buyers left.\n")
    assert {r.rule for r in found.aside} == {"year_or_date", "inexact_fraction"}


def test_a_sentence_without_numbers_is_not_among_those_found() -> None:
    found = scanned("Nothing is counted here. But 4 pumps are.\n")
    assert [found.sentences[at].start for at in found.found] == [24]
    assert found.language == "en"
