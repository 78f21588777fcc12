"""What stands first on a market page: which size answers, who states it, whether its money is nominal or real."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from release.site.answer import answer_of, best_sizes, leading, prices_of
from release.site.rows import Rows


def size(estimate_id: str, area: str = "001", year: int = 2025, **more: Any) -> dict[str, Any]:
    return {
        "estimate_id": estimate_id, "series_id": f"s{area}", "metric": "market_size", "segment": None, "ref_area": area, "area": area,
        "time_period_year": year, "estimate": 10.0, "status": "stated", "n_independent": 1, "price_basis": "current", **more,
    }  # fmt: skip


def voice(number: int, publisher: str, status: str = "stated", **more: Any) -> dict[str, Any]:
    return {
        "vendor_figure_id": f"v{number}", "series_id": "s001", "time_period_year": 2025, "publisher_id": publisher.lower(),
        "publisher": publisher, "document_id": f"d{number}", "status": status, "obs_value": Decimal(10), "price_basis_is_assumed": True, **more,
    }  # fmt: skip


def marts() -> Rows:
    days = [date(2026, 1, 2), None]
    return Rows(Path("none"), {"documents": pl.DataFrame({"document_id": ["d1", "d2"], "published_on": days})})


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [
        ([size("a", year=2026), size("b")], "b"),  # equal voices: the earlier year
        ([size("a", n_independent=2, year=2030), size("b")], "a"),
        ([size("a", status="derived"), size("b", year=2030)], "b"),
        ([size("a", segment="part"), size("b", metric="cagr"), size("c", year=2031)], "c"),
        ([size("a", "IND", estimate=1.0), size("b", "USA", estimate=9.0)], "b"),  # no global one: the largest
        ([size("a", "IND", estimate=None), size("b", "USA", estimate=9.0)], "b"),
        ([size("a", "USA", estimate=9.0), size("b", estimate=None)], "b"),  # a global refusal is an answer
        ([size("a", metric="cagr")], None),
    ],
)
def test_the_size_that_answers_is_global_if_there_is_one_and_of_the_year_with_most_voices(
    sizes: list[dict[str, Any]], chosen: str | None
) -> None:
    found = leading(best_sizes(sizes))
    assert (found and found["estimate_id"]) == chosen


def test_each_publisher_has_one_figure_stated_before_derived_with_the_day_of_its_document() -> None:
    figures = [
        voice(1, "Beech", "derived"),
        voice(2, "Beech"),
        voice(1, "Alder"),
        voice(3, "Cedar", time_period_year=2026),
    ]
    found = answer_of([size("e")], figures, marts())
    assert found is not None
    told = [(one["publisher"], one["status"], one["published_on"]) for one in found.voices]
    assert told == [("Alder", "stated", date(2026, 1, 2)), ("Beech", "stated", None)]
    assert (found.is_world, found.others) == (True, ())


def test_without_a_global_size_the_largest_area_answers_and_the_others_are_named() -> None:
    found = answer_of([size("a", "IND", estimate=1.0), size("b", "USA"), size("c", "DEU", estimate=2.0)], [], marts())
    assert found is not None
    assert (found.size["estimate_id"], found.is_world) == ("b", False)
    assert [one["ref_area"] for one in found.others] == ["DEU", "IND"]


@pytest.mark.parametrize(
    ("basis", "assumed", "words"),
    [
        ("current", [True, True], "nominal, as assumed: no source says whether inflation is taken out"),
        ("current", [True, False], "nominal: money of each year"),
        ("constant-2015", [False], "real: money of 2015"),
        ("constant", [False], "real: constant money, its year is not stated"),
        (None, [], None),
    ],
)
def test_money_is_nominal_or_real_and_an_assumption_is_named(
    basis: str | None, assumed: list[bool], words: str | None
) -> None:
    assert prices_of({"price_basis": basis}, [{"price_basis_is_assumed": one} for one in assumed]) == words
