"""A publisher at odds with itself: restated figures, growth, parts and shares; each rule with figures that pass."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

D = Decimal


def rules(book: Any) -> list[tuple[str, str]]:
    return sorted((row["rule"], row["verdict"]) for row in book.build()["core.conflicts"].to_dicts())


def share(book: Any, segment: str, value: str, **fields: Any) -> str:
    part = {"segment": segment, "segment_key": f"type:{segment}", "dimension": "Type"}
    fields = ({} if segment == NOWHERE else part) | fields
    return str(book.claim("d", f"{value}%", value, metric="share", unit_measure="percent", **fields))


NOWHERE = ""


def size(book: Any, value: str, **fields: Any) -> str:
    return str(book.claim("d", f"USD {value} million", str(int(D(value) * 10**6)), **fields))


@pytest.fixture
def one(book: Any) -> Any:
    """A book with one document."""
    book.document("d", "p")
    return book


def test_two_values_of_one_figure_in_one_document_are_a_proven_conflict(one: Any) -> None:
    finer, other = size(one, "65.28"), size(one, "66.0")
    (conflict,) = one.build()["core.conflicts"].to_dicts()
    assert (conflict["kind"], conflict["rule"], conflict["verdict"]) == (
        "own_arithmetic",
        "restated_differently",
        "conflict_proven",
    )
    assert (conflict["claim_ids_a"], conflict["claim_ids_b"]) == ([finer], [other])
    assert conflict["severity"] == "low"  # 66.0 / 65.28 = 1.01


@pytest.mark.parametrize(
    ("value", "second", "expected"),
    [
        ("97.0", {}, [("restated_differently", "conflict_proven")]),  # 97.0 / 65.28 = 1.486
        ("98.0", {}, [("restated_differently", "conflict_likely")]),  # 1.501: a missed scope is the nearer explanation
        ("90.0", {"year": None, "time_period_inferred": 2025}, [("restated_differently", "conflict_likely")]),
        ("90.0", {"ref_area": "150"}, [("part_above_whole", "conflict_proven")]),  # another figure, and too large
        ("90.0", {"year": 2026}, []),
    ],
)
def test_a_restatement_is_proven_only_for_one_and_the_same_figure(
    one: Any, value: str, second: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    size(one, "65.28")
    size(one, value, **second)
    assert rules(one) == expected


def test_two_prices_of_one_year_are_a_likely_conflict_for_products_differ(one: Any) -> None:
    for price in ("100", "200"):
        one.claim("d", f"USD {price}", price, metric="price", unit_per="pump")
    assert rules(one) == [("restated_differently", "conflict_likely")]


def test_growth_that_no_convention_explains_is_a_likely_conflict_with_one_explanation(one: Any) -> None:
    # QY-T02: 14.6 stated; 14.390 over 7 periods, 16.982 over 6. At 14.6 % the base of 2026 would be 24.51 bn, +13.137 %.
    start = size(one, "21660")
    end = size(one, "55510", year=None, time_period_inferred=2032)
    growth = one.growth("d", "14.6", 2026, 2032)
    (conflict,) = one.build()["core.conflicts"].to_dicts()
    assert (conflict["rule"], conflict["verdict"], conflict["severity"], conflict["year"]) == (
        "growth_mismatch",
        "conflict_likely",
        "low",
        2032,
    )
    assert (conflict["claim_ids_a"], conflict["claim_ids_b"]) == (sorted([start, end]), [growth])
    assert (conflict["value_a"].quantize(D("0.0001")), conflict["value_b"]) == (D("14.3899"), D("14.6"))
    for words in (
        "states 14.6 % for 2026-2032, rounding band 14.55 to 14.65 %",
        "USD 21.66 bn (2025) and USD 55.51 bn (2032, year inferred)",
        "14.39 % over 7 periods from 2025 (from_base_year); 16.982 % over 6 periods from 2025 (label_years)",
        "-0.21 pp off",
        "an unstated base of USD 24.51 bn in 2026 (+13.137 % on 2025)",
    ):
        assert words in conflict["explanation"]


@pytest.mark.parametrize(
    ("stated", "severity"), [("24.5", None), ("24.9", "low"), ("26.0", "medium"), ("40.0", "high")]
)
def test_a_mismatch_of_growth_weighs_by_its_size(one: Any, stated: str, severity: str | None) -> None:
    # 12.00 to 86.24 over 9 periods: 24.500 %.
    size(one, "12000")
    size(one, "86240", year=2034)
    one.growth("d", stated, 2025, 2034)
    found = one.build()["core.conflicts"]["severity"].to_list()
    assert found == ([] if severity is None else [severity])


def test_a_part_larger_than_its_whole_is_a_proven_conflict(one: Any) -> None:
    whole = size(one, "100.0")
    part = size(one, "100.2", segment_key="type:a", segment="A", dimension="Type")
    (conflict,) = one.build()["core.conflicts"].to_dicts()
    assert (conflict["kind"], conflict["rule"], conflict["verdict"], conflict["severity"]) == (
        "part_above_whole",
        "part_above_whole",
        "conflict_proven",
        "high",
    )
    assert (conflict["claim_ids_a"], conflict["claim_ids_b"], conflict["segment_key"]) == ([whole], [part], "type:a")


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ({"ref_area": "150"}, {}),
        ({"ref_area": "vendor:Asia-Pacific"}, {}),  # a vendor's own region is part of the vendor's own world
        ({"segment_key": "type:a", "ref_area": "150"}, {"ref_area": "150"}),
        ({"segment_key": "type:a", "ref_area": "150"}, {"segment_key": "type:a"}),
    ],
)
def test_areas_and_segments_of_areas_have_wholes_too(one: Any, part: dict[str, Any], whole: dict[str, Any]) -> None:
    size(one, "100.0", **whole)
    size(one, "120.0", **part)
    assert rules(one) == [("part_above_whole", "conflict_proven")]


def test_parts_within_rounding_or_of_other_years_documents_and_units_are_no_conflict(one: Any) -> None:
    size(one, "100")  # may be up to 100.5
    size(one, "100.4", segment_key="type:a")
    size(one, "120", segment_key="type:a", year=2026)
    one.claim("d", "900 units", "900", metric="volume", unit_measure="units", segment_key="type:a")
    one.document("e", "p")
    one.claim("e", "USD 120 million", "120000000", segment_key="type:b")
    assert rules(one) == []


def test_shares_of_one_dimension_that_exceed_the_whole_are_a_proven_conflict(one: Any) -> None:
    # 60 + 41 = 101; with half a unit less each 59.5 + 40.5 = 100.0: not above. 60 + 41.5: 59.5 + 41.45 = 100.95: above.
    share(one, "a", "60")
    share(one, "b", "41")
    assert rules(one) == []
    other = share(one, "c", "0.5")
    (conflict,) = one.build()["core.conflicts"].to_dicts()
    assert (conflict["rule"], conflict["verdict"], conflict["value_a"], conflict["value_b"]) == (
        "parts_above_whole",
        "conflict_proven",
        D(100),
        D("101.5"),
    )
    assert other in conflict["claim_ids_b"]


def test_shares_of_other_dimensions_years_areas_and_members_of_members_are_not_added(one: Any) -> None:
    share(one, "a", "80")
    share(one, "b", "80", dimension="End User", segment_key="end user:b")
    share(one, "c", "80", year=2026)
    share(one, "d", "80", ref_area="150")
    share(one, "e", "80", subject="a company")
    share(one, "nested", "80")
    one.rows["core.segments"] = [{"document_id": "d", "segment_key": "type:nested", "parent": "a"}]
    assert rules(one) == []


def test_shares_of_regions_that_do_not_overlap_are_added(one: Any) -> None:
    for area, value in (("003", "40.0"), ("150", "30.0"), ("vendor:Asia-Pacific", "28.0")):
        share(one, NOWHERE, value, ref_area=area)
    share(one, NOWHERE, "20.0", ref_area="DEU")  # a country within a region is another sum
    assert rules(one) == []
    share(one, NOWHERE, "9.0", ref_area="419")
    assert rules(one) == [("parts_above_whole", "conflict_proven")]


def test_sizes_of_one_dimension_that_exceed_their_whole_are_a_proven_conflict(one: Any) -> None:
    size(one, "100.0")
    size(one, "60.0", segment_key="type:a", dimension="Type")
    size(one, "39.9", segment_key="type:b", dimension="Type")
    assert rules(one) == []
    size(one, "0.5", segment_key="type:c", dimension="Type")
    assert rules(one) == [("parts_above_whole", "conflict_proven")]


def test_a_sum_that_rests_on_inferred_years_is_likely(one: Any) -> None:
    share(one, "a", "60")
    share(one, "b", "60", year=None, time_period_inferred=2025)
    assert rules(one) == [("parts_above_whole", "conflict_likely")]


def test_a_share_at_odds_with_the_sizes_it_is_of_is_a_likely_conflict(one: Any) -> None:
    # 4,935 / 12,400 = 39.798 %: 39.8 is right, 41.5 is 1.7 points off.
    size(one, "12400")
    size(one, "4935", ref_area="150")
    share(one, NOWHERE, "39.8", ref_area="150")
    assert rules(one) == []
    planted = type(one)()
    planted.document("d", "p")
    size(planted, "12400")
    size(planted, "4935", ref_area="150")
    share(planted, NOWHERE, "41.5", ref_area="150")
    (conflict,) = planted.build()["core.conflicts"].to_dicts()
    assert (conflict["rule"], conflict["verdict"], conflict["severity"]) == (
        "share_mismatch",
        "conflict_likely",
        "medium",
    )
    assert "give 39.798 %" in conflict["explanation"]
