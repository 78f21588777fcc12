"""The scorecard's rates, each with its count: arithmetic, distance from the others, forecasts, dependence, coverage."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

import pytest


def card(book: Any, publisher: str = "p") -> dict[str, Any]:
    rows = book.build()["core.vendor_scorecard"].to_dicts()
    return next(row for row in rows if row["publisher_id"] == publisher)


def size(book: Any, document: str, billions: str, **fields: Any) -> str:
    digits = billions.replace(".", "")
    zeros = 9 - (len(billions.partition(".")[2]) if "." in billions else 0)
    return str(book.claim(document, f"USD {billions} billion", digits + "0" * zeros, **fields))


def test_the_distance_is_the_median_over_series_against_the_others_without_the_publisher(book: Any) -> None:
    # Others without p: 10 and 40, on the log scale in the middle 20. p says 25: ln(25 / 20) = 0.2231.
    # Second market: 8 against 10 alone: ln(10 / 8) = 0.2231. Third: 20 against 10: 0.6931. Median 0.2231.
    for name, values in (("p", (25, 8, 20)), ("q", (10, 10, 10)), ("r", (40, None, None))):
        book.document(name, name)
        for market, value in zip(("pumps", "fans", "vents"), values, strict=True):
            if value:
                size(book, name, f"{value}.0", market_id=market)
    row = card(book)
    assert row["n_compared"] == 3
    assert row["median_distance_ln"] == pytest.approx(math.log(1.25), abs=1e-11)


def test_years_of_one_series_are_one_comparison_and_too_few_give_no_median(book: Any) -> None:
    # 2025 to 2029 on two paths: five years, one series; fewer than three series say nothing.
    for name, first, last in (("p", "10.0", "20.0"), ("q", "11.0", "21.0")):
        book.document(name, name)
        size(book, name, first)
        size(book, name, last, year=2029)
    row = card(book)
    assert (row["n_compared"], row["median_distance_ln"]) == (1, None)


def test_a_copy_is_no_company(book: Any) -> None:
    book.document("p", "p", cluster_id="k")
    book.document("q", "q", cluster_id="k")
    size(book, "p", "10.0")
    size(book, "q", "12.0")
    assert card(book)["n_compared"] == 0


def _editions(book: Any) -> None:
    book.document("old", "p", report_key="r", status="superseded", superseded_by="new", figure_date=date(2024, 6, 1))
    book.document("new", "p", report_key="r", figure_date=date(2027, 6, 1))


def test_a_forecast_is_held_against_what_the_next_edition_states_as_history(book: Any) -> None:
    # 2025: 11 forecast, 10 came: ln 1.1 = 0.0953; 2026: 12 / 10: 0.1823; 2024: 9 / 10: -0.1054.
    # |errors| sorted 0.0953, 0.1054, 0.1823: median 0.1054; with signs -0.1054, 0.0953, 0.1823: median 0.0953.
    _editions(book)
    for year, forecast in ((2024, "9.0"), (2025, "11.0"), (2026, "12.0")):
        size(book, "old", forecast, year=year, obs_status="F", status="superseded")
        size(book, "new", "10.0", year=year)
    size(book, "old", "99.0", year=2030, obs_status="F", status="superseded")
    size(book, "new", "50.0", year=2030, obs_status="F")  # still a forecast
    row = card(book)
    assert row["n_forecasts_checked"] == 3
    assert row["median_forecast_error_ln"] == pytest.approx(math.log(10 / 9), abs=1e-11)
    assert row["median_forecast_bias_ln"] == pytest.approx(math.log(1.1), abs=1e-11)


def test_of_several_prints_of_a_forecast_and_of_what_came_the_finest_count(book: Any) -> None:
    # The text says "about 10" first and 11.00 further down, the later one 20 and 10.00: ln(11 / 10) = 0.0953.
    _editions(book)
    for year in (2024, 2025, 2026):
        for value in ("10", "11.00", "40"):
            size(book, "old", value, year=year, obs_status="F", status="superseded")
        for value in ("20", "10.00", "40"):
            size(book, "new", value, year=year)
    row = card(book)
    assert row["n_forecasts_checked"] == 3
    assert row["median_forecast_error_ln"] == pytest.approx(math.log(1.1), abs=1e-11)


def test_others_actuals_count_where_the_publisher_states_none_and_each_voice_once(book: Any) -> None:
    # q and its copy say 10, r says 40: median on the log scale 20. Forecast 22: ln 1.1.
    book.document("d", "p", figure_date=date(2024, 6, 1))
    book.document("q1", "q", figure_date=date(2026, 2, 1))
    book.document("q2", "q", figure_date=date(2026, 3, 1))
    book.document("r1", "r", figure_date=date(2026, 4, 1))
    for market in ("pumps", "fans", "vents"):
        size(book, "d", "22.0", obs_status="F", market_id=market)
        for name, value in (("q1", "10.0"), ("q2", "10.0"), ("r1", "40.0")):
            size(book, name, value, market_id=market)
    row = card(book)
    assert row["n_forecasts_checked"] == 3
    assert row["median_forecast_error_ln"] == pytest.approx(math.log(1.1), abs=1e-11)


@pytest.mark.parametrize(
    ("forecast_on", "actual_on"),
    [(None, date(2026, 1, 1)), (date(2024, 1, 1), None), (date(2026, 1, 1), date(2025, 12, 1))],
)
def test_undated_or_earlier_texts_prove_no_order(book: Any, forecast_on: Any, actual_on: Any) -> None:
    book.document("d", "p", figure_date=forecast_on)
    book.document("e", "q", figure_date=actual_on)
    size(book, "d", "22.0", obs_status="F")
    size(book, "e", "20.0")
    assert card(book)["n_forecasts_checked"] == 0


def test_errors_of_arithmetic_are_counted_against_all_checks(book: Any) -> None:
    # Four checks: 60 and 30 within 50 (one is not), together 90 (more than 50), the growth of the whole (14.87 stated 14.9).
    book.document("d", "p")
    size(book, "d", "50.0")
    size(book, "d", "100.0", year=2030)
    book.growth("d", "14.9", 2025, 2030)
    for segment, value in (("a", "60.0"), ("b", "30.0")):
        size(book, "d", value, segment=segment, segment_key=f"type:{segment}", dimension="Type")
    row = card(book)
    # a part above its whole, and parts above their whole
    assert (row["n_checks"], row["n_errors"], row["error_pct"]) == (4, 2, 50.0)
    # 60 - 50 = 10 against half widths of 0.05 and 0.05: 100 times rounding, high; 90 - 50 = 40 against 0.15: high
    assert row["n_severe_errors"] == 2


def test_coverage_and_dependence_are_counted(book: Any) -> None:
    for name in ("a", "b", "c"):
        book.document(name, "p", cluster_id="k" if name == "a" else name)
    book.document("x", "q", cluster_id="k")
    size(book, "a", "10.0")
    size(book, "b", "4.0", ref_area="150", year=2031)
    book.claim("c", "USD 7.0 billion", "7000000000", publisher_id="z", market_id="fans")
    row = card(book)
    assert (row["n_series"], row["n_areas"], row["first_year"], row["last_year"]) == (2, 2, 2025, 2031)
    assert (row["n_dependent_documents"], row["dependent_pct"]) == (1, pytest.approx(100 / 3, abs=1e-9))
    assert row["n_passed_on"] == 1  # what z says in p's document
