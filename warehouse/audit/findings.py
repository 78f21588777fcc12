"""A finding of the audit as a row: the rule, the numbers, their deviation against rounding, and the evidence.

Belongs here: the record, its measure and its severity. The rules are in `growth_findings.py`, `part_findings.py`,
`print_findings.py` and `taxonomy_findings.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from warehouse.policy import AuditFindings
from warehouse.values.arithmetic import stored
from warehouse.values.conflict_records import Place
from warehouse.values.keys import digest, published
from warehouse.values.rounding_bands import EXACT, Band

Rule = Literal[
    "growth_endpoints",
    "growth_bound",
    "growth_across_documents",
    "growth_implied",
    "part_of_whole",
    "parts_of_whole",
    "share_of_whole",
    "share_residual",
    "share_shift",
    "volume_times_price",
    "restated",
    "headline_against_body",
    "definition_against_segments",
    "driver_outside_definition",
    "piece_price",
    "lines_of_capacity",
    "costs_against_market",
    "partial_sum",
    "opposed_labels",
    "programme_count",
]
Outcome = Literal["consistent", "mismatch", "derived", "flag"]
Severity = Literal["none", "low", "medium", "high"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule found in one document.

    Attributes:
        rule: the rule.
        outcome: consistent or mismatch where two numbers are compared; derived where one follows that the text does
            not state; flag where words disagree and no number is compared.
        document_id: the document.
        publisher_id: who says it.
        place: market, segment, area, metric, unit and year of the stated figure.
        stated: the figure as stated.
        stated_band: what its words leave open.
        expected: what the identity gives.
        expected_band: what the words of its inputs leave open.
        claim_ids: claims it rests on.
        explanation: the same in words with numbers.
        definition_id: the definition it rests on.
        spans: places it rests on that are no mention of a claim, as (start, end).
        about: what else tells it from findings of the same rule, place and evidence: a contrast, a dimension.
    """

    rule: Rule
    outcome: Outcome
    document_id: str
    publisher_id: str | None
    place: Place
    claim_ids: tuple[str, ...]
    explanation: str
    stated: Decimal | None = None
    stated_band: Band | None = None
    expected: Decimal | None = None
    expected_band: Band | None = None
    definition_id: str | None = None
    spans: tuple[tuple[int, int], ...] = ()
    about: str | None = None

    @property
    def finding_id(self) -> str:
        """Hash of rule, document, place and members, and of what it is about where that is told."""
        place = self.place
        where = (place.market_id, place.segment_key, place.ref_area, place.metric, place.unit_measure, place.year)
        members = [*sorted(self.claim_ids), *(f"{start}:{end}" for start, end in sorted(self.spans))]
        about = (self.about,) if self.about else ()
        return digest(self.rule, self.document_id, *where, self.definition_id, members, *about)

    @property
    def deviation(self) -> Decimal | None:
        """Stated minus expected."""
        return None if self.stated is None or self.expected is None else self.stated - self.expected

    @property
    def half_width(self) -> Decimal | None:
        """Half the width of both rounding bands together: (width of the stated + width of the expected) / 2.

        For symmetric bands a deviation of one half-width is the largest that rounding explains.
        """
        stated = None if self.stated_band is None else self.stated_band.width
        expected = None if self.expected_band is None else self.expected_band.width
        return None if stated is None or expected is None or self.deviation is None else (stated + expected) / 2

    @property
    def times_rounding(self) -> Decimal | None:
        """|deviation| / half-width; None where nothing is compared or nothing is left open."""
        deviation, half = self.deviation, self.half_width
        return EXACT.divide(abs(deviation), half) if deviation is not None and half else None

    def severity(self, policy: AuditFindings) -> Severity:
        """Severity by size against rounding.

        Args:
            policy: how many half-widths are low and medium.

        Returns:
            Of a mismatch its size, high where the figures leave nothing open; low of a flag, which measures nothing;
            none of what is consistent or derived.
        """
        if self.outcome != "mismatch":
            return "low" if self.outcome == "flag" else "none"
        size = self.times_rounding
        if size is None:
            return "high"
        if size <= policy.low_up_to_half_widths:
            return "low"
        return "medium" if size <= policy.medium_up_to_half_widths else "high"


def by_id(findings: Iterable[Finding]) -> Mapping[str, Finding]:
    """Findings by their ids; one that two rules' ways lead to (equal parts of two partitions) stands once.

    Where two that differ come to one id, both stay: a hash of what they say keeps them apart.

    Args:
        findings: in any order.
    """
    alike: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding not in alike[finding.finding_id]:
            alike[finding.finding_id].append(finding)
    return {
        finding_id if len(same) == 1 else digest(finding_id, one.outcome, one.explanation): one
        for finding_id, same in alike.items()
        for one in same
    }


def finding_row(
    finding_id: str, finding: Finding, policy: AuditFindings, mentions: Mapping[str, Sequence[tuple[int, int]]]
) -> dict[str, Any]:
    """A row of core.audit_findings.

    Args:
        finding_id: its id, see `by_id`.
        finding: the finding.
        policy: severities.
        mentions: spans of each claim's mentions, in order.
    """
    place, size, expected = finding.place, finding.times_rounding, finding.expected_band
    spans = {*finding.spans, *(span for claim_id in finding.claim_ids for span in mentions.get(claim_id, ()))}
    return {
        "finding_id": finding_id,
        "rule": finding.rule,
        "outcome": finding.outcome,
        "severity": finding.severity(policy),
        "document_id": finding.document_id,
        "publisher_id": finding.publisher_id,
        "market_id": place.market_id,
        "segment_key": place.segment_key,
        "ref_area": place.ref_area,
        "metric": place.metric,
        "unit_measure": place.unit_measure,
        "year": place.year,
        "stated": _stored(finding.stated),
        "expected": _stored(finding.expected),
        "expected_low": None if expected is None else _stored(expected.low),
        "expected_high": None if expected is None else _stored(expected.high),
        "deviation": _stored(finding.deviation),
        "half_width": _stored(finding.half_width),
        "times_rounding": None if size is None else published(size),
        "claim_ids": sorted(set(finding.claim_ids)),
        "definition_id": finding.definition_id,
        "spans": [f"{start}:{end}" for start, end in sorted(spans)],
        "explanation": finding.explanation,
    }


def _stored(value: Decimal | None) -> Decimal | None:
    return None if value is None else stored(value)
