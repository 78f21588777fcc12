"""A finding on words as a row of work.word_findings. Findings on figures are in `warehouse/sql/40_*_findings.sql`.

Belongs here: the form that the rules beside this module fill in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from sources.grammar.areas import WORLD_CODE as WORLD

Row = Mapping[str, Any]
Span = tuple[int, int]


def word_finding(
    rule: str,
    outcome: Literal["flag", "consistent", "mismatch"],
    of: Row,
    explanation: str,
    spans: Iterable[Span],
    about: str,
    claim_ids: Sequence[str] = (),
    definition_id: str | None = None,
    **measured: Any,
) -> Row:
    """A row of work.word_findings.

    Args:
        rule: the rule.
        outcome: flag where words disagree and no number is compared.
        of: document, publisher and market.
        explanation: the finding in words.
        spans: places that it rests on.
        about: what else tells it from findings of the same rule and evidence: a contrast, a dimension.
        claim_ids: claims that it rests on.
        definition_id: definition that it rests on.
        measured: metric, unit and figures, where numbers are compared.
    """
    return {
        "rule": rule,
        "outcome": outcome,
        **{name: of[name] for name in ("document_id", "publisher_id", "market_id")},
        "segment_key": None,
        "ref_area": WORLD,
        "metric": "scope",
        "unit_measure": "text",
        "year": None,
        **dict.fromkeys(("stated", "stated_low", "stated_high", "expected", "expected_low", "expected_high")),
        "claim_ids": list(claim_ids),
        "definition_id": definition_id,
        "spans": [f"{start}:{end}" for start, end in spans],
        "about": about,
        "explanation": explanation,
    } | measured
