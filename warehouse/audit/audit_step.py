"""The build's step for the audit: every rule on a publisher's own figures and words → core.audit_findings.

Belongs here: the order of the rules. The rules are in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import polars as pl

from warehouse.audit import (
    computed_totals,
    growth_findings,
    opposed_labels,
    part_findings,
    print_findings,
    programme_counts,
    scale_findings,
    taxonomy_findings,
    undated_shares,
)
from warehouse.audit.document_figures import document_figures
from warehouse.audit.findings import Finding, by_id, finding_row
from warehouse.doubt import doubtful
from warehouse.policy import Policy
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step


def findings(frames: Frames, policy: Policy) -> Iterator[Finding]:
    """Every finding on current documents, whole ones; evidence also of the figures at both ends of a rate, which may be another document's.

    Args:
        frames: the tables that the step reads.
        policy: tolerances.
    """
    yield from _without_doubtful_errors(_on_own_figures(frames, policy), frames["core.claims"], policy)


def _without_doubtful_errors(found: Iterable[Finding], claims: pl.DataFrame, policy: Policy) -> Iterator[Finding]:
    """Findings without errors that rest on a reading which is not sure enough: the error may be ours."""
    unsure = doubtful(claims, policy.accusation)
    return (one for one in found if one.outcome != "mismatch" or unsure.isdisjoint(one.claim_ids))


def _on_own_figures(frames: Frames, policy: Policy) -> Iterator[Finding]:
    observations, claims, segments = (frames[f"core.{name}"] for name in ("observations", "claims", "segments"))
    documents, audit = frames["core.documents"], frames["core.growth_audit"]
    names = _names(frames)
    figures = tuple(document_figures(observations, claims, segments, names))
    current = documents.filter(pl.col("status") == "stated")["document_id"].to_list()
    current_segments = segments.filter(pl.col("document_id").is_in(current))
    yield from growth_findings.audited(audit, claims, names, policy)
    yield from growth_findings.beyond_the_audit(frames["core.growth_recomputations"], claims, documents, names, policy)
    headlines = print_findings.Headlines(
        frames["core.document_facts"], frames["core.evidence"], policy.audit_findings.lead_chars
    )
    yield from print_findings.prints(figures, headlines)
    yield from print_findings.products(figures, frames["work.count_times_price"])
    yield from part_findings.sizes_of_parts(figures)
    yield from part_findings.stated_shares(figures)
    added = tuple(part_findings.added_up(figures, part_findings.Members(current_segments), policy))
    yield from added
    yield from part_findings.shifts(figures, (one for one in added if one.rule == "share_residual"))
    yield from undated_shares.undated_residuals(observations, claims, current_segments, names, policy)
    yield from taxonomy_findings.definitions_against_segments(frames["core.definitions"], current_segments)
    yield from taxonomy_findings.drivers_outside_definitions(
        frames["core.drivers"], frames["core.definitions"], current_segments, frames["core.markets"]
    )
    yield from scale_findings.scales(frames, figures, policy)
    yield from computed_totals.partial_sums(frames, policy)
    yield from opposed_labels.opposed_labels(frames)
    yield from programme_counts.programme_counts(frames, policy)


def _names(frames: Frames) -> dict[str, str]:
    return dict(frames["core.publishers"].select("publisher_id", "publisher").iter_rows())


def finding_rows(findings: Iterable[Finding], evidence: pl.DataFrame, policy: Policy) -> Frames:
    """The step's table.

    Args:
        findings: findings; an id tells rule and document, so those of other documents or rules may stand in another call.
        evidence: core.evidence, at least that of the claims in them.
        policy: severities.
    """
    mentions = print_findings.by_claim(evidence)
    rows = (finding_row(name, one, policy.audit_findings, mentions) for name, one in by_id(findings).items())
    return {"core.audit_findings": framed("core.audit_findings", rows)}


def _run(frames: Frames, context: BuildContext) -> Frames:
    return finding_rows(findings(frames, context.policy), frames["core.evidence"], context.policy)


STEP = Step(
    name="audit_findings",
    reads=(
        "core.publishers",
        "core.markets",
        "core.documents",
        "core.document_facts",
        "core.claims",
        "core.evidence",
        "core.segments",
        "core.observations",
        "core.growth_recomputations",
        "core.growth_audit",
        "core.definitions",
        "core.drivers",
        "core.technical_claims",
        "core.figure_contexts",
        "work.count_times_price",
    ),
    writes=("core.audit_findings",),
    run=_run,
)
