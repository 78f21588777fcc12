"""Rows that only show: one owner's names by several publishers, vintages of related markets, counts per node and per rack."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest


def rows(book: Any, rule: str) -> list[tuple[str, str]]:
    found = book.build()["core.conflicts"].filter(rule=rule).sort("explanation")
    return [(row["verdict"], row["explanation"]) for row in found.to_dicts()]


@pytest.fixture
def two(book: Any) -> Any:
    """Acme on pumps and Bolt on valves, markets that overlap."""
    for document, publisher, market in (("d1", "acme", "pumps"), ("d2", "bolt", "valves")):
        book.document(document, publisher)
        book.claim(document, "USD 1 billion", "1000000000", market_id=market)
    book.relation("pumps", "valves", "overlap")
    return book


def name(book: Any, document: str, company: str, canonical: str, **fields: Any) -> None:
    publisher = next(row["publisher_id"] for row in book.rows["core.documents"] if row["document_id"] == document)
    row = {
        "document_id": document, "publisher_id": publisher, "market_id": "pumps", "company": company, "role": "mentioned",
        "status": "stated", "n_mentions": 1, "char_start": 5, "char_end": 9, "company_id": canonical.lower(), "canonical": canonical,
        "level": "company", "n_neighbours": 0,
    }  # fmt: skip
    book.row("core.companies", **(row | fields))


def test_two_names_of_one_company_agree(two: Any) -> None:
    name(two, "d1", "Orca", "Orca")
    name(two, "d2", "Orca Corporation", "Orca")
    ((verdict, words),) = rows(two, "entity_names")
    assert verdict == "agree"
    assert "names of Orca: Orca (company) by ACME; Orca Corporation (company) by BOLT: one company" in words


def test_a_unit_of_a_company_is_compatible_with_it(two: Any) -> None:
    name(two, "d1", "Orca", "Orca")
    name(two, "d2", "Tidewater Cloud", "Tidewater Cloud", parent="Orca", level="business_unit")
    ((verdict, words),) = rows(two, "entity_names")
    assert verdict == "compatible"
    assert "Tidewater Cloud (business unit of Orca) by BOLT" in words


def test_a_name_that_all_print_alike_or_that_one_publisher_alone_prints_is_no_row(two: Any) -> None:
    name(two, "d1", "Orca", "Orca")
    name(two, "d2", "Orca", "Orca")
    name(two, "d1", "Whale", "Whale", char_start=20)
    name(two, "d1", "Whale Inc", "Whale", char_start=30)
    assert rows(two, "entity_names") == []


@pytest.mark.parametrize(("other", "verdict"), [(None, "not_comparable"), (date(2026, 1, 15), "agree")])
def test_vintages_stand_side_by_side_and_unknown_is_none_of_them(two: Any, other: date | None, verdict: str) -> None:
    for document, when in zip(two.rows["core.documents"], (date(2026, 1, 31), other), strict=True):
        document["figure_date"] = when
    ((found, words),) = rows(two, "vintage")
    assert found == verdict
    assert f"Pumps: ACME 2026-01 against Valves: BOLT {'2026-01' if other else 'unknown'}" in words


def test_a_publisher_s_month_is_named_once_whatever_its_days(two: Any) -> None:
    two.document("d3", "bolt", figure_date=date(2026, 1, 2))
    two.claim("d3", "USD 2 billion", "2000000000", market_id="valves", year=2020)
    two.rows["core.documents"][1]["figure_date"] = date(2026, 1, 15)
    ((_, words),) = rows(two, "vintage")
    assert words.startswith("vintage of the figures: Pumps: ACME unknown against Valves: BOLT 2026-01;")


def technical(book: Any, key: str, document: str, **fields: Any) -> None:
    row = {
        "technical_id": key, "document_id": document, "publisher_id": {"d1": "acme", "d2": "bolt"}[document], "market_id": "pumps",
        "measure": "unit_count", "obs_value": 4, "comparator": "=", "unit_measure": "GPUs", "verdict": "unknown", "reason": "",
        "rule": "r", "status": "stated", "quote": "q", "char_start": 0, "char_end": 1,
    }  # fmt: skip
    book.row("core.technical_claims", **(row | fields))


@pytest.mark.parametrize(
    ("document", "basis", "value", "n"),
    [("d1", "per node", 4, 1), ("d1", "per cluster", 4, 0), ("d2", "per node", 4, 0), ("d1", "per node", 96, 0)],
)
def test_a_count_per_node_stands_beside_a_rack_that_holds_more_and_only_there(
    two: Any, document: str, basis: str, value: int, n: int
) -> None:
    technical(two, "t1", document, basis=basis, obs_value=value)
    technical(two, "t2", "d2", measure="rack_power", obs_value=120, unit_measure="kW", product="GB200 NVL72")
    found = rows(two, "domains_across")
    assert [verdict for verdict, _ in found] == ["not_comparable"] * n
    if n:
        assert "ACME 4 GPUs per node against GB200 NVL72 of BOLT with 72 GPUs in one rack" in found[0][1]
