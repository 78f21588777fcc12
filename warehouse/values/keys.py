"""Ids of series, estimates, conflicts and vendor figures; the base unit of money; the form of published floats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from decimal import Context, Decimal

from sources.metrics import facts_of

BASE_CURRENCY = "USD"
UNKNOWN_VALUE = "unknown"
CURRENT_MONEY = "current"
TWELVE_DIGITS = Context(prec=12)
ID_LENGTH = 24  # hex digits: 96 bits
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def digest(*parts: str | int | Sequence[str] | None) -> str:
    """A short stable id of its parts; null and empty text are told apart, and so are their boundaries."""
    return hashlib.sha256(_ENCODER.encode(parts).encode()).hexdigest()[:ID_LENGTH]


def bases_in_use(metric: str, value_stated: str | None, price_stated: str | None) -> tuple[str | None, str | None]:
    """On which value and price basis a figure is compared; None where its metric has none.

    A level that is not stated is unknown, which is a value of its own. Money whose years are not stated is current money:
    publishers print constant money seldom and say so. Growth is with or without inflation, whatever the year of the money.

    Args:
        metric: metric.
        value_stated: level of the trade as the text states it.
        price_stated: current, constant or constant-2015 as the text states it.
    """
    facts = facts_of(metric)
    if facts.is_money:
        return value_stated or UNKNOWN_VALUE, price_stated or CURRENT_MONEY
    if facts.is_growth:
        return None, inflation_of(price_stated)
    return None, None


def inflation_of(price_basis: str | None) -> str:
    """`constant` or `current`, without the year of the money."""
    return (price_basis or CURRENT_MONEY).partition("-")[0]


def published(value: Decimal) -> float:
    """A value as a published float: 12 significant digits."""
    return float(TWELVE_DIGITS.plus(value))
