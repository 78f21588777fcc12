"""Function words: words that no name begins or ends with, and those that may link two words of a name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from sources.grammar.grammar_cache import yaml_content

_FILE = Path(__file__).with_suffix(".yml")


class FunctionWords(BaseModel):
    """`function_words.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    links: frozenset[str]
    words: dict[str, frozenset[str]]


@cache
def _file() -> FunctionWords:
    return FunctionWords.model_validate(yaml_content(_FILE))


@cache
def function_words(language: str) -> frozenset[str]:
    """Function words of a language, with the English ones: pages in every language carry English terms."""
    words = _file().words
    return words["en"] | words.get(language, frozenset())


def link_words() -> frozenset[str]:
    """Words that may be between two words of one name."""
    return _file().links
