"""The words of `event_dates.yml`: verbs of the past by language, words for pending events, and relative dates with their length."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, PositiveInt, ValidationError

from sources.grammar.grammar_cache import WordLoader, yaml_content
from sources.grammar.language_file import GrammarError

CalendarUnit = Literal["this_month", "previous_month", "previous_quarter", "this_year", "previous_year"]
Span = PositiveInt | CalendarUnit | None  # months up to the publication, a unit of the calendar, or no length

_FILE = Path(__file__).parent / "event_dates.yml"


class Relative(BaseModel):
    """Relative dates by what they reach back to."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    trailing: dict[PositiveInt, tuple[str, ...]]
    calendar: dict[CalendarUnit, tuple[str, ...]]
    open: tuple[str, ...]


class EventDates(BaseModel):
    """`event_dates.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    past: dict[str, tuple[str, ...]]
    pending: dict[str, tuple[str, ...]]
    at: dict[str, tuple[str, ...]]
    relative: Relative


@cache
def event_dates() -> EventDates:
    """The reviewed lists.

    Raises:
        GrammarError: the file does not fit the schema, or gives two lengths for one phrase; the message names the key.
    """
    try:
        read = EventDates.model_validate(yaml_content(_FILE, WordLoader))
    except ValidationError as error:
        where = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise GrammarError(f"{_FILE.name}: {where}") from error
    phrases = [normal for normal, _ in _spans(read.relative)]
    twice = sorted({phrase for phrase in phrases if phrases.count(phrase) > 1})
    if twice:
        raise GrammarError(f"{_FILE.name}: relative: more than one length for {', '.join(twice)}")
    return read


@cache
def relative_spans() -> dict[str, Span]:
    """Every relative date in lower case → what it reaches back to; None where it states no length."""
    return dict(_spans(event_dates().relative))


def normal_phrase(printed: str) -> str:
    """A printed phrase as `relative_spans` has it."""
    return " ".join(printed.replace("-", " ").replace("’", "'").lower().split())


def _spans(relative: Relative) -> list[tuple[str, Span]]:
    spans: list[tuple[str, Span]] = []
    for months, phrases in relative.trailing.items():
        spans += [(normal_phrase(phrase), months) for phrase in phrases]
    for unit in get_args(CalendarUnit):
        spans += [(normal_phrase(phrase), unit) for phrase in relative.calendar.get(unit, ())]
    return spans + [(normal_phrase(phrase), None) for phrase in relative.open]
