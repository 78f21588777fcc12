"""Probable years: which shares without a year get one, from where, and that no time is filled with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warehouse.resolve.claims.probable_years import with_probable_years

Read = Callable[..., dict[str, dict[str, Any]]]

UNDATED = {"metric": "share", "unit": "percent", "market": "Smart locks", "segment": "Cloud", "publisher": None}
SIZED = {"metric": "market_size", "ref_area": "001", "market": "Smart locks", "unit": "USD"}
PROBABLE = ("time_period_probable", "time_period_probable_basis", "time_period_probable_confidence")


def test_a_share_without_a_year_has_the_latest_sized_year_as_its_probable_one_and_no_time(read_claims: Read) -> None:
    found = read_claims(
        [
            {"claim_id": "share"} | UNDATED,
            {"claim_id": "2023", "year_stated": 2023} | SIZED,
            {"claim_id": "2025", "year_stated": 2025} | SIZED,
            {"claim_id": "2032", "year_stated": 2032, "status": "forecast"} | SIZED,
            {"claim_id": "2029", "year_inferred": 2029} | SIZED,
        ]
    )
    assert tuple(found["share"][name] for name in PROBABLE) == (2025, "latest_sized_year", "low")
    for name in ("time_period", "time_period_year", "time_period_inferred", "inference_basis"):
        assert found["share"][name] is None, name
    assert {row[name] for row in found.values() if row["metric"] != "share" for name in PROBABLE} == {None}


@pytest.mark.parametrize(
    ("share", "size"),
    [
        ({"year_stated": 2024, "time_period": "2024"}, {}),  # it has a year
        ({"year_inferred": 2024}, {}),  # it has our reading of one
        ({"period_start": 2024, "period_end": 2030}, {}),  # it has a period
        ({"status": "forecast"}, {}),  # it lies ahead
        ({"market": None}, {}),  # nobody knows of what
        ({"publisher": "House"}, {}),  # another house says it
        ({}, {"market": "Door bolts"}),  # another market is sized
        ({}, {"segment": "Cloud"}),  # a part is sized
        ({}, {"ref_area": "JPN", "geography": "Japan"}),  # an area is sized
        ({}, {"status": "forecast"}),  # only a forecast is there
        ({}, {"year_stated": None, "year_inferred": 2025}),  # no year is stated at all
    ],
)
def test_a_share_with_a_time_or_without_a_size_beside_it_has_no_probable_year(
    read_claims: Read, share: dict[str, Any], size: dict[str, Any]
) -> None:
    found = read_claims(
        [{"claim_id": "share"} | UNDATED | share, {"claim_id": "size", "year_stated": 2025} | SIZED | size]
    )
    assert [found["share"][name] for name in PROBABLE] == [None, None, None]


def test_the_base_year_that_a_document_names_goes_before_sizes_for_its_own_shares_alone() -> None:
    claim: dict[str, Any] = dict.fromkeys(
        ("time_period", "time_period_year", "time_period_inferred", "period_start", "period_end", "segment_key")
    )
    claim |= {"document_id": "d", "publisher_id": "p", "attributed_through": None, "market_id": "m", "metric": "share"}
    claim |= {"obs_status": "E", "ref_area": "001"}
    size = claim | {"metric": "market_size", "time_period_year": 2026}
    (own, _) = with_probable_years([claim, size], {"d": 2024})
    (quoted,) = with_probable_years([claim | {"attributed_through": "Wire"}], {"d": 2024})
    assert tuple(own[name] for name in PROBABLE) == (2024, "base_year", "low")
    assert [quoted[name] for name in PROBABLE] == [None, None, None]
