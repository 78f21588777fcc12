"""The growth audit: conventions, bands, findings, and the convention a publisher keeps."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from tests.unit.warehouse.book_of_claims import Book

D = Decimal
BILLION = D(10) ** 9


def size(book: Book, year: int, printed: str, *, is_stated: bool = True, **fields: Any) -> str:
    """A size of a year, in billions."""
    years = {"year": year} if is_stated else {"year": None, "time_period_inferred": year}
    return book.claim("d", f"USD {printed} billion", str(D(printed.replace(",", "")) * BILLION), **(years | fields))


def audit(book: Book) -> pl.DataFrame:
    return book.build()["core.growth_audit"]


def outcome(book: Book) -> dict[str, tuple[int, str, str]]:
    return {
        row["convention"]: (row["periods"], str(row["recomputed_pct"].quantize(D("0.0001"))), row["finding"])
        for row in audit(book).iter_rows(named=True)
    }


@pytest.fixture
def report(book: Book) -> Book:
    """A book with one document of one publisher."""
    book.document("d", "p")
    return book


def test_a_cagr_that_keeps_no_convention_is_a_low_mismatch_under_each(report: Book) -> None:
    # 21,660 (2025) to 55,510 (2032). 7 periods 14.3899 %, 6 periods 16.9819 %; stated 14.6 in [14.55, 14.65].
    # 14.6 - 14.3899 = 0.21 pp: below 1 pp. label_years_plus_one has 7 periods too and is the same as from_base_year.
    size(report, 2025, "21,660")
    size(report, 2032, "55,510", is_stated=False)
    report.growth("d", "14.6", 2026, 2032)
    assert outcome(report) == {
        "from_base_year": (7, "14.3899", "mismatch_low"),
        "label_years": (6, "16.9819", "mismatch_high"),
    }
    best = audit(report).filter("is_best").row(0, named=True)
    assert best["convention"] == "from_base_year"
    assert best["delta_pp"].quantize(D("0.0001")) == D("-0.2101")
    assert best["publisher_convention"] is None


def test_a_cagr_counted_from_the_base_year_under_a_forecast_label_is_consistent(report: Book) -> None:
    # 12.00 (2025) to 86.24 (2034): 9 periods 24.5001 %, 8 periods 27.9576 %; stated 24.5 over 2026-2034.
    size(report, 2025, "12.00")
    size(report, 2034, "86.24")
    report.growth("d", "24.5", 2026, 2034)
    assert outcome(report) == {
        "from_base_year": (9, "24.5001", "consistent"),
        "label_years": (8, "27.9576", "mismatch_high"),
    }
    assert set(audit(report)["publisher_convention"]) == {"from_base_year"}


def test_a_stated_first_forecast_year_gives_its_own_convention_and_the_base_year_stays_within_rounding(
    report: Book,
) -> None:
    # 65.28 (2025), 76.25 (2026), 166.27 (2031), stated 16.87 in [16.865, 16.875].
    # 5 periods: 16.8732, inside. 6 periods: 16.8617; with rounding 16.8596 to 16.8638: outside, but within 0.01 of 16.87.
    # 5 periods from the base value (label_years): ln(166.27 / 65.28) / 5 = 0.934927 / 5 = 0.186985; exp - 1 = 20.5610 %.
    for year, printed in ((2025, "65.28"), (2026, "76.25"), (2031, "166.27")):
        size(report, year, printed)
    report.growth("d", "16.87", 2026, 2031)
    assert outcome(report) == {
        "from_base_year": (6, "16.8617", "rounding"),
        "from_first_forecast_year": (5, "16.8732", "consistent"),
        "label_years": (5, "20.5610", "mismatch_high"),
    }
    rows = audit(report)
    assert dict(rows.select("convention", "is_consistent").iter_rows()) == {
        "from_base_year": False,
        "from_first_forecast_year": True,
        "label_years": False,
    }
    assert set(rows["publisher_convention"]) == {"from_first_forecast_year"}


def test_bands_that_meet_are_rounding_where_the_point_lies_outside(report: Book) -> None:
    # 1 to 2 in one period: 100 %; bands 0.5..1.5 and 1.5..2.5 give 0 % to 400 %. Stated 90.0 is outside 100 yet inside the band.
    size(report, 2024, "1")
    size(report, 2025, "2")
    report.growth("d", "90.0", 2024, 2025)
    assert audit(report).select("convention", "finding", "is_consistent").rows() == [
        ("from_base_year", "rounding", True),
        ("label_years_plus_one", "rounding", True),  # sqrt(2) - 1 = 41.4 %; with bands 0 % to sqrt(5) - 1 = 123.6 %
    ]


def test_a_band_that_only_touches_the_stated_one_does_not_meet_it_unless_words_give_the_bound(report: Book) -> None:
    # 2 (1.5 to 2.5) to 3.488 (3.4875 to 3.4885) in one period: from 3.4875 / 2.5 - 1 = 39.5 % on. "39" leaves 38.5 to 39.5 open.
    size(report, 2024, "2")
    size(report, 2025, "3.488")
    report.growth("d", "39", 2024, 2025)
    report.growth("d", "20", 2024, 2025, obs_value_high=D("39.5"))
    from_base = audit(report).filter(convention="from_base_year").sort("claim_id")
    assert from_base["is_consistent"].to_list() == [False, True]


def test_two_conventions_equally_often_consistent_are_inconclusive(report: Book) -> None:
    # Ten per cent a year throughout: 100, 110, 161.051. From 2025: 5 periods 10 %; from 2026: 4 periods 10 %.
    for year, printed in ((2025, "100.000"), (2026, "110.000"), (2030, "161.051")):
        size(report, year, printed)
    report.growth("d", "10.0", 2026, 2030)
    rows = audit(report)
    assert set(rows.filter("is_consistent")["convention"]) == {"from_base_year", "from_first_forecast_year"}
    assert set(rows["publisher_convention"]) == {None}


@pytest.mark.parametrize(
    ("label", "end", "years", "base_year", "start_years"),
    [
        (2026, 2034, [2024, 2025, 2034], None, {2025}),  # the latest before the label
        (2026, 2034, [2024, 2025, 2034], 2024, {2024}),  # the stated base year goes first
        (2025, 2034, [2025, 2034], None, {2025}),  # the label's own year where nothing stands before it
        (None, 2034, [2022, 2025, 2034], None, {2022}),  # no label: the earliest
        (2026, 2034, [2020, 2034], None, set()),  # six years before the label is no base
        (2026, 2034, [2025], None, set()),  # no end figure
        (2026, 2034, [2034], None, set()),  # no start figure
        (2025, 2032, [2019, 2025, 2032], 2032, {2025}),  # a base year behind the label is none
    ],
)
def test_the_start_figure_follows_label_and_base_year(
    book: Book, label: int | None, end: int, years: list[int], base_year: int | None, start_years: set[int]
) -> None:
    book.document("d", "p", base_year=base_year)
    for year in years:
        size(book, year, f"{year}.0")
    book.growth("d", "9.0", label, end)
    assert set(audit(book)["start_year"]) == start_years


def test_bounds_are_no_figures_and_stated_years_go_before_inferred_ones(report: Book) -> None:
    size(report, 2025, "20", comparator=">")
    size(report, 2025, "10.0", is_stated=False)
    stated = size(report, 2025, "11")
    size(report, 2026, "12")
    report.growth("d", "9.0", 2025, 2026)
    assert set(audit(report)["start_claim_id"]) == {stated}


def test_rates_and_sizes_at_two_levels_of_the_trade_are_not_held_against_each_other(report: Book) -> None:
    size(report, 2025, "11.20", value_basis="retail")
    size(report, 2032, "21.28", value_basis="retail")
    report.growth("d", "9.6", 2025, 2032)
    assert not audit(report).is_empty()
    size(report, 2025, "9", value_basis="wholesale")
    assert audit(report).is_empty()


def test_the_audit_names_the_claims_it_starts_and_ends_with(report: Book) -> None:
    # 21.28 / 11.20 = 1.9; ln 1.9 = 0.641854; / 7 = 0.091693, exp - 1 = 9.6029 %; plus one: / 8 = 0.080232, 8.3538 %.
    start, end = size(report, 2025, "11.20"), size(report, 2032, "21.28")
    report.growth("d", "9.6", 2025, 2032)
    table = audit(report)
    assert table.select(
        "convention", "start_claim_id", "end_claim_id", "periods", "is_best", "publisher_convention"
    ).rows() == [
        ("from_base_year", start, end, 7, True, "from_base_year"),
        ("label_years_plus_one", start, end, 8, False, "from_base_year"),
    ]
    assert [round(float(value), 4) for value in table["recomputed_pct"]] == [9.6029, 8.3538]
    assert table["stated_low_pct"].to_list() == [D("9.55")] * 2


@pytest.mark.parametrize(
    "fields",
    [
        {"comparator": ">"},  # a bound
        {"ref_area": "150"},  # another area
        {"segment_key": "type:a"},  # a segment
        {"publisher_id": "q"},  # another publisher
        {"status": "quarantined"},
        {"period_end": None},  # no end
    ],
)
def test_a_cagr_without_figures_of_its_own_kind_is_not_audited(report: Book, fields: dict[str, Any]) -> None:
    size(report, 2025, "11.20")
    size(report, 2032, "21.28")
    report.growth("d", "9.6", 2025, 2032, **fields)
    assert audit(report).is_empty()
    report.growth("d", "9.6", 2025, 2032)
    assert not audit(report).is_empty()


def test_a_superseded_document_is_not_audited(book: Book) -> None:
    book.document("d", "p", status="superseded")
    size(book, 2025, "11.20")
    size(book, 2032, "21.28")
    book.growth("d", "9.6", 2025, 2032)
    assert audit(book).is_empty()


@pytest.mark.parametrize("fields", [{"time_period": "2032-Q1"}, {"unit_measure": "EUR"}])
def test_quarters_and_other_currencies_do_not_serve_as_endpoints(report: Book, fields: dict[str, Any]) -> None:
    size(report, 2025, "11.20")
    size(report, 2032, "21.28", **fields)
    report.growth("d", "9.6", 2025, 2032)
    assert audit(report).is_empty()


def test_volumes_serve_where_no_sizes_do(report: Book) -> None:
    volume: dict[str, Any] = {"metric": "volume", "unit_measure": "units"}
    start = size(report, 2025, "11.20", **volume)
    size(report, 2032, "21.28", **volume)
    report.growth("d", "9.6", 2025, 2032)
    assert audit(report)["start_claim_id"].to_list() == [start, start]
    sized = size(report, 2025, "22.40")
    size(report, 2032, "42.56")
    assert set(audit(report)["start_claim_id"]) == {sized}  # sizes go first


@pytest.mark.parametrize(("confidence", "finding"), [(0.95, "mismatch_high"), (0.79, "doubtful")])
def test_a_mismatch_on_a_doubtful_reading_accuses_nobody(report: Book, confidence: float, finding: str) -> None:
    # 9.6029 % follows from the sizes; 12.4 % lies 2.8 points beyond rounding
    size(report, 2025, "11.20")
    size(report, 2032, "21.28")
    report.growth("d", "12.4", 2025, 2032, confidence=confidence)
    sure = report.growth("d", "9.6", 2025, 2032, confidence=0.5)
    table = audit(report)
    assert set(table.filter(pl.col("claim_id") != sure)["finding"]) == {finding}
    assert table.filter("is_best", claim_id=sure)["finding"].to_list() == ["consistent"]
