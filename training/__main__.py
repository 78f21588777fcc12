"""`make train`: fits the chooser on the labelled texts and writes its weights; prints how well it reads families that it was not fitted on.

`--check` prints and writes nothing. `--aside` judges the weights in force on the texts that are kept aside.
"""

from __future__ import annotations

import argparse
import sys

from sources.extract.choose.weights import WEIGHTS, WeightFile
from training.corpus import kept_aside_examples, training_examples
from training.evaluation import Judged, judged_by, leave_one_family_out, table
from training.fitting import fitted
from training.writing import weights_text


def main(arguments: list[str] | None = None) -> int:
    """Trains; returns the exit code."""
    options = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    options.add_argument("--check", action="store_true", help="measure only; the weights stay as they are")
    options.add_argument("--aside", action="store_true", help="judge the weights in force on the texts kept aside")
    chosen = options.parse_args(arguments)
    if chosen.aside:
        weights = WeightFile.model_validate_json(WEIGHTS.read_text(encoding="utf-8"))
        print(table(judged_by(kept_aside_examples(), weights)))
    else:
        _train(is_check=chosen.check)
    return 0


def _train(*, is_check: bool) -> None:
    examples = training_examples()
    if not is_check:
        WEIGHTS.write_text(weights_text(fitted(examples)), encoding="utf-8")
    judged: list[Judged] = []
    for left_out, weights in leave_one_family_out(examples):
        judged += judged_by(left_out, weights)
    print("F1 of full claims (figure, time, part, area), each family read by what the others teach")
    print(table(judged))


if __name__ == "__main__":
    sys.exit(main())
