"""The labelled texts that the chooser is trained on, and those that it is only scored on, as examples."""

from __future__ import annotations

from collections.abc import Callable

from corpus.labels import corpus_texts
from corpus.readings import first_readings
from corpus.splits import density_of, family_of, fits_chooser
from training.examples import Example, example_of


def training_examples() -> tuple[Example, ...]:
    """Texts to train on, laid out, in the order of their names."""
    return _examples(fits_chooser)


def kept_aside_examples() -> tuple[Example, ...]:
    """Texts to score only: those that the chooser is not fitted on."""
    return _examples(lambda name: not fits_chooser(name))


def _examples(takes: Callable[[str], bool]) -> tuple[Example, ...]:
    readings = {reading.text: reading for reading in first_readings()}
    found = []
    for text in corpus_texts():
        name = text.name.removeprefix("corpus/")
        if takes(name):
            found.append(
                example_of(text, readings.get(name), family=family_of(name), density=density_of(name))
            )
    return tuple(example for example in found if example)
