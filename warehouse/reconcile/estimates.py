"""Estimates, refusals and conflicts: one row per series and year, with what touches it and what lies beside it.

Belongs here: the step that brings series, own arithmetic and scopes together and lays them out as rows. The rules
themselves stand in `verdicts.py`, `conflicts.py`, `own_arithmetic.py`, `parts.py`, `scopes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from warehouse.decisions import AcceptedConflict
from warehouse.policy import Policy
from warehouse.reconcile.across import READS as READS_ACROSS
from warehouse.reconcile.across import across_scopes
from warehouse.reconcile.bases import told_scopes
from warehouse.reconcile.basis_conflicts import basis_words, by_place, set_apart
from warehouse.reconcile.candidates import candidate_rows
from warehouse.reconcile.causes import causes, pairs_of
from warehouse.reconcile.conflicts import Conflict, by_claim
from warehouse.reconcile.defined_relations import DefinedRelations, defined_relations
from warehouse.reconcile.estimation import reconcile
from warehouse.reconcile.grouped import by_documents
from warehouse.reconcile.keys import published
from warehouse.reconcile.made_when import vintage_words
from warehouse.reconcile.neighbours import Neighbours, neighbours
from warehouse.reconcile.own_arithmetic import growth_mismatches, restated
from warehouse.reconcile.own_figures import own_figures
from warehouse.reconcile.own_products import volume_times_price
from warehouse.reconcile.parts import parts_larger_than_wholes, sums_above_wholes
from warehouse.reconcile.same_scope import same_scope
from warehouse.reconcile.scopes import beside, related_words
from warehouse.reconcile.series import Reconciled, series_years
from warehouse.reconcile.sized_shares import share_mismatches
from warehouse.reconcile.verdicts import Interval, Judgement
from warehouse.reconcile.words import amount
from warehouse.rulings.expectation import conflict_changes
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step

_OF_DOCUMENTS = ("core.claims", "core.observations", "core.segments", "core.growth_audit")


def estimate_rows(
    reconciled: Sequence[Reconciled],
    touched: Mapping[str, Sequence[tuple[str, int | None]]],
    known: Neighbours,
    segment_names: Mapping[str, tuple[str | None, str | None]],
    related_at_most: int,
) -> Iterator[dict[str, Any]]:
    """Rows of core.estimates.

    Args:
        reconciled: series and years.
        touched: conflicts and their years by claim; one touches an estimate where it rests on one of its claims and is of its
            year (or of no year).
        known: relations among markets.
        segment_names: series_id → dimension and segment as printed.
        related_at_most: neighbours that an estimate names.
    """
    around = beside(item.sized for item in reconciled)
    together = by_place(reconciled)
    for item in reconciled:
        judgement, place = item.judgement, item.place
        dimension, segment = segment_names.get(item.series_id, (None, None))
        touching = {
            conflict_id
            for claim_id in item.claim_ids
            for conflict_id, year in touched.get(claim_id, ())
            if year in (None, place.year)
        }
        related = related_words(item.sized, around[replace(place, market_id=None)], known, related_at_most)
        yield {
            "estimate_id": item.estimate_id,
            "series_id": item.series_id,
            "market_id": place.market_id,
            "dimension": dimension,
            "segment": segment,
            "segment_key": place.segment_key,
            "ref_area": place.ref_area,
            "metric": place.metric,
            "unit_measure": place.unit_measure,
            "value_basis": place.value_basis,
            "price_basis": place.price_basis,
            "year": place.year,
            "estimate": None if judgement.estimate is None else published(judgement.estimate),
            **_open(judgement, place.unit_measure),
            "verdict": judgement.verdict,
            "n_claims": len(item.claim_ids),
            "n_publishers": len({figure.publisher_id for figure in item.figures if not figure.band.is_one_sided}),
            "n_independent": len(item.spoken.sources),
            "status": item.status,
            "method": judgement.method,
            "reason": judgement.reason + vintage_words(item.figures, item.older, place.unit_measure),
            "related_scopes": "; ".join(filter(None, (basis_words(item, together), related))) or None,
            "conflict_ids": sorted(touching),
        }


def _open(judgement: Judgement, unit: str) -> dict[str, Any]:
    """What an estimate leaves open, and the range of the figures that count; of a refusal, of those stated."""
    interval = judgement.interval
    lowest, highest = published(judgement.low), published(judgement.high)
    figures = {"lowest_figure": lowest, "highest_figure": highest}
    if interval is None:
        nothing = dict.fromkeys(("predicted_low", "predicted_high", "level", "interval_covers"))
        return {"low": lowest, "high": highest, **nothing, **figures}
    return {
        "low": None if interval.low is None else published(interval.low),
        "high": None if interval.high is None else published(interval.high),
        "predicted_low": published(interval.predicted_low),
        "predicted_high": published(interval.predicted_high),
        "level": interval.level,
        "interval_covers": interval_in_words(interval, unit),
        **figures,
    }


def interval_in_words(interval: Interval, unit: str) -> str:
    """Both intervals of an estimate in one sentence."""
    surely = f"With {interval.level:.0%} probability".replace("%", " %")
    next_one = (
        f"the next independent publisher would state {amount(interval.predicted_low, unit)} to "
        f"{amount(interval.predicted_high, unit)}"
    )
    if interval.low is None or interval.high is None:
        return f"{surely} {next_one}; a single publisher gives no centre."
    centre = f"{amount(interval.low, unit)} to {amount(interval.high, unit)}"
    return f"{surely} the centre of independent publishers is {centre}, and {next_one}."


def _segment_names(observations: pl.DataFrame, claims: pl.DataFrame) -> Mapping[str, tuple[str | None, str | None]]:
    """Dimension and segment of each series, as the first publisher in alphabetical order prints them."""
    printed = (
        observations.filter(pl.col("excluded").is_null(), pl.col("segment_key").is_not_null())
        .select("claim_id", "series_id")
        .join(claims.select("claim_id", "publisher", "dimension", "segment"), on="claim_id")
        .sort("series_id", "publisher", "segment", "claim_id", nulls_last=True)
        .unique("series_id", keep="first", maintain_order=True)
    )
    return {row[0]: (row[1], row[2]) for row in printed.select("series_id", "dimension", "segment").iter_rows()}


def _with_accepted(conflicts: pl.DataFrame, decisions: Sequence[AcceptedConflict]) -> pl.DataFrame:
    """The conflicts, with the first decision that accepts each as it is; one that saw other figures accepts nothing."""
    taken: dict[str, list[AcceptedConflict]] = {}
    for decision in decisions:
        taken.setdefault(decision.conflict_id, []).append(decision)
    said = {}
    for row in conflicts.filter(pl.col("conflict_id").is_in(list(taken))).iter_rows(named=True):
        fitting = (one for one in taken[row["conflict_id"]] if conflict_changes(one.expect, row) is None)
        if (found := next(fitting, None)) is not None:
            words = f"; accepted by {found.author} on {found.date.isoformat()}: {found.reason}"
            said[row["conflict_id"]] = words
    if not said:
        return conflicts
    more = pl.col("conflict_id").replace_strict(said, default="", return_dtype=pl.String)
    return conflicts.with_columns(explanation=pl.col("explanation") + more)


def _own_conflicts(frames: Frames, names: Mapping[str, str], policy: Policy) -> Iterator[Conflict]:
    """Of publishers with themselves, each within one document."""
    observations, claims = frames["core.observations"], frames["core.claims"]
    own = tuple(own_figures(observations, claims, frames["core.segments"], names))
    yield from restated(own, policy)
    yield from growth_mismatches(frames["core.growth_audit"], claims, names, policy)
    yield from volume_times_price(own, observations, claims, policy)
    yield from parts_larger_than_wholes(own)
    yield from sums_above_wholes(own, policy)
    yield from share_mismatches(own)


def _conflicts(
    frames: Frames, reconciled: Sequence[Reconciled], known: DefinedRelations, names: Mapping[str, str], policy: Policy
) -> Iterator[Conflict]:
    for own in by_documents(frames, _OF_DOCUMENTS):
        yield from _own_conflicts(own, names, policy)
    for item in reconciled:
        yield from same_scope(item.place, item.judgement, item.spoken, policy.verdicts.distance(item.place.metric))
    yield from set_apart(by_place(reconciled), reconciled)
    yield from across_scopes(frames, [item.sized for item in reconciled], known, names, policy)


def _run(frames: Frames, context: BuildContext) -> Frames:
    policy = context.policy
    names = dict(frames["core.publishers"].select("publisher_id", "publisher").iter_rows())
    market_names = dict(frames["core.markets"].select("market_id", "market").iter_rows())
    relations = frames["core.market_relations"].sort("market_id", "other_market_id")
    by_names = neighbours(relations.select("market_id", "other_market_id", "relation", "reason").iter_rows())
    known = defined_relations(by_names, told_scopes(frames["core.definitions"]), market_names)
    reviewed = frozenset(frames["core.publishers"].filter(pl.col("tier") != "unknown")["publisher_id"])
    spoken = series_years(
        frames["core.vendor_figures"], frames["core.documents"], names, market_names, policy, reviewed
    )
    reconciled = reconcile(spoken, policy)
    del spoken  # its memory is needed
    pairs = pairs_of(_conflicts(frames, reconciled, known, names, policy))
    made = dict(causes(pairs, frames["core.bridges"], frames["core.observations"]))
    made["core.conflicts"] = _with_accepted(made["core.conflicts"], context.decisions.accepted_conflicts)
    segment_names = _segment_names(frames["core.observations"], frames["core.claims"])
    shown = policy.comparability.related_shown_at_most
    rows = {
        "core.estimates": estimate_rows(
            reconciled, by_claim(made["core.conflict_sides"]), known.relations, segment_names, shown
        ),
        "core.estimate_candidates": candidate_rows(frames["core.observations"], reconciled),
    }
    return {name: framed(name, told) for name, told in rows.items()} | made


STEP = Step(
    name="estimates",
    reads=(
        "core.claims",
        "core.documents",
        "core.publishers",
        "core.markets",
        "core.market_relations",
        "core.segments",
        "core.observations",
        "core.growth_audit",
        "core.vendor_figures",
        *READS_ACROSS,
    ),
    writes=("core.estimates", "core.estimate_candidates", "core.conflicts", "core.conflict_sides"),
    run=_run,
)
