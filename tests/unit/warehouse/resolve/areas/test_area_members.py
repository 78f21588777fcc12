"""Members of regions: what a name fixes, what a publisher states, what stays its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pycountry
import pytest

from sources.profiles import load_profiles
from warehouse.resolve.areas import area_members as module
from warehouse.resolve.areas.area_members import (
    comparable_area,
    is_comparable,
    membership,
    named_regions,
)
from warehouse.reviewed import ReviewedFileError


@pytest.mark.parametrize(
    ("ref_area", "code"),
    [
        ("vendor:Nordics", "vendor:Nordics"),
        ("vendor:Nordic Region", "vendor:Nordics"),
        ("SWE|NOR|ISL|FIN|DNK", "vendor:Nordics"),
        ("CHE|DEU|AUT", "vendor:DACH"),
        ("JPN|CHN", "CHN|JPN"),
        ("vendor:Asia-Pacific", "vendor:Asia-Pacific"),
        ("003|150", "003|150"),
        ("DEU", "DEU"),
        ("419", "419"),
        ("005", "005"),  # South America is not Latin America
    ],
)
def test_equal_member_lists_share_a_code_and_all_else_keeps_its_own(ref_area: str, code: str) -> None:
    assert comparable_area("anyone", ref_area) == code


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("vendor:Nordics", True),
        ("CHN|JPN", True),
        ("DEU", True),
        ("150", True),
        ("vendor:Asia-Pacific", False),
        ("vendor:Middle East and Africa", False),
        ("vendor:EMEA", False),
        ("003|vendor:Asia-Pacific", False),
    ],
)
def test_only_areas_that_are_the_same_for_everybody_are_comparable(code: str, expected: bool) -> None:
    assert is_comparable(code) is expected


def test_a_list_that_a_publisher_states_is_its_own_and_equal_lists_meet(monkeypatch: Any) -> None:
    stated = {
        ("p", "vendor:Asia-Pacific"): ("CHN", "IND", "JPN"),
        ("q", "vendor:Asia"): ("CHN", "IND", "JPN"),
        ("r", "vendor:Asia-Pacific"): ("CHN", "JPN"),
        ("s", "003"): ("CAN", "USA"),
    }
    monkeypatch.setattr(module, "_stated_by_publishers", lambda: stated)
    assert comparable_area("p", "vendor:Asia-Pacific") == comparable_area("q", "vendor:Asia") == "CHN|IND|JPN"
    assert comparable_area("r", "vendor:Asia-Pacific") == "CHN|JPN"
    assert comparable_area("t", "vendor:Asia-Pacific") == "vendor:Asia-Pacific"
    assert comparable_area("s", "003") == "CAN|USA"  # without Mexico
    assert comparable_area("t", "003") == "003"
    found = membership("p", "vendor:Asia-Pacific")
    assert found is not None
    assert found.basis == "publisher"


def test_every_member_is_a_country_of_iso_3166() -> None:
    codes = {country.alpha_3 for country in pycountry.countries}
    listed = {member for region in named_regions() for member in region.members}
    stated = {member for profile in load_profiles() for members in profile.regions.values() for member in members}
    assert listed | stated <= codes
    assert len(next(region for region in named_regions() if region.ref_area == "vendor:European Union").members) == 27


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ("{ref_area: 'vendor:B', also: [], members: [AUT, DEU], source: s}", "may appear only once"),
        ("{ref_area: 'vendor:A', also: [], members: [FRA, DEU], source: s}", "may appear only once"),
        ("{ref_area: 'vendor:B', also: [], members: [FRA], source: s}", "two or more countries"),
        ("{ref_area: 'Nordics', also: [], members: [FRA, ESP], source: s}", r"members\.yml:3"),
    ],
)
def test_a_list_that_stands_twice_or_names_no_countries_is_refused(tmp_path: Path, second: str, message: str) -> None:
    path = tmp_path / "members.yml"
    first = "{ref_area: 'vendor:A', also: [], members: [AUT, DEU], source: s}"
    path.write_text(f"regions:\n  - {first}\n  - {second}\n", encoding="utf-8")
    with pytest.raises(ReviewedFileError, match=message):
        named_regions(path)
