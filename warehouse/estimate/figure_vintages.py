"""Vintages of figures: figures of one series and year that are too old to have a voice beside the newest.

Belongs here: the rule and its words. The day by which a figure was made comes with it (`warehouse/sql/30_observations.sql`). Databases of what
was known on a day are another matter (`warehouse/vintages`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from warehouse.estimate.independence import Figure
from warehouse.estimate.verdicts import in_words
from warehouse.values.wording import listed

A_PAIR = 2


def newest(figures: Sequence[Figure], span_years: int) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """Parts the figures of one series and year by when they were made.

    Args:
        figures: figures of one series and year.
        span_years: years by which a figure may be older than the newest.

    Returns:
        Those that have a voice, figures of unknown vintage among them, and those of an older vintage.
    """
    known = [figure.vintage for figure in figures if figure.vintage is not None]
    if not known:
        return tuple(figures), ()
    since = _years_before(max(known), span_years)
    older = tuple(figure for figure in figures if figure.vintage is not None and figure.vintage < since)
    return tuple(figure for figure in figures if figure not in older), older


def _years_before(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # 29 February
        return day.replace(year=day.year - years, day=28)


def vintage_words(figures: Sequence[Figure], older: Sequence[Figure], unit: str) -> str:
    """What of the vintages a reader of the verdict has to know; empty where nothing.

    Args:
        figures: those that have a voice.
        older: those of an older vintage.
        unit: the series' unit.

    Returns:
        "; older vintage set apart: ...; vintage unknown: ...". Of one publisher alone it does not matter.
    """
    words = ""
    if older:
        each = sorted((figure.publisher, figure.vintage or date.min, in_words(figure, unit)) for figure in older)
        words += f"; older vintage set apart: {listed([f'{who} {value} (by {day})' for who, day, value in each])}"
    untold = {figure.publisher for figure in figures if figure.vintage is None}
    if untold and len({figure.publisher_id for figure in (*figures, *older)}) >= A_PAIR:
        words += f"; vintage unknown: {listed(untold)}"
    return words


def days_of(figures: Sequence[Figure]) -> str:
    """The vintages of figures in words: one day, or the first and the last."""
    days = sorted(figure.vintage for figure in figures if figure.vintage is not None)
    return f"by {days[0]}" if days[0] == days[-1] else f"by {days[0]} to {days[-1]}"
