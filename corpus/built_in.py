"""The built-in reader on texts of the corpus: its predictions, and first readings of new texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corpus.labels import CORPUS, NOT_A_TEXT, LabelledText
from corpus.parts import part_of
from corpus.predictions import Prediction
from corpus.readings import FirstReading, add_first_readings, first_readings
from sources.extract import extract, extractor_version
from sources.parse import parse


def predictions_of(texts: Iterable[LabelledText]) -> Iterator[Prediction]:
    """Predictions of the built-in reader, one per mention, in the order of the texts."""
    for text in texts:
        for m in extract(text.document).mentions:
            yield Prediction(
                text=text.name.removeprefix("corpus/"),
                char_start=m.char_start,
                char_end=m.char_end,
                metric=m.metric,
                value=m.value,
                value_high=m.value_high,
                unit=m.unit,
                year=m.year,
                period_start=m.period_start,
                period_end=m.period_end,
                status=m.status,
                segment=m.segment,
                geography=m.geography,
                market=m.market,
            )


def store_first_readings(letter: str, texts: Path = CORPUS) -> int:
    """Stores today's readings of the texts of a part that have no first reading yet.

    Returns:
        The number of texts.

    Raises:
        ValueError: parts.yml has no such part, or says that rules were changed because of it before it was stored.
    """
    if not part_of(letter).first_readings:
        raise ValueError(f"part {letter} has no first readings; parts.yml says which part has")
    known = {reading.text for reading in first_readings(parts={letter})}
    found = []
    for path in sorted(texts.glob(f"{letter}[0-9]*")):
        if path.suffix not in NOT_A_TEXT and path.name not in known:
            read = extract(parse(path.read_bytes()))
            found.append(FirstReading(path.name, extractor_version(), read.language, read.claims, read.mentions))
    add_first_readings(found)
    return len(found)
