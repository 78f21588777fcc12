"""Columns of a figure and one reading of its status: historical or forecast."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sources.extract.candidates.page import Page, PlacedFigure
from sources.extract.candidates.tokens import BIT
from sources.extract.features.page_columns import Floats, PageColumns
from sources.extract.features.rules import UNREAD
from sources.extract.features.times import years_from
from sources.records import Mention

STATUSES = ("historical", "forecast")
_WORDS = ("status.forecast", "status.forecast_verbs", "status.historical", "status.historical_verbs")

COLUMNS = (
    "status_read_as", "year_from_base", "year_from_dated", "year_from_window_start", "year_from_window_end", "year_from_latest", "is_period",
    *(f"{side}_to_{name}" for name in _WORDS for side in ("left", "right")),
)  # fmt: skip
RULE_COLUMNS = ("rules_read", "rules_same", "rules_share_same")


def latest_year(figures: Sequence[PlacedFigure]) -> int | None:
    """The latest year that the rules read on a page."""
    return max((f.mention.year or f.mention.period_end or 0 for f in figures), default=0) or None


def status_columns(page: Page, columns: PageColumns) -> Floats:
    """One row for each figure and status, shape (figures, STATUSES, COLUMNS); years are those that the rules read."""
    window, latest = page.context.window, latest_year(page.figures)
    years = [f.mention.year if f.mention.year is not None else f.mention.period_end for f in page.figures]
    others = (window.base_year, window.dated, window.start, window.end, latest)
    values = np.array([
        [*(years_from(year, other) for other in others), float(f.mention.period_end is not None)]
        for year, f in zip(years, page.figures, strict=True)
    ])  # fmt: skip
    near = columns.distances(*columns.nearest([BIT[name] for name in _WORDS]), from_one=True)
    shared = np.hstack([values, np.dstack(near).reshape(len(values), -1)])
    return np.stack([np.insert(shared, 0, float(status), axis=1) for status in range(len(STATUSES))], axis=1)


def status_rule_columns(read: Mention | None, status: int, share: float) -> list[float]:
    """One value for each of RULE_COLUMNS; UNREAD where no first reading is known.

    Args:
        read: what the rules read.
        status: index in STATUSES.
        share: of the page's figures that the rules read as forecasts.
    """
    if read is None:
        return [UNREAD] * len(RULE_COLUMNS)
    return [1.0, float(read.status == STATUSES[status]), share if status else 1.0 - share]
