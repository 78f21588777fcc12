"""Figures outside the range of the tables: such a token is rejected by a named rule, and the document keeps its other figures."""

from __future__ import annotations

from decimal import Decimal

BEYOND_RANGE = "beyond_range"
_TOO_LARGE = Decimal("1e29")  # tables hold 38 digits, nine of them behind the point


def is_beyond_range(value: Decimal, value_high: Decimal | None) -> bool:
    """Whether a figure or the upper end of its range has more digits than a table holds."""
    return any(one is not None and (not one.is_finite() or abs(one) >= _TOO_LARGE) for one in (value, value_high))
