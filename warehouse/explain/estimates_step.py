"""Estimates with their conflicts and related scopes, and the tables of conflicts, with what decisions say of them.

Belongs here: the step that brings the parts together. It runs whole and joins frames only: no verdict, no words.
Series and years are judged in `judgements.py`, pairs in `warehouse/sql` and `warehouse/compare`, causes in `causes.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from warehouse.decisions import AcceptedConflict
from warehouse.rulings.expectation import conflict_changes
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

AT_ONCE = 20_000  # estimates that are joined with what touches them at a time


def _with_accepted(conflicts: pl.DataFrame, decisions: Sequence[AcceptedConflict]) -> pl.DataFrame:
    """The conflicts, with the first decision that accepts each as it is; one that saw other figures accepts nothing."""
    taken: dict[str, list[AcceptedConflict]] = {}
    for decision in decisions:
        taken.setdefault(decision.conflict_id, []).append(decision)
    said = {}
    for row in conflicts.filter(pl.col("conflict_id").is_in(list(taken))).iter_rows(named=True):
        fitting = (one for one in taken[row["conflict_id"]] if conflict_changes(one.expect, row) is None)
        if (accepted := next(fitting, None)) is not None:
            words = f"; accepted by {accepted.author} on {accepted.date.isoformat()}: {accepted.reason}"
            said[row["conflict_id"]] = words
    if not said:
        return conflicts
    more = pl.col("conflict_id").replace_strict(said, default="", return_dtype=pl.String)
    return conflicts.with_columns(explanation=pl.col("explanation") + more)


def _segment_names(observations: pl.DataFrame, claims: pl.DataFrame) -> pl.DataFrame:
    """Dimension and segment of each series, as the first publisher in alphabetical order prints them."""
    printed = (
        observations.filter(pl.col("excluded").is_null(), pl.col("segment_key").is_not_null())
        .select("claim_id", "series_id")
        .join(claims.select("claim_id", "publisher", "dimension", "segment"), on="claim_id")
        .sort("series_id", "publisher", "segment", "claim_id", nulls_last=True)
        .unique("series_id", keep="first", maintain_order=True)
    )
    return printed.select("series_id", "dimension", "segment")


def _rests(sides: pl.DataFrame) -> pl.DataFrame:
    """Conflict, year and claim: which claims a conflict rests on in which year."""
    return sides.select("conflict_id", "year", claim_id="claim_ids").explode("claim_id").drop_nulls("claim_id").unique()


def _touching(judgements: pl.DataFrame, rests: pl.DataFrame) -> pl.DataFrame:
    """Conflicts by estimate: a conflict touches an estimate where it rests on one of its claims and is of its year, or of no year."""
    claims = judgements.select("estimate_id", "year", claim_id="claim_ids").explode("claim_id")
    of_its_year = claims.join(rests, on=["claim_id", "year"])
    of_no_year = claims.join(rests.filter(pl.col("year").is_null()).drop("year"), on="claim_id")
    columns = ("estimate_id", "conflict_id")
    return (
        pl.concat([of_its_year.select(columns), of_no_year.select(columns)])
        .unique()
        .sort(columns)
        .group_by("estimate_id", maintain_order=True)
        .agg(conflict_ids="conflict_id")
    )


def _estimates(frames: Frames) -> pl.DataFrame:
    judgements = frames["work.judgements"]
    names = _segment_names(frames["core.observations"], frames["core.claims"])
    rests = _rests(frames["work.conflict_sides"])
    # An estimate touches dozens of conflicts: those of all estimates at once would not fit into memory.
    return pl.concat(
        part.join(names, on="series_id", how="left")
        .join(frames["work.related_scopes"], on="estimate_id", how="left")
        .join(_touching(part, rests), on="estimate_id", how="left")
        .with_columns(pl.col("conflict_ids").fill_null([]), related_scopes="in_words")
        .select(core_tables()["core.estimates"].column_names)
        for part in (judgements.iter_slices(AT_ONCE) if judgements.height else [judgements])
    )


def _run(frames: Frames, context: BuildContext) -> Frames:
    accepted = context.decisions.accepted_conflicts
    return {
        "core.estimates": _estimates(frames),
        "core.estimate_candidates": frames["work.candidates"].drop("market_id"),
        "core.conflicts": _with_accepted(frames["work.conflicts"].drop("low_market"), accepted),
        "core.conflict_sides": frames["work.conflict_sides"].drop("low_market"),
    }


STEP = Step(
    name="estimates",
    reads=(
        "work.judgements",
        "work.related_scopes",
        "work.candidates",
        "work.conflicts",
        "work.conflict_sides",
        "core.observations",
        "core.claims",
    ),
    writes=("core.estimates", "core.estimate_candidates", "core.conflicts", "core.conflict_sides"),
    run=_run,
)
