"""One market as an analyst looks at it: estimates with the vendors side by side, conflicts, refusals, neighbours.

Belongs here: which rows of the marts make up the picture, in which order. How it is drawn is up to the command line and
the site.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import Any

from release.reading.industry_classes import IndustryClass, industry_classes
from release.reading.published_figure import publishers_figures
from release.reading.row_words import Row, area_of, basis_of, split_ids
from sources.grammar.areas import WORLD_CODE as WORLD
from sources.metrics import place_of
from warehouse.connection import rows

_DECISIONS = """
SELECT * FROM marts.decisions WHERE decision_id IN (
    SELECT unnest(string_split(decision_ids, '|')) FROM (
        SELECT decision_ids FROM marts.claims WHERE market_id = $1
        UNION ALL SELECT decision_ids FROM marts.market_estimates WHERE market_id = $1
        UNION ALL SELECT decision_ids FROM marts.conflicts WHERE $1 IN (market_id, other_market_id)
    )
) OR list_contains(string_split(market_ids, '|'), $1)
ORDER BY decided_on, decision_id
"""


@dataclass(frozen=True, slots=True)
class VendorFigure:
    """One publisher's figure of a series in a year. Where it has several, the stated one before the derived one."""

    vendor_figure_id: str
    publisher: str
    value: Decimal
    status: str  # stated, inferred, derived
    as_printed: str | None
    formula: str | None
    cluster_id: str
    vintage: str | None = None  # known, possible or unknown; None in a release, where nothing is asked of the past


@dataclass(frozen=True, slots=True)
class YearRow:
    """One estimate or refusal with the figures it stands among, by publisher."""

    estimate_id: str
    year: int
    estimate: float | None
    low: float | None
    high: float | None
    predicted_low: float | None
    predicted_high: float | None
    verdict: str
    status: str
    n_publishers: int
    n_independent: int
    reason: str
    related_scopes: str | None
    figures: Mapping[str, VendorFigure]
    vintage: str | None  # of the weakest document that it rests on
    row: Row  # of marts.market_estimates
    stated: Sequence[Row]  # of marts.vendor_figures, all of every publisher


@dataclass(frozen=True, slots=True)
class SeriesHead:
    """What a series is: one metric of one part of a market in one area."""

    metric: str
    unit: str
    ref_area: str
    area: str
    dimension: str | None
    segment: str | None

    @property
    def rank(self) -> tuple[object, ...]:
        """What series are sorted by: the whole market before parts, the world before areas, market size before other metrics."""
        named = (self.metric, self.dimension or "", self.segment or "", self.area, self.unit)
        return (self.segment is not None, self.ref_area != WORLD, place_of(self.metric), *named)


@dataclass(frozen=True, slots=True)
class Series(SeriesHead):
    """One series with its years. `basis`: "retail, constant 2015 money"; empty where no level is stated and money is current."""

    publishers: tuple[str, ...]
    years: tuple[YearRow, ...]
    basis: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A market of a related scope."""

    market_id: str
    market: str
    scope: str
    relation: str  # contains, contained_in, overlaps


@dataclass(frozen=True, slots=True)
class MarketView:
    """All of one market."""

    market_id: str
    market: str
    scope: str
    n_documents: int
    n_publishers: int
    n_claims: int
    series: tuple[Series, ...]
    conflicts: tuple[Mapping[str, Any], ...]  # rows of marts.conflicts that touch the market
    neighbours: tuple[Neighbour, ...]
    decisions: tuple[Mapping[str, Any], ...] = ()  # rows of marts.decisions that touched the market or what is in it
    classes: tuple[IndustryClass, ...] = ()


def view_market(database: Path, market_id: str) -> MarketView:
    """Collects one market.

    Args:
        database: a release's database.
        market_id: an id of marts.markets.

    Returns:
        The market; series of the whole market before segments, world before areas, market size before other metrics.

    Raises:
        KeyError: no such market.
    """
    heads = rows(database, "SELECT * FROM marts.markets WHERE market_id = ?", [market_id])
    if not heads:
        raise KeyError(market_id)
    head = heads[0]
    conflicts = rows(
        database,
        "SELECT * FROM marts.conflicts WHERE market_id = ? OR other_market_id = ? "
        "ORDER BY verdict, kind, metric, time_period_year NULLS LAST, conflict_id",
        [market_id, market_id],
    )
    return MarketView(
        market_id=market_id,
        market=head["market"],
        scope=head["scope"],
        n_documents=head["n_documents"],
        n_publishers=head["n_publishers"],
        n_claims=head["n_claims"],
        series=_series(database, market_id),
        conflicts=tuple(conflicts),
        neighbours=_neighbours(database, head),
        decisions=tuple(rows(database, _DECISIONS, [market_id])),
        classes=tuple(industry_classes(head)),
    )


# The marts that the two functions above read; a database that is made for a question needs no others.
MARTS = ("markets", "market_estimates", "vendor_figures", "conflicts", "claims", "decisions")


def documents_then(database: Path, market_id: str) -> list[dict[str, Any]]:
    """The documents of a market in a database as of a day, with their dates and why they are in or out.

    Args:
        database: made by `release.reading.past_database`; a release itself has no such table.
        market_id: an id of marts.markets.

    Returns:
        Rows of marts.vintages: documents about the market or with a figure of it, by vintage, publisher and name.
    """
    return rows(
        database,
        "SELECT * FROM marts.vintages WHERE market_id = ? "
        "OR document_id IN (SELECT document_id FROM marts.vendor_figures WHERE market_id = ?) "
        "ORDER BY CASE vintage WHEN 'absent' THEN 'z' ELSE vintage END, publisher NULLS LAST, name, document_id",
        [market_id, market_id],
    )


def _series(database: Path, market_id: str) -> tuple[Series, ...]:
    figures = publishers_figures(database, market_id=market_id)
    estimates = rows(
        database,
        "SELECT * FROM marts.market_estimates WHERE market_id = ? ORDER BY series_id, time_period_year",
        [market_id],
    )
    found = []
    for series_id, group in groupby(estimates, key=lambda row: row["series_id"]):
        years = tuple(_year(row, figures.get((series_id, row["time_period_year"]), [])) for row in group)
        publishers = tuple(sorted({publisher for year in years for publisher in year.figures}))
        first = years[0].row
        found.append(Series(*series_fields(first), publishers, years, basis_of(first)))
    return tuple(sorted(found, key=lambda series: (*series.rank, series.basis)))


def series_fields(row: Row) -> tuple[str, str, str, str, str | None, str | None]:
    """The fields of `SeriesHead`, of a row of marts.market_estimates or marts.vendor_figures."""
    return (row["metric"], row["unit_measure"], row["ref_area"], area_of(row), row["dimension"], row["segment"])


def _year(row: Row, stated: Sequence[Row]) -> YearRow:
    figures: dict[str, VendorFigure] = {}
    for one in stated:
        figures.setdefault(one["publisher"], _figure(one))
    same = {name: row[name] for name in YearRow.__slots__ if name in row}
    known = {"vintage": None, **same, "year": row["time_period_year"]}
    return YearRow(**known, figures=figures, row=row, stated=stated)


def _figure(row: Row) -> VendorFigure:
    return VendorFigure(
        vendor_figure_id=row["vendor_figure_id"],
        publisher=row["publisher"],
        value=row["obs_value"],
        status=row["status"],
        as_printed=row["value_as_printed"],
        formula=row["formula"],
        cluster_id=row["cluster_id"],
        vintage=row.get("vintage"),
    )


def relations_of(market: Row) -> list[tuple[str, list[str]]]:
    """Ids of the markets of related scope by relation, read from a row of marts.markets."""
    return [(one, split_ids(market[f"{one}_market_ids"])) for one in ("contains", "contained_in", "overlaps")]


def _neighbours(database: Path, head: Row) -> tuple[Neighbour, ...]:
    markets = {row["market_id"]: row for row in rows(database, "SELECT market_id, market, scope FROM marts.markets")}
    return tuple(
        Neighbour(market_id, markets[market_id]["market"], markets[market_id]["scope"], relation)
        for relation, ids in relations_of(head)
        for market_id in ids
        if market_id in markets
    )
