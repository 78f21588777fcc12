"""The parts of the corpus and the schema of parts.yml: their texts, which are kept aside, and what is fitted on them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

PARTS = Path(__file__).with_name("parts.yml")

Language = Literal["en", "de", "fr", "es", "ja", "zh", "pt", "it", "ko"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class KeptAside(_Strict):
    """Which texts are kept aside; exactly one of the two is given.

    Attributes:
        number_divisible_by: those whose number this divides.
        hash_divisible_by: those whose SHA-256 of the name without its suffix has a first byte that this divides.
    """

    number_divisible_by: Annotated[int, Field(ge=2)] | None = None
    hash_divisible_by: Annotated[int, Field(ge=2)] | None = None

    @model_validator(mode="after")
    def _is_one_rule(self) -> KeptAside:
        if (self.number_divisible_by is None) == (self.hash_divisible_by is None):
            raise ValueError("give number_divisible_by or hash_divisible_by, and not both")
        return self


class Part(_Strict):
    """One part.

    Attributes:
        what: kind of texts, in words.
        languages: of its texts.
        density: of texts whose labels do not say.
        families: texts of one family were written by one person: the whole part, or those whose number begins with the same digit.
        kept_aside: texts that are scored only; None where there are none.
        errors_open: the texts whose reading errors may be looked at, and rules changed because of them.
        first_readings: whether each text's first reading was stored before a rule was changed because of it.
    """

    what: str
    languages: tuple[Language, ...]
    density: Literal["plain", "dense"]
    families: Literal["part", "first_digit"] = "part"
    kept_aside: KeptAside | None = None
    errors_open: Literal["all", "train", "none"] = "all"
    first_readings: bool = False

    @model_validator(mode="after")
    def _agrees(self) -> Part:
        if self.kept_aside is None and self.errors_open == "train":
            raise ValueError("`train` needs kept_aside")
        if self.kept_aside is not None and self.errors_open == "all":
            raise ValueError("errors of kept-aside texts are not open: errors_open is train or none")
        return self


class PartsFile(_Strict):
    """The whole file: parts by letter."""

    parts: dict[Annotated[str, Field(pattern="^[a-z]$")], Part]


def read_parts(path: Path) -> dict[str, Part]:
    """Parts of a file, by letter.

    Raises:
        ValueError: the file is no such record; the message names the file and every wrong key.
    """
    try:
        return PartsFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8"))).parts
    except (yaml.YAMLError, ValidationError) as error:
        raise ValueError(f"{path.name}: {error}") from error


@cache
def all_parts() -> dict[str, Part]:
    """The parts of the corpus, by letter."""
    return read_parts(PARTS)


def part_of(name: str) -> Part:
    """The part of a text.

    Args:
        name: of the text, with or without its suffix.

    Raises:
        ValueError: no part has its letter.
    """
    try:
        return all_parts()[name[:1]]
    except KeyError:
        raise ValueError(f"{name}: no part {name[:1]!r} in {PARTS.name}") from None
