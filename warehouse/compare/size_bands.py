"""Bands of size that one publisher divides its market by, beside the sizes that others tell of single things.

Belongs here: rows size_bands_across. Counts beside counts stand in `technical_comparison.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.bridge.market_relations import MarketRelations
from warehouse.resolve.kinship import reach
from warehouse.resolve.tokens import tokens_of
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.wording import plain

_LARGE = Decimal(1_000)  # a smaller count is of parts of a thing, not of the things that bands sort


def size_bands_across(
    technical: pl.DataFrame, segments: pl.DataFrame, relations: MarketRelations, names: Mapping[str, str]
) -> Iterator[Conflict]:
    """The open upper band of a division by size beside every count that another publisher tells, each as its own measure.

    Args:
        technical: core.technical_claims; counts of at least a thousand.
        segments: core.segments; members with bounds.
        relations: how markets lie to each other.
        names: publisher_id → name.

    Yields:
        size_bands_across rows, not_comparable, one per pair of publishers and markets.
    """
    counts: defaultdict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    usable = technical.filter(
        pl.col("status") == "stated",
        pl.col("measure") == "unit_count",
        pl.col("market_id").is_not_null(),
        pl.col("publisher_id").is_not_null(),
        pl.col("obs_value") >= _LARGE,
    ).sort("char_start", "technical_id")
    for row in usable.iter_rows(named=True):
        counts[row["market_id"], row["publisher_id"]].append(row)
    bands = segments.filter(
        pl.col("bound_low") >= int(_LARGE),
        pl.col("bound_high").is_null(),
        pl.col("market_id").is_not_null(),
        pl.col("publisher_id").is_not_null(),
    ).sort("market_id", "document_id", "char_start")
    for band in bands.unique(["market_id", "publisher_id"], keep="first", maintain_order=True).iter_rows(named=True):
        near = {band["market_id"], *relations.get(band["market_id"], {})}
        for (market, publisher), told in sorted(counts.items()):
            if (
                market in near
                and publisher != band["publisher_id"]
                and (own := _told(told, counted_in(band["segment"])))
            ):
                yield _row(band, market, own, names)


def counted_in(segment: str) -> str:
    """What a band counts: the last word of its name, singular."""
    tokens = tokens_of(segment)
    return tokens[-1] if tokens else ""


def _told(rows: Sequence[Mapping[str, Any]], noun: str) -> list[Mapping[str, Any]]:
    """Counts of what the band counts, or of a thing that the band's noun covers."""

    def is_of(row: Mapping[str, Any]) -> bool:
        own = tokens_of(row["unit_measure"])
        return bool(own) and (own[-1] == noun or (noun,) in reach(own[-1:]))

    return [row for row in rows if is_of(row)]


def _row(band: Mapping[str, Any], market: str, rows: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Conflict:
    most = max(rows, key=lambda row: (row["obs_value_high"] or row["obs_value"], row["technical_id"]))
    value = most["obs_value_high"] or most["obs_value"]
    who, other = names[band["publisher_id"]], names[most["publisher_id"]]
    place = f"{band['document_id']}:{band['char_start']}-{band['char_end']}"
    said = "; ".join(dict.fromkeys(_said(row) for row in rows))
    sides = [
        (band["market_id"], Party(Decimal(band["bound_low"]), (who,), (), band["segment"]), (place,)),
        (
            market,
            Party(value, (other,), tuple(sorted({row["claim_id"] for row in rows if row["claim_id"]})), said),
            tuple(sorted(row["technical_id"] for row in rows)),
        ),
    ]
    return comparison(
        "size_bands_across",
        "not_comparable",
        sides[0],
        sides[1],
        "unit_count",
        "units",
        f"{band['dimension']}: {who} sorts its market into bands, the uppermost being {band['segment']} (from "
        f"{plain(Decimal(band['bound_low']))}); {other} tells {said}: a band of a division and sizes of single things are "
        "distinct measures, listed side by side",
    )


def _said(row: Mapping[str, Any]) -> str:
    high = f" to {plain(row['obs_value_high'])}" if row["obs_value_high"] is not None else ""
    sign = "" if row["comparator"] == "=" else row["comparator"]
    return f"{sign}{plain(row['obs_value'])}{high} {row['unit_measure']} ({row['subject'] or row['product'] or 'nothing named'})"
