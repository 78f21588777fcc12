"""What counts: the confidence that a claim of each kind needs, and what a comparison may use. What may accuse is in `sql/40_doubtful_claims.sql`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE
from sources.metrics import facts_of, named
from warehouse.policy import Guard, GuardName, UnsureBelow

Row = Mapping[str, Any]


class ClaimKind(StrEnum):
    """What a claim is about: readings of each kind go wrong for reasons of their own."""

    headline = "headline"  # size or yearly rate of a whole market, worldwide
    area = "area"  # a whole market in one area
    other_whole = "other_whole"  # any other metric of a whole market, worldwide
    listed_part = "listed_part"  # a segment that a segmentation of its page lists
    other_part = "other_part"  # a segment that only the words beside the figure name


def kind_of(metric: str, segment: str | None, dimension: str | None, ref_area: str) -> ClaimKind:
    """The kind of a claim; a part of a market in one area is a part."""
    if segment is not None:
        return ClaimKind.other_part if dimension is None else ClaimKind.listed_part
    if ref_area != WORLD_CODE:
        return ClaimKind.area
    return ClaimKind.headline if facts_of(metric).headline else ClaimKind.other_whole


def is_unsure(claim: Row, bars: UnsureBelow) -> bool:
    """Whether a claim has less confidence than its kind needs; a claim without confidence is not unsure.

    Args:
        claim: metric, segment, dimension, ref_area and confidence of a row of core.claims.
        bars: the confidence that each kind needs.
    """
    return claim["confidence"] is not None and claim["confidence"] < bar_of(claim, bars)


def is_held_back(claim: Row, bars: UnsureBelow) -> bool:
    """Whether a row of core.claims counts in no estimate until a person confirms it: a guard fired, or it is unsure."""
    return claim["guard"] is not None or is_unsure(claim, bars)


def why_held_back(claim: Row, bars: UnsureBelow, guards: Mapping[GuardName, Guard]) -> str:
    """Why it is, in words: the print and the guard with its limit, or the confidence with the bar of its kind."""
    if claim["guard"] is not None:
        return f"{claim['guard_words']}; held back: {guards[claim['guard']].in_words()}"
    return f"confidence {claim['confidence']:.2f} is below {bar_of(claim, bars):.2f}, which claims of its kind need"


def bar_of(claim: Row, bars: UnsureBelow) -> float:
    """The confidence that a claim needs to count."""
    bar: float = getattr(bars, kind_of(claim["metric"], claim["segment"], claim["dimension"], claim["ref_area"]))
    return bar


def unsure(bars: UnsureBelow) -> pl.Expr:
    """`is_unsure` over the rows of core.claims; null where there is no confidence."""
    bar = (
        pl.when(pl.col("segment").is_not_null() & pl.col("dimension").is_null())
        .then(bars.other_part)
        .when(pl.col("segment").is_not_null())
        .then(bars.listed_part)
        .when(pl.col("ref_area") != WORLD_CODE)
        .then(bars.area)
        .when(pl.col("metric").is_in(named(lambda metric: metric.headline)))
        .then(bars.headline)
        .otherwise(bars.other_whole)
    )
    return pl.col("confidence") < bar


def comparable(rows: pl.DataFrame, claims: pl.DataFrame) -> pl.DataFrame:
    """Rows that a comparison may use: those whose claim stands as it is printed, and those without a claim.

    A claim that a person rejected or corrected, that a check set aside, or that is superseded or unsure takes its rows with it.

    Args:
        rows: statements beside figures, with `claim_id`, such as core.technical_claims.
        claims: core.claims.
    """
    return rows.join(claims.filter(pl.col("status") != "stated").select("claim_id"), on="claim_id", how="anti")
