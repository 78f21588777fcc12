"""The build's tables as lookups, for the evidence behind the sides of a disagreement.

Belongs here: gathering, nothing decided. What a side rests on is in `components.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.observe.value_bases import Bases, value_bases
from warehouse.step import Frames

Row = Mapping[str, Any]
# What is looked up of large tables: rows of all their columns would take a multiple of the memory.
LOOKED_UP: Mapping[str, tuple[str, ...]] = {
    "core.claims": ("claim_id", "period_start", "period_end", "obs_value", "unit_measure"),
    "core.observations": (
        "claim_id", "document_id", "publisher_id", "market_id", "series_id", "segment_key", "ref_area", "metric", "year",
        "year_is_inferred", "obs_value", "value_basis", "price_basis", "usd_per_unit", "fx_rule", "fx_year", "excluded",
    ),
    "core.vendor_figures": (
        "vendor_figure_id", "document_id", "publisher_id", "series_id", "market_id", "segment_key", "ref_area", "metric", "year",
        "obs_value", "obs_status", "status", "claim_ids",
    ),
    "core.documents": ("document_id", "figure_date"),
    "core.revisions": ("claim_id", "previous_claim_id", "document_id", "obs_value"),
    "core.bridges": (
        "bridge_id", "market_id", "other_market_id", "year", "lies", "ref_area", "publishers", "segments", "segment_keys",
        "claim_ids", "formula", "assumptions", "whole_value", "value_low", "value_point", "value_high", "share_low_pct",
        "share_point_pct", "share_high_pct",
    ),
    "core.definitions": ("definition_id", "document_id", "market_id", "defines", "status", "value_basis"),
    "core.markets": ("market_id", "value_basis"),
    "core.market_relations": ("market_id", "other_market_id", "reason"),
}  # fmt: skip
OF_GROWTH = ("document_id", "publisher_id", "market_id", "segment_key", "ref_area")


@dataclass(frozen=True, slots=True)
class Known:
    """The build's tables as lookups.

    Attributes:
        seen: observations with what their claims print, by claim.
        by_series: the same by (document, series, year).
        growth: growth rates by (document, market, segment, area).
        past: values of past or present years by (document, series): year → (value, claims).
        dated: latest day of a document's figures.
        earlier: revisions by claim: what they say of the claim, its document and the claim before it.
        bridges: bridges by (market, other market, year); the other market is "" for parts of the own market.
        bridge: bridges by id.
        bases: value bases.
        reasons: how two markets relate, by pair.
        sums: derived figures by (market, segment, metric, year, value): areas with the claims they rest on.
    """

    seen: Mapping[str, Row]
    by_series: Mapping[tuple[str, str, int], Sequence[Row]]
    growth: Mapping[tuple[Any, ...], Sequence[Row]]
    past: Mapping[tuple[str, str], Mapping[int, tuple[Decimal, tuple[str, ...]]]]
    dated: Mapping[str, date | None]
    earlier: Mapping[str, Row]
    bridges: Mapping[tuple[str, str, int], Sequence[Row]]
    bridge: Mapping[str, Row]
    bases: Bases
    reasons: Mapping[frozenset[str], str]
    sums: Mapping[tuple[Any, ...], Sequence[tuple[str, frozenset[str]]]]


def looked_up(frames: Frames) -> Frames:
    """The build's tables without columns and rows that nobody looks up.

    Args:
        frames: core.claims, observations, vendor_figures, documents, revisions, bridges, definitions, markets,
            market_relations.
    """
    tables = {name: frames[name].select(columns) for name, columns in LOOKED_UP.items()}
    figures = tables["core.vendor_figures"]
    tables["core.vendor_figures"] = figures.filter((pl.col("obs_status") == "E") | (pl.col("status") == "derived"))
    return tables


def asked_by(conflicts: pl.DataFrame, frames: Frames, of: Sequence[str] = ()) -> Frames:
    """The rows that some disagreements look up: those of both sides' claims, and of the series, growth and editions behind them.

    Args:
        conflicts: disagreements by year.
        frames: what `looked_up` leaves.
        of: columns of the disagreements that say whose rows they are; by default all are of one.

    Returns:
        The same tables, of fewer rows, with the columns `of`: each row once for everyone who looks it up.
    """
    sides = [conflicts.select(*of, claim_id=f"claim_ids_{side}").explode("claim_id") for side in ("a", "b")]
    claims = _pairs(sides, of, "claim_id")
    places = frames["core.observations"].select("claim_id", "metric", "series_id", *OF_GROWTH)
    observed = claims.join(places, on="claim_id")
    series = observed.select(*of, "document_id", "series_id").unique()
    paths = observed.select(*of, *OF_GROWTH).unique()
    of_series = places.join(series, on=("document_id", "series_id"), nulls_equal=True)
    of_growth = places.filter(pl.col("metric") == "cagr").join(paths, on=OF_GROWTH, nulls_equal=True)
    seen = _pairs([observed, of_series, of_growth], of, "claim_id")
    revisions = _editions_of(claims, frames["core.revisions"], of)
    documents = _pairs([observed, revisions], of, "document_id")
    markets = _markets_of(conflicts, of)
    definitions = (
        frames["core.definitions"].join(documents, on="document_id").join(markets, on=(*of, "market_id"), how="semi")
    )
    return {
        "core.claims": frames["core.claims"].join(seen, on="claim_id"),
        "core.observations": frames["core.observations"].join(seen, on="claim_id"),
        "core.vendor_figures": _figures_of(conflicts, series, frames["core.vendor_figures"], of),
        "core.documents": frames["core.documents"].join(documents, on="document_id"),
        "core.revisions": revisions,
        "core.bridges": _bridges_of(conflicts, markets, frames["core.bridges"], of),
        "core.definitions": definitions,
        "core.markets": frames["core.markets"].join(markets, on="market_id"),
        "core.market_relations": _relations_of(conflicts, frames["core.market_relations"], of),
    }


def _pairs(frames: Sequence[pl.DataFrame], of: Sequence[str], column: str) -> pl.DataFrame:
    """What some frames name in a column, once for each of those who name it."""
    return pl.concat([frame.select(*of, column) for frame in frames]).unique().drop_nulls(column)


def _markets_of(conflicts: pl.DataFrame, of: Sequence[str]) -> pl.DataFrame:
    other = conflicts.select(*of, market_id="other_market_id")
    return _pairs([conflicts, other], of, "market_id")


def _figures_of(
    conflicts: pl.DataFrame, series: pl.DataFrame, figures: pl.DataFrame, of: Sequence[str]
) -> pl.DataFrame:
    """Stated figures of the series, and derived ones of markets whose areas were added up."""
    is_derived = pl.col("status") == "derived"
    added_up = (
        conflicts.filter(pl.col("rule") == "area_inclusion").select(*of, "market_id").unique().drop_nulls("market_id")
    )
    past = figures.filter(~is_derived).join(series, on=("document_id", "series_id"), nulls_equal=True)
    sums = figures.filter(is_derived).join(added_up, on="market_id")
    return pl.concat([past, sums.select(past.columns)])


def _bridges_of(
    conflicts: pl.DataFrame, markets: pl.DataFrame, bridges: pl.DataFrame, of: Sequence[str]
) -> pl.DataFrame:
    """Bridges that disagreements name, and all of their markets."""
    of_markets = bridges.select("bridge_id", "market_id").join(markets, on="market_id")
    return bridges.join(_pairs([conflicts, of_markets], of, "bridge_id"), on="bridge_id")


def _relations_of(conflicts: pl.DataFrame, relations: pl.DataFrame, of: Sequence[str]) -> pl.DataFrame:
    """How the two markets of a disagreement relate, whichever of them the table has first."""
    pairs = conflicts.select(*of, "market_id", "other_market_id").drop_nulls(["market_id", "other_market_id"])
    turned = pairs.select(*of, market_id="other_market_id", other_market_id="market_id")
    return relations.join(pl.concat([pairs, turned]).unique(), on=["market_id", "other_market_id"])


def _editions_of(claims: pl.DataFrame, revisions: pl.DataFrame, of: Sequence[str]) -> pl.DataFrame:
    """Revisions of claims, of the claims before them, and so on back to the first edition."""
    editions = [revisions.join(claims, on="claim_id")]
    while (last := editions[-1]).height:
        before = last.select(*of, claim_id="previous_claim_id").drop_nulls("claim_id").unique()
        known = pl.concat(editions).select(*of, "claim_id")
        editions.append(revisions.join(before, on="claim_id").join(known, on=[*of, "claim_id"], how="anti"))
    return pl.concat(editions)


def known_of(frames: Frames) -> Known:
    """The lookups of a build, or of some of its disagreements.

    Args:
        frames: what `looked_up` or `asked_by` leaves.
    """
    printed = frames["core.claims"].rename({"obs_value": "printed_value", "unit_measure": "printed_unit"})
    joined = frames["core.observations"].join(printed, on="claim_id")
    seen = {row["claim_id"]: row for row in joined.sort("claim_id").iter_rows(named=True)}
    by_series: defaultdict[tuple[str, str, int], list[Row]] = defaultdict(list)
    growth: defaultdict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in seen.values():
        if row["excluded"] is None:
            by_series[row["document_id"], row["series_id"], row["year"]].append(row)
        if row["excluded"] is None and row["metric"] == "cagr":
            growth[tuple(row[name] for name in OF_GROWTH)].append(row)
    past: defaultdict[tuple[str, str], dict[int, tuple[Decimal, tuple[str, ...]]]] = defaultdict(dict)
    figures = frames["core.vendor_figures"].sort("vendor_figure_id")
    for row in figures.filter(pl.col("obs_status") == "E", pl.col("status") != "derived").iter_rows(named=True):
        past[row["document_id"], row["series_id"]][row["year"]] = (row["obs_value"], tuple(row["claim_ids"]))
    sums: defaultdict[tuple[Any, ...], list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for row in figures.filter(pl.col("status") == "derived").iter_rows(named=True):
        place = tuple(row[name] for name in ("market_id", "segment_key", "metric", "year", "obs_value"))
        sums[place].append((row["ref_area"], frozenset(row["claim_ids"])))
    bridges: defaultdict[tuple[str, str, int], list[Row]] = defaultdict(list)
    by_id = {row["bridge_id"]: row for row in frames["core.bridges"].sort("bridge_id").iter_rows(named=True)}
    for row in by_id.values():
        bridges[row["market_id"], row["other_market_id"] or "", row["year"]].append(row)
    return Known(
        seen=seen,
        by_series=by_series,
        growth=growth,
        past=past,
        dated=dict(frames["core.documents"].select("document_id", "figure_date").iter_rows()),
        earlier={row["claim_id"]: row for row in frames["core.revisions"].iter_rows(named=True)},
        bridges=bridges,
        bridge=by_id,
        bases=value_bases(frames["core.definitions"], frames["core.markets"]),
        reasons={
            frozenset((a, b)): reason
            for a, b, reason in frames["core.market_relations"]
            .select("market_id", "other_market_id", "reason")
            .iter_rows()
        },
        sums=sums,
    )
