"""Vocabulary of table headers and captions, from `table_words.yml`. What a header means is read in `extract`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.phrase_patterns import alternation

_FILE = Path(__file__).parent / "table_words.yml"


class TableWords(BaseModel):
    """`table_words.yml`: one list of phrases for each role that a header or a label can have."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    companies: tuple[str, ...]
    sources: tuple[str, ...]
    divisions: tuple[str, ...]
    shares: tuple[str, ...]
    not_shares: tuple[str, ...]
    financials: tuple[str, ...]
    unit_columns: tuple[str, ...]
    leaders: tuple[str, ...]
    changes: tuple[str, ...]
    rest: tuple[str, ...]
    total: tuple[str, ...]
    unitless: tuple[str, ...]
    sizes: tuple[str, ...]
    sold: tuple[str, ...]
    part_leads: tuple[str, ...]
    certain_sizes: tuple[str, ...]
    not_sizes: tuple[str, ...]
    not_volumes: tuple[str, ...]
    actual: tuple[str, ...]
    projected: tuple[str, ...]
    unit_leads: tuple[str, ...]
    unit_exceptions: tuple[str, ...]


@cache
def table_words() -> TableWords:
    """The vocabulary.

    Raises:
        ValueError: for a file that does not fit the schema, naming file and key.
    """
    return table_words_of(_FILE)


def table_words_of(path: Path) -> TableWords:
    """Read a vocabulary file; see `table_words`."""
    try:
        return TableWords.model_validate(yaml_content(path))
    except ValidationError as error:
        key = ".".join(map(str, error.errors()[0]["loc"]))
        lines = path.read_text(encoding="utf-8").split("\n")
        at = next((n for n, line in enumerate(lines, 1) if line.startswith(key.split(".")[0])), 1)
        raise ValueError(f"{path.name}:{at}: {key}: {error.errors()[0]['msg']}") from error


@cache
def table_pattern(name: str) -> re.Pattern[str]:
    """Finds any phrase of one list."""
    return re.compile(alternation(getattr(table_words(), name)), re.IGNORECASE)
