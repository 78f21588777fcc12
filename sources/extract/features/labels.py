"""Features in words, for readers of `--why`. The words are in `labels.yml`; the code beside each feature defines it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import yaml
from pydantic import BaseModel, ConfigDict

from sources.extract.candidates.areas import AREA_SOURCES
from sources.extract.candidates.page import METRICS
from sources.extract.candidates.parts import SOURCES
from sources.extract.candidates.times import TIME_SOURCES
from sources.extract.features.figures import KINDS
from sources.extract.features.page_columns import CODED_WORDS, END, FAR, FIRST_CLASS, PLAIN, START
from sources.extract.features.times import NO_YEAR

LABELS = Path(__file__).with_name("labels.yml")
Flag = tuple[str, str] | tuple[str, str, str]  # where it holds; where it does not; where there is nothing to ask
Valued = tuple[str, str]  # with {value}; where there is no value
Names = Literal["kinds", "metrics", "sources", "shapes", "listed", "words"]
Form = Literal["flags", "counts", "distances", "shares", "years", "sizes", "readings"] | Names
_FORMS: tuple[Form, ...] = ("flags", "counts", "distances", "shares", "years", "sizes", "readings")
_NONE = "none"

# How the candidate of each attribute is called, and its reading that names nothing.
_NAMES = {"metric": "the metric", "part": "the name", "area": "the area", "time": "the year", "status": "the status"}
_WHOLE = {"metric": "a figure of no market", "part": "the whole market", "area": "the world", "time": "undated", "status": "a forecast"}  # fmt: skip
_SOURCES: Mapping[str, tuple[str, ...]] = {"part": SOURCES, "area": AREA_SOURCES, "time": TIME_SOURCES}


class Coded(BaseModel):
    """A column of numbers that are names."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    label: str
    names: Names


class Family(BaseModel):
    """Columns of one class of words or one metric each; {word} in the label is that class."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    prefix: str
    kind: Literal["flags", "distances", "shares"]
    label: Flag


class LabelFile(BaseModel):
    """`labels.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    flags: dict[str, Flag]
    counts: dict[str, str]
    distances: dict[str, Valued]
    shares: dict[str, Valued]
    years: dict[str, str]
    sizes: dict[str, str]
    readings: dict[str, str]
    codes: dict[str, Coded]
    families: tuple[Family, ...]
    sources: dict[str, str]
    kinds: dict[str, str]
    shapes: tuple[str, ...]
    listed: tuple[str, ...]
    signs: tuple[str, ...]
    words: dict[str, str]


class _Label(NamedTuple):
    form: Form
    words: tuple[str, ...]


@cache
def _file() -> LabelFile:
    return LabelFile.model_validate(yaml.safe_load(LABELS.read_text(encoding="utf-8")))


def source_in_words(source: str) -> str:
    """Where a candidate comes from; `source` is one of SOURCES, AREA_SOURCES or TIME_SOURCES."""
    return _file().sources[source]


def column_in_words(attribute: str, column: str, value: float, other: float | None) -> str:
    """What a column says of a candidate, and of the runner-up where that differs.

    Args:
        attribute: metric, part, area, time or status.
        column: its name.
        value: of the candidate that counts.
        other: of the runner-up; None where there is none.

    Raises:
        KeyError: the column has no words.
    """
    form, label = _label(column)
    if form == "flags":
        return _named(label[-1] if value < 0 else label[0] if value else label[1], attribute)
    if form == "readings":
        return _named(label[0], attribute)
    shown = _value(attribute, form, value)
    against = shown if other is None else _value(attribute, form, other)
    with_value, *without = label if len(label) > 1 else (f"{label[0]}: {{value}}",)
    words = _named(without[0] if without and shown == _NONE else with_value.replace("{value}", shown), attribute)
    return words if shown == against else f"{words} (runner-up {against})"


@cache
def _label(column: str) -> _Label:
    file = _file()
    for form in _FORMS:
        if (label := getattr(file, form).get(column)) is not None:
            return _Label(form, (label,) if isinstance(label, str) else label)
    if column in file.codes:
        return _Label(file.codes[column].names, (file.codes[column].label,))
    for family in file.families:
        if column.startswith(family.prefix):
            word = file.words[column.removeprefix(family.prefix)]
            return _Label(family.kind, tuple(one.replace("{word}", word) for one in family.label))
    raise KeyError(column)


def _named(words: str, attribute: str) -> str:
    return words.replace("{name}", _NAMES[attribute]).replace("{whole}", _WHOLE[attribute])


def _value(attribute: str, form: Form, value: float) -> str:
    if form == "years":
        return "unknown" if value == NO_YEAR else f"{value:+.0f}" if value else "0"
    if form == "sizes":
        return f"{10**value - 1:.3g}"
    if value < 0 or (form == "distances" and value == FAR):
        return _NONE
    if form == "distances":
        return "directly" if value == 0 else "1 word" if value == 1 else f"{value:.0f} words"
    if form in ("counts", "shares"):
        return f"{100 * value:.0f} %" if form == "shares" else f"{value:.0f}"
    return _name_of(attribute, form, int(value))


def _name_of(attribute: str, form: Form, code: int) -> str:
    file = _file()
    if form == "sources":
        return file.sources[_SOURCES[attribute][code]]
    if form == "metrics":
        return file.words[METRICS[code]]
    if form == "kinds":
        return file.kinds[KINDS[code]]
    if form in ("shapes", "listed"):
        return (file.shapes if form == "shapes" else file.listed)[code]
    if code in (START, END):
        return "the sentence's start" if code == START else "the sentence's end"
    if code >= FIRST_CLASS:
        return file.words[CODED_WORDS[code - int(FIRST_CLASS)]]
    return "a plain word" if code == PLAIN else file.signs[code - int(END) - 1]
