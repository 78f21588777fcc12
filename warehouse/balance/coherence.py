"""Coherence: segments, areas and years that add up, per publisher and for the estimates, with the stated figures.

Belongs here: the step, and the rows it publishes with their reasons. Nothing stated or estimated is changed; balanced
values stand in a column of their own. The arithmetic is in `warehouse/balance/`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from math import expm1
from typing import Any

import polars as pl

from warehouse.balance.balance_records import Constraint, Figure, StatedGrowth, is_balanced
from warehouse.balance.balancing import BalancedFigure, Judged, balance, by_owner
from warehouse.balance.coherence_inputs import (
    ESTIMATES,
    audits,
    estimate_figures,
    estimate_growth,
    listed_members,
    of_one_basis,
    publisher_figure,
    publisher_growth,
    publisher_rows,
)
from warehouse.balance.constraints import constraints_of, known_complete
from warehouse.policy import Balance, Policy
from warehouse.resolve.statements.listed_members import nested_segments
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.frame_groups import by_documents
from warehouse.values.keys import digest, published
from warehouse.values.wording import amount, counted, plain

_PERCENT = "percent"
_OF_DOCUMENTS = ("core.vendor_figures", "core.claims", "core.segments", "core.observations")


def _publishers_constraints(
    figures: Iterable[Figure],
    growths: Iterable[StatedGrowth],
    segments: pl.DataFrame,
    partitions: Sequence[Sequence[str]],
    policy: Balance,
) -> list[Constraint]:
    listed = listed_members(segments)
    growth_of: defaultdict[str, list[StatedGrowth]] = defaultdict(list)
    owner_of_rate = {figure.figure_id: figure.owner for figure in figures}
    for growth in growths:
        growth_of[owner_of_rate[growth.rate_id]].append(growth)
    constraints: list[Constraint] = []
    for owner, owned in by_owner(figures).items():
        members = listed.get(owner.partition("|")[0], {})
        for alike in of_one_basis(owned):
            constraints += constraints_of(alike, growth_of[owner], members, partitions, {}, policy)
    return constraints


def _figure_row(item: BalancedFigure, component_id: str | None) -> dict[str, Any]:
    figure = item.figure
    document_id, _, publisher_id = figure.owner.partition("|")
    is_estimate = figure.owner == ESTIMATES
    change = None
    if item.balanced is not None and figure.value:
        change = published(Decimal(repr((item.balanced / figure.value - 1) * 100)))
    return {
        "figure_id": figure.figure_id,
        "level": "estimate" if is_estimate else "publisher",
        "component_id": component_id,
        "document_id": None if is_estimate else document_id,
        "publisher_id": None if is_estimate else publisher_id,
        "series_id": figure.series_id,
        "market_id": figure.market_id,
        "segment_key": figure.segment_key,
        "ref_area": figure.ref_area,
        "metric": figure.metric,
        "unit_measure": figure.unit,
        "year": figure.year,
        "obs_value": published(Decimal(repr(figure.value))),
        "balanced": None if item.balanced is None else published(Decimal(repr(item.balanced))),
        "change_pct": change,
        "status": item.status,
        "n_constraints": item.n_met,
        "n_outliers": item.n_outliers,
        "reason": _figure_reason(item, change),
    }


def _figure_reason(item: BalancedFigure, change: float | None) -> str:
    left_out = f"; {counted(item.n_outliers, 'constraint')} with it left out as outlier" if item.n_outliers else ""
    if item.status == "unconstrained":
        return "no sum, share or growth ties it to another figure of the same source"
    if item.status == "set_aside":
        return "every constraint with it misses too much: which figure is wrong cannot be told, so none is moved"
    if item.status == "coherent":
        return f"in order with {counted(item.n_met, 'constraint')} as it stands{left_out}"
    moved = "follows its neighbours" if not item.n_met else f"moved to meet {counted(item.n_met, 'constraint')}"
    moved += " and stays within its print" if item.status == "within_rounding" and item.figure.half_width else ""
    by = "" if change is None else f", by {plain(Decimal(repr(change)))} %"
    return f"{moved}{by}{left_out}"


def _constraint_row(item: Judged, by_id: Mapping[str, Figure], component_id: str, threshold: Decimal) -> dict[str, Any]:
    constraint = item.constraint
    ids = sorted(constraint.coefficients)
    members = [figure_id for figure_id in ids if figure_id != constraint.whole_id]
    figures = [by_id[figure_id] for figure_id in ids]
    of = by_id[constraint.whole_id] if constraint.whole_id else by_id[members[0]]
    is_estimate = constraint.owner == ESTIMATES
    document_id, _, publisher_id = constraint.owner.partition("|")
    # What is divided, grows or, for a share of a whole, what the share is of: segments are parts of no segment here.
    is_by_segment = constraint.kind in ("segments_of_whole", "shares_of_segments")
    part = next((figure for figure in figures if figure.metric == "share"), of)
    row = {
        "constraint_id": digest(constraint.owner, constraint.kind, constraint.dimension, ids),
        "level": "estimate" if is_estimate else "publisher",
        "component_id": component_id,
        "kind": constraint.kind,
        "relation": "<=" if constraint.is_upper else "=",
        "document_id": None if is_estimate else document_id,
        "publisher_id": None if is_estimate else publisher_id,
        "market_id": of.market_id,
        "dimension": constraint.dimension,
        "segment_key": None if is_by_segment else part.segment_key,
        "ref_area": constraint.area,
        "metric": part.metric,
        "unit_measure": of.unit,
        "year": of.year,
        "start_year": min(figure.year for figure in figures) if constraint.kind == "growth" else None,
        "whole_id": constraint.whole_id,
        "member_ids": members,
        "claim_ids": sorted({claim_id for figure in figures for claim_id in figure.claim_ids}),
        "basis": constraint.basis,
        "residual_before": _residual(constraint, item.before),
        "residual_after": _residual(constraint, item.after),
        "residual_unit": _PERCENT if constraint.is_log else of.unit,
        "deviation": _residual(constraint, item.deviation),
        "normalised_residual": _rounded(item.alone),
        "normalised_given_others": _rounded(item.given_others),
        "is_outlier": item.status == "outlier",
        "status": item.status,
        "suspect_id": item.suspect,
    }
    return row | {"reason": _constraint_reason(item, row, threshold)}


def _residual(constraint: Constraint, value: float) -> float:
    """In the unit of the figures; of logarithms in percent. What floating point leaves of zero is zero."""
    residual = expm1(value) * 100 if constraint.is_log else value
    return published(Decimal(repr(round(residual, 9))))


def _rounded(value: float | None) -> float | None:
    return None if value is None else published(Decimal(repr(round(value, 9))))


def _constraint_reason(item: Judged, row: Mapping[str, Any], threshold: Decimal) -> str:
    unit = row["residual_unit"]
    size = amount(abs(Decimal(repr(row["residual_before"]))), unit)
    what = "misses by" if row["relation"] == "=" else ("exceeds the whole by" if item.before > 0 else "stays below by")
    tests = [value for value in (item.alone, item.given_others) if value is not None]
    far = plain(Decimal(repr(round(max((abs(value) for value in tests), default=0.0), 2))))
    detail = f"{what} {size}, {far} standard deviations"
    if item.status == "outlier" and not row["residual_before"]:  # it holds by itself, others of its component deny it
        detail = f"holds as printed, yet is {far} standard deviations from what the others leave of it"
    match item.status:
        case "outlier":
            suspect = "; all outliers here share one figure and nothing speaks for it" if item.suspect else ""
            if item.constraint.is_refused:
                return f"left out: no convention explains this rate; {detail}"
            return f"left out: {detail}, more than {plain(threshold)}{suspect}"
        case "implied":
            return f"follows from other constraints of these figures; {detail} as printed"
        case "open":
            return f"holds by itself: the parts come to {size} less"
        case "idle":
            return "nothing in it can be moved"
        case _:
            return f"met; as printed it {detail}"


def _aside(row: Mapping[str, Any], level: str) -> dict[str, Any]:
    """A row for a figure that takes no part, with its reason."""
    is_estimate = level == "estimate"
    value = row["estimate"] if is_estimate else row["obs_value"]
    if is_estimate and value is None:
        status, reason = "refused", "there is no estimate to balance"
    elif not is_balanced(row["metric"]):
        status, reason = "unconstrained", "figures of this metric keep no sum, share or growth"
    else:
        status, reason = "bound", "a bound and no figure"
    return {
        "figure_id": row["estimate_id"] if is_estimate else row["vendor_figure_id"],
        "level": level,
        **{name: row.get(name) for name in ("document_id", "publisher_id")},
        **{name: row[name] for name in ("series_id", "market_id", "segment_key", "ref_area", "metric", "unit_measure", "year")},
        "obs_value": None if value is None else published(Decimal(value) if isinstance(value, Decimal) else Decimal(repr(value))),
        "status": status,
        "n_constraints": 0,
        "n_outliers": 0,
        "reason": reason,
    }  # fmt: skip


def _rows(
    figures: Sequence[Figure], constraints: Sequence[Constraint], policy: Balance
) -> tuple[list[dict[str, Any]], Iterator[dict[str, Any]]]:
    balanced, judged = balance(figures, constraints, policy)
    by_id = {figure.figure_id: figure for figure in figures}
    members: defaultdict[int, list[str]] = defaultdict(list)
    for item in balanced:
        if item.component is not None:
            members[item.component].append(item.figure.figure_id)
    ids = {component: digest(sorted(figure_ids)) for component, figure_ids in members.items()}
    rows = [_figure_row(item, None if item.component is None else ids[item.component]) for item in balanced]
    shown = (item for item in judged if item.constraint.kind != "path")
    return rows, (_constraint_row(item, by_id, ids[item.component], policy.outlier_above) for item in shown)


Rows = Sequence[Mapping[str, Any]]


def _publisher_figures(frames: Frames) -> tuple[Rows, Sequence[Figure]]:
    """Publishers' figures as rows, and those of them that take part."""
    rows = publisher_rows(frames["core.vendor_figures"], frames["core.observations"], frames["core.claims"])
    nested = nested_segments(frames["core.segments"], "document_id")
    return rows, [figure for row in rows if (figure := publisher_figure(row, nested)) is not None]


def publishers_balanced(frames: Frames, policy: Policy) -> Frames:
    """The step's rows of level publisher: no constraint joins figures of two documents.

    Args:
        frames: core.claims, segments, observations, growth_audit, vendor_figures; of whole documents.
        policy: partitions of regions, balance.
    """
    rows, figures = _publisher_figures(frames)
    growths = publisher_growth(figures, audits(frames["core.growth_audit"], frames["core.observations"]))
    partitions = policy.comparability.region_partitions
    constraints = _publishers_constraints(figures, growths, frames["core.segments"], partitions, policy.balance)
    balanced_rows, judged = _rows(figures, constraints, policy.balance)
    taken = {figure.figure_id for figure in figures}
    aside = [_aside(row, "publisher") for row in rows if row["vendor_figure_id"] not in taken]
    return _tables([*balanced_rows, *aside], judged)


def _shown_complete(frames: Frames, policy: Policy) -> Mapping[tuple[str, str, str], Mapping[frozenset[str], str]]:
    """The sets of parts that some publisher shows to be complete, with the words of the first one that does."""
    complete: defaultdict[tuple[str, str, str], dict[frozenset[str], str]] = defaultdict(dict)
    for document in by_documents(frames, _OF_DOCUMENTS):
        listed = listed_members(document["core.segments"])
        for owner, owned in by_owner(_publisher_figures(document)[1]).items():
            document_id, _, publisher_id = owner.partition("|")
            partitions = policy.comparability.region_partitions
            for alike in of_one_basis(owned):
                shown = known_complete(alike, listed.get(document_id, {}), partitions, policy.balance)
                for place, sets in shown.items():
                    for members, reason in sets.items():
                        complete[place].setdefault(members, f"{reason}, as {publisher_id} gives them")
    return complete


def estimates_balanced(frames: Frames, policy: Policy) -> Frames:
    """The step's rows of level estimate: series of all publishers, with what any of them shows to be complete.

    Args:
        frames: all that the step reads, of whole markets.
        policy: partitions of regions, balance.
    """
    estimates, observations = frames["core.estimates"], frames["core.observations"]
    known = _shown_complete(frames, policy)
    nested = nested_segments(frames["core.segments"], "market_id")
    pooled = list(estimate_figures(estimates, frames["core.estimate_candidates"], observations, nested))
    growths = estimate_growth(pooled, audits(frames["core.growth_audit"], observations))
    partitions = policy.comparability.region_partitions
    constraints = [
        constraint
        for alike in of_one_basis(pooled)
        for constraint in constraints_of(alike, growths, {}, partitions, known, policy.balance)
    ]
    rows, judged = _rows(pooled, constraints, policy.balance)
    taken = {figure.figure_id for figure in pooled}
    aside = [_aside(row, "estimate") for row in estimates.iter_rows(named=True) if row["estimate_id"] not in taken]
    return _tables([*rows, *aside], judged)


def _tables(figures: Sequence[Mapping[str, Any]], constraints: Iterable[Mapping[str, Any]]) -> Frames:
    rows = {"core.balanced_figures": figures, "core.balance_constraints": constraints}
    return {name: framed(name, records) for name, records in rows.items()}


def _run(frames: Frames, context: BuildContext) -> Frames:
    levels = (publishers_balanced(frames, context.policy), estimates_balanced(frames, context.policy))
    return {name: pl.concat([level[name] for level in levels]) for name in levels[0]}


STEP = Step(
    name="coherence",
    reads=(
        "core.claims",
        "core.segments",
        "core.observations",
        "core.growth_audit",
        "core.vendor_figures",
        "core.estimates",
        "core.estimate_candidates",
    ),
    writes=("core.balanced_figures", "core.balance_constraints"),
    run=_run,
)
