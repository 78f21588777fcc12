"""Relations of areas: complete lists imply different, lists that publishers draw differently imply unknown."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.grammar.areas import area_names
from warehouse.resolve.areas.area_extents import area_relation, extent, reviewed_extents
from warehouse.resolve.areas.area_members import named_regions
from warehouse.resolve.markets.name_relations import relate_names
from warehouse.resolve.scopes.scope_relations import MIRRORED

COUNTRIES = sorted({area.code for area in area_names().values() if len(area.code) == 3 and area.code.isalpha()})
CODES = sorted({*COUNTRIES, *reviewed_extents(), *(region.ref_area for region in named_regions())})
CONTINENTS = ("002", "419", "142", "150", "009")  # M49; America without its north
NORTH = {"USA", "CAN", "BMU", "GRL", "SPM", "ATA"}

LIES = [
    ("MLT", "vendor:European Union", "b_contains_a"),
    ("CYP", "vendor:European Union", "b_contains_a"),
    ("EST", "vendor:Baltics", "b_contains_a"),
    ("vendor:Baltics", "154", "b_contains_a"),
    ("vendor:Visegrad Group", "150", "b_contains_a"),
    ("vendor:Iberia", "vendor:European Union", "b_contains_a"),
    ("NZL", "vendor:ANZ", "b_contains_a"),
    ("vendor:ANZ", "vendor:Asia-Pacific", "b_contains_a"),
    ("DEU", "vendor:European Union", "b_contains_a"),
    ("GBR", "vendor:European Union", "different"),  # since 2020; the list is complete
    ("NOR", "vendor:Baltics", "different"),
    ("JPN", "150", "different"),
    ("vendor:Asia-Pacific", "150", "different"),  # what both may count in, neither surely has
    ("TUR", "150", "unknown"),  # some houses count it in
    ("MEX", "013", "unknown"),
    ("CUB", "003", "unknown"),  # by M49 within, by vendors without
    ("vendor:European Union", "vendor:Nordics", "overlap"),  # Norway and Iceland are no members
    ("vendor:European Union", "155", "overlap"),  # Poland, Switzerland
    ("vendor:Gulf Cooperation Council", "vendor:Middle East", "b_contains_a"),
    ("vendor:California", "USA", "b_contains_a"),
    ("vendor:California", "vendor:Texas", "unknown"),
    ("vendor:California", "CHN", "different"),
    ("vendor:Western China", "CHN", "b_contains_a"),
    ("vendor:Western China", "142", "b_contains_a"),
    ("vendor:Somebody's Own", "DEU", "unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "kind"), LIES)
def test_two_areas_lie_to_each_other_as_every_house_draws_them(a: Any, b: Any, kind: Any) -> None:
    assert area_relation(a, b) == kind


@given(st.sampled_from(CODES), st.sampled_from(CODES))
def test_two_areas_seen_from_the_other_side_are_the_mirror_image(a: Any, b: Any) -> None:
    assert area_relation(b, a) == MIRRORED.get(area_relation(a, b), area_relation(a, b))


@pytest.mark.parametrize("country", COUNTRIES)
def test_every_country_lies_in_one_continent(country: str) -> None:
    homes = [code for code in CONTINENTS if country in extent(code).surely]  # type: ignore[union-attr]
    assert len(homes) == (country not in NORTH), homes


def test_what_lies_inside_by_its_name_shares_countries() -> None:
    for code, drawn in reviewed_extents().items():
        for held in drawn.holds:
            one, other = extent(code), extent(held)
            assert one is not None
            assert other is None or one.surely & other.surely, (code, held)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Malta smart locks", "EU smart locks", "b_contains_a"),
        ("Baltic States smart locks", "Estonia smart locks", "a_contains_b"),
        ("ANZ smart lock market", "Australia and New Zealand smart locks", "same"),
        ("Visegrad Group smart locks", "Hungary smart locks", "a_contains_b"),
        ("Smart locks in Turkey", "European smart locks", "unknown"),
        ("Smart locks in Japan", "European smart locks", "different"),
    ],
)
def test_names_lie_to_each_other_as_their_areas_do(a: str, b: str, kind: str) -> None:
    found = relate_names(a, b)
    assert found.kind == kind, found.reason
