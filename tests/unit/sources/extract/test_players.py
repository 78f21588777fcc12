"""Companies in every print, in several industries: lists, labels, sentences, and what is no company."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse
from tests.unit.sources.extract.reading import read

HEAD = "Beehive Sensor Market Report\n\n"
CASES = [
    ("Key players include Apiwell, Hivewright GmbH and Comb & Cell.", ["Apiwell", "Hivewright GmbH", "Comb & Cell"]),
    ("Key Players: Apiwell, Hivewright, Comb & Cell, Waggle Labs", ["Apiwell", "Hivewright", "Comb & Cell", "Waggle Labs"]),
    ("Top Companies\n- Apiwell\n- Hivewright (ScaleBox)\n- Waggle Labs\n", ["Apiwell", "Hivewright", "Waggle Labs"]),
    ("Makers, suppliers such as Apiwell and Hivewright, sell direct.", ["Apiwell", "Hivewright"]),
    ("Key Companies Profiled\nApiwell, Inc.\nHivewright Ltd.\nWaggle Labs\n", ["Apiwell, Inc.", "Hivewright Ltd.", "Waggle Labs"]),
    ("Leading vendors are Apiwell, Hivewright, and Waggle Labs.", ["Apiwell", "Hivewright", "Waggle Labs"]),
    ("Companies like Apiwell and Hivewright lease scales.", ["Apiwell", "Hivewright"]),
    ("Key players include Apiwell.", []),
    ("Key regions include Europe, Asia and Africa.", []),
    ("Key trends include Bluetooth, Solar Power and Rental.", []),
    ("The company sells to Germany, France and Spain.", []),
    ("Players in the league include strikers and keepers.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names"), CASES, ids=[text[:36] for text, _ in CASES])
def test_companies_are_named_without_products_and_never_ranked(text: str, names: list[str]) -> None:
    assert [p.name for p in read(HEAD + text).players] == names


def test_the_heading_behind_a_list_of_names_is_no_company() -> None:
    page = (
        "<html><body><h1>Beehive Sensor Market Report</h1><h2>Suppliers in the sample</h2><p>Apiwell</p><p>Hivewright Scales</p>"
        "<h2>Method</h2><p>The base year rests on the accounts of nine suppliers and on export records of the ports.</p></body></html>"
    )
    assert [p.name for p in extract(parse(page.encode())).players] == ["Apiwell", "Hivewright Scales"]


def test_a_heading_of_markdown_ends_a_list_of_names() -> None:
    text = "## Suppliers in the sample\n\nApiwell\n\nHivewright Scales\n\n## Method\n\nThe base year rests on export records.\n"
    assert [p.name for p in read(HEAD + text).players] == ["Apiwell", "Hivewright Scales"]


FOREIGN = "Apiwell, Hivewright, Waggle Labs, Dronelands, Kestrel Yarns, Blue Denim Textiles, Silken Fashions"


def test_names_of_a_foreign_trade_are_quarantined_and_kept() -> None:
    players = read(HEAD + "Key Players: " + FOREIGN).players
    assert {p.name for p in players if p.status == "quarantined"} == {"Blue Denim Textiles", "Silken Fashions"}
    assert len(players) == 7
    assert all(p.reason for p in players if p.status == "quarantined")


def test_the_same_names_belong_where_the_text_knows_their_trade() -> None:
    text = "Smart Textiles Market\n\nFashion and apparel brands weave sensors into denim.\n\nKey Players: " + FOREIGN
    assert {p.status for p in read(text).players} == {"stated"}
