"""Confidence on every labelled text at hand, and the judge of `calibration` against the project's scorer."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from calibration.evaluation import leave_one_text_out, reliability
from calibration.judge import CORE, tier_of
from calibration.labels import labelled_texts
from calibration.trials import trials_of
from pipelines.cli.mentions import Kind, lines_of
from sources.extract import extract
from tests.unit.calibration.test_evaluation import AUC_AT_LEAST, CALIBRATION_ERROR_AT_MOST


def scorer(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("scorer", shared / "score" / "extraction.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def level(judge: ModuleType, gold: dict[str, Any], line: dict[str, Any]) -> int:
    """How many tiers hold by the scorer's own functions, each with all before it."""
    tiers = (judge.figure_ok, judge.time_ok, judge.attributed_ok, judge.placed_ok)
    return next((i for i, holds in enumerate(tiers) if not holds(gold, line)), len(tiers))


def pairs(shared: Path, judge: ModuleType) -> Iterator[tuple[str, int, int]]:
    """For every label of the development texts and every figure read in the same text: both judgements."""
    gold = judge.load_gold(shared / "gold" / "dev")
    for text in labelled_texts(shared=shared):
        if not text.name.startswith("dev/"):
            continue
        name = text.name.removeprefix("dev/")
        extraction = extract(text.document)
        lines = {
            (line["char_start"], line["char_end"]): line
            for line in lines_of(name, extraction, frozenset({Kind.figure}))
        }
        for label, said in zip(text.labels, gold[name]["claims"], strict=True):
            for mention in extraction.mentions:
                line = dict(lines[mention.char_start, mention.char_end])
                line["unit"] = str(line["unit"] or "")
                yield f"{name}: {said['surface']} {mention.surface}", tier_of(label, mention), level(judge, said, line)


def test_the_judge_and_the_scorer_agree_on_every_pair_of_label_and_figure(shared: Path) -> None:
    found = list(pairs(shared, scorer(shared)))
    assert [pair for pair in found if pair[1] != pair[2]] == []
    assert {pair[1] for pair in found} == {0, 1, 2, 3, 4}  # every outcome was compared


def test_confidence_on_all_labelled_texts_is_calibrated_and_tells_right_from_wrong(shared: Path) -> None:
    trials = [trial for text in labelled_texts(shared=shared) for trial in trials_of(text)]
    forecasts = leave_one_text_out(trials)
    for wanted in (CORE, CORE | {"other_numeric"}):
        found = reliability([f for f, trial in zip(forecasts, trials, strict=True) if trial.metric in wanted])
        assert found.calibration_error <= CALIBRATION_ERROR_AT_MOST
        assert found.brier < found.brier_of_base_rate
        assert found.auc >= AUC_AT_LEAST
