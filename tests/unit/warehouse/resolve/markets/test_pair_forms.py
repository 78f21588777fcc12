"""Forms of names: lone acronyms, explaining brackets, inverted titles, words of use, prefixes, areas abroad."""

from __future__ import annotations

import pytest

from warehouse.resolve.markets.name_relations import relate_names
from warehouse.resolve.names.inverted_titles import uninverted_title
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.scopes.designators_and_negation import prefix_difference
from warehouse.resolve.words.acronyms import contradicted_acronym, is_sure_alone
from warehouse.resolve.words.inflection import is_adjective

PAIRS = [
    # a lone acronym: famous, long, or one of many
    ("EHR", "Electronic health records", "same"),
    ("PLM", "Product lifecycle management", "same"),
    ("RTLS", "Real-time location systems", "same"),
    ("CRM", "Customer relationship management", "unknown"),
    ("DAM", "Digital asset management", "unknown"),
    ("POS", "Point of sale", "unknown"),
    ("POS terminals", "Point of sale terminals", "same"),  # in company
    ("QZT", "Quick zinc turners", "unknown"),
    ("QZT", "Quick zinc turners (QZT)", "same"),  # explained
    ("QZT Market: Quick Zinc Turners 2025", "Quick zinc turners", "same"),
    ("AGM", "Marine AGM", "unknown"),  # narrower than what is not told
    # what a name explains goes before any other meaning
    ("GIS (gas insulated switchgear) for rail", "GIS (geographic information systems) for rail", "different"),
    ("Gas insulated switchgear (GIS) for rail", "GIS (geographic information systems) for rail", "different"),
    ("GIS for rail", "GIS (gas insulated switchgear) for rail", "unknown"),
    ("ADAS (advanced driver assist systems)", "ADAS", "same"),
    # titles turned round
    ("Locks, Smart", "Smart locks", "same"),
    ("Valves, Butterfly: World Report", "Butterfly valves", "same"),
    ("Cheese, Vegan - Global Outlook", "Vegan cheese", "same"),
    ("Transformers, Dry-Type", "Dry-type transformers", "same"),
    ("Market for Chocolate, Dark, 2023-2031", "Dark chocolate", "same"),
    ("Buy Now, Pay Later", "BNPL", "same"),
    # words that tell a use
    ("Coatings for Automotive Applications", "Automotive coatings", "same"),
    ("Paints used in shipbuilding", "Shipbuilding paint", "same"),
    ("Adhesives for use in dentistry", "Dental adhesives", "same"),
    ("Lasers for Medical Purposes", "Medical lasers", "same"),
    ("Robots Used in Agriculture", "Agricultural robots", "same"),
    ("Stents for cardiology", "Cardiological stents", "same"),
    ("Glass for automobiles", "Automotive glass", "same"),
    # clippings
    ("Rehab robots", "Rehabilitation robots", "same"),
    ("Modular homes", "Modular houses", "same"),
    ("Aero-engine parts", "Aircraft engine parts", "same"),
    ("XDR security", "Extended detection and response", "same"),
    # prefixes
    ("Marine insurance", "Marine reinsurance", "different"),
    ("Manned aircraft", "Unmanned aircraft", "different"),
    ("Manufactured engines", "Remanufactured engines", "different"),
    # areas in names of other languages
    ("Mercado brasileño de cosméticos", "Brazil cosmetics", "same"),
    ("Marché des pompes à chaleur en Allemagne", "Germany heat pumps", "same"),
    ("Mercado de gas natural licuado en Estados Unidos", "US LNG market", "same"),
    ("Mercato italiano dei pannelli solari", "Italy solar panels", "same"),
    ("Deutscher Markt für Wärmepumpen", "Germany heat pumps", "same"),
    ("Kaffeemarkt in Österreich", "Austria coffee", "same"),
    ("Mercado do café no Brasil", "Brazil coffee", "same"),
    ("Mercado de café en Chile", "Coffee", "b_contains_a"),
    ("Marché de l'intelligence artificielle dans la santé", "AI in healthcare", "same"),
    ("Mercado de juguetes en México", "Argentina toys", "different"),
]


@pytest.mark.parametrize(("a", "b", "kind"), PAIRS)
def test_names_of_one_form_or_another_are_judged_alike_from_both_sides(a: str, b: str, kind: str) -> None:
    found = relate_names(a, b)
    assert found.kind == kind, found.reason
    assert relate_names(b, a) == found.mirrored()


@pytest.mark.parametrize(
    "listed",
    ["Pumps, Valves", "Heating, Cooling Equipment", "Oil, Gas Market", "Hotels, Resorts and Spas", "Milk"],
)
def test_a_row_of_wares_stays_as_it_is(listed: str) -> None:
    assert uninverted_title(listed) == listed


def test_an_area_behind_a_comma_is_no_qualifier() -> None:
    assert read_name("Bread, India").tokens == ("bread",)
    assert read_name("Bread, India").area is not None


def test_how_sure_a_lone_acronym_is() -> None:
    assert is_sure_alone("lng")
    assert is_sure_alone("qzty")  # four letters, and no review gives them several meanings
    assert not is_sure_alone("qzt")
    assert is_sure_alone("qzt", is_explained=True)
    assert not is_sure_alone("daas", is_explained=True)  # reviewed: data, desktops, devices as a service


def test_two_explanations_contradict_each_other_where_they_share_no_word() -> None:
    gas, maps = ("gas", "insulated", "switchgear"), ("geographic", "information", "system")
    assert contradicted_acronym([("gis", gas)], [("gis", maps)]) == ("gis", gas, maps)
    assert contradicted_acronym([("gis", maps)], [("gis", ("geospatial", "information", "system"))]) is None
    assert contradicted_acronym([("gis", gas)], [("ais", maps)]) is None


def test_a_closed_prefix_makes_another_thing_of_a_word() -> None:
    assert prefix_difference(frozenset(["marine", "insurance"]), frozenset(["marine", "reinsurance"])) is not None
    assert prefix_difference(frozenset(["insurance"]), frozenset(["insurance", "reinsurance"])) is None  # has both
    assert prefix_difference(frozenset(["real"]), frozenset(["al"])) is None  # too short for a stem


def test_adjectives_are_told_by_their_endings() -> None:
    assert is_adjective("urological", "urology")
    assert is_adjective("agriculture", "agricultural")
    assert is_adjective("dental", "dentistry")
    assert not is_adjective("urology", "cardiology")
    assert not is_adjective("plant", "planet")
