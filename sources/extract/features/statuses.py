"""Columns of a figure and one reading of its status: historical or forecast."""

from __future__ import annotations

from collections.abc import Sequence

from sources.extract.candidates.page import Figure, Page
from sources.extract.candidates.tokens import BIT
from sources.extract.features.figures import FAR
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


def latest_year(figures: Sequence[Figure]) -> int | None:
    """The latest year that the rules read on a page."""
    return max((f.mention.year or f.mention.period_end or 0 for f in figures), default=0) or None


def status_columns(page: Page, figure: Figure, status: int, latest: int | None) -> list[float]:
    """One value for each of COLUMNS; years are those that the rules read.

    Args:
        page: with the figure.
        figure: one of its figures.
        status: index in STATUSES.
        latest: of `latest_year`.
    """
    m, window, tokens = figure.mention, page.context.window, page.tokens
    year = m.year if m.year is not None else m.period_end
    row = [float(status), *(years_from(year, other) for other in (window.base_year, window.dated, window.start, window.end, latest)), float(m.period_end is not None)]  # fmt: skip
    for name in _WORDS:
        bit = BIT[name]
        row.append(next((float(figure.left - i) for i in range(figure.left - 1, figure.first - 1, -1) if tokens.classes[i] & bit), FAR))  # fmt: skip
        row.append(next((float(i - figure.right + 1) for i in range(figure.right, figure.last) if tokens.classes[i] & bit), FAR))  # fmt: skip
    return row


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
