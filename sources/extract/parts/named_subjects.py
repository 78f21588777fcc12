"""The subjects of clauses as records, and the listed part of the market that a name means.

What a phrase means is read in `phrase_subjects`; how parts are found and listed in `segments`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sources.extract.text.name_keys import part_words
from sources.grammar.areas import Area


class Part(NamedTuple):
    """A member of a segmentation that the document lists."""

    dimension: str | None
    name: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a clause. At most one of area, segment and market is set."""

    text: str
    area: Area | None = None
    segment: str | None = None
    dimension: str | None = None
    market: str | None = None  # a market by name, or "" for the document's own
    known: bool = False  # the segment is one the document lists
    generic: bool = False  # "it", "the segment": the subject before
    company: bool = False  # a proper name that is no part of the market


def part_of(dimension: str | None, name: str) -> Part:
    """A listed member with its words for comparison."""
    return Part(dimension, name, part_words(name))


def known_part(name: str, parts: Sequence[Part]) -> Part | None:
    """The listed member that a phrase means: equal words, or the only member whose words it holds."""
    words = part_words(name)
    if not words:
        return None
    exact = [p for p in parts if p.words == words]
    if exact:
        return exact[0]
    wider = [p for p in parts if p.words <= words and len(words - p.words) <= 2]
    if wider:
        return max(wider, key=lambda p: (len(p.words), p.name))
    narrower = [p for p in parts if words <= p.words and len(p.words - words) <= 2]
    names = {p.words for p in narrower}
    return narrower[0] if len(names) == 1 else None
