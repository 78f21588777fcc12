"""Labelled texts as examples: those that the chooser is trained on, and those that only score it."""

from __future__ import annotations

from collections.abc import Callable

from corpus.labels import LabelledText, corpus_texts
from corpus.parts import fitted_parts
from corpus.readings import FirstReading, first_readings
from corpus.splits import density_of, family_of, is_kept_aside
from sources.records import Mention
from training.examples import Example, example_of


def training_examples() -> tuple[Example, ...]:
    """Texts to train on, laid out, in the order of their names."""
    return _examples(lambda name: not is_kept_aside(name))


def kept_aside_examples() -> tuple[Example, ...]:
    """Texts to score only, with the rules' first reading of each."""
    return tuple(e for e in _examples(is_kept_aside) if e.is_first_reading)


def _examples(takes: Callable[[str], bool]) -> tuple[Example, ...]:
    readings = readings_to_fit_on()
    found = []
    for text in corpus_texts(fitted_parts()):
        name = text.name.removeprefix("corpus/")
        if takes(name):
            reading = mentions_of(readings[name], text) if name in readings else None
            found.append(example_of(text, reading, family=family_of(name), density=density_of(name)))
    return tuple(example for example in found if example)


def readings_to_fit_on() -> dict[str, FirstReading]:
    """First readings by text, of the parts that are fitted on. Those of whole pages are for the learner alone: no fit of the rules sees them."""
    return {reading.text: reading for reading in first_readings(parts=fitted_parts())}


def mentions_of(reading: FirstReading, text: LabelledText) -> tuple[Mention, ...]:
    """The mentions of a first reading.

    Raises:
        ValueError: a mention's words are not where the reading has them: the text or its parser changed.
    """
    moved = [m for m in reading.mentions if text.document.text[m.char_start : m.char_end] != m.surface]
    if moved:
        raise ValueError(f"{reading.text}: {moved[0].surface!r} is not at {moved[0].char_start}")
    return reading.mentions
