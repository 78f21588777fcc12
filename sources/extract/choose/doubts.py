"""How unsure a choice is: the record that evidence is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Doubt:
    """-ln of the chance of the metric, the part and the area that were chosen; 0 where nothing was chosen."""

    metric: float = 0.0
    part: float = 0.0
    area: float = 0.0


SURE = Doubt()
