"""How far confidence can be believed: each family's claims judged by weights fitted on the other families. No files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.fitting import fitted
from calibration.trials import Trial
from sources.extract.decide.confidence import confidence_of
from sources.grammar.confidence import WeightFile

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


def leave_one_family_out(trials: Sequence[Trial]) -> list[Forecast]:
    """Each trial's confidence by weights fitted on all other families, in the order of the trials.

    One author wrote the texts of a family, and one reader read them. Leaving out single texts would overstate the accuracy.
    """
    weights = {
        family: fitted([trial for trial in trials if trial.family != family])
        for family in sorted({trial.family for trial in trials})
    }
    return [Forecast(confidence_of(t.evidence, weights[t.family]), t.is_right) for t in trials]


def forecasts_by(trials: Sequence[Trial], weights: WeightFile) -> list[Forecast]:
    """Each trial's confidence by the same weights, in the order of the trials."""
    return [Forecast(confidence_of(t.evidence, weights), t.is_right) for t in trials]


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
class Counted:
    """What counts of a set of claims.

    Attributes:
        precision: share of the claims that count that are right; 1 where none counts.
        coverage: share of the right claims that count; 0 where none is right.
    """

    n: int
    n_counted: int
    precision: float
    coverage: float


def counted(forecasts: Sequence[Forecast], bars: Sequence[float]) -> Counted:
    """Precision and coverage of the claims that reach their bar.

    Args:
        forecasts: any number.
        bars: the confidence that each of them needs, in their order.
    """
    chosen = [f.is_right for f, bar in zip(forecasts, bars, strict=True) if f.confidence >= bar]
    n_right = sum(f.is_right for f in forecasts)
    precision = sum(chosen) / len(chosen) if chosen else 1.0
    return Counted(len(forecasts), len(chosen), precision, sum(chosen) / n_right if n_right else 0.0)


def _auc(forecasts: Sequence[Forecast]) -> float:
    right = [f.confidence for f in forecasts if f.is_right]
    wrong = [f.confidence for f in forecasts if not f.is_right]
    if not right or not wrong:
        return 0.5
    return sum((a > b) + 0.5 * (a == b) for a in right for b in wrong) / (len(right) * len(wrong))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
