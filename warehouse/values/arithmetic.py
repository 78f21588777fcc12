"""Compound growth, and values as tables hold them. All in Decimal; the identities of the audit are in `warehouse/sql`.

Rates are in percent, values in any one unit. Nothing here knows documents, claims or policies.
"""

from __future__ import annotations

from decimal import Context, Decimal

PRECISE = Context(prec=28)
HUNDRED = Decimal(100)


def compounded(start: Decimal, rate_pct: Decimal, periods: int) -> Decimal:
    """The value after `periods` of growth at `rate_pct`; with negative `periods` the value that many periods before."""
    return PRECISE.multiply(start, PRECISE.power(1 + rate_pct / HUNDRED, periods))


def stored(value: Decimal) -> Decimal:
    """A value as tables hold it: nine places behind the point, half to even."""
    return value.quantize(_NINE_PLACES, context=_EXACT)


def is_storable(value: Decimal) -> bool:
    """Whether tables can hold a value: at most 29 digits before the point."""
    return abs(value) < _BEYOND_TABLES


_BEYOND_TABLES = Decimal("1e29")
_NINE_PLACES = Decimal("1e-9")
_EXACT = Context(prec=60)
