"""Judged claims, with their evidence, of a chooser on texts of families that it was not fitted on. No fitting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calibration.trials import Trial
from corpus.judge import CORE, Tier, judge
from sources.extract.choose.doubts import doubts_of
from sources.extract.choose.weights import WeightFile
from sources.extract.decide.evidence import evidence_of
from sources.extract.decide.settle import settle
from sources.grammar.areas import WORLD, area_named
from sources.records import Mention
from training.evaluation import read_with
from training.examples import Example
from warehouse.doubt import kind_of

_DECIMALS = 3


def trials_of(e: Example, weights: WeightFile) -> list[Trial]:
    """The claims of core metrics that these weights read in a text, judged at the tier "attributed".

    A claim on a figure that no label names is wrong.

    Args:
        e: an example whose mentions are a first reading.
        weights: fitted on other families.
    """
    read, chosen = read_with(e, weights)
    claims, mentions = settle(e.page.parsed.document_id, [_with_code(m) for m in read])
    tiers = judge(e.labels, mentions)
    wrong = {m.claim_id for m, tier in zip(mentions, tiers, strict=True) if tier < Tier.attributed}
    language = e.page.context.grammar.language
    evidence = evidence_of(e.page.parsed, e.page.sentences, language, claims, mentions, doubts_of(chosen))
    return [
        Trial(
            family=e.family,
            text=e.name,
            kind=kind_of(claim.metric, claim.segment, claim.dimension, claim.ref_area),
            evidence={name: round(value, _DECIMALS) for name, value in found.items()},
            is_right=claim.claim_id not in wrong,
        )
        for claim, found in zip(claims, evidence, strict=True)
        if claim.metric in CORE
    ]


def all_trials(examples: Sequence[Example], weights: WeightFile) -> list[Trial]:
    """Trials of several texts, in their order."""
    return [trial for e in examples for trial in trials_of(e, weights)]


def _with_code(m: Mention) -> Mention:
    """Stored first readings leave the area's code out."""
    return replace(m, ref_area=(area_named(m.geography) or WORLD).code)
