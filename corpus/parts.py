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
    """Which texts are kept aside; exactly one rule is given.

    Attributes:
        number_divisible_by: those whose number this divides.
        hash_divisible_by: those whose SHA-256 of the name without its suffix has a first byte that this divides.
        bare_hash_divisible_by: the same of the name without the part's letter.
        address_divisible_by: those whose SHA-256 of the page's address has a first byte that this divides; the name ends in its
            first six hexadecimal digits.
    """

    number_divisible_by: Annotated[int, Field(ge=2)] | None = None
    hash_divisible_by: Annotated[int, Field(ge=2)] | None = None
    bare_hash_divisible_by: Annotated[int, Field(ge=2)] | None = None
    address_divisible_by: Annotated[int, Field(ge=2)] | None = None

    @model_validator(mode="after")
    def _is_one_rule(self) -> KeptAside:
        if sum(rule is not None for rule in self.model_dump().values()) != 1:
            raise ValueError(f"give one of {', '.join(type(self).model_fields)}, and not two")
        return self


class Part(_Strict):
    """One part.

    Attributes:
        what: kind of texts, in words.
        languages: of its texts.
        density: of texts whose labels do not say.
        form: short texts, whole pages (behind the part's letter the name has a letter of its kind) or tables.
        families: texts of one family were written by one person: the whole part, those whose number begins with the same digit, or those
            of one kind whose number begins with the same digit.
        kept_aside: texts that are scored only; None where there are none.
        errors_open: the texts whose reading errors may be looked at, and rules changed because of them.
        is_fitted_on: whether the chooser and its confidence are fitted on its texts.
        network: what the trained network makes of its texts that are not kept aside: it is fitted on most of them and calibrated on the
            others, or calibrated on all.
        first_readings: whether each text's first reading was stored before a rule was changed because of it.
    """

    what: str
    languages: tuple[Language, ...]
    density: Literal["plain", "dense"]
    form: Literal["text", "page", "table"] = "text"
    families: Literal["part", "first_digit", "kind_and_digit"] = "part"
    kept_aside: KeptAside | None = None
    errors_open: Literal["all", "train", "none"] = "all"
    is_fitted_on: bool = True
    network: Literal["fit", "calibration"] = "fit"
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


def fitted_parts() -> frozenset[str]:
    """Letters of the parts that the chooser and its confidence are fitted on."""
    return frozenset(letter for letter, part in all_parts().items() if part.is_fitted_on)


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
