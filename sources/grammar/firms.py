"""Well-known firms and brands by name: `firms.yml` and its schema. What makes a phrase of a text a firm is up to `extract`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.language_file import GrammarError

_FILE = Path(__file__).parent / "firms.yml"


class Firms(BaseModel):
    """Names in lower case."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    firms: frozenset[str]
    ambiguous: frozenset[str]  # common words as well: firms only beside another one
    printed_low: frozenset[str]  # first words that are printed without a capital

    @field_validator("firms", "ambiguous", "printed_low", mode="before")
    @classmethod
    def _orderly(cls, names: list[str]) -> list[str]:
        if names != sorted({name.lower() for name in names}):
            raise ValueError("names must be in lower case, in alphabetical order, each once")
        return names


@cache
def known_firms() -> Firms:
    """The names of `firms.yml`.

    Raises:
        GrammarError: the file does not fit the schema; names the file and the key.
    """
    try:
        return Firms.model_validate(yaml_content(_FILE))
    except ValidationError as error:
        raise GrammarError(f"{_FILE.name}: {error}") from error
