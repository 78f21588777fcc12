"""Families and splits of texts, derived from their names by the rules of parts.yml. Scores are not computed here."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from typing import Literal

from corpus.parts import part_of

_IN_NAME = 6  # hexadecimal digits of an address's hash that a name ends in
_DIGITS = re.compile(rf"[0-9a-f]{{{_IN_NAME}}}\Z")
_FAMILY = {"part": 1, "first_digit": 2, "kind_and_digit": 3}  # characters of a name


class Split(StrEnum):
    """Which texts of a part."""

    train = "train"
    kept_aside = "kept_aside"
    all = "all"


def family_of(name: str) -> str:
    """Texts of one family were written by one person: the letter of the part, and of large parts the kind of page and the first digit."""
    return name[: _FAMILY[part_of(name).families]]


def digits_of(address: str) -> str:
    """What the name of a text ends in whose part keeps texts aside by the address of their page."""
    return hashlib.sha256(address.encode()).hexdigest()[:_IN_NAME]


def kind_of(name: str) -> str | None:
    """Kind of a whole page, the letter behind its part's; None for other texts."""
    return name[1] if part_of(name).form == "page" else None


def density_of(name: str) -> Literal["plain", "dense"]:
    """Plain or dense, for texts whose labels do not say."""
    return part_of(name).density


def is_kept_aside(name: str) -> bool:
    """Whether a text is kept aside: it is scored, and its errors are never looked at.

    Args:
        name: of the text, with or without its suffix.

    Raises:
        ValueError: no part has its letter, or the name has not the digits that its part asks for.
    """
    rule = part_of(name).kept_aside
    stem = name.partition(".")[0]
    if rule is None:
        return False
    if rule.number_divisible_by is not None:
        return int(stem[1:]) % rule.number_divisible_by == 0
    if rule.address_divisible_by is not None:
        if not (digits := _DIGITS.search(stem)):
            raise ValueError(f"{name}: its name does not end in {_IN_NAME} hexadecimal digits")
        return int(digits[0][:2], 16) % rule.address_divisible_by == 0
    if rule.bare_hash_divisible_by is not None:
        return _first_byte(stem[1:]) % rule.bare_hash_divisible_by == 0
    assert rule.hash_divisible_by is not None
    return _first_byte(stem) % rule.hash_divisible_by == 0


def is_in(name: str, split: Split) -> bool:
    """Whether a text belongs to a split."""
    return split is Split.all or is_kept_aside(name) == (split is Split.kept_aside)


def _first_byte(name: str) -> int:
    return hashlib.sha256(name.encode()).digest()[0]
