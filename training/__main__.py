"""`make train-chooser`: fits the chooser on labelled texts and forms, and stores its claims on families left out as trials of confidence.

It prints scores on families that the chooser was not fitted on. `--check` prints and writes nothing. `--aside` scores the current
weights and confidence on the texts that are kept aside. `--publishers` fits the weights of the publisher's features alone.
"""

from __future__ import annotations

import argparse
import sys

from calibration.evaluation import forecasts_by
from calibration.report import confidence_report
from calibration.trials import TRIALS, Trial, trials_text
from sources.extract.choose.weights import WEIGHTS, WeightFile
from sources.grammar.confidence import read_weights
from training.corpus import kept_aside_examples, training_examples
from training.evaluation import Judged, judged_by, leave_one_family_out, table
from training.fitting import fitted
from training.forms import form_examples
from training.publishers import fit_publishers
from training.trials import all_trials
from training.writing import weights_text
from warehouse.policy import read_policy


def main(arguments: list[str] | None = None) -> int:
    """Trains; returns the exit code."""
    options = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    options.add_argument("--check", action="store_true", help="measure only; the weights stay as they are")
    options.add_argument("--aside", action="store_true", help="judge the weights in force on the texts kept aside")
    options.add_argument("--publishers", action="store_true", help="fit who publishes")
    chosen = options.parse_args(arguments)
    if chosen.publishers:
        print(fit_publishers(is_check=chosen.check))
        return 0
    if chosen.aside:
        _judge_kept_aside()
    else:
        _train(is_check=chosen.check)
    return 0


def _train(*, is_check: bool) -> None:
    examples = (*training_examples(), *form_examples())
    if not is_check:
        WEIGHTS.write_text(weights_text(fitted(examples)), encoding="utf-8")
    judged: list[Judged] = []
    trials: list[Trial] = []
    for left_out, weights in leave_one_family_out(examples):
        judged += judged_by(left_out, weights)
        trials += all_trials(left_out, weights)
    if not is_check:
        TRIALS.write_text(trials_text(trials), encoding="utf-8")
    print("F1 of full claims (figure, time, part, area), each family read by what the others teach")
    print(table(judged))


def _judge_kept_aside() -> None:
    weights = WeightFile.model_validate_json(WEIGHTS.read_text(encoding="utf-8"))
    examples = kept_aside_examples()
    print(table(judged_by(examples, weights)))
    trials = all_trials(examples, weights)
    bars = read_policy().comparability.unsure_below_confidence
    print(confidence_report(trials, forecasts_by(trials, read_weights()), bars))


if __name__ == "__main__":
    sys.exit(main())
