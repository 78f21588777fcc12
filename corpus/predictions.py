"""Predictions of a reader as JSON Lines: one figure at one place of one text per line. The format and its errors; no judging."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sources.metrics import MetricName

_MOST_ERRORS = 10


class Prediction(BaseModel):
    """One figure that a reader read. A field that is left out is null.

    Attributes:
        text: name of the file in corpus/texts, with its suffix.
        char_start: offset of its first character in the text, in code points.
        char_end: offset behind its last character.
        metric: one of the nine metrics.
        value: in base units: USD 1.2 billion is 1200000000, 9.6 % is 9.6. A number, or a string of a decimal number.
        value_high: upper end of a range.
        unit: ISO 4217 code, `percent`, `percentage points`, or the noun counted.
        year: of a level.
        period_start: first year of a growth rate.
        period_end: last year of a growth rate.
        status: historical or forecast.
        segment: the part of the market; null for the whole.
        geography: region or country; null is the world.
        market: name of the market.
        assertion: withdrawn and not_asserted take the figure out of what is claimed.
        speaker: who says the figure, where it is another than the page's own publisher.
        publisher: the speaker, or else the page's own publisher; the name that most figures of a page give counts as that of the page.
        confidence: chance that the figure is right.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    text: str
    char_start: int = Field(ge=0)
    char_end: int = Field(ge=1)
    metric: MetricName
    value: Decimal
    value_high: Decimal | None = None
    unit: str | None = None
    year: int | None = None
    period_start: int | None = None
    period_end: int | None = None
    status: Literal["historical", "forecast"] | None = None
    segment: str | None = None
    geography: str | None = None
    market: str | None = None
    assertion: Literal["asserted", "withdrawn", "not_asserted"] = "asserted"
    speaker: str | None = None
    publisher: str | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)


class MalformedPredictions(ValueError):
    """A file of predictions has errors; the message names file, line and field of each of the first ten."""


def read_predictions(path: Path, length_of: Callable[[str], int | None]) -> tuple[Prediction, ...]:
    """Predictions of a file, in its order; empty lines are skipped.

    Args:
        path: the file, UTF-8.
        length_of: the length of a text in code points, by its name; None where the corpus has no such text.

    Raises:
        MalformedPredictions: a line is no prediction, names no text of the corpus, or is outside its text.
        OSError: the file cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise MalformedPredictions(f"{path.name}: not UTF-8: {error}") from error
    found: list[Prediction] = []
    wrong: list[str] = []
    known = cache(length_of)  # a text is measured once
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(Prediction.model_validate_json(line))
                errors = _misplaced(found[-1], known(found[-1].text))
            except ValidationError as error:
                errors = [_said(one["loc"], one["msg"]) for one in error.errors(include_url=False)]
            wrong += [f"{path.name}, line {number}, {error}" for error in errors]
    if wrong:
        more = [f"and {len(wrong) - _MOST_ERRORS} more"] if len(wrong) > _MOST_ERRORS else []
        raise MalformedPredictions("\n".join(wrong[:_MOST_ERRORS] + more))
    return tuple(found)


def lines_of(predictions: Iterable[Prediction]) -> str:
    """Predictions as lines of JSON; every field is written out, values as strings so that no digit is lost."""
    return "".join(one.model_dump_json() + "\n" for one in predictions)


def by_text(predictions: Sequence[Prediction]) -> dict[str, list[Prediction]]:
    """Predictions of each text, in their order."""
    found: dict[str, list[Prediction]] = {}
    for one in predictions:
        found.setdefault(one.text, []).append(one)
    return found


def _misplaced(one: Prediction, length: int | None) -> list[str]:
    if length is None:
        return [f"field text: no text {one.text!r} in the corpus"]
    if one.char_end <= one.char_start:
        return [f"field char_end: {one.char_end} is not behind char_start {one.char_start}"]
    if one.char_end > length:
        return [f"field char_end: {one.char_end} is behind the end of {one.text}, {length}"]
    return []


def _said(where: Sequence[Any], message: str) -> str:
    return f"field {where[0]}: {message}" if where else message
