"""`make calibrate`: fits the weights of confidence on the stored trials, and prints their reliability.

`python -m calibration --check` measures and writes nothing.
"""

from __future__ import annotations

import argparse
import sys

from calibration.evaluation import leave_one_family_out
from calibration.fitting import fitted
from calibration.report import confidence_report
from calibration.trials import stored_trials
from calibration.writing import weights_text
from sources.grammar.confidence import WEIGHTS
from warehouse.policy import read_policy


def main(arguments: list[str] | None = None) -> int:
    """Calibrates; returns the exit code."""
    options = argparse.ArgumentParser(prog="python -m calibration", description=__doc__)
    options.add_argument("--check", action="store_true", help="measure only; the weights stay as they are")
    chosen = options.parse_args(arguments)
    trials = stored_trials()
    forecasts = leave_one_family_out(trials)
    if not chosen.check:
        WEIGHTS.write_text(weights_text(fitted(trials)), encoding="utf-8")
    print("each family's claims read and judged by weights fitted on the other families:")
    bars = read_policy().comparability.unsure_below_confidence
    print(confidence_report(trials, forecasts, bars))
    return 0


if __name__ == "__main__":
    sys.exit(main())
