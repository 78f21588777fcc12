"""The words of `drivers.yml`: their schema, and a document's language with English beneath. What they mean in a text is up to `extract`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.language_file import GrammarError
from sources.records import DriverRole

_FILE = Path(__file__).parent / "drivers.yml"
ByRole = dict[DriverRole, tuple[str, ...]]


class DriverWords(BaseModel):
    """One language of `drivers.yml`; every list holds whole phrases, compared in lower case."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    headings: ByRole = Field(default_factory=dict)
    by: ByRole = Field(default_factory=dict)
    seen: ByRole = Field(default_factory=dict)
    lists: ByRole = Field(default_factory=dict)
    predicates: ByRole = Field(default_factory=dict)
    verbs: ByRole = Field(default_factory=dict)
    leads: ByRole = Field(default_factory=dict)
    general: tuple[str, ...] = ()
    critical: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    falling: tuple[str, ...] = ()
    continued: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()


@cache
def driver_words(language: str) -> DriverWords:
    """English words and those of `language` on top, in lower case.

    Raises:
        GrammarError: the file does not fit the schema; names the language and the key.
    """
    files = _languages()
    own = [files[code] for code in dict.fromkeys(("en", language)) if code in files]
    merged: dict[str, object] = {}
    for name in DriverWords.model_fields:
        values = [getattr(words, name) for words in own]
        if isinstance(values[0], dict):
            roles = dict.fromkeys(role for value in values for role in value)
            merged[name] = {role: _lower(p for value in values for p in value.get(role, ())) for role in roles}
        else:
            merged[name] = _lower(p for value in values for p in value)
    return DriverWords.model_validate(merged)


def _lower(phrases: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(p).lower() for p in phrases))  # type: ignore[attr-defined]


@cache
def _languages() -> dict[str, DriverWords]:
    try:
        content = yaml_content(_FILE)
        return TypeAdapter(dict[str, DriverWords]).validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        raise GrammarError(f"{_FILE.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
