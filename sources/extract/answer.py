"""The seam between readers and the rest: what a reader says of each figure, as classes with chances and pointers into the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from sources.extract.scan.scan import Scan
from sources.extract.window.sight import Line
from sources.records import Assertion, Metric

T = TypeVar("T")
ValueBasis = Literal["retail", "wholesale", "manufacturer", "spending", "shipments", "gross_merchandise"]
PriceBasis = Literal["current", "constant"]


@dataclass(frozen=True, slots=True)
class Pointer:
    """A span of the text without markup that an attribute is read from, or one of the three below."""

    start: int
    end: int


NONE = Pointer(-1, -1)  # the text says nothing
WORLD = Pointer(-2, -2)  # the text says that it holds for the whole world, or names no area
PAGE = Pointer(-3, -3)  # what the page says of all its figures


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """The most likely value of an attribute and the one behind it; chances from 0 to 1."""

    value: T
    chance: float
    runner_up: T | None = None
    runner_up_chance: float = 0.0


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """What a reader says of one figure; `figure` is its number in the scan.

    `metric` is None where the figure states nothing of a market. `pointers` has year, start, end (marks of time), segment, area,
    market, speaker and subject (the driver of an impact, or what an other_numeric is about).
    """

    figure: int
    metric: Choice[Metric | None]
    forecast: Choice[bool]
    falls: Choice[bool]
    assertion: Choice[Assertion]
    value_basis: Choice[ValueBasis | None]
    price_basis: Choice[PriceBasis | None]
    pointers: Mapping[str, Choice[Pointer]] = field(default_factory=dict)


class Reader(Protocol):
    """Whoever answers for a whole document at once: the built-in model. A language model's choices become answers one by one (`sources/ask`)."""

    def answer(self, scan: Scan, facts: Sequence[Line]) -> tuple[FigureAnswer, ...]:
        """Answers for the figures of a document, in order; a figure may be left out.

        Args:
            scan: the document.
            facts: where the page says what holds for all its figures.
        """
