"""Currency rates: yearly means of the ECB's daily rates, and the year that a figure takes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.resolve.claims.exchange_rates import (
    STEP,
    FxRate,
    figure_dates,
    rate_year,
    usd_rates,
)

Run = Callable[..., dict[str, pl.DataFrame]]
Doc = Callable[[str], str]
Frame = Callable[[str, Any], pl.DataFrame]

PUBLISHED = date(2026, 5, 18)


def test_a_years_mean_is_the_mean_of_its_daily_cross_rates() -> None:
    # ECB, in the packaged file: mean of the 255 daily USD rates of 2025 = 1.129983137254902 USD for 1 EUR.
    (rate,) = usd_rates([("EUR", 2025)])
    assert rate == FxRate("EUR", 2025, Decimal("1.129983137"), 255, date(2025, 1, 2), date(2025, 12, 31))


def test_a_cross_rate_is_averaged_day_by_day_not_mean_by_mean() -> None:
    from currency_converter import CurrencyConverter, RateNotFoundError

    # Worked out again by floats, apart from the code under test: mean over days of USD / INR.
    rates = CurrencyConverter()
    quotients, dollars, rupees = [], [], []
    for ordinal in range(date(2020, 1, 1).toordinal(), date(2020, 12, 31).toordinal() + 1):
        try:
            day = date.fromordinal(ordinal)
            usd, inr = (rates.convert(1, "EUR", code, date=day) for code in ("USD", "INR"))
        except RateNotFoundError:
            continue
        quotients.append(usd / inr)
        dollars.append(usd)
        rupees.append(inr)
    (rate,) = usd_rates([("INR", 2020)])
    assert rate.n_days == len(quotients)
    assert float(rate.usd_per_unit) == pytest.approx(sum(quotients) / len(quotients), abs=1e-9)
    assert float(rate.usd_per_unit) != pytest.approx(sum(dollars) / sum(rupees), abs=2e-9)


def test_pairs_come_in_order_each_once_and_only_where_the_year_is_complete() -> None:
    wanted = [("GBP", 2024), ("EUR", 2024), ("EUR", 2024), ("USD", 2024), ("EUR", 2026), ("RUB", 2022), ("HRK", 2022)]
    assert [(rate.currency, rate.rate_year) for rate in usd_rates(wanted)] == [
        ("EUR", 2024),
        ("GBP", 2024),
        ("HRK", 2022),
    ]


@pytest.mark.parametrize(
    ("currency", "year", "figure_date", "chosen"),
    [
        ("EUR", 2025, PUBLISHED, ("year_mean", 2025)),
        ("EUR", 2025, None, ("year_mean", 2025)),  # a complete year needs no date
        ("EUR", 2019, PUBLISHED, ("year_mean", 2019)),
        ("EUR", 2030, PUBLISHED, ("last_complete_year_mean", 2025)),
        ("EUR", 2026, PUBLISHED, ("last_complete_year_mean", 2025)),  # 2026 is not complete in the file
        ("EUR", 2030, date(2024, 3, 1), ("last_complete_year_mean", 2023)),  # what was known when it was said
        ("EUR", 2030, date(2025, 12, 31), ("last_complete_year_mean", 2024)),  # its year had not ended
        ("EUR", 2030, date(2026, 1, 1), ("last_complete_year_mean", 2025)),
        ("EUR", 2030, None, None),  # undated
        ("EUR", 2030, date(1999, 5, 1), None),  # before the first complete year ended
        ("EUR", 1998, PUBLISHED, None),  # before the rates
        ("EUR", None, PUBLISHED, None),
        ("RUB", 2021, PUBLISHED, ("year_mean", 2021)),
        ("RUB", 2022, PUBLISHED, None),  # the ECB stopped in March 2022
        ("RUB", 2030, PUBLISHED, None),  # a rate of 2021 would be stale
        ("XYZ", 2024, PUBLISHED, None),
    ],
)
def test_a_figure_takes_the_mean_of_its_year_or_of_the_last_complete_year_before_its_date(
    currency: Any, year: Any, figure_date: Any, chosen: Any
) -> None:
    assert rate_year(currency, year, figure_date) == chosen


def test_undated_figures_go_by_the_latest_year_they_state_as_past(frame: Frame, doc: Doc) -> None:
    documents = [
        {"document_id": doc("dated"), "figure_date": PUBLISHED},
        {"document_id": doc("undated")},
        {"document_id": doc("future")},
    ]
    claims = [
        {"claim_id": "1", "document_id": doc("dated"), "time_period_year": 2020},
        {"claim_id": "2", "document_id": doc("undated"), "time_period_year": 2023},
        {"claim_id": "3", "document_id": doc("undated"), "time_period_year": 2024},
        {"claim_id": "4", "document_id": doc("undated"), "time_period_year": 2031, "obs_status": "F"},
        {"claim_id": "5", "document_id": doc("future"), "time_period_year": 2031, "obs_status": "F"},
        {"claim_id": "6", "document_id": doc("future")},
    ]
    found = figure_dates(frame("core.documents", documents), frame("core.claims", claims))
    assert found == {doc("dated"): PUBLISHED, doc("undated"): date(2025, 1, 1), doc("future"): None}


def test_the_step_writes_the_rates_that_figures_take_and_no_others(run: Run, doc: Doc) -> None:
    documents = [{"document_id": doc("a"), "figure_date": PUBLISHED}, {"document_id": doc("b")}]
    claims = [
        {"document_id": doc("a"), "unit_measure": "EUR", "time_period_year": 2025},
        {"document_id": doc("a"), "unit_measure": "EUR", "time_period_year": 2030, "obs_status": "F"},
        {"document_id": doc("a"), "unit_measure": "INR", "time_period_inferred": 2024},
        {"document_id": doc("a"), "unit_measure": "USD", "time_period_year": 2019},
        {"document_id": doc("a"), "unit_measure": "percent", "time_period_year": 2019},
        {"document_id": doc("a"), "unit_measure": "XYZ", "time_period_year": 2019},
        {"document_id": doc("b"), "unit_measure": "GBP", "time_period_year": 2030, "obs_status": "F"},
        {"document_id": doc("b"), "unit_measure": "USD", "time_period_year": 2022},
    ]
    claims = [{"claim_id": str(number)} | claim for number, claim in enumerate(claims)]
    found = run(STEP, {"core.documents": documents, "core.claims": claims})["core.fx_rates"]
    assert found.select("currency", "rate_year").rows() == [("EUR", 2025), ("GBP", 2022), ("INR", 2024)]


def test_dollars_alone_read_no_rates(run: Run, doc: Doc, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("rates were read")

    monkeypatch.setattr("warehouse.resolve.claims.exchange_rates._rates", refuse)
    claims = [{"claim_id": "1", "document_id": doc("a"), "time_period_year": 2025}]
    assert run(STEP, {"core.documents": [{"document_id": doc("a")}], "core.claims": claims})["core.fx_rates"].is_empty()
