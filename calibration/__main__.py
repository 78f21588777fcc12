"""`make calibrate`: fits the weights of confidence on the stored first readings, and prints how far they can be believed.

`python -m calibration --check` measures and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from calibration.evaluation import Counted, Forecast, Reliability, before, counted, leave_one_family_out, reliability
from calibration.fitting import fitted
from calibration.trials import Trial, stored_trials
from calibration.writing import weights_text
from sources.grammar.confidence import WEIGHTS
from warehouse.policy import UnsureBelow, read_policy

THRESHOLDS = (0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
# In force until confidence was fitted on first readings.
BAR_BEFORE = 0.6


def main(arguments: list[str] | None = None) -> int:
    """Calibrates; returns the exit code."""
    options = argparse.ArgumentParser(prog="python -m calibration", description=__doc__)
    options.add_argument("--check", action="store_true", help="measure only; the weights stay as they are")
    chosen = options.parse_args(arguments)
    trials = stored_trials()
    if not chosen.check:
        WEIGHTS.write_text(weights_text(fitted(trials)), encoding="utf-8")
    print(report(trials, read_policy().comparability.unsure_below_confidence))
    return 0


def report(trials: Sequence[Trial], bars: UnsureBelow) -> str:
    """Reliability of families left out, what counts before and after, and the curve that bars are chosen by."""
    forecasts = leave_one_family_out(trials)
    kinds, families = sorted({t.kind for t in trials}), sorted({t.family for t in trials})
    groups: list[tuple[str, list[int]]] = [("all", list(range(len(trials))))]
    groups += [(kind.value, [i for i, t in enumerate(trials) if t.kind == kind]) for kind in kinds]
    groups += [(f"family {family}", [i for i, t in enumerate(trials) if t.family == family]) for family in families]
    told = " ".join(f"{name} {bar:.2f}" for name, bar in bars.model_dump().items())
    lines = [
        f"first readings of {len({t.text for t in trials})} texts, core metrics, each family judged by the others",
        table(reliability(forecasts)),
        f"\nwhat counts, before: the confidence given at the time, from {BAR_BEFORE:.2f} on",
        f"             after: fitted on the other families, from {told} on",
        "                     before                      after",
        "             claims  counted  right  coverage    counted  right  coverage     AUC  calibration error",
        *(_compared(name, [trials[i] for i in of], [forecasts[i] for i in of], bars) for name, of in groups),
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


def _compared(name: str, trials: Sequence[Trial], forecasts: Sequence[Forecast], bars: UnsureBelow) -> str:
    then = counted(before(trials), [BAR_BEFORE] * len(trials))
    now = counted(forecasts, [getattr(bars, trial.kind) for trial in trials])
    found = reliability(forecasts)
    measures = f"{found.auc:6.3f}  {found.calibration_error:17.3f}"
    return f"{name:12} {found.n:6}  {_figures(then)}    {_figures(now)}  {measures}"


def _figures(found: Counted) -> str:
    return f"{found.n_counted:7}  {found.precision:.3f}  {found.coverage:8.3f}"


if __name__ == "__main__":
    sys.exit(main())
