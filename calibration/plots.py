"""The reliability diagram and the risk-coverage curve of confidence as SVG. Forecasts in, text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from calibration.evaluation import Forecast, reliability
from trials.drawing import shares

_CONFIDENCES = [i / 100 for i in range(100)]


def reliability_plot(forecasts: Mapping[str, Sequence[Forecast]]) -> str:
    """Share of right claims over mean confidence, one point per tenth (Niculescu-Mizil and Caruana 2005).

    Args:
        forecasts: by the name of their curve; each at least one.
    """
    lines = {
        name: [(b.mean_confidence, b.share_right) for b in reliability(found).bins] for name, found in forecasts.items()
    }
    return shares("Reliability", lines, "mean confidence", "share right", has_diagonal=True)


def risk_coverage_plot(forecasts: Mapping[str, Sequence[Forecast]]) -> str:
    """Share of wrong claims among those that count, over the share of claims that count, for every bar (El-Yaniv and Wiener 2010).

    Args:
        forecasts: by the name of their curve; each at least one.
    """
    lines = {name: _risks(found) for name, found in forecasts.items()}
    return shares("Risk and coverage", lines, "share of claims that count", "share wrong of these", has_diagonal=False)


def _risks(forecasts: Sequence[Forecast]) -> list[tuple[float, float]]:
    points = []
    for bar in _CONFIDENCES:
        counting = [f.is_right for f in forecasts if f.confidence >= bar]
        if counting:
            points.append((len(counting) / len(forecasts), 1 - sum(counting) / len(counting)))
    return points
