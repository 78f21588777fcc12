"""The labelled texts that the chooser is trained on: all of the corpus but the kept-aside quarter of its newest families."""

from __future__ import annotations

from pathlib import Path

from calibration.labels import CORPUS, NOT_A_TEXT, SHARED, LabelledText, labelled_texts
from calibration.readings import FirstReading, add_first_readings, first_readings
from sources.extract import extract, extractor_version
from sources.parse import parse
from training.examples import Example, example_of
from training.families import SPLIT_PARTS, is_kept_aside

# First readings that confidence is not fitted on yet: most figures of these texts are harder than those that it knows.
FIRST_READINGS = Path(__file__).with_name("first_readings")


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
    readings = {reading.text: reading for reading in (*first_readings(), *first_readings(FIRST_READINGS))}
    found = []
    for text in corpus_texts():
        name = text.name.removeprefix("corpus/")
        if is_kept_aside(name.partition(".")[0]) == kept_aside and (e := example_of(text, readings.get(name))):
            found.append(e)
    return tuple(found)


def store_first_readings() -> int:
    """Stores what today's rules read in texts of the split families that have no first reading yet; returns their number."""
    known = {reading.text for reading in first_readings(FIRST_READINGS)}
    found = []
    for family in sorted(SPLIT_PARTS):
        for path in sorted(CORPUS.glob(f"{family}[0-9]*")):
            if path.suffix not in NOT_A_TEXT and path.name not in known:
                read = extract(parse(path.read_bytes()))
                found.append(FirstReading(path.name, extractor_version(), read.language, read.claims, read.mentions))
    add_first_readings(found, FIRST_READINGS)
    return len(found)
