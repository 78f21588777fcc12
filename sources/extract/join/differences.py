"""Where two readings of one figure differ, and what each says there. Which of them counts is decided in `joined`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, Literal

from sources.extract.answer import FigureAnswer
from sources.extract.choose.doubts import Doubt
from sources.extract.resolve.time import SPANNED
from sources.extract.text.name_keys import market_key, part_words
from sources.records import Mention, Rejection

Attribute = Literal["time", "status", "part", "area", "market", "speaker", "assertion", "sign"]
_FIELDS: Final[Mapping[Attribute, tuple[str, ...]]] = {
    "time": ("year", "time_period", "period_start", "period_end", "period_inferred", "inference_basis"),
    "status": ("status",),
    "part": ("segment", "dimension", "subject"),
    "area": ("geography", "ref_area"),
    "market": ("market",),
    "speaker": ("publisher",),
    "assertion": ("assertion",),
    "sign": ("value", "value_high"),
}
ATTRIBUTES: Final[tuple[Attribute, ...]] = tuple(_FIELDS)
# Behind the year of a `time_period`: quarter, half, months so far, month, day, or a span of months.
_PART = re.compile(r"-(?:[QH][1-4]|YTD|(?:0[1-9]|1[0-2])(?:-[0-3][0-9])?(?:/[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?)?)")
_POINTERS: Final[Mapping[Attribute, str]] = {
    "part": "segment",
    "area": "area",
    "market": "market",
    "speaker": "speaker",
}


def differing(rules: Mention, model: Mention) -> Iterator[tuple[Attribute, str]]:
    """The attributes in which two readings of one figure differ, each with its kind of difference.

    The kind is the attribute's name, with `-` behind it where the model says nothing and `+` where the rules say nothing: one who
    is silent is right at other odds than one who contradicts.
    """
    for attribute in ATTRIBUTES:
        one, other = said(attribute, rules), said(attribute, model)
        if one != other:
            yield attribute, attribute + ("-" if not other else "+" if not one else "")


def is_part_of_year(model: Mention, rules: Mention) -> bool:
    """Whether the model points to a printed part of the year that the rules read whole.

    Odds cannot be fitted for this difference: labels hold the year alone.
    """
    if rules.metric in SPANNED or model.year is None or model.year != rules.year:
        return False
    whole = rules.time_period in (None, str(rules.year))
    return whole and bool(_PART.fullmatch((model.time_period or "").removeprefix(str(model.year))))


def with_attribute(rules: Mention, model: Mention, attribute: Attribute) -> Mention:
    """The rules' reading with one attribute as the model reads it."""
    changes: dict[str, object] = {name: getattr(model, name) for name in _FIELDS[attribute]}
    return replace(rules, **changes)  # type: ignore[arg-type]


def model_chance(answer: FigureAnswer, attribute: Attribute | Literal["metric"]) -> float:
    """The chance that the model gives to its own reading of an attribute."""
    if attribute == "metric":
        return answer.metric.chance
    if attribute == "status":
        return answer.forecast.chance
    if attribute == "assertion":
        return answer.assertion.chance
    if attribute == "sign":
        return answer.falls.chance
    if attribute == "time":
        names = ("start", "end") if answer.metric.value == "cagr" else ("year",)
        names = ("year", "end") if answer.metric.value == "growth_rate" else names
        return min(answer.pointers[name].chance for name in names)
    return answer.pointers[_POINTERS[attribute]].chance


def is_printed(attribute: Attribute | Literal["metric"], read: Mention | Rejection | None, words: str) -> bool:
    """Whether the words that state a figure print the names or years of a reading; False for attributes that have neither."""
    if not isinstance(read, Mention):
        return False
    said: dict[str, tuple[object, ...]] = {
        "time": (read.year, read.period_start, read.period_end),
        "part": (read.segment,),
        "area": (read.geography,),
        "market": (read.market,),
        "speaker": (read.publisher,),
    }
    names = [str(name).casefold() for name in said.get(attribute, ()) if name]
    return bool(names) and all(name in words.casefold() for name in names)


def rules_doubt(doubt: Doubt, attribute: Attribute | Literal["metric"]) -> float:
    """The rules' doubt of their own reading: -ln of its chance; 0 where they know none."""
    return float(getattr(doubt, attribute, 0.0))


def in_words(attribute: str, m: Mention | Rejection | None) -> str | None:
    """What a reading says of an attribute, for people; None where it says nothing, or sets the figure aside."""
    if not isinstance(m, Mention):
        return None
    period = f"{m.period_start or '?'} to {m.period_end}" if m.period_end else None
    words = {
        "figure": m.metric,
        "metric": m.metric,
        "time": str(m.year) if m.year is not None else period,
        "status": m.status,
        "part": m.segment,
        "area": m.geography,
        "market": m.market,
        "sign": str(m.value),
    }
    return words[attribute]


def said(attribute: Attribute, m: Mention) -> object:
    """What a mention says of an attribute, as it is compared; falsy where it says nothing."""
    if attribute == "time":
        if m.metric not in SPANNED:
            return m.year
        times = (m.year if m.metric != "cagr" else None, m.period_start, m.period_end)
        return times if any(times) else None
    if attribute == "part":
        return part_words(m.segment) if m.segment else None
    if attribute == "area":
        return m.ref_area
    if attribute == "market":
        return market_key(m.market or "")
    if attribute == "speaker":
        return (m.publisher or "").casefold()
    if attribute == "sign":
        return "rise" if m.value >= 0 else "fall"
    return getattr(m, attribute)
