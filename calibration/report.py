"""The printed report on confidence: reliability, precision and coverage of claims that count, and the curve to choose bars by. No files."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.evaluation import Counted, Forecast, Reliability, counted, reliability
from calibration.trials import Trial
from warehouse.policy import UnsureBelow

THRESHOLDS = (0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)


def confidence_report(trials: Sequence[Trial], forecasts: Sequence[Forecast], bars: UnsureBelow) -> str:
    """Reliability of the forecasts, what counts by the bars, and what one bar for all would let count.

    Args:
        trials: at least one that is right.
        forecasts: of these trials, in their order.
        bars: the confidence that each kind of claim needs.
    """
    kinds, families = sorted({t.kind for t in trials}), sorted({t.family for t in trials})
    groups: list[tuple[str, list[int]]] = [("all", list(range(len(trials))))]
    groups += [(kind.value, [i for i, t in enumerate(trials) if t.kind == kind]) for kind in kinds]
    groups += [(f"family {family}", [i for i, t in enumerate(trials) if t.family == family]) for family in families]
    told = " ".join(f"{name} {bar:.2f}" for name, bar in bars.model_dump().items())
    lines = [
        f"{len({t.text for t in trials})} texts, core metrics",
        table(reliability(forecasts)),
        f"\nwhat counts: from {told} on",
        "             claims  counted  right  coverage     AUC  calibration error",
        *(_group(name, [trials[i] for i in of], [forecasts[i] for i in of], bars) for name, of in groups),
        "\none bar for all  counted  right  coverage",
    ]
    for bar in THRESHOLDS:
        lines.append(f"{bar:15.2f}  {_figures(counted(forecasts, [bar] * len(forecasts)))}")
    return "\n".join(lines)


def table(found: Reliability) -> str:
    """The reliability table as text."""
    rows = [
        f"{b.low:.1f}-{b.low + 0.1:.1f}  {b.n:5}  {b.mean_confidence:10.3f}  {b.share_right:.3f}" for b in found.bins
    ]
    return "\n".join(
        [
            "confidence   claims  mean  right",
            *rows,
            f"{found.n_right} of {found.n} right; calibration error {found.calibration_error:.3f}; "
            f"Brier {found.brier:.4f} (base rate {found.brier_of_base_rate:.4f}); AUC {found.auc:.3f}",
        ]
    )


def _group(name: str, trials: Sequence[Trial], forecasts: Sequence[Forecast], bars: UnsureBelow) -> str:
    now = counted(forecasts, [getattr(bars, trial.kind) for trial in trials])
    found = reliability(forecasts)
    return f"{name:12} {found.n:6}  {_figures(now)}  {found.auc:6.3f}  {found.calibration_error:17.3f}"


def _figures(found: Counted) -> str:
    return f"{found.n_counted:7}  {found.precision:.3f}  {found.coverage:8.3f}"
