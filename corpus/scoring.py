"""Scores of a reader on labelled texts: F1 of core figures by tier, with intervals by resampling texts. No files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corpus.judge import CORE, Reading, Tier, judge
from corpus.labels import Label

TIERS = (Tier.figure, Tier.timed, Tier.attributed, Tier.placed)
_DRAWS = 1000


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of one text at one tier: right figures, figures read, figures labelled."""

    right: int
    read: int
    labelled: int


@dataclass(frozen=True, slots=True)
class ScoredText:
    """One text's scores at every tier."""

    density: str
    tiers: Mapping[Tier, Score]


def scores(labels: Sequence[Label], readings: Sequence[Reading]) -> dict[Tier, Score]:
    """Core figures of one text at every tier.

    A reading is right at a tier where the judge gives it that tier or a higher one. A reading of a core metric that meets no label counts
    against precision, a label of a core metric that no reading meets against recall. What is not asserted counts on neither side.
    """
    reached = judge(labels, readings)
    core = [found for reading, found in zip(readings, reached, strict=True) if is_claimed(reading)]
    n_labelled = sum(label.metrics[0] in CORE and not label.assertion for label in labels)
    return {tier: Score(sum(found >= tier for found in core), len(core), n_labelled) for tier in TIERS}


def is_claimed(reading: Reading) -> bool:
    """Whether a reading claims a figure of a core metric."""
    return reading.metric in CORE and reading.assertion == "asserted"


def score(labels: Sequence[Label], readings: Sequence[Reading], tier: Tier = Tier.attributed) -> Score:
    """Core figures of one text at one tier."""
    return scores(labels, readings)[tier]


def f1(found: Sequence[Score]) -> float:
    """2 right / (read + labelled) over all texts: the harmonic mean of precision and recall; 0 where there is nothing."""
    total = sum(s.read + s.labelled for s in found)
    return 2 * sum(s.right for s in found) / total if total else 0.0


def interval(found: Sequence[Score]) -> tuple[float, float]:
    """A 90 % interval of F1: quantiles .05 and .95 of 1,000 draws of as many texts, with replacement (Efron 1979).

    Args:
        found: scores of at least one text. The same scores give the same interval.
    """
    draws = np.random.default_rng(1).integers(len(found), size=(_DRAWS, len(found)))
    right = np.array([s.right for s in found], dtype=float)[draws].sum(axis=1)
    total = np.array([s.read + s.labelled for s in found], dtype=float)[draws].sum(axis=1)
    drawn = np.divide(2 * right, total, out=np.zeros_like(right), where=total > 0)
    low, high = np.quantile(drawn, (0.05, 0.95))
    return float(low), float(high)


def table(found: Sequence[ScoredText]) -> str:
    """F1 of plain, dense and all texts at every tier, with 90 % intervals; a group without texts has no line."""
    head = f"{'texts':6} {'n':>5} {'labelled':>9} {'read':>6}"
    lines = [head + "".join(f"  {tier.name + ' (90 %)':22}" for tier in TIERS).rstrip()]
    for name in ("plain", "dense", "all"):
        of = [text for text in found if name in (text.density, "all")]
        if of:
            lines.append(_line(name, of))
    return "\n".join(lines)


def _line(name: str, of: Sequence[ScoredText]) -> str:
    first = [text.tiers[Tier.figure] for text in of]
    line = f"{name:6} {len(of):5} {sum(s.labelled for s in first):9} {sum(s.read for s in first):6}"
    for tier in TIERS:
        at = [text.tiers[tier] for text in of]
        low, high = interval(at)
        line += f"  {f1(at):.3f} ({low:.3f} to {high:.3f})"
    return line
