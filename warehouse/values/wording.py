"""Figures and lists in words, as reasons, explanations and formulas print them. Locale plays no part."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Context, Decimal

_SCALES = ((Decimal("1e12"), "tn"), (Decimal("1e9"), "bn"), (Decimal("1e6"), "m"))
_CENTS = Decimal("0.01")
_MILLI = Decimal("0.001")
CURRENCY_CODE_LENGTH = 3
_WIDE = Context(prec=60, rounding=ROUND_HALF_EVEN)


def amount(value: Decimal, unit: str | None) -> str:
    """A figure with its unit: "USD 21.66 bn", "14.6 %", "6,750 clusters".

    Args:
        value: in base units.
        unit: "USD" (two decimals and a scale word), "percent" (up to three decimals), another noun, or None.
    """
    if unit == "percent":
        return f"{plain(value)} %"
    if unit == "percentage points":
        return f"{plain(value)} pp"
    if unit is not None and len(unit) == CURRENCY_CODE_LENGTH and unit.isupper():
        return f"{unit} {_scaled(value)}"
    return f"{plain(value)} {unit}" if unit else plain(value)


def _scaled(value: Decimal) -> str:
    for factor, word in _SCALES:
        if abs(value) >= factor:
            return f"{(value / factor).quantize(_CENTS, context=_WIDE):,f} {word}"
    return plain(value)


def plain(value: Decimal) -> str:
    """A number with thousands separators and up to three decimals, no zeros at its end."""
    text = f"{value.quantize(_MILLI, context=_WIDE):,f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def times(ratio: Decimal) -> str:
    """A ratio: "1.18x"."""
    return f"{ratio.quantize(_CENTS, context=_WIDE):,f}x"


def listed(names: Iterable[str]) -> str:
    """Names in alphabetical order, each once: "A, B and C"."""
    unique = sorted(set(names))
    return unique[0] if len(unique) == 1 else f"{', '.join(unique[:-1])} and {unique[-1]}" if unique else "nobody"


def counted(number: int, noun: str) -> str:
    """A count with its noun: "1 publisher", "3 publishers"."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"
