"""The words of `definitions.yml`: their schema, and a document's language with English beneath."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from sources.grammar.grammar_cache import WordLoader, yaml_content
from sources.grammar.language_file import GrammarError

_FILE = Path(__file__).parent / "definitions.yml"


class DefinitionWords(BaseModel):
    """One language of `definitions.yml`; whole phrases, compared in lower case."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    names: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    copulas: tuple[str, ...] = Field(default=(), alias="is")
    excludes: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()
    valued: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    stages: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    stage_words: tuple[str, ...] = ()


@cache
def definition_words(language: str) -> DefinitionWords:
    """English words and those of `language` on top.

    Raises:
        GrammarError: the file does not fit the schema; names the language and the key.
    """
    files = _languages()
    own = [files[code] for code in dict.fromkeys(("en", language)) if code in files]
    merged: dict[str, object] = {"stages": {k: v for words in own for k, v in words.stages.items()}}
    for name in DefinitionWords.model_fields:
        if name != "stages":
            merged[name] = tuple(dict.fromkeys(phrase for words in own for phrase in getattr(words, name)))
    return DefinitionWords.model_validate(merged)


@cache
def _languages() -> dict[str, DefinitionWords]:
    try:
        content = yaml_content(_FILE, WordLoader)
        return TypeAdapter(dict[str, DefinitionWords]).validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        raise GrammarError(f"{_FILE.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
