"""`make train`: fits the chooser and the confidence of its claims on the labelled texts, and prints how well it reads what it was not fitted on.

Each family of texts is read by a chooser that was fitted on the others; confidence is fitted on these readings. `--check` prints and
writes nothing. `--aside` judges the weights in force on the texts that are kept aside.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from calibration.__main__ import report
from calibration.__main__ import table as reliability_table
from calibration.evaluation import Forecast, counted, reliability
from calibration.fitting import fitted as fitted_confidence
from calibration.trials import Trial
from calibration.writing import weights_text as confidence_text
from sources.extract.choose.weights import WEIGHTS, WeightFile
from sources.extract.confidence import confidence_of
from sources.grammar.confidence import WEIGHTS as CONFIDENCE
from sources.grammar.confidence import read_weights
from training.corpus import corpus_texts, kept_aside_examples, training_examples
from training.evaluation import Judged, judged_by, leave_one_family_out, table
from training.fitting import fitted
from training.trials import chosen_trials
from training.writing import weights_text
from warehouse.policy import read_policy


def main(arguments: list[str] | None = None) -> int:
    """Trains; returns the exit code."""
    options = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    options.add_argument("--check", action="store_true", help="measure only; the weights stay as they are")
    options.add_argument("--aside", action="store_true", help="judge the weights in force on the texts kept aside")
    chosen = options.parse_args(arguments)
    return _aside() if chosen.aside else _train(is_check=chosen.check)


def _train(*, is_check: bool) -> int:
    examples = training_examples()
    texts = {text.name: text for text in corpus_texts()}
    judged: list[Judged] = []
    trials: list[Trial] = []
    for left_out, weights in leave_one_family_out(examples):
        judged += judged_by(left_out, weights)
        trials += [trial for e in left_out for trial in chosen_trials(e, weights, texts)]
    if not is_check:
        WEIGHTS.write_text(weights_text(fitted(examples)), encoding="utf-8")
        CONFIDENCE.write_text(confidence_text(fitted_confidence(trials)), encoding="utf-8")
    _print(judged, trials)
    return 0


def _aside() -> int:
    weights = WeightFile.model_validate_json(WEIGHTS.read_text(encoding="utf-8"))
    examples = kept_aside_examples()
    texts = {text.name: text for text in corpus_texts()}
    print(table(judged_by(examples, weights)))
    print(_counting([trial for e in examples for trial in chosen_trials(e, weights, texts)]))
    return 0


def _counting(trials: Sequence[Trial]) -> str:
    """Reliability of the confidence in force, and what counts by the bars in force."""
    bars, force = read_policy().comparability.unsure_below_confidence, read_weights()
    forecasts = [Forecast(confidence_of(trial.evidence, force), trial.is_right) for trial in trials]
    found = counted(forecasts, [getattr(bars, trial.kind) for trial in trials])
    return "\n".join(
        [
            reliability_table(reliability(forecasts)),
            f"{found.n_counted} of {found.n} claims count; {found.precision:.3f} of these are right; "
            f"{found.coverage:.3f} of the right claims count",
        ]
    )


def _print(judged: Sequence[Judged], trials: Sequence[Trial]) -> None:
    print("F1 of full claims (figure, time, part, area), each family read by what the others teach")
    print(table(judged))
    print(report(trials, read_policy().comparability.unsure_below_confidence))


if __name__ == "__main__":
    sys.exit(main())
