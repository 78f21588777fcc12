"""The schema of an answer, and its parsing from a model's words. What it points to is looked up in `pointing`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from sources.metrics import MetricName

_LIST = re.compile(r'"figures"\s*+:')
_TRAILING_COMMA = re.compile(r",(?=\s*+[}\]])")
_LONGEST_QUOTE = 400
_HIGHEST = 1_000_000  # number of a figure: no passage holds more


def _no_flag(value: Any) -> Any:
    """`true` is no figure 1."""
    if isinstance(value, bool):
        raise ValueError("a number, not true or false")
    return value


# A model writes 2025 as a number as often as in quotes; an empty string is no answer.
Pointer = Annotated[
    Annotated[str, Field(max_length=_LONGEST_QUOTE)] | None, AfterValidator(lambda words: words or None)
]


class Choice(BaseModel):
    """What the second reader says of one figure. Names are keys of the candidate list or exact quotes of the text."""

    model_config = ConfigDict(frozen=True, extra="ignore", str_strip_whitespace=True, coerce_numbers_to_str=True)

    figure: Annotated[int, BeforeValidator(_no_flag), Field(ge=-_HIGHEST, le=_HIGHEST)] | None = Field(
        default=None, description="number of the figure; null for one that is not numbered"
    )
    quote: Pointer = Field(default=None, description="exact words of a figure that is not numbered")
    none: Pointer = Field(default=None, description="why it is no market figure; then nothing else is given")
    metric: MetricName | None = None
    year: Pointer = Field(default=None, description="year of a level, as a key or as printed")
    year_words: Pointer = Field(default=None, description="words that give the year by distance: 'last year'")
    period_start: Pointer = None
    period_end: Pointer = None
    status: Literal["historical", "forecast"] | None = None
    market: Pointer = None
    part: Pointer = None
    dimension: Pointer = None
    area: Pointer = None
    speaker: Pointer = None
    subject: Pointer = None
    hedge: Pointer = Field(default=None, description="words of a bound or an approximation: 'more than', 'about'")
    fall_words: Pointer = Field(default=None, description="words that say that it falls, where no sign is printed")


class Answer(BaseModel):
    """What a model is asked to write."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    figures: tuple[Choice, ...]


class MalformedAnswer(ValueError):
    """What the model wrote is no answer, also after the repair."""


def read_answer(written: str) -> tuple[tuple[Choice, ...], int]:
    """The choices of one answer that fit the schema, and how many do not; a choice that does not fit costs no other.

    Raises:
        MalformedAnswer: no list of figures can be read, also where what stands around it is cut off.
    """
    for content in _read(written):
        listed = content.get("figures") if isinstance(content, dict) else content
        if isinstance(listed, list):
            break
    else:
        raise MalformedAnswer("no JSON with a list `figures` in the answer")
    choices = []
    for one in listed:
        with suppress(ValidationError):
            choices.append(Choice.model_validate(one))
    return tuple(choices), len(listed) - len(choices)


def _read(written: str) -> Iterator[Any]:
    """The whole as JSON, else the object that the last `figures` opens, else the first: what a model thinks aloud may hold braces."""
    with suppress(ValueError, RecursionError):
        yield json.loads(written)
    plain = _TRAILING_COMMA.sub("", written)
    *_, last = 0, *(match.start() for match in _LIST.finditer(plain))
    for first in (plain.rfind("{", 0, last), plain.find("{")):
        with suppress(ValueError, RecursionError):
            yield json.JSONDecoder().raw_decode(plain, max(0, first))[0]
