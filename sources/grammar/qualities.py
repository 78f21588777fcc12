"""The words of `qualities.yml`: their schema, by language. What they say in a text is up to `extract`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.language_file import GrammarError

_FILE = Path(__file__).parent / "qualities.yml"


class QualityWords(BaseModel):
    """One language of `qualities.yml`; every list holds whole words or phrases in lower case."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    slight: tuple[str, ...]
    grave: tuple[str, ...]
    obstacles: tuple[str, ...]
    burdens: frozenset[str]
    verbs: tuple[str, ...]
    adverbs: tuple[str, ...]
    denials: tuple[str, ...]
    unstated: tuple[str, ...]
    prepositions: frozenset[str]
    stops: frozenset[str]
    general: frozenset[str]


@cache
def quality_words(language: str) -> QualityWords | None:
    """The words of a language; None for one whose sentences are built otherwise than the file's are.

    Raises:
        GrammarError: the file does not fit the schema; names the language and the key.
    """
    return _languages().get(language)


@cache
def _languages() -> dict[str, QualityWords]:
    try:
        content = yaml_content(_FILE)
        return TypeAdapter(dict[str, QualityWords]).validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        raise GrammarError(f"{_FILE.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
