"""A figure with the years and figures of its sentence: the input of `timing`, `growth_periods` and `other_years`. Nothing is read here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sources.extract.scan.figure import Figure
from sources.extract.scan.years import YearMark
from sources.grammar.language import Grammar


class InSentence(NamedTuple):
    """A figure with the years and the other figures of its sentence. Offsets are code points of the canonical text."""

    text: str  # all of it
    q: Figure
    start: int  # of the sentence
    end: int
    marks: Sequence[YearMark]  # the years that may date it
    others: Sequence[Figure]  # all figures of the sentence, this one among them
    grammar: Grammar
