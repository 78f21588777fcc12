"""`make calibrate`: reads every labelled text at hand, writes the record, and prints how far it can be believed.

`python -m calibration --check` measures and writes nothing.
"""

from __future__ import annotations

import argparse
import sys

from calibration.evaluation import Reliability, cuts, leave_one_text_out, reliability
from calibration.judge import CORE
from calibration.labels import labelled_texts
from calibration.trials import cells_of, trials_of
from calibration.writing import record_text
from sources.grammar.confidence import RECORD

THRESHOLDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)


def main(arguments: list[str] | None = None) -> int:
    """Calibrates; returns the exit code."""
    options = argparse.ArgumentParser(prog="python -m calibration", description=__doc__)
    options.add_argument("--check", action="store_true", help="measure only; the record stays as it is")
    chosen = options.parse_args(arguments)
    texts = labelled_texts()
    trials = [trial for text in texts for trial in trials_of(text)]
    if not chosen.check:
        RECORD.write_text(record_text(len(texts), cells_of(trials)), encoding="utf-8")
    forecasts = leave_one_text_out(trials)
    core = [f for f, trial in zip(forecasts, trials, strict=True) if trial.metric in CORE]
    for title, found in (("the eight core metrics", core), ("all metrics", forecasts)):
        print(f"\n{title}, {len(texts)} texts, each judged by the record of the others\n{table(reliability(found))}")
    print("\nthreshold  below  of them wrong  right among the rest (core)")
    for cut in cuts(core, THRESHOLDS):
        print(f"{cut.threshold:9.2f}  {cut.n_below:5}  {cut.n_wrong_below:13}  {cut.share_right_above:.3f}")
    return 0


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


if __name__ == "__main__":
    sys.exit(main())
