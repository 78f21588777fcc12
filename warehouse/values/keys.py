"""Ids of series, estimates, conflicts and vendor figures; the base unit of money; the form of published floats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from decimal import Context, Decimal

BASE_CURRENCY = "USD"
UNKNOWN_VALUE = "unknown"
CURRENT_MONEY = "current"
TWELVE_DIGITS = Context(prec=12)
ID_LENGTH = 24  # hex digits: 96 bits
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def digest(*parts: str | int | Sequence[str] | None) -> str:
    """A short stable id of its parts; null and empty text are told apart, and so are their boundaries."""
    return hashlib.sha256(_ENCODER.encode(parts).encode()).hexdigest()[:ID_LENGTH]


def inflation_of(price_basis: str | None) -> str:
    """`constant` or `current`, without the year of the money."""
    return (price_basis or CURRENT_MONEY).partition("-")[0]


def published(value: Decimal) -> float:
    """A value as a published float: 12 significant digits."""
    return float(TWELVE_DIGITS.plus(value))
