"""Which publishers may be one source: equal figures, and what shows that each has worked by itself."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.estimate.reprints import possible_reprints

D = Decimal
PAIR = ("alder", "birch")


def row(group: str, value: str, half: str, *, series: str = "s", year: int = 2025, **fields: Any) -> dict[str, Any]:
    """A figure with what its print leaves open on either side."""
    return {
        "series_id": series,
        "year": year,
        "publisher_group": group,
        "market_id": "m",
        "segment_key": None,
        "ref_area": "001",
        "status": "stated",
        "obs_value": D(value),
        "obs_value_low": D(value) - D(half),
        "obs_value_high": D(value) + D(half),
        "formula": None,
    } | fields


def found(*rows: dict[str, Any]) -> dict[str, set[tuple[str, str]]]:
    schema = {name: pl.Decimal(38, 9) for name in ("obs_value", "obs_value_low", "obs_value_high")}
    frame = pl.DataFrame(rows, schema_overrides=schema | {"segment_key": pl.String, "formula": pl.String})
    return {series: set(pairs) for series, pairs in possible_reprints(frame, D("0.05")).items()}


FINE, ROUNDED = row("alder", "8.347", "0.0005"), row("birch", "8.35", "0.005")


def test_figures_that_are_equal_within_rounding_may_be_one_source() -> None:
    # 8.3465 to 8.3475 lies within 8.345 to 8.355.
    assert found(FINE, ROUNDED) == {"s": {PAIR}}
    assert found(ROUNDED, FINE) == {"s": {PAIR}}


def test_figures_that_differ_beyond_rounding_are_two() -> None:
    assert found(FINE, row("birch", "8.36", "0.005")) == {}


@pytest.mark.parametrize(
    "evidence",
    [
        pytest.param({"series": "s", "year": 2032}, id="another year of the series"),
        pytest.param({"series": "rate", "year": 2032}, id="another series of the market"),
    ],
)
def test_a_figure_of_their_own_shows_that_each_has_worked_by_itself(evidence: dict[str, Any]) -> None:
    own = row("alder", "12.0", "0.05", **evidence), row("birch", "14.0", "0.05", **evidence)
    assert "s" not in found(FINE, ROUNDED, *own)
    # ... of another area it shows nothing of this one
    elsewhere = [one | {"ref_area": "392"} for one in own]
    assert found(FINE, ROUNDED, *[one | {"series_id": "japan"} for one in elsewhere]) == {"s": {PAIR}}


def test_what_only_one_of_them_states_shows_nothing() -> None:
    assert found(FINE, ROUNDED, row("alder", "12.0", "0.05", year=2032)) == {"s": {PAIR}}


def test_a_coarse_print_equals_its_very_twin_only() -> None:
    # "8 billion" leaves 6 % open: honest figures meet it too often.
    coarse = row("birch", "8", "0.5")
    assert found(FINE, coarse) == {}
    assert found(row("alder", "8", "0.5"), coarse) == {"s": {PAIR}}


def test_ranges_bounds_and_derived_figures_show_nothing() -> None:
    a_range = row("birch", "8.35", "0.005", formula="middle of the range")
    a_bound = row("birch", "8.35", "0.005") | {"obs_value_high": None}
    derived = row("birch", "8.35", "0.005", status="derived")
    assert found(FINE, a_range) == found(FINE, a_bound) == found(FINE, derived) == {}


def test_one_group_is_no_pair() -> None:
    assert found(FINE, row("alder", "8.35", "0.005")) == {}
