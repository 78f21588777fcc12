"""Parts against wholes of other publishers: segments, areas, and markets inside markets."""

from __future__ import annotations

from typing import Any

import pytest


def size(book: Any, publisher: str, billions: str, **fields: Any) -> None:
    if not any(row["document_id"] == publisher for row in book.rows.get("core.documents", [])):
        book.document(publisher, publisher)
    book.claim(publisher, f"USD {billions} billion", str(int(float(billions) * 1e9)), **fields)


def found(book: Any, rule: str) -> list[tuple[str, str, str]]:
    rows = book.build()["core.conflicts"].filter(rule=rule).to_dicts()
    return sorted((row["publishers_a"], row["publishers_b"], row["verdict"]) for row in rows)


def test_a_country_above_the_world_of_another_publisher_is_likely_and_proven_where_the_bases_agree(book: Any) -> None:
    size(book, "a", "10.0")
    size(book, "b", "12.0", ref_area="USA")
    assert found(book, "area_inclusion") == [("A", "B", "conflict_likely")]
    book.definition("a", "pumps", value_basis="revenue")
    book.definition("b", "pumps", value_basis="revenue")
    assert found(book, "area_inclusion") == [("A", "B", "conflict_proven")]


def test_a_definition_that_is_set_aside_tells_no_basis(book: Any) -> None:
    size(book, "a", "10.0")
    size(book, "b", "12.0", ref_area="USA")
    book.definition("a", "pumps", value_basis="revenue")
    book.definition("b", "pumps", value_basis="revenue", status="quarantined")
    assert found(book, "area_inclusion") == [("A", "B", "conflict_likely")]


def test_a_country_above_its_region_as_a_document_lists_it(book: Any) -> None:
    # Mexico lies in North America where a list says so; 5.0 for the region, 6.0 for the country.
    size(book, "a", "5.0", ref_area="003")
    size(book, "b", "6.0", ref_area="MEX")
    assert found(book, "area_inclusion") == []
    book.segments("a", "pumps", "Geography", "Mexico", parent="North America")
    assert found(book, "area_inclusion") == [("A", "B", "conflict_likely")]


def test_a_range_that_reaches_up_to_a_part_holds_it(book: Any) -> None:
    # 11 bn is 10.5 to 11.5 by its rounding. A whole of "8 to 10.5" says itself that 10.5 is possible; one printed as
    # 10 bn (9.5 to 10.5) says that it is less.
    book.document("a", "a")
    book.claim("a", "USD 8 to 10.5 billion", "8000000000", obs_value_high=10_500_000_000)
    size(book, "b", "11", ref_area="USA")
    assert found(book, "area_inclusion") == []
    size(book, "c", "10")
    assert found(book, "area_inclusion") == []  # A's range still holds it
    alone = type(book)()
    size(alone, "c", "10")
    size(alone, "b", "11", ref_area="USA")
    assert found(alone, "area_inclusion") == [("C", "B", "conflict_likely")]


def test_a_segment_above_the_market_of_another_publisher(book: Any) -> None:
    size(book, "a", "10.0")
    size(book, "b", "12.0", segment_key="type:x", segment="X", dimension="Type")
    assert found(book, "segment_inclusion") == [("A", "B", "conflict_likely")]


@pytest.mark.parametrize(
    ("whole", "part"),
    [("10.0", "10.0"), ("10.0", "9.0"), ("10.0", "10.04")],  # 10.04 lies within 9.95 to 10.05
)
def test_a_part_within_its_whole_beyond_rounding_is_no_conflict(book: Any, whole: str, part: str) -> None:
    size(book, "a", whole)
    size(book, "b", part, ref_area="USA")
    assert found(book, "area_inclusion") == []


def test_one_whole_that_is_large_enough_clears_the_part(book: Any) -> None:
    size(book, "a", "10.0")
    size(book, "c", "13.0")
    size(book, "b", "12.0", ref_area="USA")
    assert found(book, "area_inclusion") == []


def test_two_reports_of_one_publisher_are_not_held_against_each_other(book: Any) -> None:
    book.document("d1", "a")
    book.document("d2", "a")
    book.claim("d1", "USD 10.0 billion", "10000000000")
    book.claim("d2", "USD 12.0 billion", "12000000000", ref_area="USA")
    assert found(book, "area_inclusion") == []


@pytest.mark.parametrize(
    ("basis", "verdict"), [(("revenue", "revenue"), "conflict_proven"), (("revenue", "shipments"), "not_comparable")]
)
def test_a_market_inside_another_is_proven_or_not_comparable_by_the_value_bases(
    book: Any, basis: tuple[str, str], verdict: str
) -> None:
    size(book, "a", "10.0", market_id="fans")
    size(book, "b", "12.0", market_id="pumps")
    book.relation("fans", "pumps", "a_contains_b")
    for document, market, told in zip("ab", ("fans", "pumps"), basis, strict=True):
        book.definition(document, market, value_basis=told)
    assert found(book, "scope_inclusion") == [("A", "B", verdict)]
