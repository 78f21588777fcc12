"""The labelled texts that the chooser is trained on: all of the corpus but the kept-aside quarter of its newest families."""

from __future__ import annotations

import hashlib

from calibration.labels import SHARED, LabelledText, labelled_texts
from calibration.readings import first_readings
from training.examples import SPLIT_FAMILIES, Example, example_of


def is_kept_aside(name: str) -> bool:
    """Whether a text is scored and never read nor trained on: a quarter of the split families, by the hash of its name."""
    return name[0] in SPLIT_FAMILIES and hashlib.sha256(name.encode()).digest()[0] % 4 == 0


def corpus_texts() -> tuple[LabelledText, ...]:
    """All labelled texts of the corpus."""
    return tuple(t for t in labelled_texts(shared=SHARED / "absent") if t.name.startswith("corpus/"))


def training_examples() -> tuple[Example, ...]:
    """Texts to train on, laid out, in the order of their names."""
    return _examples(kept_aside=False)


def kept_aside_examples() -> tuple[Example, ...]:
    """Texts to score only."""
    return _examples(kept_aside=True)


def _examples(*, kept_aside: bool) -> tuple[Example, ...]:
    readings = {reading.text: reading for reading in first_readings()}
    found = []
    for text in corpus_texts():
        name = text.name.removeprefix("corpus/")
        if is_kept_aside(name.partition(".")[0]) == kept_aside and (e := example_of(text, readings.get(name))):
            found.append(e)
    return tuple(found)
