"""The chooser's doubts about its choices, as evidence for confidence. No choice here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from sources.extract.candidates.choice import Choice
from sources.extract.choose.figure_choice import FigureChoice

_LEAST = 1e-3  # chance below which no doubt grows


@dataclass(frozen=True, slots=True)
class Doubt:
    """-ln of the chance of what was chosen, from 0 (sure) to 6.9, for each attribute of one figure."""

    metric: float = 0.0
    part: float = 0.0
    area: float = 0.0
    time: float = 0.0
    status: float = 0.0

    @property
    def total(self) -> float:
        """-ln of the chance that all are right, were they independent."""
        return self.metric + self.part + self.area + self.time + self.status


def doubts_of(chosen: Sequence[FigureChoice]) -> dict[tuple[int, int], Doubt]:
    """The doubt of every figure of a page, by its span."""
    return {
        (c.figure.mention.char_start, c.figure.mention.char_end): Doubt(
            *(_doubt(choice) for choice in (c.metric, c.part, c.area, c.time, c.status))
        )
        for c in chosen
    }


def _doubt(choice: Choice[Any]) -> float:
    return -log(max(choice.chances[choice.best], _LEAST))
