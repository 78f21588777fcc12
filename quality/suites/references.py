"""References between tables, and the query that finds dangling ones. Nulls refer to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Reference:
    """A column whose values are keys of another table.

    Attributes:
        table: the referring table, with its schema.
        column: the referring column.
        target: the table referred to.
        key: its column.
        form: whether the column holds one value, a list, or a list as text joined with "|".
    """

    table: str
    column: str
    target: str
    key: str
    form: Literal["value", "list", "text"] = "value"


def dangling(references: Sequence[Reference]) -> str:
    """SQL for the values that are referred to and not there: table_name, column_name, target, value, n_rows."""
    return "\nunion all\n".join(map(_missing, references)) + "\norder by table_name, column_name, value"


def _missing(reference: Reference) -> str:
    value = {
        "value": reference.column,
        "list": f"unnest({reference.column})",
        "text": f"unnest(string_split({reference.column}, '|'))",
    }[reference.form]
    table, column = reference.table, reference.column
    return (
        f"select '{table}' as table_name, '{column}' as column_name, '{reference.target}' as target, value, "
        f"count(*) as n_rows from (select {value} as value from {table} where {column} is not null)\n"
        f"where value not in (select {reference.key} from {reference.target}) group by value"
    )


def _to(target: str, key: str, *places: str, form: Literal["value", "list", "text"] = "value") -> list[Reference]:
    """References of several places ("core.claims.market_id") to one key."""
    return [Reference(place.rpartition(".")[0], place.rpartition(".")[2], target, key, form) for place in places]


CORE_REFERENCES: tuple[Reference, ...] = (
    *_to(
        "core.documents",
        "document_id",
        "core.documents.superseded_by",
        "core.claims.document_id",
        "core.evidence.document_id",
        "core.rejections.document_id",
        "core.set_aside.document_id",
        "core.reading_choices.document_id",
        "core.segments.document_id",
        "core.companies.document_id",
        "core.observations.document_id",
        "core.growth_audit.document_id",
        "core.audit_findings.document_id",
        "core.vendor_figures.document_id",
        "core.revisions.document_id",
        "core.events.document_id",
        "core.rankings.document_id",
        "core.citations.document_id",
        "core.document_facts.document_id",
        "core.statement_evidence.document_id",
    ),
    *_to(
        "core.publishers",
        "publisher_id",
        "core.documents.publisher_id",
        "core.claims.publisher_id",
        "core.observations.publisher_id",
        "core.growth_audit.publisher_id",
        "core.audit_findings.publisher_id",
        "core.vendor_figures.publisher_id",
        "core.revisions.publisher_id",
        "core.vendor_scorecard.publisher_id",
        "core.review_queue.publisher_id",
    ),
    *_to(
        "core.markets",
        "market_id",
        "core.documents.market_id",
        "core.claims.market_id",
        "core.segments.market_id",
        "core.observations.market_id",
        "core.growth_audit.market_id",
        "core.audit_findings.market_id",
        "core.vendor_figures.market_id",
        "core.estimates.market_id",
        "core.conflicts.market_id",
        "core.conflicts.other_market_id",
        "core.conflict_sides.market_id",
        "core.market_relations.market_id",
        "core.market_relations.other_market_id",
        "core.market_facets.market_id",
        "core.review_queue.market_id",
    ),
    *_to("core.areas", "ref_area", "core.claims.ref_area", "core.estimates.ref_area"),
    *_to(
        "core.claims",
        "claim_id",
        "core.evidence.claim_id",
        "core.set_aside.claim_id",
        "core.reading_choices.claim_id",
        "core.observations.claim_id",
        "core.growth_audit.claim_id",
        "core.growth_audit.start_claim_id",
        "core.growth_audit.end_claim_id",
        "core.estimate_candidates.claim_id",
        "core.revisions.claim_id",
        "core.revisions.previous_claim_id",
        "core.review_queue.claim_id",
    ),
    *_to("core.claims", "claim_id", "core.vendor_figures.claim_ids", "core.citations.claim_ids", form="list"),
    *_to("core.claims", "claim_id", "core.audit_findings.claim_ids", form="list"),
    *_to("core.areas", "ref_area", "core.observations.ref_area"),
    *_to("core.claims", "claim_id", "core.conflicts.claim_ids_a", "core.conflicts.claim_ids_b", form="list"),
    *_to("core.claims", "claim_id", "core.conflict_sides.claim_ids", form="list"),
    *_to("core.estimates", "estimate_id", "core.estimate_candidates.estimate_id"),
    *_to("core.documents", "document_id", "core.balanced_figures.document_id", "core.balance_constraints.document_id"),
    *_to("core.publishers", "publisher_id", "core.balanced_figures.publisher_id"),
    *_to("core.markets", "market_id", "core.balanced_figures.market_id", "core.balance_constraints.market_id"),
    *_to("core.claims", "claim_id", "core.balance_constraints.claim_ids", form="list"),
    *_to("core.balanced_figures", "figure_id", "core.balance_constraints.member_ids", form="list"),
    *_to(
        "core.balanced_figures",
        "figure_id",
        "core.balance_constraints.whole_id",
        "core.balance_constraints.suspect_id",
    ),
    *_to("core.conflicts", "conflict_id", "core.estimates.conflict_ids", form="list"),
    *_to("core.conflicts", "conflict_id", "core.conflict_components.conflict_id", "core.conflict_sides.conflict_id"),
    *_to("core.bridges", "bridge_id", "core.conflicts.bridge_id", "core.conflict_sides.bridge_id"),
    *_to("core.markets", "market_id", "core.bridges.market_id", "core.bridges.other_market_id"),
    *_to("core.documents", "document_id", "core.bridges.document_ids", form="list"),
    *_to("core.definitions", "definition_id", "core.bridges.definition_ids", form="list"),
    *_to(
        "core.claims",
        "claim_id",
        "core.bridges.claim_ids",
        "core.conflict_components.claim_ids_a",
        "core.conflict_components.claim_ids_b",
        form="list",
    ),
    *_to(
        "core.documents",
        "document_id",
        "core.definitions.document_id",
        "core.drivers.document_id",
        "core.technical_claims.document_id",
    ),
    *_to(
        "core.publishers",
        "publisher_id",
        "core.definitions.publisher_id",
        "core.drivers.publisher_id",
        "core.technical_claims.publisher_id",
    ),
    *_to(
        "core.markets",
        "market_id",
        "core.definitions.market_id",
        "core.drivers.market_id",
        "core.technical_claims.market_id",
    ),
    *_to("core.claims", "claim_id", "core.drivers.claim_id", "core.technical_claims.claim_id"),
    *_to("core.documents", "document_id", "core.qualities.document_id", "core.figure_contexts.document_id"),
    *_to("core.claims", "claim_id", "core.figure_contexts.claim_id"),
    *_to("core.publishers", "publisher_id", "core.qualities.publisher_id"),
    *_to("core.markets", "market_id", "core.qualities.market_id"),
    *_to("core.claims", "claim_id", "core.decisions.claim_ids", form="list"),
    *_to("core.conflicts", "conflict_id", "core.decisions.conflict_ids", form="list"),
    *_to("core.estimates", "estimate_id", "core.decisions.estimate_ids", form="list"),
    *_to("core.markets", "market_id", "core.decisions.market_ids", form="list"),
    *_to("core.markets", "market_id", "core.review_queue.other_market_id"),
    *_to("core.conflicts", "conflict_id", "core.review_queue.conflict_id"),
    *_to("core.decisions", "decision_id", "core.review_queue.decision_id"),
)

MART_REFERENCES: tuple[Reference, ...] = (
    *_to("marts.documents", "document_id", "marts.claims.document_id", "marts.evidence.document_id"),
    *_to(
        "marts.documents",
        "document_id",
        "marts.events.document_id",
        "marts.rankings.document_id",
        "marts.citations.document_id",
        "marts.document_facts.document_id",
        "marts.statement_evidence.document_id",
    ),
    *_to(
        "marts.claims",
        "claim_id",
        "marts.evidence.claim_id",
        "marts.set_aside.claim_id",
        "marts.reading_choices.claim_id",
        "marts.growth_audit.claim_id",
        "marts.revisions.claim_id",
        "marts.segment_shares.claim_id",
        "marts.drivers.claim_id",
        "marts.review_queue.claim_id",
    ),
    *_to(
        "marts.claims",
        "claim_id",
        "marts.market_estimates.claim_ids",
        "marts.market_estimates.other_claim_ids",
        "marts.vendor_figures.claim_ids",
        "marts.conflicts.claim_ids_a",
        "marts.conflicts.claim_ids_b",
        "marts.conflict_sides.claim_ids",
        "marts.balance_constraints.claim_ids",
        "marts.citations.claim_ids",
        "marts.bridges.claim_ids",
        "marts.conflict_components.claim_ids_a",
        "marts.conflict_components.claim_ids_b",
        "marts.audit_findings.claim_ids",
        form="text",
    ),
    *_to("marts.conflicts", "conflict_id", "marts.conflict_components.conflict_id", "marts.conflict_sides.conflict_id"),
    *_to("marts.bridges", "bridge_id", "marts.conflicts.bridge_id", "marts.conflict_sides.bridge_id"),
    *_to("marts.conflicts", "conflict_id", "marts.market_estimates.conflict_ids", form="text"),
    *_to("marts.market_estimates", "estimate_id", "marts.claims.estimate_ids", form="text"),
    *_to("marts.metrics", "metric", "marts.claims.metric", "marts.market_estimates.metric"),
    *_to("marts.publishers", "publisher_id", "marts.vendor_scorecard.publisher_id"),
    *_to(
        "marts.documents",
        "document_id",
        "marts.definitions.document_id",
        "marts.drivers.document_id",
        "marts.technical_claims.document_id",
    ),
    *_to("marts.claims", "claim_id", "marts.technical_claims.claim_id"),
    *_to("marts.documents", "document_id", "marts.qualities.document_id"),
    *_to("marts.claims", "claim_id", "marts.decisions.claim_ids", form="text"),
    *_to("marts.conflicts", "conflict_id", "marts.decisions.conflict_ids", form="text"),
    *_to("marts.market_estimates", "estimate_id", "marts.decisions.estimate_ids", form="text"),
    *_to(
        "marts.decisions",
        "decision_id",
        "marts.claims.decision_ids",
        "marts.market_estimates.decision_ids",
        "marts.conflicts.decision_ids",
        form="text",
    ),
)
