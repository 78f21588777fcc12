"""Families of the corpus: which texts were written by one person, which are dense, and which are kept aside."""

from __future__ import annotations

import hashlib

# Large parts: their families are told apart by the first digit, and a quarter of their texts is kept aside.
SPLIT_PARTS = frozenset("m")
_DENSE_PARTS = frozenset("cdegi")


def family_of(name: str) -> str:
    """Texts of one family were written by one person: the letter of the part, and of large parts the first digit."""
    return name[:2] if name[0] in SPLIT_PARTS else name[0]


def density_of(name: str) -> str:
    """Plain or dense, for parts whose labels do not say."""
    return "dense" if name[0] in _DENSE_PARTS else "plain"


def is_kept_aside(name: str) -> bool:
    """Whether a text is only scored, not read and not trained on: a quarter of the large parts, by the hash of its name."""
    return name[0] in SPLIT_PARTS and hashlib.sha256(name.encode()).digest()[0] % 4 == 0
