"""Shares that a document states of its own market: of segments, of areas, with or without a year.

Belongs here: which shares may be multiplied with a total, and the finest print of each. What follows from them stands in
`bridges.py` and `warehouse/sql/60_share_pairs.sql`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.resolve.words.tokens import Tokens, tokens_of
from warehouse.values.frechet_bounds import Share
from warehouse.values.rounding_bands import Band

AREA_DIMENSION = "area"


@dataclass(frozen=True, slots=True)
class Leg:
    """One share of one document: the part it is of, and the year it is for (None where the text states none)."""

    dimension: str
    segment_key: str | None
    segment: str
    ref_area: str
    share: Share
    pct: Decimal
    year: int | None
    year_is_inferred: bool
    claim_ids: tuple[str, ...]

    @property
    def member(self) -> Tokens:
        """Normal tokens of the part's name; of an area none."""
        return tokens_of((self.segment_key or "").partition(":")[2])


def share_rows(observations: pl.DataFrame) -> pl.DataFrame:
    """Those rows of core.observations that may be shares of whole markets, with or without a year."""
    return observations.filter(
        pl.col("metric") == "share",
        pl.col("excluded").is_null() | (pl.col("excluded") == "no_year"),
        pl.col("unit_measure") == "percent",
        pl.col("market_id").is_not_null(),
        pl.col("publisher_id").is_not_null(),
    )


def shares_of(observations: pl.DataFrame, claims: pl.DataFrame) -> Mapping[tuple[str, str, str], Sequence[Leg]]:
    """Shares of whole markets by document, publisher and market, those without a year among them.

    A share of a segment in the world, or of an area in the whole market; a segment within an area may be a share of
    either whole and is left out, so are bounds ("more than 20 %") and prints that differ from a finer one.

    Args:
        observations: core.observations.
        claims: core.claims.
    """
    usable = (
        share_rows(observations)
        .join(claims.select("claim_id", "segment", "geography", "subject"), on="claim_id")
        .filter(pl.col("subject").is_null() | pl.col("segment_key").is_not_null() | (pl.col("ref_area") != WORLD))
        .sort("document_id", "market_id", "segment_key", "ref_area", "year", "claim_id", nulls_last=True)
    )
    by_place: defaultdict[tuple[str, str, str], dict[tuple[Any, ...], Leg]] = defaultdict(dict)
    for row in usable.iter_rows(named=True):
        is_segment, is_area = row["segment_key"] is not None, row["ref_area"] != WORLD
        share = Share.of_pct(row["obs_value"], Band(row["obs_value_low"], row["obs_value_high"]))
        if is_segment == is_area or share is None:
            continue
        leg = Leg(
            dimension=row["segment_key"].partition(":")[0] if is_segment else AREA_DIMENSION,
            segment_key=row["segment_key"],
            segment=row["segment"] if is_segment else row["geography"],
            ref_area=row["ref_area"],
            share=share,
            pct=row["obs_value"],
            year=row["year"],
            year_is_inferred=row["year_is_inferred"],
            claim_ids=(row["claim_id"],),
        )
        _add(by_place[row["document_id"], row["publisher_id"], row["market_id"]], leg)
    return {key: tuple(legs.values()) for key, legs in by_place.items()}


def _add(legs: dict[tuple[Any, ...], Leg], leg: Leg) -> None:
    """The most precise print represents a share; prints within its band are further evidence."""
    key = (leg.segment_key, leg.ref_area, leg.year)
    before = legs.get(key)
    if before is None:
        legs[key] = leg
        return
    finer, coarser = sorted((before, leg), key=lambda one: (one.share.high - one.share.low, one.pct, one.claim_ids))
    meets = coarser.share.low <= finer.share.high and finer.share.low <= coarser.share.high
    both = tuple(sorted({*finer.claim_ids, *coarser.claim_ids}))
    legs[key] = replace(finer, claim_ids=both) if meets else finer
