"""Observations: one unit, one year, one series, and a reason where a claim cannot be reconciled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.build import run_step
from warehouse.decisions import Decisions, Override, RejectedClaim
from warehouse.policy import read_policy
from warehouse.sql_steps import sql_steps
from warehouse.step import BuildContext

D = Decimal


def only(book: Any) -> dict[str, Any]:
    (row,) = book.build()["core.observations"].to_dicts()
    return dict(row)


def test_a_claim_in_dollars_keeps_its_value_and_gets_its_rounding_band(book: Any) -> None:
    book.document("d", "p", group="g")
    book.claim("d", "US$ 21,660 million", "21660000000")
    row = only(book)
    assert (row["obs_value"], row["obs_value_low"], row["obs_value_high"]) == (
        D(21660000000),
        D(21659500000),
        D(21660500000),
    )
    assert (row["unit_measure"], row["year"], row["year_is_inferred"], row["excluded"]) == ("USD", 2025, False, None)
    assert (row["publisher_group"], row["cluster_id"], row["fx_rule"]) == ("g", "d", None)


def test_euros_become_dollars_with_rate_and_rule(book: Any) -> None:
    # 2.00 bn x 1.08 = 2.16 bn; band 1.995 and 2.005 bn x 1.08. 2032 takes the rate of 2025: 4.00 bn x 1.10 = 4.40 bn.
    book.document("d", "p")
    book.claim("d", "EUR 2.00 billion", "2000000000", unit_measure="EUR", year=2024)
    book.claim("d", "EUR 4.00 billion", "4000000000", unit_measure="EUR", year=2032)
    past, future = book.build()["core.observations"].to_dicts()
    assert (past["obs_value"], past["obs_value_low"], past["obs_value_high"]) == (
        D(2160000000),
        D(2154600000),
        D(2165400000),
    )
    assert (past["unit_measure"], past["fx_rule"], past["fx_year"], past["usd_per_unit"]) == (
        "USD",
        "year_mean",
        2024,
        D("1.08"),
    )
    assert (future["obs_value"], future["fx_rule"], future["fx_year"]) == (
        D(4400000000),
        "last_complete_year_mean",
        2025,
    )
    assert past["series_id"] == future["series_id"]


def test_a_cagr_is_of_its_last_year_and_its_period_is_part_of_its_series(book: Any) -> None:
    book.document("d", "p")
    book.growth("d", "9.6", 2025, 2032)
    book.growth("d", "9.9", 2026, 2032)
    book.growth("d", "9.9", None, 2032, period_inferred=True)
    first, second, third = book.build()["core.observations"].to_dicts()
    assert [row["year"] for row in (first, second, third)] == [2032] * 3
    assert len({row["series_id"] for row in (first, second, third)}) == 3
    assert [row["year_is_inferred"] for row in (first, second, third)] == [False, False, True]


def test_an_inferred_year_serves_where_none_is_stated(book: Any) -> None:
    book.document("d", "p")
    book.claim("d", "USD 5 bn", "5000000000", year=None, time_period_inferred=2032, inference_basis="window")
    row = only(book)
    assert (row["year"], row["year_is_inferred"], row["excluded"]) == (2032, True, None)


@pytest.mark.parametrize(
    ("claim", "document", "reason"),
    [
        ({}, {"status": "superseded"}, "superseded"),
        ({"status": "quarantined"}, {}, "quarantined"),
        ({"status": "unsure"}, {}, "unsure"),
        ({"metric": "other_numeric"}, {}, "metric_not_estimated"),
        ({"metric": "impact_on_cagr", "unit_measure": "percentage points"}, {}, "metric_not_estimated"),
        ({"publisher_id": None}, {}, "no_publisher"),
        ({"market_id": None}, {}, "no_market"),
        ({"unit_measure": None}, {}, "no_unit"),
        ({"ref_area": "vendor:Asia-Pacific"}, {}, "vendor_region"),
        ({"year": None}, {}, "no_year"),
        ({"metric": "cagr", "unit_measure": "percent"}, {}, "no_year"),  # a year is no period
        ({"time_period": "2025-Q1"}, {}, "not_annual"),
        ({"unit_measure": "JPY"}, {}, "no_rate"),
        ({"obs_value": D(0)}, {}, "not_positive"),
        ({"ref_area": "vendor:Asia-Pacific", "time_period": "2025-Q1"}, {}, "not_annual"),
        ({"ref_area": "vendor:Asia-Pacific", "unit_measure": "JPY"}, {}, "no_rate"),
        ({"ref_area": "vendor:Asia-Pacific", "obs_value": D(0)}, {}, "not_positive"),
        ({"ref_area": "vendor:Asia-Pacific", "year": None}, {}, "vendor_region"),
        ({"unit_measure": "JPY", "year": None}, {}, "no_year"),
        ({"time_period": "FY2025"}, {}, None),
        ({"status": "overridden"}, {}, None),
        ({"metric": "share", "unit_measure": "percent"}, {}, "no_part"),
        ({"metric": "share", "unit_measure": "percent", "ref_area": "150", "subject": "A Firm"}, {}, "no_part"),
        ({"metric": "share", "unit_measure": "percent", "segment_key": "type:a", "obs_value": D(0)}, {}, None),
    ],
)
def test_a_claim_that_cannot_be_reconciled_says_why(
    book: Any, claim: dict[str, Any], document: dict[str, Any], reason: str | None
) -> None:
    book.document("d", "p", **document)
    book.claim("d", "5", "5", **claim)
    assert only(book)["excluded"] == reason


def test_a_decision_replaces_a_value_or_takes_a_claim_out(book: Any) -> None:
    book.document("d", "p")
    replaced, rejected = book.claim("d", "USD 5 bn", "5000000000"), book.claim("d", "USD 6 bn", "6000000000", year=2026)
    said: dict[str, Any] = {"author": "a", "date": date(2026, 11, 20), "reason": "misread"}
    book.decisions = Decisions(
        overrides=(Override(kind="override", claim_id=replaced, obs_value=D(5500000000), **said),),
        rejected_claims=(RejectedClaim(kind="rejected_claim", claim_id=rejected, **said),),
    )
    frames = book.build()
    first, second = frames["core.observations"].to_dicts()
    assert (first["obs_value"], first["obs_value_low"], first["excluded"]) == (D(5500000000), D(5450000000), None)
    assert second["excluded"] == "rejected"
    assert frames["core.estimates"]["estimate"].to_list() == [5.5e9]


@pytest.mark.parametrize(
    "other",
    [
        {"market_id": "fans"},
        {"segment_key": "type:a"},
        {"ref_area": "150"},
        {"metric": "volume", "unit_measure": "units"},
        {"metric": "price", "unit_per": "unit"},
    ],
)
def test_market_segment_area_metric_and_unit_part_series(new_book: Callable[[], Any], other: dict[str, Any]) -> None:
    book = new_book()
    book.document("d", "p")
    book.claim("d", "5", "5")
    book.claim("d", "5", "5", **other)
    assert book.build()["core.observations"]["series_id"].n_unique() == 2


def test_shares_of_two_firms_meet_in_no_series(book: Any) -> None:
    book.document("d", "p")
    for firm, value in (("Samsung", "40"), ("Nvidia", "20")):
        book.claim("d", value, value, metric="share", unit_measure="percent", subject=firm)
    frames = book.build()
    assert frames["core.observations"]["series_id"].to_list() == [None, None]
    assert frames["core.conflicts"].is_empty() and frames["core.estimates"].is_empty()


def test_prices_per_different_things_and_counts_of_different_things_are_different_series(book: Any) -> None:
    book.document("d", "p")
    for noun in ("unit", "cluster", "Unit"):
        book.claim("d", "5", "5", metric="price", unit_per=noun)
        book.claim("d", "5", "5", metric="volume", unit_measure=f"{noun}s")
    assert book.build()["core.observations"]["series_id"].n_unique() == 4  # case is no difference


def test_a_figure_that_goes_back_to_another_house_counts_with_that_house_s_group(book: Any) -> None:
    book.document("a", "alpha")
    book.document("b", "beta")
    book.claim("b", "USD 1 billion", "1000000000")
    frames = book.build()
    (step,) = (step for step in sql_steps() if step.name == "observations")
    for voice in ("beta", "alpha"):
        frames["work.claim_terms"] = frames["work.claim_terms"].with_columns(voice_id=pl.lit(voice))
        context = BuildContext(read_policy(), Decisions(), str)
        found = run_step(step, frames, context)["core.observations"]
        assert found["publisher_group"].to_list() == [voice]
