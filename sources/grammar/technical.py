"""The words and units of `technical.yml`: their schema, and a unit by its printed name. What a figure measures is up to `extract`."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.language_file import GrammarError

_FILE = Path(__file__).parent / "technical.yml"


class Unit(BaseModel):
    """A unit: its dimension, how many base units of that dimension it holds, and how it is printed."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    of: str
    factor: Decimal
    names: tuple[str, ...]


class Measure(BaseModel):
    """What is measured: the dimension of its unit, and words of which one is near."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    of: str
    cues: tuple[str, ...]
    units: tuple[str, ...] = ()  # only these units of the dimension


class TechnicalWords(BaseModel):
    """`technical.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    units: dict[str, Unit]
    measures: dict[str, Measure]
    business: tuple[str, ...]
    generic_names: tuple[str, ...]
    counted: tuple[str, ...]
    shorthand_rates: tuple[int, ...]
    shorthand_cues: tuple[str, ...]
    bases: tuple[str, ...]
    said: tuple[str, ...]
    released: tuple[str, ...]
    number_words: dict[str, int]
    drawing: tuple[str, ...]
    holding: tuple[str, ...]
    wholes: tuple[str, ...]
    specified_counts: tuple[str, ...]


@cache
def technical_words() -> TechnicalWords:
    """The reviewed lists.

    Raises:
        GrammarError: the file does not fit the schema, or a measure has a dimension that no unit has.
    """
    try:
        words = TechnicalWords.model_validate(yaml_content(_FILE))
    except ValidationError as error:
        first = error.errors()[0]
        raise GrammarError(f"{_FILE.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    known = {unit.of for unit in words.units.values()}
    for name, measure in words.measures.items():
        if measure.of not in known:
            raise GrammarError(f"{_FILE.name}: measures.{name}.of: no unit is of {measure.of!r}")
    return words


@cache
def unit_behind() -> re.Pattern[str]:
    """Matches a printed unit right behind a number; its name is group 1."""
    names = sorted((n for u in technical_words().units.values() for n in u.names), key=lambda n: (-len(n), n))
    return re.compile(r"[\s\u00a0\u202f-]{0,2}(" + "|".join(map(re.escape, names)) + r")(?![A-Za-z0-9/])")


@cache
def symbols() -> dict[str, str]:
    """Symbol by printed name."""
    return {name: symbol for symbol, unit in technical_words().units.items() for name in unit.names}
