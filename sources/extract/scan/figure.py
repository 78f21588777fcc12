"""The record of a figure with its unit. Other modules find figures and decide their metric."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from sources.records import Comparator

Kind = Literal["money", "percent", "points", "basis_points", "times", "count"]
# Where a unit is printed that a figure leaves out: the figure beside it, the headers, labels or unit column of its cell, the corner
# of its table or the line above, a note of its paragraph, a label over or under its line, or the amounts of the whole text.
Giver = Literal["figure", "header", "row", "unit_column", "corner", "unit_line", "note", "label", "text"]


@dataclass(frozen=True, slots=True)
class Given:
    """Who gives a figure its unit, and the span that prints the unit; None where the unit is not printed in one place."""

    by: Giver
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its unit. Values are in base units; `start` to `end` is its surface, hedges left out."""

    start: int
    end: int
    kind: Kind
    value: Decimal
    value_high: Decimal | None
    unit: str | None  # ISO 4217, "percent", "percentage points", "basis points", "times", or the noun as printed
    comparator: Comparator
    scaled: bool  # a scale word or currency is with it: too much of a figure to be an ordinal
    hedge_start: int  # where its hedge begins; = start where there is none
    noun: str = ""  # words behind a bare count
    numerals: tuple[tuple[int, int], ...] = ()
    factor: Decimal = Decimal(1)  # what the scale words printed with it multiply its number by
    given: Given | None = None  # None where it prints its unit itself, or has none
    printed: Figure | None = None  # itself as printed, where its unit or scale is given

    def given_by(self, given: Given, before: Figure) -> Figure:
        """This figure, which was `before` until something else gave it its unit; itself where it gave nothing."""
        if self is before or (self.kind, self.unit, self.value) == (before.kind, before.unit, before.value):
            return self
        return replace(self, given=given, printed=before.printed or before)
