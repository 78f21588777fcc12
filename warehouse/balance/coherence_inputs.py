"""The inputs of balancing from frames: figures and stated growth of each publisher, and the estimates.

Belongs here: from rows to records, nothing decided. The step and its results are in `coherence.py`, the arithmetic in
`warehouse/balance/`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import log
from typing import Any

import polars as pl

from sources.metrics import named
from warehouse.balance.balance_records import Figure, StatedGrowth, is_balanced
from warehouse.observe.prints import choose, prints_by_key
from warehouse.resolve.areas.area_members import VENDOR
from warehouse.resolve.statements.listed_members import top_members
from warehouse.values.keys import CURRENT_MONEY, UNKNOWN_VALUE, digest
from warehouse.values.vendor_figure_rows import BASIS_COLUMNS

ESTIMATES = "estimates"
PLAIN_BASIS = f"{UNKNOWN_VALUE}, {CURRENT_MONEY}"


@dataclass(frozen=True, slots=True)
class Audit:
    """One stated CAGR as the growth audit reads it: the claims it starts from and ends at, years, periods, why, and whether it fits."""

    claim_id: str
    start_claim_id: str
    start_year: int
    end_year: int
    periods: int
    currency_drift: float
    basis: str
    is_explained: bool


def owner_of(document_id: str, publisher_id: str) -> str:
    """Whose figures: one publisher's of one document."""
    return f"{document_id}|{publisher_id}"


def is_of_region() -> pl.Expr:
    """Whether a row is of a publisher's own region."""
    return pl.col("ref_area").str.starts_with(VENDOR)


def publisher_rows(
    vendor_figures: pl.DataFrame, observations: pl.DataFrame, claims: pl.DataFrame
) -> list[dict[str, Any]]:
    """Every publisher's figures, with those of its own regions, which are compared with nobody else's but are parts
    of its own totals.

    Args:
        vendor_figures: core.vendor_figures.
        observations: core.observations.
        claims: core.claims.

    Returns:
        Rows with the columns of core.vendor_figures that balancing needs, ordered by id.
    """
    columns = (
        "vendor_figure_id", "document_id", "publisher_id", "series_id", "market_id", "segment_key", "ref_area",
        "metric", "unit_measure", *BASIS_COLUMNS, "year", "obs_value", "obs_value_low", "obs_value_high", "status", "claim_ids",
    )  # fmt: skip
    rows = {row["vendor_figure_id"]: row for row in vendor_figures.select(columns).iter_rows(named=True)}
    of_regions = observations.filter(is_of_region())
    for key, (shared, prints) in prints_by_key(of_regions, claims, and_excluded=("vendor_region",)).items():
        chosen = choose(prints)
        row = {
            **{name: shared[name] for name in columns if name in shared},
            "vendor_figure_id": digest(*key),
            "year": chosen.figure.year,
            "obs_value": chosen.figure.value,
            "obs_value_low": chosen.figure.band.low,
            "obs_value_high": chosen.figure.band.high,
            "status": "inferred" if chosen.figure.year_is_inferred else "stated",
            "claim_ids": sorted({chosen.figure.claim_id, *(one.claim_id for one in chosen.same)}),
        }
        rows.setdefault(row["vendor_figure_id"], row)
    return [rows[key] for key in sorted(rows)]


def _place_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a row that say what its figure is of, as fields of a figure."""
    place = {name: row[name] for name in ("market_id", "segment_key", "ref_area", "metric", "year", "series_id")}
    return place | {"unit": row["unit_measure"]}


def publisher_figure(row: Mapping[str, Any], nested: set[tuple[str, str]]) -> Figure | None:
    """A publisher's figure; None for a bound without a figure and for metrics that keep no sum.

    Args:
        row: a row of `publisher_rows`.
        nested: document and segment of segments that are part of another.
    """
    low, high = row["obs_value_low"], row["obs_value_high"]
    is_derived = row["status"] == "derived"
    is_bound = not is_derived and (low is None or high is None)
    if is_bound or not is_balanced(row["metric"]):
        return None
    owner = owner_of(row["document_id"], row["publisher_id"])
    return Figure(
        figure_id=row["vendor_figure_id"],
        owner=owner,
        **_place_of(row),
        is_nested=(row["document_id"], row["segment_key"]) in nested,
        value=float(row["obs_value"]),
        half_width=None if is_derived else float((high - low) / 2),
        status=row["status"],
        voice=owner,
        n_independent=1,
        claim_ids=tuple(row["claim_ids"]),
        basis=_basis(row),
    )


def _basis(row: Mapping[str, Any]) -> str:
    return f"{row['value_basis']}, {row['price_basis']}" if row["metric"] == "market_size" else ""


def of_one_basis(figures: Iterable[Figure]) -> Iterator[list[Figure]]:
    """Figures that may be tied to each other: sizes of one basis, with the rates, shares and counts that may be of them.

    Where a market's sizes have one basis, its other figures go with it; where they have several, with money of which nothing
    is told, and where none is such, with none of them.

    Args:
        figures: one owner's figures.

    Yields:
        Sets of figures, one per basis, in the order of its name; each figure in one set.
    """
    everything = list(figures)
    by_market: defaultdict[str, set[str]] = defaultdict(set)
    for figure in everything:
        if figure.basis:
            by_market[figure.market_id].add(figure.basis)
    sets: defaultdict[str, list[Figure]] = defaultdict(list)
    for figure in everything:
        bases = by_market[figure.market_id] or {PLAIN_BASIS}
        others = next(iter(bases)) if len(bases) == 1 else PLAIN_BASIS if PLAIN_BASIS in bases else ""
        sets[figure.basis or others].append(figure)
    for basis in sorted(sets):
        yield sets[basis]


def estimate_figures(
    estimates: pl.DataFrame, candidates: pl.DataFrame, observations: pl.DataFrame, nested: set[tuple[str, str]]
) -> Iterator[Figure]:
    """Estimates that are not refused, in the order of their ids.

    Args:
        estimates: core.estimates.
        candidates: core.estimate_candidates.
        observations: core.observations.
        nested: market and segment of segments that are part of another.

    Yields:
        Figures. One source speaks where all counted claims are of one publisher group; its print's rounding counts.
    """
    counted = counted_claims(candidates)
    said = {
        claim_id: (group, None if low is None or high is None else float((high - low) / 2))
        for claim_id, group, low, high in observations.select(
            "claim_id", "publisher_group", "obs_value_low", "obs_value_high"
        ).iter_rows()
    }
    usable = estimates.filter(
        pl.col("estimate").is_not_null(), pl.col("metric").is_in(named(lambda one: is_balanced(one.name)))
    )
    for row in usable.sort("estimate_id").iter_rows(named=True):
        claim_ids = counted.get(row["estimate_id"], ())
        groups = {said[claim_id][0] for claim_id in claim_ids}
        widths = [width for claim_id in claim_ids if (width := said[claim_id][1]) is not None]
        is_one = len(groups) == 1 and row["n_independent"] <= 1
        yield Figure(
            figure_id=row["estimate_id"],
            owner=ESTIMATES,
            **_place_of(row),
            is_nested=(row["market_id"], row["segment_key"]) in nested,
            value=row["estimate"],
            half_width=min(widths, default=None) if is_one and row["status"] != "derived" else None,
            status=row["status"],
            voice=next(iter(groups)) if is_one else None,
            n_independent=max(row["n_independent"], 1),
            claim_ids=claim_ids,
            basis=_basis(row),
        )


def counted_claims(candidates: pl.DataFrame) -> Mapping[str, tuple[str, ...]]:
    """Counted claims of each estimate, sorted."""
    by_estimate: defaultdict[str, list[str]] = defaultdict(list)
    counted = candidates.filter(pl.col("role") == "counted", pl.col("estimate_id").is_not_null())
    for claim_id, estimate_id in counted.select("claim_id", "estimate_id").sort("claim_id").iter_rows():
        by_estimate[estimate_id].append(claim_id)
    return {estimate_id: tuple(claim_ids) for estimate_id, claim_ids in by_estimate.items()}


def audits(growth_audit: pl.DataFrame, observations: pl.DataFrame) -> Mapping[str, Audit]:
    """The reading of each stated CAGR: the convention its publisher keeps where that explains it, else one that does.

    Args:
        growth_audit: core.growth_audit.
        observations: core.observations.

    Returns:
        claim_id → reading. That of a rate that no convention explains is its nearest one: it shows what the rate
        misses and moves no figure: how its figures belong together is unknown.
    """
    rate = dict(
        observations.filter(pl.col("usd_per_unit").is_not_null()).select("claim_id", "usd_per_unit").iter_rows()
    )
    rows: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in growth_audit.sort("claim_id", "convention").iter_rows(named=True):
        rows[row["claim_id"]].append(row)
    by_claim = {}
    for claim_id, readings in rows.items():
        reading, why = _reading(readings)
        drift = log(rate.get(reading["end_claim_id"], Decimal(1)) / rate.get(reading["start_claim_id"], Decimal(1)))
        by_claim[claim_id] = Audit(
            claim_id=claim_id,
            start_claim_id=reading["start_claim_id"],
            start_year=reading["start_year"],
            end_year=reading["end_year"],
            periods=reading["periods"],
            currency_drift=drift,
            is_explained=_explains(reading),
            basis=f"{reading['start_year']} to {reading['end_year']} over {reading['periods']} periods ({reading['convention']}): {why}",
        )
    return by_claim


def _reading(rows: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], str]:
    usual = next((row for row in rows if row["convention"] == row["publisher_convention"]), None)
    best = next(row for row in rows if row["is_best"])
    if usual is not None and _explains(usual):
        return usual, "the convention that most of this publisher's rates keep"
    if _explains(best):
        return best, "the convention that explains this rate"
    return best, "no convention explains this rate; this one is the nearest"


def _explains(row: Mapping[str, Any]) -> bool:
    """Whether figures and rate agree within what is printed."""
    return row["finding"] in ("consistent", "rounding")


def publisher_growth(figures: Iterable[Figure], read: Mapping[str, Audit]) -> Iterator[StatedGrowth]:
    """Stated growth of each publisher between its own figures, one per rate.

    Args:
        figures: publishers' figures.
        read: readings by claim.
    """
    owned = list(figures)
    series = {
        (figure.owner, claim_id): figure.series_id
        for figure in owned
        if figure.is_size and figure.status != "derived"
        for claim_id in figure.claim_ids
    }
    for figure in owned:
        audit = next((read[claim_id] for claim_id in figure.claim_ids if claim_id in read), None)
        if figure.metric != "cagr" or audit is None:
            continue
        series_id = series.get((figure.owner, audit.start_claim_id))
        if series_id is not None:
            yield _stated(figure, series_id, audit, audit.currency_drift, audit.basis)


def estimate_growth(figures: Iterable[Figure], read: Mapping[str, Audit]) -> Iterator[StatedGrowth]:
    """Estimated growth between estimates: where the counted rates join the same years over the same periods.

    Args:
        figures: estimates.
        read: readings by claim.
    """
    owned = list(figures)
    series: dict[tuple[str, str | None, str], str] = {}
    for figure in sorted(owned, key=lambda figure: (figure.metric != "market_size", figure.figure_id)):
        if figure.is_size:
            series.setdefault((figure.market_id, figure.segment_key, figure.ref_area), figure.series_id)
    for figure in owned:
        every = [read[claim_id] for claim_id in figure.claim_ids if claim_id in read]
        explained = [audit for audit in every if audit.is_explained] or every
        ways = {(audit.start_year, audit.end_year, audit.periods) for audit in explained}
        series_id = series.get((figure.market_id, figure.segment_key, figure.ref_area))
        if figure.metric != "cagr" or len(ways) != 1 or series_id is None:
            continue
        drift = sum(audit.currency_drift for audit in explained) / len(explained)
        bases = "; ".join(dict.fromkeys(audit.basis for audit in explained))
        yield _stated(figure, series_id, explained[0], drift, bases)


def _stated(figure: Figure, series_id: str, audit: Audit, drift: float, basis: str) -> StatedGrowth:
    return StatedGrowth(
        figure.figure_id,
        series_id,
        audit.start_year,
        audit.end_year,
        audit.periods,
        drift,
        basis,
        audit.is_explained,
    )


def listed_members(segments: pl.DataFrame) -> Mapping[str, Mapping[tuple[str, str], frozenset[str]]]:
    """Members that each document lists: document_id → (market_id, dimension) → segment keys; members of members left out.

    Args:
        segments: core.segments.
    """
    by_document: defaultdict[str, dict[tuple[str, str], frozenset[str]]] = defaultdict(dict)
    for (document_id, market_id, dimension), members in top_members(segments).items():
        if market_id is not None:
            by_document[document_id][market_id, dimension] = frozenset(row["segment_key"] for row in members)
    return by_document
