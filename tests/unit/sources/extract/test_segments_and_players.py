"""Segmentation trees and companies from sentences, lists and tables."""

from __future__ import annotations

import pytest

from sources.extract.phrases.glued_names import Usage, split_glued
from tests.unit.sources.extract.reading import read

HEAD = "Harbour Crane Market Report\n\n"


def tree(text: str) -> dict[str, list[tuple[str, str | None]]]:
    out: dict[str, list[tuple[str, str | None]]] = {}
    for s in read(HEAD + text).segments:
        members = out.setdefault(s.dimension, [])
        if (s.name, s.parent) not in members:
            members.append((s.name, s.parent))
    return out


@pytest.mark.parametrize(
    ("text", "dimension", "members"),
    [
        (
            "The harbour crane market is segmented by lift into Mobile, Gantry, and Floating.",
            "Lift",
            ["Mobile", "Gantry", "Floating"],
        ),
        (
            "By drive, the market is divided into diesel, electric and hybrid.",
            "Drive",
            ["diesel", "electric", "hybrid"],
        ),
        (
            "The report is segmented by Drive (Diesel, Electric), Lift (Up to 100 t, 101-400 t, and Above 400 t), and Region (Europe, Asia-Pacific).",
            "Lift",
            ["Up to 100 t", "101-400 t", "Above 400 t"],
        ),
        (
            "Segment by Application\nContainer Ports, Bulk Ports, Shipyards, Others",
            "Application",
            ["Container Ports", "Bulk Ports", "Shipyards", "Others"],
        ),
        (
            "By Application\n- Container ports\n- Bulk ports\n- Shipyards\n",
            "Application",
            ["Container ports", "Bulk ports", "Shipyards"],
        ),
    ],
)
def test_members_are_read_from_prose_and_lists(text: str, dimension: str, members: list[str]) -> None:
    assert [name for name, _ in tree(text)[dimension]] == members


def test_a_size_band_has_bounds() -> None:
    segments = read(
        HEAD
        + "The market is segmented by Size (Up to 256 Units, 257–2,048 Units, and Above 2,048 Units), and Drive (Diesel, Electric)."
    ).segments
    assert [(s.bound_low, s.bound_high) for s in segments if s.dimension == "Size"] == [
        (None, 256),
        (257, 2048),
        (2049, None),
    ]


def test_countries_stand_under_their_region_in_a_flattened_table() -> None:
    table = "| By Drive | Diesel | |\n| Electric | | |\n| By Geography | Europe | Germany |\n| France | | |\n| South America | | |\n"
    assert tree(table) == {
        "Drive": [("Diesel", None), ("Electric", None)],
        "Geography": [("Europe", None), ("Germany", "Europe"), ("France", "Europe"), ("South America", None)],
    }


def test_names_run_together_are_cut_and_marked_as_repaired() -> None:
    table = "| Segmentation | Sub-Segments |\n|---|---|\n| By Product | Mobile Harbour Cranes Ship-to-Shore Cranes Floating Platforms |\n"
    segments = read(HEAD + table).segments
    assert [(s.name, s.repair) for s in segments] == [
        ("Mobile Harbour Cranes", "glued"),
        ("Ship-to-Shore Cranes", "glued"),
        ("Floating Platforms", "glued"),
    ]


@pytest.mark.parametrize(
    ("glued", "names"),
    [
        (
            "Solar Panels Wind Turbines Battery Storage Systems",
            ["Solar Panels", "Wind Turbines", "Battery Storage Systems"],
        ),
        ("Managed Services Professional Services", ["Managed Services", "Professional Services"]),
        (
            "Hospitals and Clinics Diagnostic Laboratories Research Institutes",
            ["Hospitals and Clinics", "Diagnostic Laboratories", "Research Institutes"],
        ),
    ],
)
def test_glued_names_are_cut_behind_their_heads(glued: str, names: list[str]) -> None:
    assert [glued[a:b] for a, b in split_glued(glued, Usage(glued))] == names


def test_a_comma_inside_a_name_is_mended_where_a_table_has_the_name_whole() -> None:
    text = "The report is segmented by End User (Ports, Navy and Coast, Guards, Shipyards), and Drive (Diesel, Electric).\n\n| By End User | Ports | |\n| Navy and Coast Guards | | |\n| Shipyards | | |\n"
    assert [name for name, _ in tree(text)["End User"]] == ["Ports", "Navy and Coast Guards", "Shipyards"]


def players(text: str) -> list[tuple[str, str, str]]:
    return [(p.name, p.role, p.status) for p in read(HEAD + text).players]


@pytest.mark.parametrize(
    "text",
    [
        "Key Players:\nNordkai AG, Liftholm, Grabenwerk GmbH, Portlift",
        "Key players\n- Nordkai AG\n- Liftholm\n- Grabenwerk GmbH\n- Portlift\n",
        "The leading companies in the harbour crane market include Nordkai AG, Liftholm, Grabenwerk GmbH, and Portlift.",
    ],
)
def test_listed_companies_are_key_players_without_a_rank(text: str) -> None:
    assert players(text) == [
        (n, "key_player", "stated") for n in ("Nordkai AG", "Liftholm", "Grabenwerk GmbH", "Portlift")
    ]


def test_a_legal_form_behind_a_comma_stays_with_its_name() -> None:
    assert [
        p[0]
        for p in players("Harbour Crane Industry Leaders\nNordkai Cranes, Inc.\nLiftholm Ltd.\nPortlift Corporation\n")
    ] == [
        "Nordkai Cranes, Inc.",
        "Liftholm Ltd.",
        "Portlift Corporation",
    ]


def test_a_product_in_brackets_is_no_part_of_the_name() -> None:
    (first, *_) = read(HEAD + "Key players\n- Nordkai (Titan series)\n- Liftholm\n- Portlift\n").players
    assert (first.name, first.product) == ("Nordkai", "Titan series")


def test_companies_of_a_foreign_trade_are_kept_and_quarantined() -> None:
    text = "Key Players:\nNordkai, Liftholm, Grabenwerk, Portlift, Kranbau Ost, Harlow Spice Traders, Bryndale, Old Mill Herbs"
    found = players(text)
    assert [n for n, _, s in found if s == "quarantined"] == ["Harlow Spice Traders", "Bryndale", "Old Mill Herbs"]
    assert len(found) == 8


def test_a_trade_that_the_text_itself_speaks_of_is_not_foreign() -> None:
    text = "Spice and herb warehouses need cranes too.\n\nKey Players:\nNordkai, Liftholm, Grabenwerk, Portlift, Harlow Spice Traders"
    assert {s for _, _, s in players(text)} == {"stated"}


def test_companies_named_in_prose_are_mentioned() -> None:
    assert players("Providers such as Nordkai, Liftholm, and Portlift offer leases.") == [
        (n, "mentioned", "stated") for n in ("Nordkai", "Liftholm", "Portlift")
    ]
