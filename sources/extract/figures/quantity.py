"""The record of a figure with its unit. Other modules find figures and decide their metric."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from sources.records import Comparator

Kind = Literal["money", "percent", "points", "basis_points", "times", "count"]


@dataclass(frozen=True, slots=True)
class Quantity:
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
