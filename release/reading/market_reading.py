"""One market as an analyst looks at it: estimates with the vendors side by side, conflicts, refusals, neighbours.

Belongs here: which rows of the marts make up the picture, in which order. How it is drawn is up to the command line and
the site.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import Any

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.metrics import place_of
from warehouse.connection import rows

ENOUGH = 75  # score of 100 below which a name is no match
ALL_WORDS = 95  # score of a name that holds every word asked for


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
class Match:
    """A market whose name resembles the words asked for; score 0 to 100."""

    market_id: str
    market: str
    scope: str
    score: float


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
    vintage: str | None = None  # of the weakest document that it rests on


@dataclass(frozen=True, slots=True)
class Series:
    """One metric of one part of the market in one area."""

    metric: str
    unit: str
    ref_area: str
    area: str
    dimension: str | None
    segment: str | None
    publishers: tuple[str, ...]
    years: tuple[YearRow, ...]
    basis: str = ""  # "retail, constant 2015 money"; empty where no level is stated and money is current

    @property
    def is_world(self) -> bool:
        """Whether it is about the whole world."""
        return self.ref_area == WORLD


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


def find_markets(database: Path, words: str, limit: int = 5) -> list[Match]:
    """Markets by name, best first.

    Args:
        database: a release's database.
        words: a market id, a name, or words of a name; case and word order do not matter.
        limit: how many at most.

    Returns:
        Matches with a score of at least `ENOUGH`. An id or a name that is met exactly scores 100 and stands alone.
    """
    from rapidfuzz import fuzz

    asked = _plain(words)
    if not asked:
        return []
    ranked: list[tuple[float, float, Match]] = []
    markets = rows(database, "SELECT market_id, market, scope, names FROM marts.markets ORDER BY market_id")
    for row in markets:
        names = {_plain(name) for name in (row["market_id"], row["market"], *(row["names"] or "").split("|")) if name}
        if asked in names:
            return [Match(row["market_id"], row["market"], row["scope"], 100.0)]
        has_all = any(set(asked.split()) <= set(name.split()) for name in names)
        score = max(ALL_WORDS if has_all else 0.0, *(fuzz.WRatio(asked, name) for name in names))
        closeness = max(fuzz.token_sort_ratio(asked, name) for name in names)  # of two that hold the words, the shorter
        if score >= ENOUGH:
            match = Match(row["market_id"], row["market"], row["scope"], round(score, 1))
            ranked.append((match.score, round(closeness, 6), match))
    ranked.sort(key=lambda found: (-found[0], -found[1], found[2].market_id))
    return [match for _, _, match in ranked[:limit]]


def _plain(name: str) -> str:
    """Small letters, no punctuation, no plural s: what people type alike."""
    from rapidfuzz.utils import default_process

    return " ".join(word.removesuffix("s") for word in default_process(name).split())


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
    figures: dict[tuple[str, int], dict[str, VendorFigure]] = {}
    told = rows(
        database,
        "SELECT * FROM marts.vendor_figures WHERE market_id = ? "
        "ORDER BY series_id, time_period_year, publisher, "
        "CASE status WHEN 'stated' THEN 0 WHEN 'inferred' THEN 1 ELSE 2 END, vendor_figure_id",
        [market_id],
    )
    for row in told:
        figure = VendorFigure(
            vendor_figure_id=row["vendor_figure_id"],
            publisher=row["publisher"],
            value=row["obs_value"],
            status=row["status"],
            as_printed=row["value_as_printed"],
            formula=row["formula"],
            cluster_id=row["cluster_id"],
            vintage=row.get("vintage"),
        )
        figures.setdefault((row["series_id"], row["time_period_year"]), {}).setdefault(figure.publisher, figure)
    estimates = rows(
        database,
        "SELECT * FROM marts.market_estimates WHERE market_id = ? ORDER BY series_id, time_period_year",
        [market_id],
    )
    found = []
    for series_id, group in groupby(estimates, key=lambda row: row["series_id"]):
        rows_of_series = list(group)
        first = rows_of_series[0]
        years = tuple(_year(row, figures.get((series_id, row["time_period_year"]), {})) for row in rows_of_series)
        publishers = tuple(sorted({publisher for year in years for publisher in year.figures}))
        found.append(
            Series(
                metric=first["metric"],
                unit=first["unit_measure"],
                ref_area=first["ref_area"],
                area=first["area"] or first["ref_area"],
                dimension=first["dimension"],
                segment=first["segment"],
                publishers=publishers,
                years=years,
                basis=told_basis(first),
            )
        )
    return tuple(sorted(found, key=_rank))


def _year(row: Mapping[str, Any], figures: Mapping[str, VendorFigure]) -> YearRow:
    return YearRow(
        estimate_id=row["estimate_id"],
        year=row["time_period_year"],
        estimate=row["estimate"],
        low=row["low"],
        high=row["high"],
        predicted_low=row["predicted_low"],
        predicted_high=row["predicted_high"],
        verdict=row["verdict"],
        status=row["status"],
        n_publishers=row["n_publishers"],
        n_independent=row["n_independent"],
        reason=row["reason"],
        related_scopes=row["related_scopes"],
        figures=figures,
        vintage=row.get("vintage"),
    )


def told_basis(row: Mapping[str, Any]) -> str:
    """What sets a series apart from those without a stated basis, in words; empty where nothing does.

    Args:
        row: of marts.market_estimates.
    """
    value, price = row["value_basis"], row["price_basis"]
    told = [value] if value not in (None, "unknown") else []
    told += [f"{price} money"] if price not in (None, "current") else []
    return ", ".join(told).replace("-", " ").replace("_", " ")


def _rank(series: Series) -> tuple[object, ...]:
    return (
        series.segment is not None,
        series.ref_area != WORLD,
        place_of(series.metric),
        series.metric,
        series.dimension or "",
        series.segment or "",
        series.area,
        series.unit,
        series.basis,
    )


def _neighbours(database: Path, head: Mapping[str, Any]) -> tuple[Neighbour, ...]:
    all_of_them = rows(database, "SELECT market_id, market, scope FROM marts.markets ORDER BY market_id")
    markets = {row["market_id"]: row for row in all_of_them}
    relations = (
        ("contains", head["contains_market_ids"]),
        ("contained_in", head["contained_in_market_ids"]),
        ("overlaps", head["overlaps_market_ids"]),
    )
    return tuple(
        Neighbour(market_id, markets[market_id]["market"], markets[market_id]["scope"], relation)
        for relation, ids in relations
        for market_id in (ids or "").split("|")
        if market_id in markets
    )
