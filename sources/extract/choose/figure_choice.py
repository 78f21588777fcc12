"""What was chosen for one figure: the record."""

from __future__ import annotations

from dataclasses import dataclass

from sources.extract.candidates.areas import AreaCandidate
from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import PlacedFigure
from sources.extract.candidates.parts import PartCandidate
from sources.extract.candidates.times import TimeCandidate
from sources.records import Metric


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """What was chosen for one figure."""

    figure: PlacedFigure
    metric: Choice[Metric]
    part: Choice[PartCandidate]
    area: Choice[AreaCandidate]
    time: Choice[TimeCandidate]
    status: Choice[str]
