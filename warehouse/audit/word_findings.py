"""work.word_findings: what documents say in words against their own words, and counts of public programmes against the reference.

Belongs here: the order of the rules. They need grammar or reviewed words; rules on figures are in `warehouse/sql/40_*_findings.sql`.
"""

from __future__ import annotations

from warehouse.audit import opposed_labels, programme_counts, taxonomy_findings
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step

READS = (
    "core.documents", "core.markets", "core.segments", "core.definitions", "core.drivers", "core.claims", "core.evidence",
)  # fmt: skip


def word_findings(frames: Frames, context: BuildContext) -> Frames:
    """Findings on current documents.

    Args:
        frames: `READS`.
        context: its policy says what a hedge leaves open.
    """
    current = frames["core.documents"].filter(status="stated")
    given = {
        name: frames[name] if name == "core.markets" else frames[name].join(current, on="document_id", how="semi")
        for name in READS
    }
    rules = (
        taxonomy_findings.definitions_against_segments(given),
        taxonomy_findings.drivers_outside_definitions(given),
        opposed_labels.opposed_labels(given),
        programme_counts.programme_counts(given, context.policy.comparability.hedge_share),
    )
    return {"work.word_findings": framed("work.word_findings", (row for rule in rules for row in rule)).unique()}


STEP = Step(name="word findings", reads=READS, writes=("work.word_findings",), run=word_findings)
