"""A figure with the words around it, and which of several steps reads it. What the words mean is decided in `amounts` and `rates`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from sources.extract.figures.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar

NOWHERE = 10_000  # the distance of a word that is absent, as `nearest_before` and `nearest_behind` give it


@dataclass(frozen=True)
class FigureInWords:
    """A figure with the words around it. Distances are characters; `NOWHERE` where no such word is near."""

    q: Figure
    a: Surroundings
    g: Grammar
    left: str
    right: str
    _distances: dict[tuple[str, str], int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def before(self, name: str) -> int:
        """How far before the figure the nearest phrase of a list ends."""
        return self._distance("before", name)

    def behind(self, name: str) -> int:
        """How far behind the figure the nearest phrase of a list begins."""
        return self._distance("behind", name)

    def _distance(self, side: str, name: str) -> int:
        if (side, name) not in self._distances:
            words = self.g.pattern(name)
            self._distances[side, name] = (
                nearest_before(words, self.left) if side == "before" else nearest_behind(words, self.right)
            )
        return self._distances[side, name]


InWords = TypeVar("InWords", bound=FigureInWords)


def first_reading(steps: Iterable[Callable[[InWords], Reading | None]], figure: InWords, otherwise: Reading) -> Reading:
    """The reading of the first step that reads the figure."""
    return next((reading for step in steps if (reading := step(figure))), otherwise)
