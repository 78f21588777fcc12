"""Candidates for a figure's area: each area once, from the nearest place that names it, the world and the rules' reading among them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sources.extract.candidates.areas import AREA_SOURCES, AreaCandidate, area_candidates, sentence_areas
from tests.unit.sources.extract.pages import PAGES, REPORT, TABLE, figure, page


def candidates(text: str, surface: str) -> list[AreaCandidate]:
    of = page(text)
    return list(area_candidates(of, figure(of, surface)))


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_each_area_is_offered_once_the_nearest_place_first_with_the_world_and_the_rules_reading(text: str) -> None:
    of = page(text)
    for one in of.figures:
        found = area_candidates(of, one)
        names = [c.area.name for c in found]
        assert len(set(names)) == len(names)
        assert {"Global", one.mention.geography, of.context.area.name} <= set(names)
        assert {mark.area.name for mark in sentence_areas(of, one)} <= set(names)
        places = [AREA_SOURCES.index(c.source) for c in found]
        assert places == sorted(places)
        assert all((c.mark is not None) == (c.source == "sentence") for c in found)
        assert all(c.n_places >= 1 for c in found)


def test_areas_of_the_sentence_come_by_their_distance_from_the_figure() -> None:
    # "In Germany, gantry cranes took 45% in 2024, ahead of Japan with 20% and Germany again with 9%."
    # from 45 %: ", gantry cranes took " has 21 signs, " in 2024, ahead of " has 18
    assert [(c.area.name, c.order) for c in candidates(REPORT, "45%") if c.source == "sentence"] == [("Japan", 0), ("Germany", 1)]  # fmt: skip
    # from 20 %: " and " has 5 and " with " has 6
    assert [c.area.name for c in candidates(REPORT, "20%") if c.source == "sentence"] == ["Germany", "Japan"]
    nearest = next(c for c in candidates(REPORT, "9%") if c.area.name == "Germany")
    assert nearest.mark is not None
    assert nearest.mark.start == REPORT.index("Germany again")


def test_what_offers_an_area_is_counted() -> None:
    # Germany for 45 %: twice in the sentence, among the areas named often, and as the rules read it; not the first area of the page
    assert {c.area.name: c.n_places for c in candidates(REPORT, "45%")}["Germany"] == 4
    # Europe for 1.2 bn: cell, row, often, first, rule: five, and the sentence before is the cell "Europe"
    assert {c.area.name: c.n_places for c in candidates(TABLE, "USD 1.2 billion")}["Europe"] == 6


def test_a_table_cell_has_the_area_of_its_row_before_all_others() -> None:
    assert [(c.area.name, c.source) for c in candidates(TABLE, "USD 0.3 billion")] == [
        ("Japan", "cell"), ("Global", "document"), ("Europe", "often"),
    ]  # fmt: skip


def test_a_sentence_before_offers_its_areas_with_its_distance_last_named_first() -> None:
    text = "Crane Market Report\n\nPorts in Spain and Italy pay late. Nobody minds. Revenue reached USD 3 billion in 2024.\n"
    found = [(c.area.name, c.source, c.distance, c.order) for c in candidates(text, "USD 3 billion")]
    assert found[:2] == [("Italy", "before", 1, 0), ("Spain", "before", 1, 1)]
    assert found[2] == ("Global", "document", 0, 0)


@pytest.mark.parametrize(
    ("text", "area", "source"),
    [
        ("Crane Market Report\n\n## Norway\n\nRevenue reached USD 3 billion in 2024.\n", "Norway", "heading"),
        ("Norway Crane Market Report\n\nRevenue reached USD 3 billion in 2024.\n", "Norway", "heading"),
        ("Crane Market Report\n\nIn Norway: revenue reached USD 3 billion in 2024.\n", "Norway", "sentence"),
    ],
)
def test_a_heading_names_the_area_of_the_figures_below_it(text: str, area: str, source: str) -> None:
    assert next(c.source for c in candidates(text, "USD 3 billion") if c.area.name == area) == source


def test_a_reading_of_the_rules_that_the_page_does_not_name_comes_last() -> None:
    of = page(REPORT)
    one = figure(of, "12%")
    read = replace(one, mention=replace(one.mention, geography="Nordics", ref_area="vendor:Nordics"))
    last = area_candidates(of, read)[-1]
    assert (last.area.name, last.area.code, last.source, last.n_places) == ("Nordics", "vendor:Nordics", "rule", 1)
