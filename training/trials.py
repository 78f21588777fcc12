"""Readings with the chooser as trials of confidence: each claim with its evidence, and whether it is right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from calibration.labels import LabelledText
from calibration.readings import FirstReading
from calibration.trials import Trial, trials_of
from sources.extract.choose.chooser import doubts_of
from sources.extract.choose.weights import WeightFile
from sources.extract.settle import settle
from training.evaluation import read_with
from training.examples import Example


def chosen_trials(e: Example, weights: WeightFile, texts: Mapping[str, LabelledText]) -> list[Trial]:
    """Trials of one text as the chooser has it.

    Args:
        e: the text, laid out.
        weights: fitted on other families.
        texts: labelled texts by name.
    """
    mentions, chosen = read_with(e, weights)
    claims, settled = settle("", mentions)
    reading = FirstReading(e.name, "", e.page.context.grammar.language, claims, settled)
    found = trials_of(reading, texts[f"corpus/{e.name}"], doubts_of(chosen))
    return [replace(trial, family=e.family) for trial in found]
