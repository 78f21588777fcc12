"""Scopes side by side: one unit, one chart a scope, as many points as rows, none where there is nothing beside."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from release.site import scopes
from release.site.addresses import Addresses
from release.site.rows import Rows
from release.site.scopes import AT_MOST, scopes_of

MARKET = {"market_id": "whole", "market": "Whole"}


def size(market_id: str, value: str, year: int = 2025, **more: Any) -> dict[str, Any]:
    row = {
        "vendor_figure_id": f"{market_id}-{year}-{value}", "market_id": market_id, "metric": "market_size", "segment": None,
        "ref_area": "001", "unit_measure": "USD", "time_period_year": year, "time_period": str(year),
        "publisher": "Borealis", "publisher_id": "borealis", "obs_value": Decimal(value), "status": "stated", "claim_ids": "c1",
    }  # fmt: skip
    return row | more


def rows(*figures: dict[str, Any]) -> Rows:
    return Rows(Path("none"), {"vendor_figures": pl.DataFrame(figures)})


def test_a_scope_and_its_part_stand_in_two_charts_with_a_row_for_each_point() -> None:
    found = scopes_of(
        MARKET,
        [("contains", [("part", "Part")])],
        rows(size("whole", "40"), size("part", "9", 2024), size("part", "12")),
        Addresses(claims={"c1": "evidence/whole.html#c-c1"}),
    )
    assert found is not None
    assert [(panel["n"], panel["r"], [point["y"] for point in panel["points"]]) for panel in found.chart["panels"]] == [
        ("Whole", "this scope", [40.0]),
        ("Part", "contains", [9.0, 12.0]),
    ]
    assert [row["market"] for row in found.rows] == ["Whole", "Part", "Part"]
    assert {row["href"] for row in found.rows} == {"evidence/whole.html#c-c1"}


def test_what_is_measured_otherwise_stays_out() -> None:
    others = [
        size("part", "9", unit_measure="EUR"),
        size("part", "9", ref_area="US"),
        size("part", "9", segment="small ones"),
        size("part", "9", metric="cagr"),
    ]
    for other in others:
        assert (
            scopes_of(MARKET, [("contains", [("part", "Part")])], rows(size("whole", "40"), other), Addresses()) is None
        )


def test_a_market_without_a_size_of_its_own_has_nothing_to_be_held_against() -> None:
    assert scopes_of(MARKET, [("contains", [("part", "Part")])], rows(size("part", "9")), Addresses()) is None


def test_of_too_many_sizes_each_scope_draws_its_share_stated_ones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scopes, "FIGURES", 4)  # two for each of two scopes
    sizes = [
        size(market_id, str(year), year, status=status)
        for market_id in ("whole", "part")
        for year, status in ((2023, "derived"), (2024, "derived"), (2025, "stated"))
    ]
    found = scopes_of(MARKET, [("contains", [("part", "Part")])], rows(*sizes), Addresses())
    assert found is not None
    assert [(row["market"], row["time_period_year"]) for row in found.rows] == [
        ("Whole", 2023),
        ("Whole", 2025),
        ("Part", 2023),
        ("Part", 2025),
    ]
    assert [[point["x"] for point in panel["points"]] for panel in found.chart["panels"]] == [[2023, 2025]] * 2
    assert found.rows.of == 6
    assert "market_id IN ('whole', 'part')" in found.rows.where.sql


def test_scopes_beyond_the_room_are_counted() -> None:
    names = [(f"p{n}", f"Part {n}") for n in range(12)]
    found = scopes_of(
        MARKET, [("contains", names)], rows(size("whole", "40"), *(size(one, "1") for one, _ in names)), Addresses()
    )
    assert found is not None
    assert len(found.chart["panels"]) == AT_MOST
    assert found.n_left_out == 13 - AT_MOST
