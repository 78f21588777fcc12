"""The built-in reader on texts of the corpus: its predictions, and first readings of new texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corpus.labels import LabelledText, files_of
from corpus.parts import part_of
from corpus.predictions import Prediction
from corpus.readings import FirstReading, add_first_readings, first_readings
from sources.extract import extract, extractor_version
from sources.parse import parse
from sources.records import Claim, Fact, Mention


def predictions_of(texts: Iterable[LabelledText]) -> Iterator[Prediction]:
    """What the built-in reader reads today, one per mention, in the order of the texts."""
    for text in texts:
        read = extract(text.document)
        yield from _predictions(text.name.removeprefix("corpus/"), read.claims, read.mentions, _publisher(read.facts))


def stored_predictions_of(readings: Iterable[FirstReading]) -> Iterator[Prediction]:
    """What stored first readings say, one per mention, in their order."""
    for read in readings:
        yield from _predictions(read.text, read.claims, read.mentions, read.publisher)


def _predictions(
    name: str, claims: Iterable[Claim], mentions: Iterable[Mention], page: str | None
) -> Iterator[Prediction]:
    confidence = {claim.claim_id: claim.confidence for claim in claims}
    for m in mentions:
        yield Prediction(
            text=name,
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
            assertion=m.assertion,
            speaker=m.publisher,
            publisher=m.publisher or page,
            confidence=confidence.get(m.claim_id),
        )


def _publisher(facts: Iterable[Fact]) -> str | None:
    return next((fact.value for fact in facts if fact.name == "publisher" and fact.value), None)


def store_first_readings(letter: str) -> int:
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
    for path in files_of({letter}):
        if path.name not in known:
            read = extract(parse(path.read_bytes()))
            found.append(
                FirstReading(
                    path.name, extractor_version(), read.language, read.claims, read.mentions, _publisher(read.facts)
                )
            )
    add_first_readings(found)
    return len(found)
