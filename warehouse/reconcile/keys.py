"""Ids of series, estimates, conflicts and vendor figures; the base unit of money; the form of published floats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from decimal import Context, Decimal

BASE_CURRENCY = "USD"
MONEY_METRICS = frozenset({"market_size", "price"})
TWELVE_DIGITS = Context(prec=12)
ID_LENGTH = 24  # hex digits: 96 bits
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def digest(*parts: str | int | Sequence[str] | None) -> str:
    """A short stable id of its parts; null and empty text are told apart, and so are their boundaries."""
    return hashlib.sha256(_ENCODER.encode(parts).encode()).hexdigest()[:ID_LENGTH]


def series_key(
    market_id: str,
    segment_key: str | None,
    ref_area: str,
    metric: str,
    unit: str,
    *,
    per: str | None = None,
    period: str | None = None,
) -> str:
    """The id of a series.

    Args:
        market_id: market.
        segment_key: segment; None for the whole market.
        ref_area: area.
        metric: metric.
        unit: unit, USD for money.
        per: what a price is per.
        period: period of a rate, as "2026-2032".
    """
    return digest(market_id, segment_key, ref_area, metric, unit, per, period)


def published(value: Decimal) -> float:
    """A value as a published float: 12 significant digits."""
    return float(TWELVE_DIGITS.plus(value))
