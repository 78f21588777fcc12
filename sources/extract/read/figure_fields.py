"""Fields of a mention that follow from its figure and its time, for both readers. What the figure measures is up to them."""

from __future__ import annotations

from decimal import Decimal
from typing import TypedDict

from sources.extract.scan.figure import Figure
from sources.extract.time.timing import Timing


class FigureFields(TypedDict):
    """Fields of `Mention`, under their names there."""

    char_start: int
    char_end: int
    surface: str
    value: Decimal
    value_high: Decimal | None
    time_period: str | None
    period_start: int | None
    period_end: int | None
    period_inferred: bool
    inference_basis: str | None


def figure_fields(text: str, q: Figure, timing: Timing) -> FigureFields:
    """Offsets, value and period of a figure; an inferred period is no `time_period`, which is as stated."""
    return FigureFields(
        char_start=q.start,
        char_end=q.end,
        surface=text[q.start : q.end],
        value=q.value,
        value_high=q.value_high,
        time_period=None if timing.inferred else timing.time_period,
        period_start=timing.period_start,
        period_end=timing.period_end,
        period_inferred=timing.inferred,
        inference_basis=timing.basis,
    )
