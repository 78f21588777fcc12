"""First readings against their labels: each claim as one trial, with its evidence. No fitting, no evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from corpus.judge import CORE, Tier, judge
from corpus.labels import LabelledText, corpus_texts
from corpus.parts import confidence_parts
from corpus.readings import FirstReading, first_readings
from sources.extract.evidence import evidence_of
from sources.extract.sentences import sentences
from sources.extract.widths import narrowed
from warehouse.doubt import ClaimKind, kind_of


@dataclass(frozen=True)
class Trial:
    """One claim of a core metric in one text.

    Attributes:
        kind: what it is about; for reports and for the bar that it has to reach, confidence does not know it.
        before: the confidence that the reader gave at the time; None where it gave none.
        is_right: every place that states it was read right up to segment and area.
    """

    family: str
    text: str
    kind: ClaimKind
    before: float | None
    evidence: Mapping[str, float]
    is_right: bool


def trials_of(reading: FirstReading, text: LabelledText) -> list[Trial]:
    """Judges one reading's claims of core metrics at the tier "attributed".

    A claim on a figure that no label names is wrong.

    Raises:
        ValueError: a mention's words are not where the reading has them: the text or its parser changed.
    """
    moved = [m for m in reading.mentions if text.document.text[m.char_start : m.char_end] != m.surface]
    if moved:
        raise ValueError(f"{reading.text}: {moved[0].surface!r} is not at {moved[0].char_start}")
    tiers = judge(text.labels, reading.mentions)
    wrong = {m.claim_id for m, tier in zip(reading.mentions, tiers, strict=True) if tier < Tier.attributed}
    plain = narrowed(text.document)
    found = sentences(plain.text, plain.blocks)
    evidence = evidence_of(plain, found, reading.language, reading.claims, reading.mentions)
    return [
        Trial(
            family=reading.family,
            text=reading.text,
            kind=kind_of(claim.metric, claim.segment, claim.dimension, claim.ref_area),
            before=claim.confidence,
            evidence=told,
            is_right=claim.claim_id not in wrong,
        )
        for claim, told in zip(reading.claims, evidence, strict=True)
        if claim.metric in CORE
    ]


def stored_trials() -> list[Trial]:
    """Trials of the first readings that confidence is fitted on (`fits_confidence` in corpus/parts.yml)."""
    parts = confidence_parts()
    return all_trials(first_readings(parts=parts), corpus_texts(parts))


def all_trials(readings: Iterable[FirstReading], texts: Iterable[LabelledText]) -> list[Trial]:
    """Trials of all readings whose text is at hand, in the order of the readings.

    Raises:
        KeyError: a reading's text is not in the corpus.
    """
    by_name = {text.name: text for text in texts}
    return [trial for reading in readings for trial in trials_of(reading, by_name[f"corpus/{reading.text}"])]
