"""Segmentations in every print: dimensions, members, parents, order, bounds, and what was mended."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import read

HEAD = "Harbour Crane Market Report\n\n"
Tree = list[tuple[str, str, str | None]]


def tree(text: str) -> Tree:
    """Distinct nodes in order of the text: dimension, member, parent."""
    return list(dict.fromkeys((s.dimension, s.name, s.parent) for s in read(HEAD + text).segments))


CASES: list[tuple[str, Tree]] = [
    (
        "The harbour crane market is segmented by drive into diesel, electric, and hybrid.",
        [("Drive", "diesel", None), ("Drive", "electric", None), ("Drive", "hybrid", None)],
    ),
    (
        "Based on application, the market is divided into container handling, bulk handling and shipbuilding.",
        [
            ("Application", "container handling", None),
            ("Application", "bulk handling", None),
            ("Application", "shipbuilding", None),
        ],
    ),
    (
        "By Drive\n- Diesel\n- Electric\n- Hybrid\n",
        [("Drive", "Diesel", None), ("Drive", "Electric", None), ("Drive", "Hybrid", None)],
    ),
    (
        "Segment by Type\nGantry Cranes, Mobile Cranes, Floating Cranes\n",
        [("Type", "Gantry Cranes", None), ("Type", "Mobile Cranes", None), ("Type", "Floating Cranes", None)],
    ),
    (
        "The report segments the market by Drive (Diesel, Electric, Hybrid), Lifting Capacity (Up to 50 Tonnes, 51-200 Tonnes, Above 200 Tonnes), and Region (Europe, Asia).",
        [
            ("Drive", "Diesel", None),
            ("Drive", "Electric", None),
            ("Drive", "Hybrid", None),
            ("Lifting Capacity", "Up to 50 Tonnes", None),
            ("Lifting Capacity", "51-200 Tonnes", None),
            ("Lifting Capacity", "Above 200 Tonnes", None),
            ("Region", "Europe", None),
            ("Region", "Asia", None),
        ],
    ),
    (
        "| By Drive | Diesel | |\n|---|---|---|\n| Electric | | |\n| By Region | Europe | Germany |\n| | | France |\n| | Asia | Japan |\n",
        [
            ("Drive", "Diesel", None),
            ("Drive", "Electric", None),
            ("Region", "Europe", None),
            ("Region", "Germany", "Europe"),
            ("Region", "France", "Europe"),
            ("Region", "Asia", None),
            ("Region", "Japan", "Asia"),
        ],
    ),
    (
        "| Dimension | Members |\n|---|---|\n| By Drive | Diesel, Electric, Hybrid |\n| By End User | Ports, Shipyards |\n",
        [
            ("Drive", "Diesel", None),
            ("Drive", "Electric", None),
            ("Drive", "Hybrid", None),
            ("End User", "Ports", None),
            ("End User", "Shipyards", None),
        ],
    ),
    ("The motor is driven by three belts into two wheels.", []),
    ("Prices by region (EUR 200, EUR 300, EUR 400) vary.", []),
    ("By 2030, the market will reach USD 4 billion.", []),
    ("By Liftholm: Ports, ships and people in a changing world.", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:36] for text, _ in CASES])
def test_trees_of_every_print(text: str, expected: Tree) -> None:
    assert tree(text) == expected


def test_bounds_of_size_bands_are_inclusive_and_open_ends_are_none() -> None:
    text = "By Lifting Capacity\n- Up to 50 Tonnes\n- 51–200 Tonnes\n- 201-1,000 Tonnes\n- Above 1,000 Tonnes\n"
    found = [(s.bound_low, s.bound_high) for s in read(HEAD + text).segments]
    assert found == [(None, 50), (51, 200), (201, 1000), (1001, None)]


def test_positions_follow_the_print_within_a_dimension() -> None:
    text = "By Drive\n- Diesel\n- Electric\n- Hybrid\n\nBy User\n- Ports\n- Yards\n"
    assert [s.position for s in read(HEAD + text).segments] == [0, 1, 2, 0, 1]


def test_a_name_that_a_comma_has_split_is_mended_where_another_listing_has_it_whole() -> None:
    text = (
        "The market is segmented by End User (Ports, Defence and Coast, Guard, Shipyards).\n\n"
        "By End User\n- Ports\n- Defence and Coast Guard\n- Shipyards\n"
    )
    found = read(HEAD + text).segments
    names = list(dict.fromkeys(s.name for s in found))
    assert names == ["Ports", "Defence and Coast Guard", "Shipyards"]
    assert [s.repair for s in found if s.repair] == ["comma"]


def test_items_run_together_are_cut_and_the_repair_is_recorded() -> None:
    text = "| Segmentation | Sub-Segments |\n|---|---|\n| By Power Source | Diesel Generator Grid Connection Battery Platform |\n| By Region | North America Europe Asia Pacific |\n"
    found = read(HEAD + text).segments
    assert {s.repair for s in found} == {"glued"}
    assert [s.name for s in found if s.dimension == "Power Source"] == [
        "Diesel Generator",
        "Grid Connection",
        "Battery Platform",
    ]
    assert [s.name for s in found if s.dimension == "Region"] == ["North America", "Europe", "Asia Pacific"]


def test_two_names_of_one_dimension_with_shared_members_are_one() -> None:
    text = (
        "The market is segmented by Deployment (Cloud, On-Premises, Hybrid).\n\n"
        "By Deployment Model\n- Cloud-Based\n- On-Premises\n- Hybrid\n"
    )
    found = read(HEAD + text).segments
    assert {s.dimension for s in found} == {"Deployment Model"}
    assert len({s.name for s in found}) == 3
