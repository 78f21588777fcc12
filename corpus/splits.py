"""Families and splits of texts, derived from their names by the rules of parts.yml. Scores are not computed here."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Literal

from corpus.parts import part_of


class Split(StrEnum):
    """Which texts of a part."""

    train = "train"
    kept_aside = "kept_aside"
    all = "all"


def family_of(name: str) -> str:
    """Texts of one family were written by one person: the letter of the part, and of large parts the first digit."""
    return name[:2] if part_of(name).families == "first_digit" else name[0]


def density_of(name: str) -> Literal["plain", "dense"]:
    """Plain or dense, for texts whose labels do not say."""
    return part_of(name).density


def is_kept_aside(name: str) -> bool:
    """Whether a text is kept aside: it is scored, and its errors are never looked at.

    Args:
        name: of the text, with or without its suffix.

    Raises:
        ValueError: no part has its letter.
    """
    rule = part_of(name).kept_aside
    stem = name.partition(".")[0]
    if rule is None:
        return False
    if rule.number_divisible_by is not None:
        return int(stem[1:]) % rule.number_divisible_by == 0
    assert rule.hash_divisible_by is not None
    return hashlib.sha256(stem.encode()).digest()[0] % rule.hash_divisible_by == 0


def is_in(name: str, split: Split) -> bool:
    """Whether a text belongs to a split."""
    return split is Split.all or is_kept_aside(name) == (split is Split.kept_aside)
