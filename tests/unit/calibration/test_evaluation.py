"""The measures of forecasts, worked by hand, and the bounds that the reader's own confidence is held to."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.evaluation import Bin, Cut, Forecast, cuts, leave_one_text_out, reliability
from calibration.judge import CORE
from calibration.labels import labelled_texts
from calibration.trials import Trial, cells_of, trials_of
from sources.grammar.confidence import Cell

NONE: frozenset[str] = frozenset()
# What the page docs/extraction.md promises for texts that the record does not hold.
CALIBRATION_ERROR_AT_MOST = 0.06
AUC_AT_LEAST = 0.65


def test_the_measures_of_four_forecasts_are_those_of_the_working() -> None:
    found = reliability([Forecast(0.9, True), Forecast(0.9, False), Forecast(0.6, True), Forecast(0.2, False)])
    assert found.bins == (Bin(0.2, 1, 0.2, 0.0), Bin(0.6, 1, 0.6, 1.0), Bin(0.9, 2, 0.9, 0.5))
    assert (found.n, found.n_right) == (4, 2)
    # (1 x 0.2 + 1 x 0.4 + 2 x 0.4) / 4 = 0.35
    assert found.calibration_error == pytest.approx(0.35)
    # (0.01 + 0.81 + 0.16 + 0.04) / 4 = 0.255
    assert found.brier == pytest.approx(0.255)
    assert found.brier_of_base_rate == pytest.approx(0.25)
    # pairs of right and wrong: .9 and .9 tie, .9 > .2, .6 < .9, .6 > .2: 2.5 of 4
    assert found.auc == pytest.approx(0.625)


def test_forecasts_of_one_kind_rank_nothing() -> None:
    assert reliability([Forecast(1.0, True)]).auc == 0.5
    assert reliability([Forecast(1.0, True)]).bins == (Bin(0.9, 1, 1.0, 1.0),)  # certainty falls into the last bin


def test_a_cut_counts_what_lies_below_and_what_stays() -> None:
    found = cuts([Forecast(0.5, False), Forecast(0.7, True), Forecast(0.8, True), Forecast(0.9, False)], [0.7, 0.95])
    # at 0.7 the first is out, and two of three that stay are right; at 0.95 none stays
    assert found == (Cut(0.7, 1, 1, 2 / 3), Cut(0.95, 4, 2, 0.0))


def test_a_text_is_judged_by_the_others_only() -> None:
    # The rule was right in every text but "odd"; "odd" itself must not know that.
    trials = [Trial(f"t{i}", "share", "percent.a", NONE, True) for i in range(20)]
    odd = [Trial("odd", "share", "percent.a", NONE, False)] * 5
    forecasts = leave_one_text_out([*trials, *odd])
    assert all(f.confidence >= 0.95 for f in forecasts[20:])
    assert all(f.confidence < 0.95 for f in forecasts[:20])


def test_trials_are_counted_by_metric_rule_and_circumstances() -> None:
    undated = frozenset({"undated"})
    trials = [
        Trial("a", "share", "percent.a", undated, False),
        Trial("b", "share", "percent.a", NONE, True),
        Trial("a", "share", "percent.a", NONE, False),
    ]
    assert cells_of(trials) == (
        Cell("share", "percent.a", NONE, 1, 2),
        Cell("share", "percent.a", undated, 0, 1),
    )


def test_the_confidence_of_claims_in_texts_left_out_is_calibrated() -> None:
    """The texts of this repository alone, so that a clone can run it."""
    trials = [trial for text in labelled_texts(shared=Path("absent")) for trial in trials_of(text)]
    core = [
        forecast for forecast, trial in zip(leave_one_text_out(trials), trials, strict=True) if trial.metric in CORE
    ]
    found = reliability(core)
    assert found.n > 200
    assert found.calibration_error <= CALIBRATION_ERROR_AT_MOST
    assert found.brier <= found.brier_of_base_rate * 1.1
    assert found.auc >= AUC_AT_LEAST
