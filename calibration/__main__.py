"""`make calibrate`: fits the weights of confidence on the stored trials, and prints their reliability.

It draws `docs/confidence-reliability.svg` and `docs/confidence-risk.svg`. `python -m calibration --check` measures and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from calibration.evaluation import Forecast, leave_one_family_out
from calibration.fitting import fitted
from calibration.plots import reliability_plot, risk_coverage_plot
from calibration.report import confidence_report
from calibration.trials import Trial, stored_trials
from calibration.writing import weights_text
from sources.grammar.confidence import WEIGHTS
from warehouse.policy import read_policy

_DOCS = Path(__file__).resolve().parents[1] / "docs"
RELIABILITY, RISK = _DOCS / "confidence-reliability.svg", _DOCS / "confidence-risk.svg"
_PAGES = {"parts f to l, written for tests": False, "part m, real pages reworded": True}


def main(arguments: list[str] | None = None) -> int:
    """Calibrates; returns the exit code."""
    options = argparse.ArgumentParser(prog="python -m calibration", description=__doc__)
    options.add_argument("--check", action="store_true", help="measure only; the weights stay as they are")
    chosen = options.parse_args(arguments)
    trials = stored_trials()
    forecasts = leave_one_family_out(trials)
    if not chosen.check:
        WEIGHTS.write_text(weights_text(fitted(trials)), encoding="utf-8")
        _draw(trials, forecasts)
    print("each family's claims read and judged by weights fitted on the other families:")
    bars = read_policy().comparability.unsure_below_confidence
    print(confidence_report(trials, forecasts, bars))
    return 0


def _draw(trials: Sequence[Trial], forecasts: Sequence[Forecast]) -> None:
    pages = {
        part: [f for t, f in zip(trials, forecasts, strict=True) if (t.family[0] == "m") is is_real]
        for part, is_real in _PAGES.items()
    }
    RELIABILITY.write_text(reliability_plot(pages), encoding="utf-8")
    RISK.write_text(risk_coverage_plot(pages), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
