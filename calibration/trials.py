"""Labelled texts read by the extractor: each claim as one trial of its rule. No smoothing, no evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from calibration.judge import CORE, Tier, judge
from calibration.labels import LabelledText
from sources.extract import extract
from sources.extract.confidence import circumstances_of
from sources.grammar.confidence import Cell


@dataclass(frozen=True, slots=True)
class Trial:
    """One claim of one text, and whether every place that states it was read right up to segment and area."""

    text: str
    metric: str
    rule: str
    circumstances: frozenset[str]
    is_right: bool


def trials_of(text: LabelledText) -> list[Trial]:
    """Reads one text and judges its claims at the tier "attributed".

    A claim on a figure that no label names is wrong. Claims of metric other_numeric are judged only where the labels
    name such figures throughout.
    """
    extraction = extract(text.document)
    tiers = judge(text.labels, extraction.mentions)
    wrong = {m.claim_id for m, tier in zip(extraction.mentions, tiers, strict=True) if tier < Tier.attributed}
    return [
        Trial(text.name, claim.metric, claim.rule, circumstances_of(claim), claim.claim_id not in wrong)
        for claim in extraction.claims
        if claim.metric in CORE or text.is_exhaustive
    ]


def cells_of(trials: Iterable[Trial]) -> tuple[Cell, ...]:
    """Trials as counts, ordered by metric, rule and circumstances."""
    hits: Counter[tuple[str, str, frozenset[str]]] = Counter()
    total: Counter[tuple[str, str, frozenset[str]]] = Counter()
    for trial in trials:
        key = (trial.metric, trial.rule, trial.circumstances)
        total[key] += 1
        hits[key] += trial.is_right
    return tuple(
        Cell(*key, hits[key], total[key]) for key in sorted(total, key=lambda k: (k[0], k[1], len(k[2]), sorted(k[2])))
    )
