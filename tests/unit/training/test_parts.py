"""The parts that the chooser and its confidence are fitted on: whole pages and the texts that are being written are none of them."""

from __future__ import annotations

from collections.abc import Collection

import pytest

import training.corpus
from calibration.trials import stored_trials
from corpus.labels import LabelledText
from corpus.parts import fitted_parts
from training.corpus import kept_aside_examples, readings_to_fit_on, training_examples

NOT_FITTED_ON = set("nptw")


def test_training_asks_for_no_other_text(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Collection[str]] = []

    def texts(parts: Collection[str]) -> tuple[LabelledText, ...]:
        asked.append(parts)
        return ()

    monkeypatch.setattr(training.corpus, "corpus_texts", texts)
    assert training_examples() == kept_aside_examples() == ()
    assert asked == [set("abcdefghijklm")] * 2


def test_the_chooser_is_fitted_on_no_reading_of_another_part() -> None:
    assert {reading.family for reading in readings_to_fit_on().values()} == set("fghijklm")
    assert fitted_parts() & NOT_FITTED_ON == set()


def test_confidence_is_fitted_on_no_claim_of_another_part() -> None:
    trials = stored_trials()
    assert {trial.family[0] for trial in trials} <= fitted_parts()
    assert {trial.text.removeprefix("corpus/") for trial in trials} <= set(readings_to_fit_on())
