"""The identities that market figures keep: compound growth, shares, overlaps. Formulas only, all in Decimal.

Rates and shares are in percent, values in any one unit. Nothing here knows documents, claims or policies.
"""

from __future__ import annotations

from decimal import Context, Decimal

PRECISE = Context(prec=28)
HUNDRED = Decimal(100)


def compound_growth_pct(start: Decimal, end: Decimal, periods: int) -> Decimal:
    """Compound growth per period between two values.

    CAGR = (V_end / V_start) ^ (1 / n) - 1, the usual definition (for one: CFA Institute, holding-period returns and
    their geometric mean). Computed as exp(ln(V_end / V_start) / n) - 1 with 28 digits.

    Args:
        start: value at the start, positive.
        end: value at the end, positive.
        periods: compounding periods, 1 or more.

    Returns:
        Percent per period.

    Raises:
        ValueError: a value that is not positive, or no period.
    """
    if start <= 0 or end <= 0 or periods < 1:
        raise ValueError(
            f"no compound growth from {start} to {end} over {periods} periods: needs positive values, n >= 1"
        )
    rate = PRECISE.divide(PRECISE.ln(PRECISE.divide(end, start)), Decimal(periods))
    return (PRECISE.exp(rate) - 1) * HUNDRED


def compounded(start: Decimal, rate_pct: Decimal, periods: int) -> Decimal:
    """The value after `periods` of growth at `rate_pct`; with negative `periods` the value that many periods before."""
    return PRECISE.multiply(start, PRECISE.power(1 + rate_pct / HUNDRED, periods))


def change_pct(before: Decimal, after: Decimal) -> Decimal:
    """Change against `before` (not 0), percent."""
    return PRECISE.divide(after - before, before) * HUNDRED


def share_pct(part: Decimal, whole: Decimal) -> Decimal:
    """Share of a part in its whole (not 0), percent."""
    return PRECISE.divide(part, whole) * HUNDRED


def part_of(whole: Decimal, pct: Decimal) -> Decimal:
    """Value of a part with a share of `pct` percent."""
    return PRECISE.divide(PRECISE.multiply(whole, pct), HUNDRED)


def stored(value: Decimal) -> Decimal:
    """A value as tables hold it: nine places behind the point, half to even."""
    return value.quantize(_NINE_PLACES, context=_EXACT)


def is_storable(value: Decimal) -> bool:
    """Whether tables can hold a value: at most 29 digits before the point."""
    return abs(value) < _BEYOND_TABLES


_BEYOND_TABLES = Decimal("1e29")
_NINE_PLACES = Decimal("1e-9")
_EXACT = Context(prec=60)
