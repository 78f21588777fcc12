"""English words around figures, from `figure_words.yml`. What they make of a figure is read in `extract`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.phrase_patterns import alternation

_FILE = Path(__file__).parent / "figure_words.yml"


class FigureWords(BaseModel):
    """`figure_words.yml`: one list of phrases for each meaning of words beside a figure."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    wholes: tuple[str, ...]
    other_subjects: tuple[str, ...]
    flows: tuple[str, ...]
    estimators: tuple[str, ...]
    uncounted: tuple[str, ...]
    accounts: tuple[str, ...]
    weak_source_nouns: tuple[str, ...]
    statement_verbs: tuple[str, ...]
    compound_heads: tuple[str, ...]


def figure_words_of(path: Path) -> FigureWords:
    """Read a vocabulary file.

    Raises:
        ValueError: for a file that does not fit the schema, naming file and key.
    """
    try:
        return FigureWords.model_validate(yaml_content(path))
    except ValidationError as error:
        key = ".".join(map(str, error.errors()[0]["loc"]))
        raise ValueError(f"{path.name}: {key}: {error.errors()[0]['msg']}") from error


@cache
def figure_words() -> FigureWords:
    """The vocabulary; see `figure_words_of`."""
    return figure_words_of(_FILE)


@cache
def figure_source(name: str) -> str:
    """Source of a pattern for one list, to build larger ones from."""
    return alternation(getattr(figure_words(), name))
