"""Other names in the same sentences: publishers, companies and products. Pure; the words are in `names.yml`.

What a name becomes depends on the copy and the name only, so that one company keeps one name throughout a report.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

NAMES = Path(__file__).with_suffix(".yml")


class NamesFile(BaseModel):
    """The schema of `names.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    names: tuple[str, ...] = Field(min_length=1)
    beginnings: tuple[str, ...] = Field(min_length=1)
    middles: tuple[str, ...] = Field(min_length=1)
    ends: tuple[str, ...] = Field(min_length=1)
    wares: tuple[str, ...] = Field(min_length=1)
    stand_ins: tuple[str, ...] = Field(min_length=1)


def with_other_names(text: str, copy: int) -> str:
    """The text with other publishers, companies and wares; everything else stays.

    Args:
        text: text, Markdown or HTML.
        copy: number of the copy, from 1; 0 is the original itself.

    Returns:
        Text with as many words. Capitals stay capitals (an address has none), and a ware is also replaced in its plural.
    """
    if copy == 0:
        return text
    words, pattern = _words()
    names = {name.lower(): name for name in words.names}

    def other(match: re.Match[str]) -> str:
        printed = match.group()
        plain = printed.lower()
        found = _coined(words, copy, names[plain]) if plain in names else _chosen(words.stand_ins, copy, plain)
        if printed.isupper():
            return found.upper()
        return found.capitalize() if printed[0].isupper() else found.lower()

    return pattern.sub(other, text)


@cache
def _words() -> tuple[NamesFile, re.Pattern[str]]:
    words = read_names(NAMES)
    either = "|".join(map(re.escape, (*words.names, *words.wares)))
    return words, re.compile(rf"(?<!\w)(?:{either})(?=s?(?!\w))", re.IGNORECASE)


def read_names(path: Path) -> NamesFile:
    """The words of a names file.

    Raises:
        ValueError: with the file and the place in it, where it does not follow the schema.
    """
    try:
        return NamesFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ValueError(f"{path.name}:{line}: {error.problem}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{path.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def _coined(words: NamesFile, copy: int, name: str) -> str:
    return "".join(
        _chosen(parts, copy, f"{name} {place}")
        for place, parts in enumerate((words.beginnings, words.middles, words.ends))
    )


def _chosen(pool: Sequence[str], copy: int, what: str) -> str:
    """One of a pool, by its arguments only: neither a clock nor the hash seed has a say."""
    return pool[zlib.crc32(f"parallax names {copy} {what}".encode()) % len(pool)]
