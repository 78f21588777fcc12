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
    "core.claims": ("claim_id", "period_end", "obs_value", "unit_measure"),
    "core.observations": (
        "claim_id", "document_id", "publisher_id", "market_id", "series_id", "segment_key", "ref_area", "metric", "year",
        "year_is_inferred", "obs_value", "value_basis", "price_basis", "usd_per_unit", "fx_rule", "fx_year", "excluded",
    ),
    "core.vendor_figures": (
        "vendor_figure_id", "document_id", "series_id", "market_id", "segment_key", "ref_area", "metric", "year", "obs_value",
        "obs_status", "status", "claim_ids",
    ),
    "core.documents": ("document_id", "figure_date"),
    "core.revisions": ("claim_id", "previous_claim_id", "document_id", "obs_value"),
    "core.bridges": (
        "bridge_id", "market_id", "other_market_id", "year", "lies", "ref_area", "publishers", "segments", "segment_keys",
        "claim_ids", "formula", "assumptions", "whole_value", "value_low", "value_point", "value_high", "share_low_pct",
        "share_point_pct", "share_high_pct",
    ),
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
    return tables | {name: frames[name] for name in ("core.definitions", "core.markets")}


def asked_by(conflicts: pl.DataFrame, frames: Frames) -> Frames:
    """The rows that some disagreements look up: those of both sides' claims, and of the series, growth and editions behind them.

    Args:
        conflicts: disagreements by year.
        frames: what `looked_up` leaves.

    Returns:
        The same tables, of fewer rows.
    """
    sides = [conflicts.select(pl.col(f"claim_ids_{side}").explode().alias("claim_id")) for side in ("a", "b")]
    claims = pl.concat(sides).unique().drop_nulls()
    observations, bridges = frames["core.observations"], frames["core.bridges"]
    observed = observations.join(claims, on="claim_id", how="semi")
    series = observed.select("document_id", "series_id").unique()
    growth = observations.filter(pl.col("metric") == "cagr")
    of_growth = growth.join(observed, on=OF_GROWTH, how="semi", nulls_equal=True)
    of_series = observations.join(series, on=("document_id", "series_id"), how="semi", nulls_equal=True)
    seen = pl.concat([observed, of_series, of_growth]).unique("claim_id")
    markets = pl.concat([conflicts["market_id"], conflicts["other_market_id"]]).unique().drop_nulls().implode()
    added_up = conflicts.filter(pl.col("rule") == "area_inclusion")["market_id"].unique().implode()
    figures, is_derived = frames["core.vendor_figures"], pl.col("status") == "derived"
    sums = figures.filter(is_derived & pl.col("market_id").is_in(added_up))
    past = figures.join(series, on=("document_id", "series_id"), how="semi", nulls_equal=True)
    is_named = pl.col("bridge_id").is_in(conflicts["bridge_id"].drop_nulls().unique().implode())
    return {
        **frames,
        "core.claims": frames["core.claims"].join(seen, on="claim_id", how="semi"),
        "core.observations": seen,
        "core.vendor_figures": pl.concat([past.filter(~is_derived), sums]),
        "core.revisions": _editions_of(claims, frames["core.revisions"]),
        "core.bridges": bridges.filter(is_named | pl.col("market_id").is_in(markets)),
    }


def _editions_of(claims: pl.DataFrame, revisions: pl.DataFrame) -> pl.DataFrame:
    """Revisions of claims, of the claims before them, and so on back to the first edition."""
    editions = [revisions.join(claims, on="claim_id", how="semi")]
    while (last := editions[-1]).height:
        before = last.select(pl.col("previous_claim_id").alias("claim_id")).drop_nulls().unique()
        known = pl.concat(editions).select("claim_id")
        editions.append(revisions.join(before, on="claim_id", how="semi").join(known, on="claim_id", how="anti"))
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
