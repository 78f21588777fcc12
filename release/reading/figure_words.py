"""Figures as people read them: USD 21.66 bn, 14.6%, 6,750 clusters.

Text only; colour and tables belong to those who draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

SIGNIFICANT = 4
_CURRENCY = re.compile(r"[A-Z]{3}")
_SCALES = ((Decimal("1e12"), "tn"), (Decimal("1e9"), "bn"), (Decimal("1e6"), "m"))
# Base units of measurement that take SI prefixes (BIPM, The International System of Units, 9th edition, table 7): 12 MW, not 12 m W.
_SI_UNITS = frozenset({"W", "Wh", "Wp"})
_SI_PREFIXES = (
    (Decimal("1e15"), "P"),
    (Decimal("1e12"), "T"),
    (Decimal("1e9"), "G"),
    (Decimal("1e6"), "M"),
    (Decimal("1e3"), "k"),
)
_SIGNS = {"percent": "%", "percentage points": " pp"}

Number = Decimal | float | int


def is_currency(unit: str | None) -> bool:
    """Whether a unit is a bare ISO 4217 code."""
    return unit is not None and _CURRENCY.fullmatch(unit) is not None


def figure(value: Number | None, unit: str | None, *, digits: int = SIGNIFICANT) -> str:
    """One figure with its unit.

    Args:
        value: in base units; None gives a dash.
        unit: ISO 4217 code, "percent", "percentage points" or a noun; None gives the bare number.
        digits: significant digits kept.

    Returns:
        "USD 21.66 bn", "14.6%", "6,750 clusters", "12 MW".
    """
    if value is None:
        return "–"
    if unit in _SI_UNITS:
        scaled, prefix = _scaled(value, _SI_PREFIXES)
        return f"{number(scaled, digits)} {prefix}{unit}"
    if unit in _SIGNS:
        return f"{number(value, digits)}{_SIGNS[unit]}"
    scaled, name = _scaled(value)
    text = number(scaled, digits) + (f" {name}" if name else "")
    if is_currency(unit):
        return f"{unit} {text}"
    return f"{text} {unit}" if unit else text


def number(value: Number, digits: int = SIGNIFICANT) -> str:
    """A number with thousands separators, rounded to significant digits but never above the unit, zeros trimmed."""
    exact = as_decimal(value)
    if exact == 0:
        return "0"
    places = max(digits - 1 - exact.adjusted(), 0)
    text = f"{round(exact, places):,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def as_decimal(value: Number) -> Decimal:
    """A number as Decimal, floats by their shortest text."""
    return value if isinstance(value, Decimal) else Decimal(str(value))


def common_scale(values: Iterable[Number], unit: str | None) -> tuple[Decimal, str]:
    """The scale that a column of figures shares, and how its header names it.

    The largest scale under which the smallest figure keeps two digits before or behind the point (>= 0.05).

    Args:
        values: the column's figures.
        unit: their unit.

    Returns:
        Divisor and header: (1e9, "USD bn"), (1e6, "MW"), (1, "percent").
    """
    sizes = [abs(as_decimal(value)) for value in values if value]
    if unit in _SIGNS or not sizes:
        return Decimal(1), unit or "number"
    smallest, largest = min(sizes), max(sizes)
    is_si = unit in _SI_UNITS
    for scale, name in _SI_PREFIXES if is_si else _SCALES:
        if largest >= scale and smallest >= scale / 20:
            return scale, f"{name}{unit}" if is_si else f"{unit or 'number'} {name}"
    return Decimal(1), unit or "number"


def in_scale(value: Number | None, scale: Decimal, places: int = 2) -> str:
    """A figure in its column's scale with a fixed number of places, so that the points align; None gives a dash."""
    return "–" if value is None else f"{round(as_decimal(value) / scale, places):,f}"


def plain(value: object) -> str:
    """A cell of any type in a result table: no exponent, no trailing zeros, null as an empty cell."""
    if value is None:
        return ""
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    if isinstance(value, list | tuple):
        return ", ".join(plain(item) for item in value)
    return str(value)


def _scaled(value: Number, scales: Sequence[tuple[Decimal, str]] = _SCALES) -> tuple[Decimal, str]:
    exact = as_decimal(value)
    for scale, name in scales:
        if abs(exact) >= scale:
            return exact / scale, name
    return exact, ""


def year_words(joined: str | None) -> str:
    """Years joined with "|", ascending, as words: "2025–2028, 2031, 2032"; nothing where there are none."""
    spans: list[list[int]] = []
    for year in map(int, (joined or "").split("|") if joined else ()):
        if spans and spans[-1][-1] == year - 1:
            spans[-1].append(year)
        else:
            spans.append([year])
    # A dash between two years in a row hides none and reads as if it did.
    return ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 2 else ", ".join(map(str, span)) for span in spans)
