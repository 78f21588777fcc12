"""Aligned figures: stated, inferred and derived, within a publisher's own horizon."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from warehouse.decisions import Decisions, Override

D = Decimal


def bn(value: D) -> str:
    return str((value / 10**9).quantize(D("0.01")))


def test_years_between_two_points_lie_on_constant_growth_and_none_lies_outside(book: Any) -> None:
    # 21.66 (2025) to 55.51 (2032, inferred): growth 14.3899 % a year, path as in the inventory.
    book.document("d", "p")
    start = book.claim("d", "US$ 21,660 million", "21660000000")
    end = book.claim("d", "US$ 55,510 million", "55510000000", year=None, time_period_inferred=2032, obs_status="F")
    rows = book.build()["core.vendor_figures"].sort("year").to_dicts()
    assert [(row["year"], bn(row["obs_value"]), row["status"], row["obs_status"]) for row in rows] == [
        (2025, "21.66", "stated", "E"),
        (2026, "24.78", "derived", "I"),
        (2027, "28.34", "derived", "I"),
        (2028, "32.42", "derived", "I"),
        (2029, "37.09", "derived", "I"),
        (2030, "42.42", "derived", "I"),
        (2031, "48.53", "derived", "I"),
        (2032, "55.51", "inferred", "F"),
    ]
    derived = rows[1]
    assert derived["claim_ids"] == [start, end]
    assert derived["formula"] == (
        "constant growth between own figures of 2025 and 2032: USD 21.66 bn x (USD 55.51 bn / USD 21.66 bn) ^ (1/7)"
    )
    assert (derived["obs_value_low"], derived["obs_value_high"], derived["value_as_printed"]) == (None, None, None)
    assert (rows[0]["value_as_printed"], rows[0]["currency_as_printed"]) == ("US$ 21,660 million", "USD")


# The aligned paths of the inventory, USD bn: constant growth between stated points.
PATHS = [
    ("MI", "76.25", "166.27", 2026, 2031, ["89.12", "104.15", "121.73", "142.27"]),
    ("TX", "12.00", "86.24", 2025, 2034, ["14.94", "18.60", "23.16", "28.83", "35.89", "44.69", "55.64", "69.27"]),
    ("AW", "4.96", "31.89", 2025, 2034, ["6.10", "7.50", "9.22", "11.34", "13.95", "17.15", "21.09", "25.93"]),
]


@pytest.mark.parametrize(("name", "start", "end", "first", "last", "path"), PATHS, ids=[row[0] for row in PATHS])
def test_the_aligned_paths_of_the_inventory_come_out(
    book: Any, name: str, start: str, end: str, first: int, last: int, path: list[str]
) -> None:
    book.document("d", "p")
    for year, value in ((first, start), (last, end)):
        book.claim("d", f"USD {value} billion", str(int(D(value) * 10**9)), year=year)
    rows = book.build()["core.vendor_figures"].sort("year")
    assert [bn(value) for value in rows["obs_value"]] == [start, *path, end], name


def test_a_path_bends_at_each_stated_point(book: Any) -> None:
    # 65.28, 76.25, 166.27: 2027 is 76.25 x (166.27 / 76.25) ^ (1/5) = 89.12.
    book.document("d", "p")
    for year, value in ((2025, "65.28"), (2026, "76.25"), (2031, "166.27")):
        book.claim("d", f"USD {value} billion", str(int(D(value) * 10**9)), year=year)
    values = dict(book.build()["core.vendor_figures"].select("year", "obs_value").iter_rows())
    assert {year: bn(value) for year, value in sorted(values.items())} == {
        2025: "65.28",
        2026: "76.25",
        2027: "89.12",
        2028: "104.15",
        2029: "121.73",
        2030: "142.27",
        2031: "166.27",
    }


def test_only_sizes_are_interpolated_and_only_between_figures_of_one_document(book: Any) -> None:
    for document in ("d", "e"):
        book.document(document, "p")
    book.claim("d", "5 units", "5", metric="volume", unit_measure="units", year=2025)
    book.claim("d", "9 units", "9", metric="volume", unit_measure="units", year=2030)
    book.claim("d", "USD 5 bn", "5000000000", year=2025)
    book.claim("e", "USD 9 bn", "9000000000", year=2030)
    assert "derived" not in book.build()["core.vendor_figures"]["status"].to_list()


def test_points_too_far_apart_are_not_joined(book: Any) -> None:
    book.document("d", "p")
    book.claim("d", "USD 5 bn", "5000000000", year=2018)
    book.claim("d", "USD 9 bn", "9000000000", year=2034)
    assert book.build()["core.vendor_figures"]["year"].to_list() == [2018, 2034]


def test_a_bound_is_no_point_of_a_path(book: Any) -> None:
    book.document("d", "p")
    book.claim("d", "USD 5 bn", "5000000000", year=2025)
    book.claim("d", "USD 9 bn", "9000000000", year=2030, comparator=">")
    rows = book.build()["core.vendor_figures"].sort("year").to_dicts()
    assert [(row["year"], row["obs_value_high"] is None) for row in rows] == [(2025, False), (2030, True)]


def test_a_bound_between_two_points_stands_for_its_year_and_the_path_for_the_others(book: Any) -> None:
    book.document("d", "p")
    book.claim("d", "USD 5 bn", "5000000000", year=2025)
    book.claim("d", "over USD 6 bn", "6000000000", year=2026, comparator=">")
    book.claim("d", "USD 12.8 bn", "12800000000", year=2029)
    rows = book.build()["core.vendor_figures"].sort("year").to_dicts()
    assert [(row["year"], row["status"]) for row in rows] == [
        (2025, "stated"), (2026, "stated"), (2027, "derived"), (2028, "derived"), (2029, "stated"),
    ]  # fmt: skip
    # 5 x (12.8 / 5) ^ (2/4) = 8 in 2027: the bound's year is passed over, not its step of the path
    assert rows[2]["obs_value"] == D(8_000_000_000)


def test_the_finest_print_stands_for_a_figure_and_rounder_ones_support_it(book: Any) -> None:
    book.document("d", "p")
    rounder = book.claim("d", "USD 65.3 billion", "65300000000")
    finer = book.claim("d", "USD 65.28 billion", "65280000000")
    frames = book.build()
    (row,) = frames["core.vendor_figures"].to_dicts()
    assert (row["obs_value"], row["claim_ids"]) == (D(65280000000), sorted([rounder, finer]))
    assert frames["core.conflicts"].is_empty()


def test_a_stated_year_goes_before_an_inferred_one(book: Any) -> None:
    book.document("d", "p")
    book.claim("d", "USD 65.28 billion", "65280000000", year=None, time_period_inferred=2025)
    book.claim("d", "USD 70 billion", "70000000000")
    (row,) = book.build()["core.vendor_figures"].to_dicts()
    assert (row["obs_value"], row["status"]) == (D(70000000000), "stated")


def test_a_range_counts_by_its_middle_and_keeps_its_ends(book: Any) -> None:
    book.document("d", "p")
    book.claim("d", "USD 4-5 billion", "4000000000", obs_value_high=D(5000000000))
    (row,) = book.build()["core.vendor_figures"].to_dicts()
    assert (row["obs_value"], row["obs_value_low"], row["obs_value_high"]) == (
        D(4500000000),
        D(4000000000),
        D(5000000000),
    )
    assert row["formula"] == "middle of the stated range USD 4-5 billion"


def test_a_range_that_a_person_has_put_right_is_one_figure(book: Any) -> None:
    book.document("d", "p")
    claim = book.claim("d", "USD 4-5 billion", "4000000000", obs_value_high=D(5000000000), status="overridden")
    decision = Override(
        kind="override",
        claim_id=claim,
        obs_value=D(4_200_000_000),
        author="a",
        date=date(2026, 11, 20),
        reason="misread",
    )
    book.decisions = Decisions(overrides=(decision,))
    (row,) = book.build()["core.vendor_figures"].to_dicts()
    assert (row["obs_value"], row["formula"]) == (D(4_200_000_000), None)


def test_count_times_price_gives_the_size_of_a_year_that_has_none(book: Any) -> None:
    # QY-T03: 6,750 clusters x USD 2.8 m per cluster = USD 18,900 m in 2024; 21,660 / 18,900 = 1.14603, the stated CAGR is 14.6 %.
    book.document("d", "p")
    count = book.claim("d", "6,750", "6750", metric="volume", unit_measure="deployments", year=2024, comparator="~")
    price = book.claim("d", "US$ 2.8 million", "2800000", metric="price", unit_per="cluster", year=2024, comparator="~")
    book.claim("d", "US$ 21,660 million", "21660000000", year=2025)
    book.growth("d", "14.6", 2026, 2032)
    frames = book.build()
    row = frames["core.vendor_figures"].row(by_predicate=_is(2024, "market_size"), named=True)
    assert (row["obs_value"], row["status"], row["claim_ids"]) == (D(18900000000), "derived", sorted([count, price]))
    assert row["formula"] == "count times price of 2024: 6,750 deployments x USD 2.80 m per cluster"
    estimate = frames["core.estimates"].row(by_predicate=_is(2024, "market_size"), named=True)
    assert (estimate["estimate"], estimate["status"]) == (18.9e9, "derived")
    (conflict,) = frames["core.conflicts"].to_dicts()
    assert (conflict["rule"], conflict["verdict"], conflict["year"]) == ("volume_times_price", "agree", 2025)
    assert "21.66 bn in 2025 is 14.603 % more" in conflict["explanation"]


def test_count_times_price_must_agree_with_the_stated_size_of_its_year(book: Any) -> None:
    # 100 x USD 2 m = USD 200 m; 99.5 x 1.5 m = 149 m, 100.5 x 2.5 m = 251 m. USD 240 m lies within, USD 300 m does not.
    for size, conflicts in (("240", 0), ("300", 1)):
        other = type(book)()
        other.document("d", "p")
        other.claim("d", "100 pumps", "100", metric="volume", unit_measure="pumps")
        other.claim("d", "USD 2 million", "2000000", metric="price", unit_per="pump")
        other.claim("d", f"USD {size} million", f"{size}000000")
        frames = other.build()
        found = frames["core.conflicts"].filter(rule="volume_times_price")["verdict"].to_list()
        assert found == ["conflict_likely"] * conflicts


def test_prices_of_other_things_or_several_fitting_pairs_give_no_product(book: Any) -> None:
    book.document("d", "p")
    book.claim("d", "100 pumps", "100", metric="volume", unit_measure="pumps")
    book.claim("d", "USD 2", "2", metric="price", unit_per="valve")
    assert book.build()["core.vendor_figures"].filter(metric="market_size").is_empty()
    book.claim("d", "USD 3", "3", metric="price", unit_per="pump")
    assert book.build()["core.vendor_figures"].filter(metric="market_size").height == 1
    book.claim("d", "90 pumps", "90", metric="volume", unit_measure="pump")
    assert book.build()["core.vendor_figures"].filter(metric="market_size").is_empty()


def _is(year: int, metric: str) -> Any:
    import polars as pl

    return (pl.col("year") == year) & (pl.col("metric") == metric)
