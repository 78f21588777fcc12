"""Columns of a figure and one reading of its time."""

from __future__ import annotations

from sources.extract.candidates.page import Figure, Page
from sources.extract.candidates.times import TIME_SOURCES, TimeCandidate
from sources.extract.candidates.tokens import BIT
from sources.extract.features.beside import beside, gap_of
from sources.extract.features.figures import BETWEEN, code_of
from sources.extract.features.rules import UNREAD
from sources.records import Mention

NO_YEAR = -99.0

COLUMNS = (
    "source", "distance", "order", "shape", "from_base", "from_dated", "from_window_start", "from_window_end", "n_years_in_sentence", "n_years_before", "length",
    "is_left", "gap", "figures_nearer", "years_nearer", "before_2", "before_1", "behind_1", "has_lead", *BETWEEN,
)  # fmt: skip


def time_columns(page: Page, figure: Figure, candidate: TimeCandidate) -> list[float]:
    """One value for each of COLUMNS."""
    window = page.context.window
    last = candidate.last
    shape = 0.0 if last is None else 1.0 if candidate.year is not None else 2.0 if candidate.start else 3.0
    marks = [m for m in figure.scene.marks if m.first]
    return [
        float(TIME_SOURCES.index(candidate.source)), float(candidate.distance), float(candidate.order), shape,
        years_from(last, window.base_year), years_from(last, window.dated), years_from(last, window.start), years_from(last, window.end),
        float(len(marks)), float(sum(m.start < figure.quantity.start for m in marks)), years_from(candidate.end, candidate.start),
        *_place(page, figure, candidate),
    ]  # fmt: skip


def years_from(year: int | None, other: int | None) -> float:
    """Years from one to another, at most 15 either way; NO_YEAR where one is unknown."""
    return NO_YEAR if year is None or other is None else float(max(-15, min(15, year - other)))


def _place(page: Page, figure: Figure, candidate: TimeCandidate) -> list[float]:
    mark, tokens, q = candidate.mark, page.tokens, figure.quantity
    if mark is None:
        return [-1.0] * (8 + len(BETWEEN))
    seen = beside(page, figure, mark.start, mark.end)
    years = [m for m in figure.scene.marks if m.first and m is not mark]
    lead = tokens.classes[seen.first - 1] if seen.first > figure.first else 0
    codes = (code_of(tokens, at, figure.first, figure.last) for at in (seen.first - 2, seen.first - 1, seen.last))
    return [
        float(seen.is_left), float(seen.gap), float(seen.n_nearer), float(sum(gap_of(m.start, m.end, q.hedge_start, q.end) < seen.distance for m in years)),
        *codes, float(bool(lead & BIT["year_leads"])), *seen.between,
    ]  # fmt: skip


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
