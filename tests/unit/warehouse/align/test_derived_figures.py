"""Figures carried along stated growth and summed over countries: derived, with their formula, never past a horizon."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

D = Decimal


def size(book: Any, billions: str, document: str = "d", **fields: Any) -> str:
    value = str(int(D(billions) * 10**9))
    return str(book.claim(document, f"USD {billions} billion", value, **fields))


def path(book: Any, **place: Any) -> dict[int, tuple[str, int]]:
    rows = book.build()["core.vendor_figures"].filter(metric="market_size").to_dicts()
    rows = [row for row in rows if all(row[name] == value for name, value in place.items())]
    return {row["year"]: (row["status"], int(row["obs_value"].quantize(D(1)))) for row in rows}


@pytest.fixture
def one(book: Any) -> Any:
    """A book with one document."""
    book.document("d", "p")
    return book


def test_a_base_with_a_growth_rate_is_carried_through_the_rate_s_period_and_no_further(one: Any) -> None:
    # 10.0 at 10 % a year from 2025: 11.0, 12.1, 13.31; nothing in 2024 or 2029.
    base = size(one, "10.0")
    rate = one.growth("d", "10.0", 2025, 2028)
    assert path(one) == {
        2025: ("stated", 10_000_000_000),
        2026: ("derived", 11_000_000_000),
        2027: ("derived", 12_100_000_000),
        2028: ("derived", 13_310_000_000),
    }
    row = one.build()["core.vendor_figures"].filter(year=2027).to_dicts()[0]
    assert row["formula"] == (
        "stated growth of 10 % a year (2025-2028) from the own figure of 2025: USD 10.00 bn x 1.1 ^ 2"
    )
    assert row["claim_ids"] == sorted([base, rate])
    assert (row["obs_status"], row["value_as_printed"]) == ("I", None)


def test_an_end_with_a_growth_rate_is_carried_back_to_the_rate_s_start(one: Any) -> None:
    # 12.1 in 2027 at 10 %: 11.0 in 2026, 10.0 in 2025.
    size(one, "12.1", year=2027)
    one.growth("d", "10.0", 2025, 2027)
    assert path(one) == {
        2025: ("derived", 10_000_000_000),
        2026: ("derived", 11_000_000_000),
        2027: ("stated", 12_100_000_000),
    }


@pytest.mark.parametrize(
    ("convention", "years"),
    [(None, [2025]), ("from_first_forecast_year", [2025]), ("from_base_year", [2025, 2026, 2027])],
)
def test_a_base_before_the_label_leads_on_only_where_the_publisher_counts_from_it(
    one: Any, convention: str | None, years: list[int]
) -> None:
    size(one, "10.0")
    one.growth("d", "10.0", 2026, 2027)
    one.rows["core.publishers"][0]["growth_convention"] = convention
    assert sorted(path(one)) == years


def test_own_points_go_before_growth_and_bounds_and_other_places_carry_nothing(one: Any) -> None:
    # 10.0 to 40.0 over 2 years: 20.0 between, whatever the stated 10 % says.
    size(one, "10.0")
    size(one, "40.0", year=2027)
    one.growth("d", "10.0", 2025, 2027)
    size(one, "5.0", segment="a", segment_key="type:a", comparator=">")
    one.growth("d", "10.0", 2025, 2027, segment="a", segment_key="type:a")
    size(one, "7.0", ref_area="150")
    assert path(one, ref_area="001", segment_key=None)[2026] == ("derived", 20_000_000_000)
    assert sorted(path(one, segment_key="type:a")) == [2025]
    assert sorted(path(one, ref_area="150")) == [2025]


def _dach(book: Any, *countries: tuple[str, str]) -> None:
    for code, value in countries:
        size(book, value, ref_area=code)


def test_countries_are_summed_to_a_region_only_when_all_members_are_there(one: Any) -> None:
    _dach(one, ("DEU", "6.0"), ("AUT", "1.5"))
    assert path(one, ref_area="vendor:DACH") == {}
    _dach(one, ("CHE", "2.5"), ("FRA", "9.0"))
    assert path(one, ref_area="vendor:DACH") == {2025: ("derived", 10_000_000_000)}
    (row,) = one.build()["core.vendor_figures"].filter(ref_area="vendor:DACH").to_dicts()
    assert row["formula"] == "sum of all members of DACH: AUT USD 1.50 bn + CHE USD 2.50 bn + DEU USD 6.00 bn"
    assert len(row["claim_ids"]) == 3


def test_a_stated_region_goes_before_the_sum_and_two_publishers_regions_meet(one: Any) -> None:
    _dach(one, ("DEU", "6.0"), ("AUT", "1.5"), ("CHE", "2.5"))
    size(one, "10.4", ref_area="vendor:DACH")
    one.document("e", "q")
    size(one, "11.0", document="e", ref_area="DEU|CHE|AUT")
    frames = one.build()
    rows = frames["core.vendor_figures"].filter(ref_area="vendor:DACH").sort("publisher_id").to_dicts()
    assert [(row["publisher_id"], row["status"], row["obs_value"]) for row in rows] == [
        ("p", "stated", 10_400_000_000),
        ("q", "stated", 11_000_000_000),
    ]
    (estimate,) = frames["core.estimates"].filter(ref_area="vendor:DACH").to_dicts()
    assert estimate["n_independent"] == 2


def test_a_region_that_each_house_draws_its_own_way_is_pooled_with_nobody(one: Any) -> None:
    size(one, "10.0", ref_area="vendor:Asia-Pacific")
    frames = one.build()
    assert frames["core.observations"]["excluded"].to_list() == ["vendor_region"]
    assert frames["core.estimates"].is_empty()


def test_sums_leave_other_years_documents_and_prices_alone(one: Any) -> None:
    _dach(one, ("DEU", "6.0"), ("AUT", "1.5"))
    size(one, "2.5", ref_area="CHE", year=2026)
    one.document("e", "p")
    size(one, "2.5", document="e", ref_area="CHE")
    for code in ("DEU", "AUT", "CHE"):
        one.claim("d", "USD 5", "5", metric="price", unit_per="pump", ref_area=code)
    assert path(one, ref_area="vendor:DACH") == {}
