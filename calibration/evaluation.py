"""How far confidence can be believed: each text's claims judged by the record of all other texts. No files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.trials import Trial, cells_of
from sources.extract.confidence import Confidence

N_BINS = 10


@dataclass(frozen=True, slots=True)
class Forecast:
    """A confidence given without knowing the text, and what became of it."""

    confidence: float
    is_right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Forecasts from `low` up to the next bin."""

    low: float
    n: int
    mean_confidence: float
    share_right: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """The measures of a set of forecasts.

    Attributes:
        calibration_error: expected calibration error, the mean distance of confidence and share right over the bins,
            weighted by their numbers (Naeini, Cooper and Hauskrecht 2015).
        brier: mean squared error (Brier 1950).
        brier_of_base_rate: the same where every claim is given the share of right claims.
        auc: probability that a right claim has more confidence than a wrong one, ties counted half.
    """

    bins: tuple[Bin, ...]
    n: int
    n_right: int
    calibration_error: float
    brier: float
    brier_of_base_rate: float
    auc: float


def leave_one_text_out(trials: Sequence[Trial]) -> list[Forecast]:
    """Each trial's confidence from the trials of all other texts, in the order of the trials."""
    models = {
        text: Confidence(cells_of(trial for trial in trials if trial.text != text))
        for text in sorted({trial.text for trial in trials})
    }
    return [Forecast(models[t.text].confidence(t.metric, t.rule, t.circumstances), t.is_right) for t in trials]


def reliability(forecasts: Sequence[Forecast]) -> Reliability:
    """Measures forecasts in ten bins of equal width.

    Args:
        forecasts: at least one.
    """
    n, n_right = len(forecasts), sum(f.is_right for f in forecasts)
    bins = tuple(
        Bin(i / N_BINS, len(found), _mean([f.confidence for f in found]), _mean([float(f.is_right) for f in found]))
        for i in range(N_BINS)
        if (found := [f for f in forecasts if min(int(f.confidence * N_BINS + 1e-9), N_BINS - 1) == i])
    )
    return Reliability(
        bins=bins,
        n=n,
        n_right=n_right,
        calibration_error=sum(b.n * abs(b.mean_confidence - b.share_right) for b in bins) / n,
        brier=_mean([(f.confidence - f.is_right) ** 2 for f in forecasts]),
        brier_of_base_rate=(n_right / n) * (1 - n_right / n),
        auc=_auc(forecasts),
    )


@dataclass(frozen=True, slots=True)
class Cut:
    """What a threshold does: claims below it, how many of them are wrong, and the share right of those that stay."""

    threshold: float
    n_below: int
    n_wrong_below: int
    share_right_above: float


def cuts(forecasts: Sequence[Forecast], thresholds: Sequence[float]) -> tuple[Cut, ...]:
    """The curve that a threshold is chosen by."""
    found = []
    for threshold in thresholds:
        below = [f for f in forecasts if f.confidence < threshold]
        above = [float(f.is_right) for f in forecasts if f.confidence >= threshold]
        found.append(Cut(threshold, len(below), sum(not f.is_right for f in below), _mean(above)))
    return tuple(found)


def _auc(forecasts: Sequence[Forecast]) -> float:
    right = [f.confidence for f in forecasts if f.is_right]
    wrong = [f.confidence for f in forecasts if not f.is_right]
    if not right or not wrong:
        return 0.5
    return sum((a > b) + 0.5 * (a == b) for a in right for b in wrong) / (len(right) * len(wrong))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
