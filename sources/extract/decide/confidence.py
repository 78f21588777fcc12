"""How sure a claim is: the chance that its value, unit, time, part and area are as a careful reader of the page has them.

A logistic regression over the evidence of the page (`evidence`). Its weights are fitted on first readings only, texts as
the reader read them before any rule was mended on them (`calibration`), and are reviewed data
(`sources/grammar/confidence.yml`). Nothing here reads text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp

from sources.extract.rule_names import MAPPED
from sources.grammar.confidence import EVIDENCE, WeightFile, read_weights
from sources.records import Claim

_DECIMALS = 2  # of a thousand claims, no third decimal can be known
# Chance that recognition read a figure and the words around it right: an assumption on the careful side. Of the two sample PDFs, scanned
# at 200 dots per inch, all figures outside of tables came back as printed; tables lose their rules and are read as lines.
_LEGIBLE = 0.9
_UNJUDGED = frozenset({"other_numeric"})  # labels do not name every such figure, so the right ones cannot be counted


def with_confidence(
    claims: Sequence[Claim], evidence: Sequence[Mapping[str, float]], recognised: float = 0.0
) -> tuple[Claim, ...]:
    """Claims with their confidence.

    Args:
        claims: of one document.
        evidence: of each claim, in their order.
        recognised: share of the text that was recognised in pictures, from 0 to 1.

    Returns:
        The same claims; `confidence` is None for metrics without calibration, and where a person says what the columns of a table mean.
    """
    weights, legible = read_weights(), 1 - (1 - _LEGIBLE) * min(1.0, recognised)
    return tuple(
        claim
        if claim.metric in _UNJUDGED or claim.rule == MAPPED
        else replace(claim, confidence=_lowered(confidence_of(values, weights), legible))
        for claim, values in zip(claims, evidence, strict=True)
    )


def _lowered(confidence: float, legible: float) -> float:
    return confidence if legible == 1 else round(max(0.01, confidence * legible), _DECIMALS)


def confidence_of(evidence: Mapping[str, float], weights: WeightFile) -> float:
    """The probability that a claim is read right: 1 / (1 + exp(-log odds)), two decimals, from 0.01 to 0.99.

    Args:
        evidence: a measure for every kind.
        weights: in force, or fitted for a trial.
    """
    odds = weights.intercept + sum(weights.weights[name] * evidence[name] for name in EVIDENCE)
    return round(min(0.99, max(0.01, 1 / (1 + exp(-odds)))), _DECIMALS)
