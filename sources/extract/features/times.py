"""Columns of a figure and one reading of its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sources.extract.candidates.page import Page, PlacedFigure
from sources.extract.candidates.times import TIME_SOURCES, TimeCandidate
from sources.extract.candidates.tokens import BIT
from sources.extract.features.beside import beside, gap_of
from sources.extract.features.page_columns import BETWEEN, Floats, PageColumns
from sources.extract.features.rules import UNREAD
from sources.extract.scan.years import YearMark
from sources.records import Mention

NO_YEAR = -99.0

COLUMNS = (
    "source", "distance", "order", "shape", "from_base", "from_dated", "from_window_start", "from_window_end", "n_years_in_sentence", "n_years_before", "length",
    "is_left", "gap", "figures_nearer", "years_nearer", "before_2", "before_1", "behind_1", "has_lead", *BETWEEN,
)  # fmt: skip


def time_columns(page: Page, columns: PageColumns, candidates: Sequence[Sequence[TimeCandidate]]) -> Floats:
    """One row for each figure and candidate, figure after figure, shape (candidates of all figures, COLUMNS).

    Args:
        page: with at least one figure.
        columns: of the page.
        candidates: of each of its figures.
    """
    rows = [row for figure, offered in zip(page.figures, candidates, strict=True) for row in _rows(page, figure, offered)]  # fmt: skip
    return np.hstack([np.array(rows), _place(page, columns, candidates)])


def _rows(page: Page, figure: PlacedFigure, offered: Sequence[TimeCandidate]) -> Iterator[list[float]]:
    """All columns but those of the place."""
    window = page.context.window
    marks = [m for m in figure.scene.marks if m.first]
    n_before = sum(m.start < figure.quantity.start for m in marks)
    for c in offered:
        last = c.last
        shape = 0.0 if last is None else 1.0 if c.year is not None else 2.0 if c.start else 3.0
        yield [
            float(TIME_SOURCES.index(c.source)), float(c.distance), float(c.order), shape,
            years_from(last, window.base_year), years_from(last, window.dated), years_from(last, window.start), years_from(last, window.end),
            float(len(marks)), float(n_before), years_from(c.end, c.start),
        ]  # fmt: skip


def years_from(year: int | None, other: int | None) -> float:
    """Years from one to another, at most 15 either way; NO_YEAR where one is unknown."""
    return NO_YEAR if year is None or other is None else float(max(-15, min(15, year - other)))


def _place(page: Page, columns: PageColumns, candidates: Sequence[Sequence[TimeCandidate]]) -> Floats:
    """Where the sentence prints each time; -1 where it does not."""
    marks = [(i, c.mark) for i, offered in enumerate(candidates) for c in offered]
    values = np.full((len(marks), 8 + len(BETWEEN)), -1.0)
    printed = [(i, mark) for i, mark in marks if mark]
    at = np.array([i for i, _ in printed], dtype=np.intp)
    seen = beside(page, columns, at, [(mark.start, mark.end) for _, mark in printed])
    first, last = columns.first[at], columns.last[at]
    is_lead = columns.holds((BIT["year_leads"],))[np.maximum(seen.first - 1, 0), 0] & (seen.first > first)
    n_nearer = [
        _n_nearer(page.figures[i], mark, distance) for (i, mark), distance in zip(printed, seen.distance, strict=True)
    ]
    values[[mark is not None for _, mark in marks]] = np.column_stack([
        seen.is_left, seen.gap, seen.n_nearer, n_nearer,
        *(columns.code(place, first, last) for place in (seen.first - 2, seen.first - 1, seen.last)), is_lead, seen.between,
    ])  # fmt: skip
    return values


def _n_nearer(figure: PlacedFigure, mark: YearMark, distance: int) -> int:
    """Other years of the sentence that are nearer to the figure."""
    q = figure.quantity
    return sum(
        gap_of(m.start, m.end, q.hedge_start, q.end) < distance for m in figure.scene.marks if m.first and m is not mark
    )


RULE_COLUMNS = ("rules_read", "rules_undated", "rules_same", "rules_same_last", "rules_same_start", "rules_inferred")


def time_rule_columns(read: Mention | None, candidate: TimeCandidate) -> list[float]:
    """One value for each of RULE_COLUMNS; UNREAD where no first reading is known."""
    if read is None:
        return [UNREAD] * len(RULE_COLUMNS)
    time = (read.year, read.period_start, read.period_end)
    last = read.year if read.year is not None else read.period_end
    return [
        1.0, float(time == (None, None, None)), float(candidate.key == time), float(last is not None and candidate.last == last),
        float(read.period_start is not None and candidate.start == read.period_start), float(read.period_inferred),
    ]  # fmt: skip
