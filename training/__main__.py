"""`make train`: fits the chooser on the labelled texts and writes its weights; prints how well it reads families that it was not fitted on.

`python -m training --check` prints and writes nothing.
"""

from __future__ import annotations

import argparse
import sys

from sources.extract.choose.weights import WEIGHTS
from training.corpus import training_examples
from training.evaluation import leave_one_family_out, table
from training.fitting import fitted
from training.writing import weights_text


def main(arguments: list[str] | None = None) -> int:
    """Trains; returns the exit code."""
    options = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    options.add_argument("--check", action="store_true", help="measure only; the weights stay as they are")
    options.add_argument("--fast", action="store_true", help="write weights without measuring families left out")
    chosen = options.parse_args(arguments)
    examples = training_examples()
    if not chosen.check:
        WEIGHTS.write_text(weights_text(fitted(examples)), encoding="utf-8")
    if not chosen.fast:
        print(table(leave_one_family_out(examples)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
