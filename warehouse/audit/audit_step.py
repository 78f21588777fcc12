"""The build's step for the audit: every rule on a publisher's own figures and words → core.audit_findings.

Belongs here: the order of the rules. The rules stand in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import polars as pl

from warehouse.audit import computed_totals as own_sums
from warehouse.audit import growth_findings as own_growth
from warehouse.audit import opposed_labels, undated_shares
from warehouse.audit import part_findings as own_parts
from warehouse.audit import print_findings as own_prints
from warehouse.audit import programme_counts as programmes
from warehouse.audit import scale_findings as own_scale
from warehouse.audit import taxonomy_findings as taxonomy
from warehouse.audit.document_figures import document_figures
from warehouse.audit.findings import Finding, by_id, finding_row
from warehouse.policy import Policy
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step


def findings(frames: Frames, policy: Policy) -> Iterator[Finding]:
    """Every finding on current documents.

    Args:
        frames: the tables that the step reads.
        policy: tolerances.
    """
    yield from within_documents(frames, policy)
    yield from across_documents(frames, policy)


def across_documents(frames: Frames, policy: Policy) -> Iterator[Finding]:
    """Growth that one document's audit cannot reach: the only rules that hold a publisher's documents against each other."""
    audit, claims, documents = (frames[f"core.{name}"] for name in ("growth_audit", "claims", "documents"))
    yield from own_growth.beyond_the_audit(audit, claims, documents, _names(frames), policy)


def within_documents(frames: Frames, policy: Policy) -> Iterator[Finding]:
    """Every finding on one document's own figures and words. Arguments as of `findings`, of whole documents."""
    observations, claims, segments = (frames[f"core.{name}"] for name in ("observations", "claims", "segments"))
    documents, audit = frames["core.documents"], frames["core.growth_audit"]
    names = _names(frames)
    figures = tuple(document_figures(observations, claims, segments, names))
    current = documents.filter(pl.col("status") == "stated")["document_id"].to_list()
    own_segments = segments.filter(pl.col("document_id").is_in(current))
    yield from own_growth.audited(audit, claims, names, policy)
    headlines = own_prints.Headlines(
        frames["core.document_facts"], frames["core.evidence"], policy.audit_findings.lead_chars
    )
    yield from own_prints.prints(figures, headlines)
    yield from own_prints.products(figures, observations, claims, policy)
    yield from own_parts.sizes_of_parts(figures)
    yield from own_parts.stated_shares(figures)
    added = tuple(own_parts.added_up(figures, own_parts.Members(own_segments), policy))
    yield from added
    yield from own_parts.shifts(figures, (found for found in added if found.rule == "share_residual"))
    yield from undated_shares.undated_residuals(observations, claims, own_segments, names, policy)
    yield from taxonomy.definitions_against_segments(frames["core.definitions"], own_segments)
    yield from taxonomy.drivers_outside_definitions(
        frames["core.drivers"], frames["core.definitions"], own_segments, frames["core.markets"]
    )
    yield from own_scale.scales(frames, figures, policy)
    yield from own_sums.partial_sums(frames, policy)
    yield from opposed_labels.opposed_labels(frames)
    yield from programmes.programme_counts(frames, policy)


def _names(frames: Frames) -> dict[str, str]:
    return dict(frames["core.publishers"].select("publisher_id", "publisher").iter_rows())


def finding_rows(found: Iterable[Finding], evidence: pl.DataFrame, policy: Policy) -> Frames:
    """The step's table.

    Args:
        found: findings; an id tells rule and document, so those of other documents or rules may stand in another call.
        evidence: core.evidence, at least that of the claims in them.
        policy: severities.
    """
    mentions = own_prints.by_claim(evidence)
    rows = (finding_row(name, one, policy.audit_findings, mentions) for name, one in by_id(found).items())
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
        "core.growth_audit",
        "core.definitions",
        "core.drivers",
        "core.technical_claims",
        "core.figure_contexts",
    ),
    writes=("core.audit_findings",),
    run=_run,
)
