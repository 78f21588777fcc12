"""Estimates, refusals and conflicts: one row per series and year, with its conflicts and related scopes.

Belongs here: the step that brings series, own arithmetic and scopes together and lays them out as rows. The rules
themselves are in `verdicts.py`, `conflict_records.py`, `internal_conflicts.py`, `part_sums.py`, `scope_conflicts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import polars as pl

from warehouse.audit.document_figures import document_figures
from warehouse.audit.internal_conflicts import growth_mismatches, restated
from warehouse.audit.part_sums import parts_larger_than_wholes, sums_above_wholes
from warehouse.audit.product_checks import volume_times_price
from warehouse.audit.share_checks import share_mismatches
from warehouse.bridge.defined_relations import DefinedRelations, defined_relations
from warehouse.bridge.market_relations import MarketRelations, relations_by_market
from warehouse.compare.basis_conflicts import basis_words, by_place, set_apart
from warehouse.compare.comparisons import READS as READS_ACROSS
from warehouse.compare.comparisons import across_scopes
from warehouse.compare.same_scope import same_scope
from warehouse.compare.scope_conflicts import related_words
from warehouse.decisions import AcceptedConflict
from warehouse.estimate.candidates import candidate_rows
from warehouse.estimate.estimate_rows import estimate_rows, segment_names_of
from warehouse.estimate.estimation import reconcile
from warehouse.estimate.series import Reconciled, series_years
from warehouse.estimate.series_figures import beside
from warehouse.explain.causes import causes, pairs_of
from warehouse.observe.value_bases import defined_scopes
from warehouse.policy import Policy
from warehouse.rulings.expectation import conflict_changes
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.conflict_records import Conflict, by_claim
from warehouse.values.frame_groups import by_documents

_OF_DOCUMENTS = ("core.claims", "core.observations", "core.segments", "core.growth_audit")


def _not_pooled(
    reconciled: Sequence[Reconciled], known: MarketRelations, at_most: int
) -> Callable[[Reconciled], str | None]:
    """What lies beside an estimate and is not pooled with it, in words: other bases first, then related markets."""
    around = beside(item.sized for item in reconciled)
    together = by_place(reconciled)

    def words(item: Reconciled) -> str | None:
        relations_by_market = around[replace(item.place, market_id=None)]
        related = related_words(item.sized, relations_by_market, known, at_most)
        return "; ".join(filter(None, (basis_words(item, together), related))) or None

    return words


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


def _internal_conflicts(frames: Frames, names: Mapping[str, str], policy: Policy) -> Iterator[Conflict]:
    """Of publishers with themselves, each within one document."""
    observations, claims = frames["core.observations"], frames["core.claims"]
    figures = tuple(document_figures(observations, claims, frames["core.segments"], names))
    yield from restated(figures, policy)
    yield from growth_mismatches(frames["core.growth_audit"], claims, names, policy)
    yield from volume_times_price(figures, observations, claims, policy)
    yield from parts_larger_than_wholes(figures)
    yield from sums_above_wholes(figures, policy)
    yield from share_mismatches(figures)


def _conflicts(
    frames: Frames, reconciled: Sequence[Reconciled], known: DefinedRelations, names: Mapping[str, str], policy: Policy
) -> Iterator[Conflict]:
    for document in by_documents(frames, _OF_DOCUMENTS):
        yield from _internal_conflicts(document, names, policy)
    for item in reconciled:
        yield from same_scope(item.place, item.judgement, item.spoken, policy.verdicts.distance(item.place.metric))
    yield from set_apart(by_place(reconciled), reconciled)
    yield from across_scopes(frames, [item.sized for item in reconciled], known, names, policy)


def _run(frames: Frames, context: BuildContext) -> Frames:
    policy = context.policy
    names = dict(frames["core.publishers"].select("publisher_id", "publisher").iter_rows())
    market_names = dict(frames["core.markets"].select("market_id", "market").iter_rows())
    relations = frames["core.market_relations"].sort("market_id", "other_market_id")
    by_names = relations_by_market(relations.select("market_id", "other_market_id", "relation", "reason").iter_rows())
    known = defined_relations(by_names, defined_scopes(frames["core.definitions"]), market_names)
    reviewed = frozenset(frames["core.publishers"].filter(pl.col("tier") != "unknown")["publisher_id"])
    spoken = series_years(
        frames["core.vendor_figures"], frames["core.documents"], names, market_names, policy, reviewed
    )
    reconciled = reconcile(spoken, policy)
    del spoken  # its memory is needed
    pairs = pairs_of(_conflicts(frames, reconciled, known, names, policy))
    tables = dict(causes(pairs, frames["core.bridges"], frames["core.observations"]))
    tables["core.conflicts"] = _with_accepted(tables["core.conflicts"], context.decisions.accepted_conflicts)
    segment_names = segment_names_of(frames["core.observations"], frames["core.claims"])
    not_pooled = _not_pooled(reconciled, known.relations, policy.comparability.related_shown_at_most)
    rows = {
        "core.estimates": estimate_rows(reconciled, by_claim(tables["core.conflict_sides"]), segment_names, not_pooled),
        "core.estimate_candidates": candidate_rows(frames["core.observations"], reconciled),
    }
    return {name: framed(name, records) for name, records in rows.items()} | tables


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
