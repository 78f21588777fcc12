"""The measures of forecasts, worked by hand, and what the reader's confidence promises on families left out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from calibration.evaluation import Bin, Counted, Forecast, counted, forecasts_by, leave_one_family_out, reliability
from calibration.fitting import fitted
from calibration.report import confidence_report
from calibration.trials import Trial, stored_trials, trials_text
from calibration.writing import weights_text
from sources.extract.decide.confidence import confidence_of
from sources.grammar.confidence import WEIGHTS
from tests.unit.calibration.test_confidence import trials as made
from warehouse.doubt import ClaimKind
from warehouse.policy import UnsureBelow

# What the page docs/extraction.md promises for families that neither chooser nor confidence was fitted on.
CALIBRATION_ERROR_AT_MOST = 0.04
AUC_AT_LEAST = 0.70
RIGHT_AT_LEAST = {
    ClaimKind.headline: 0.88,
    ClaimKind.area: 0.85,
    ClaimKind.other_whole: 0.80,
    ClaimKind.listed_part: 0.85,
    ClaimKind.other_part: 1.0,  # none counts
}
# Chosen for the rules alone; those of `policy.yml` are chosen for the rules and the model joined.
BARS = UnsureBelow(headline=0.71, area=0.78, other_whole=0.78, listed_part=0.70, other_part=0.95)


@cache
def stored() -> tuple[Trial, ...]:
    return tuple(stored_trials())


@cache
def left_out() -> tuple[Forecast, ...]:
    return tuple(leave_one_family_out(stored()))


def what_counts(kind: ClaimKind | None = None) -> Counted:
    chosen = [(t, f) for t, f in zip(stored(), left_out(), strict=True) if kind in (None, t.kind)]
    return counted([f for _, f in chosen], [getattr(BARS, t.kind) for t, _ in chosen])


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


def test_what_counts_is_right_in_a_share_and_covers_a_share_of_what_is_right() -> None:
    some = [Forecast(0.5, False), Forecast(0.7, True), Forecast(0.8, True), Forecast(0.9, False)]
    # from 0.7 on three count, two of them right; both right ones are among them
    assert counted(some, [0.7] * 4) == Counted(4, 3, 2 / 3, 1.0)
    # the second has a bar of its own that it does not reach
    assert counted(some, [0.7, 0.75, 0.7, 0.7]) == Counted(4, 2, 0.5, 0.5)
    assert counted(some, [1.0] * 4) == Counted(4, 0, 1.0, 0.0)


def test_a_family_is_judged_by_the_others_only() -> None:
    # Claims with the evidence were right in families a and b; in "odd" none was, and odd itself must not know that.
    trials = [*made(200, 190, "a"), *made(200, 190, "b"), *made(50, 0, "o")]
    forecasts = leave_one_family_out(trials)
    assert {f.confidence for f in forecasts[400:]} == {0.95}  # 380 of 400
    assert {f.confidence for f in forecasts[:400]} == {0.76}  # 190 of 250


def test_trials_are_stored_and_read_back_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text(trials_text(made(2, 1, rank=0.693)))
    assert stored_trials(tmp_path / "t.jsonl") == made(2, 1, rank=0.693)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "no trial"),
        ('["f","f1.txt","headline",true]', "not enough values"),
        ('["f","f1.txt","headline",true,{"mood":1}]', "unknown evidence mood"),
        ('["f","f1.txt","gossip",true,{}]', "gossip"),
    ],
)
def test_a_line_that_is_no_trial_is_refused_with_file_and_line(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "t.jsonl").write_text(trials_text(made(1, 1)) + line + "\n")
    with pytest.raises(ValueError, match=rf"t\.jsonl, line 2: no trial: .*{said}|t\.jsonl, line 2: {said}"):
        stored_trials(tmp_path / "t.jsonl")


def test_forecasts_by_given_weights_are_the_confidence_of_each_trial() -> None:
    trials = made(3, 1, rank=1.0)
    weights = fitted([*made(40, 30), *trials])
    assert forecasts_by(trials, weights) == [Forecast(confidence_of(t.evidence, weights), t.is_right) for t in trials]


def test_the_weights_in_force_come_from_the_stored_trials_alone() -> None:
    assert WEIGHTS.read_text(encoding="utf-8") == weights_text(fitted(stored()))


def test_confidence_on_families_left_out_is_calibrated_and_tells_right_from_wrong() -> None:
    found = reliability(left_out())
    assert found.n > 4000
    assert found.calibration_error <= CALIBRATION_ERROR_AT_MOST
    assert found.brier < 0.87 * found.brier_of_base_rate
    assert found.auc >= AUC_AT_LEAST


def test_what_counts_is_right_in_87_of_100_on_families_left_out() -> None:
    assert what_counts().precision >= 0.87
    assert what_counts().coverage >= 0.25


@pytest.mark.parametrize("kind", ClaimKind)
def test_what_counts_of_each_kind_is_right_in_the_share_that_its_bar_promises(kind: ClaimKind) -> None:
    assert round(what_counts(kind).precision, 2) >= RIGHT_AT_LEAST[kind]


def test_two_thirds_of_the_right_headlines_and_most_right_listed_parts_count() -> None:
    assert what_counts(ClaimKind.headline).coverage >= 0.65
    assert what_counts(ClaimKind.listed_part).coverage >= 0.9


def test_the_report_names_every_kind_and_family() -> None:
    printed = confidence_report(stored(), left_out(), BARS)
    for name in (*ClaimKind, *(f"family {family}" for family in sorted({t.family for t in stored()}))):
        assert f"\n{name}" in printed
