"""One series of a market: publishers' figures, estimates, and the data of its chart.

Belongs here: the table's rows and the chart's marks, made from the same rows, so that there are as many of one as of the
other. Floats are for drawing only; the table prints the decimals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from release.reading.figure_words import figure
from release.reading.market_reading import SeriesHead, series_fields
from release.reading.row_words import basis_of, split_ids
from release.site.addresses import Addresses
from release.site.answer import prices_of, weight
from release.site.rows import Row
from release.site.shown import Shown, Where, equal, shown

STATED_FIRST = "stated figures before derived ones"
_STATUSES = ("stated", "inferred", "derived")
COLUMNS = (  # of marts.vendor_figures, what the table and the chart of a series show or stand by
    "series_id", "metric", "unit_measure", "area", "ref_area", "dimension", "segment", "vendor_figure_id", "publisher_id",
    "publisher", "time_period", "time_period_year", "obs_value", "value_as_printed", "formula", "status", "claim_ids", "document_id",
    "vintage_date", "value_basis", "price_basis", "price_basis_is_assumed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Series(SeriesHead):
    """What the market page shows of one series.

    Attributes:
        figures: rows of marts.vendor_figures by year and publisher, each with `href`, its place among the evidence; of very
            many the stated figures before derived ones.
        estimates: rows of marts.market_estimates by year.
        chart: what `assets/charts.js` draws; None where there are fewer than two points.
        basis: level of the trade and kind of money, where a text states one.
        prices: whether its money is nominal or real, in words; None where it is no money.
    """

    series_id: str
    figures: Shown[dict[str, Any]]
    estimates: tuple[Row, ...]
    chart: dict[str, Any] | None
    basis: str
    prices: str | None

    @property
    def years(self) -> str:
        """Its first and last year."""
        years = [row["time_period_year"] for row in self.estimates or self.figures.rows]
        first, last = min(years), max(years)
        return str(first) if first == last else f"{first}–{last}"

    @property
    def stated(self) -> list[Row]:
        """The estimates of years that a publisher states."""
        years = {row["time_period_year"] for row in self.figures if row["status"] != "derived"}
        return [
            row for row in self.estimates if row["time_period_year"] in years or row["status"] in ("stated", "inferred")
        ]

    @property
    def carried(self) -> list[Row]:
        """Those of years for which there are derived figures only, refusals among them."""
        stated = {row["estimate_id"] for row in self.stated}
        return [row for row in self.estimates if row["estimate_id"] not in stated]

    @property
    def best(self) -> Row | None:
        """The estimate that stands for the series where it is folded: most independent publishers, stated first, earliest."""
        return max(self.estimates, key=weight, default=None)


def series_of(figures: Iterable[Row], estimates: Iterable[Row], at: Addresses) -> list[Series]:
    """The series of one market: the whole before its parts, the world before areas, sizes before other metrics.

    Args:
        figures: the market's rows of marts.vendor_figures.
        estimates: its rows of marts.market_estimates.
        at: addresses of the claims.
    """
    points: dict[str, list[dict[str, Any]]] = {}
    for row in figures:
        points.setdefault(row["series_id"], []).append({**row, "href": at.first(split_ids(row["claim_ids"]))})
    by_series: dict[str, list[Row]] = {}
    for row in estimates:
        by_series.setdefault(row["series_id"], []).append(row)
    found = [_series(key, points.get(key, []), by_series.get(key, [])) for key in {**by_series, **points}]
    return sorted(found, key=lambda series: (*series.rank, series.series_id))


def _series(series_id: str, told: list[dict[str, Any]], estimates: list[Row]) -> Series:
    where = Where("vendor_figures", equal("series_id", series_id))
    figures = shown(sorted(told, key=by_year), where, STATED_FIRST, rank=stated_first, order=by_year)
    estimates = sorted(estimates, key=lambda row: (row["time_period_year"], row["estimate_id"]))
    first = (estimates or figures.rows)[0]
    chart = _chart(first, figures.rows, estimates) if len(figures) > 1 else None
    head = series_fields(first)
    return Series(*head, series_id, figures, tuple(estimates), chart, basis_of(first), prices_of(first, told))


def by_year(figure_of: Row) -> tuple[object, ...]:
    """What figures of one series stand by."""
    return (figure_of["time_period_year"], figure_of["publisher"] or "", figure_of["vendor_figure_id"])


def stated_first(figure_of: Row) -> tuple[object, ...]:
    """What figures are chosen by where there are too many: stated ones, then inferred, then derived; and by year."""
    status = figure_of["status"]
    return (_STATUSES.index(status) if status in _STATUSES else len(_STATUSES), *by_year(figure_of))


def _chart(first: Row, figures: Sequence[dict[str, Any]], estimates: list[Row]) -> dict[str, Any]:
    publishers = sorted({row["publisher"] or "" for row in figures})
    points = [
        {
            "p": publishers.index(row["publisher"] or ""),
            "x": row["time_period_year"],
            "y": float(row["obs_value"]),
            "s": row["status"],
            "t": figure(row["obs_value"], row["unit_measure"]),
            "h": row["href"],
        }
        for row in figures
    ]
    # a range across publishers needs two of them; it is no confidence band, and the page says so
    bands = [
        {"x": row["time_period_year"], "lo": float(row["lowest_figure"]), "hi": float(row["highest_figure"])}
        for row in estimates
        if row["lowest_figure"] is not None and row["n_publishers"] > 1 and row["verdict"] != "not_comparable"
    ]
    centres = [
        {
            "x": row["time_period_year"],
            "y": row["estimate"],
            "lo": row["low"],
            "hi": row["high"],
            "t": figure(row["estimate"], row["unit_measure"]),
        }
        for row in estimates
        if row["estimate"] is not None and row["n_independent"] > 1
    ]
    return {
        "unit": first["unit_measure"],
        "publishers": publishers,
        "points": points,
        "range": bands,
        "estimates": centres,
    }
