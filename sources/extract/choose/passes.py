"""The two passes: probabilities of each figure's candidates alone, then again with the choices of the first pass for it and its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from sources.extract.candidates.areas import AreaCandidate
from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import METRICS, Page
from sources.extract.candidates.parts import PartCandidate
from sources.extract.candidates.times import TimeCandidate
from sources.extract.choose.rows import PageRows, Rows
from sources.extract.choose.trees import Floats, Trees, chances
from sources.extract.features.neighbours import neighbour_columns
from sources.extract.features.parts import is_similar
from sources.extract.features.times import NO_YEAR
from sources.grammar.areas import WORLD_CODE
from sources.records import Metric

C = TypeVar("C")

# What the second pass of one attribute sees of the first pass of the others.
OTHERS = {
    "metrics": ("chance_of_whole", "chance_of_world"),
    "parts": ("chance_of_world", *(f"chance_of_{metric}" for metric in METRICS)),
    "areas": ("chance_of_whole", *(f"chance_of_{metric}" for metric in METRICS)),
    "times": ("chance_of_forecast", *(f"chance_of_{metric}" for metric in METRICS)),
    "statuses": ("likely_year_from_base", "likely_year_from_dated", *(f"chance_of_{metric}" for metric in METRICS)),
}


@dataclass(frozen=True, slots=True)
class Choices:
    """What one pass made of each figure of a page."""

    metrics: Sequence[Choice[Metric]]
    parts: Sequence[Choice[PartCandidate]]
    areas: Sequence[Choice[AreaCandidate]]
    times: Sequence[Choice[TimeCandidate]]
    statuses: Sequence[Choice[str]]


@dataclass(frozen=True, slots=True)
class PassTrees:
    """Weights of one pass."""

    metrics: Trees
    parts: Trees
    areas: Trees
    times: Trees
    statuses: Trees


@dataclass(frozen=True, slots=True)
class PassRows:
    """Rows of one pass."""

    metrics: Floats
    parts: Floats
    areas: Floats
    times: Floats
    statuses: Floats


def first_rows(rows: PageRows) -> PassRows:
    """What the first pass sees."""
    return PassRows(rows.metrics.first, rows.parts.first, rows.areas.first, rows.times.first, rows.statuses.first)


def choices(rows: PageRows, seen: PassRows, trees: PassTrees) -> Choices:
    """One pass over a page.

    Args:
        rows: candidates of the page.
        seen: rows of this pass.
        trees: weights of this pass.
    """
    return Choices(
        _chosen(rows.metrics, seen.metrics, trees.metrics),
        _chosen(rows.parts, seen.parts, trees.parts),
        _chosen(rows.areas, seen.areas, trees.areas),
        _chosen(rows.times, seen.times, trees.times),
        _chosen(rows.statuses, seen.statuses, trees.statuses),
    )


def _chosen(rows: Rows[C], seen: Floats, trees: Trees) -> list[Choice[C]]:
    by_figure = chances(trees.scores(seen, rows.sizes), rows.sizes)
    return [Choice(c, p.tolist()) for c, p in zip(rows.candidates, by_figure, strict=True)]


def second_rows(page: Page, rows: PageRows, first: Choices) -> PassRows:
    """What the second pass sees: the rows of the first, what it chose for this figure and beside it, and the rules' reading."""
    whole = _chance(first.parts, _is_whole)
    world = _chance(first.areas, _is_world)
    metric = np.array([c.chances for c in first.metrics])
    forecast = _chance(first.statuses, _is_forecast)
    likely = np.array([_years(page, c.chosen) for c in first.times])
    figures = page.figures
    return PassRows(
        _joined(
            rows.metrics,
            neighbour_columns(figures, first.metrics, _metric, _same_metric, _is_other),
            np.hstack([whole, world]),
        ),
        _joined(
            rows.parts,
            neighbour_columns(figures, first.parts, _part_key, _same_part, _is_whole),
            np.hstack([world, metric]),
        ),
        _joined(
            rows.areas,
            neighbour_columns(figures, first.areas, _area_key, _same_area, _is_world),
            np.hstack([whole, metric]),
        ),
        _joined(
            rows.times,
            neighbour_columns(figures, first.times, _time_key, _same_time, _is_undated),
            np.hstack([forecast, metric]),
        ),
        _joined(
            rows.statuses,
            neighbour_columns(figures, first.statuses, _metric, _same_metric, _is_forecast),
            np.hstack([likely, metric]),
        ),
    )


def _joined(rows: Rows[C], neighbours: Floats, others: Floats) -> Floats:
    return np.hstack([rows.first, neighbours, np.repeat(others, rows.sizes, axis=0), rows.rules])


def _chance(choices: Sequence[Choice[C]], holds: Callable[[C], bool]) -> Floats:
    """Of each figure the chance of the candidates that hold, shape (figures, 1)."""
    return np.array([[sum(p for c, p in zip(f.candidates, f.chances, strict=True) if holds(c))] for f in choices])


def _years(page: Page, time: TimeCandidate) -> list[float]:
    window = page.context.window
    return [
        float(time.last - other) if time.last is not None and other is not None else NO_YEAR
        for other in (window.base_year, window.dated)
    ]


def _is_forecast(a: str) -> bool:
    return a == "forecast"


def _time_key(a: TimeCandidate) -> Hashable:
    return a.key


def _same_time(a: TimeCandidate, b: TimeCandidate) -> bool:
    return a.last == b.last


def _is_undated(a: TimeCandidate) -> bool:
    return a.last is None


def _metric(a: Hashable) -> Hashable:
    return a


def _part_key(a: PartCandidate) -> Hashable:
    return a.key


def _area_key(a: AreaCandidate) -> Hashable:
    return a.area.name


def _same_metric(a: str, b: str) -> bool:
    return a == b


def _is_other(a: Metric) -> bool:
    return a == "other_numeric"


def _same_part(a: PartCandidate, b: PartCandidate) -> bool:
    return a.key == b.key or is_similar(a.key, b.key)


def _is_whole(a: PartCandidate) -> bool:
    return not a.key


def _same_area(a: AreaCandidate, b: AreaCandidate) -> bool:
    return a.area.name == b.area.name


def _is_world(a: AreaCandidate) -> bool:
    return a.area.code == WORLD_CODE
