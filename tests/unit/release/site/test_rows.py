"""Rows picked from marts: every row in its group once, groups by first sight, nothing shared between two callers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from release.site.rows import NOT_HELD, Row, Rows, read_rows

FIGURES: list[dict[str, Any]] = [
    {"id": "a", "market": "pumps", "year": 2025, "segment": None},
    {"id": "b", "market": None, "year": 2025, "segment": "air"},
    {"id": "c", "market": "pumps", "year": 2026, "segment": "air"},
    {"id": "d", "market": "cork", "year": 2025, "segment": None},
]


def rows(figures: list[dict[str, Any]] = FIGURES) -> Rows:
    schema = {"id": pl.String, "market": pl.String, "year": pl.Int64, "segment": pl.String}
    # As `read_rows` holds words that repeat.
    held = pl.DataFrame(figures, schema=schema).with_columns(pl.col("market", "segment").cast(pl.Categorical))
    return Rows(Path("none"), {"figures": held})


def named(found: list[Row]) -> str:
    return "".join(row["id"] for row in found)


def test_groups_come_by_first_sight_and_rows_without_a_value_are_a_group() -> None:
    by_market = rows().by("figures", "market")
    assert [(market, named(by_market[market])) for market in by_market] == [("pumps", "ac"), (None, "b"), ("cork", "d")]


def test_a_group_is_asked_for_by_its_rows_other_values() -> None:
    whole = rows().by("figures", "market", segment=None)
    assert {market: named(whole[market]) for market in whole} == {"pumps": "a", "cork": "d"}
    assert named(rows().by("figures", "market", segment="air", year=2026)["pumps"]) == "c"


def test_several_groups_are_picked_at_once_and_unknown_ones_are_told_or_left_out() -> None:
    by_market = rows().by("figures", "market")
    assert {key: named(found) for key, found in by_market.many(["cork", "pumps"]).items()} == {
        "cork": "d",
        "pumps": "ac",
    }
    assert list(by_market.known(["tin", "cork"])) == ["cork"]
    assert by_market.get("tin", []) == []
    with pytest.raises(KeyError, match="tin"):
        by_market.many(["cork", "tin"])


def test_sorting_or_changing_what_was_picked_changes_nothing_for_the_next() -> None:
    by_market = rows().by("figures", "market")
    by_market["pumps"].clear()
    assert named(by_market["pumps"]) == "ac"


def test_rows_are_picked_by_number_and_columns_by_name() -> None:
    assert named(rows().at("figures", [3, 0])) == "da"
    assert rows().at("figures", []) == []
    assert list(rows().of("figures", "year")) == [{"year": 2025}, {"year": 2025}, {"year": 2026}, {"year": 2025}]
    assert rows().count("figures") == 4
    with pytest.raises(KeyError, match="sizes"):
        rows().of("sizes")


def test_a_group_has_the_columns_that_are_asked_for() -> None:
    assert rows().by("figures", "market", "id", "year", segment=None)["pumps"] == [{"id": "a", "year": 2025}]


def test_marts_that_no_page_shows_are_left_in_the_database_and_rows_of_one_too_large_are_asked_for(
    small_world: Any,
) -> None:
    held = read_rows(small_world.database)
    assert held.count("conflicts") == 2
    for mart in NOT_HELD:
        with pytest.raises(KeyError, match=mart):
            held.count(mart)
    first, second = (row["conflict_id"] for row in held.of("conflicts", "conflict_id"))
    parts = held.only("conflict_components", "conflict_id", [first])
    assert list(parts) == [first]
    assert {row["conflict_id"] for row in parts[first]} == {first}
    both = held.only("conflict_components", "conflict_id", [first, second])
    assert sum(len(both[one]) for one in both) > len(parts[first])
    assert len(held.only("conflict_components", "conflict_id", [])) == 0


def test_a_mart_without_rows_has_no_groups() -> None:
    assert len(rows([]).by("figures", "market")) == 0


@given(st.lists(st.tuples(st.sampled_from(["x", "y", None]), st.integers(0, 3))))
def test_every_row_is_in_its_group_once_and_in_order(drawn: list[tuple[str | None, int]]) -> None:
    figures = [{"id": str(n), "market": m, "year": y, "segment": None} for n, (m, y) in enumerate(drawn)]
    by_market = rows(figures).by("figures", "market")
    assert {key: by_market[key] for key in by_market} == {
        key: [row for row in figures if row["market"] == key] for key in dict.fromkeys(m for m, _ in drawn)
    }
