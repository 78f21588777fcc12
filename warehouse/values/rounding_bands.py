"""What a printed figure leaves open: the band between the values that would be printed the same way.

Belongs here: rounding, hedges, ranges and comparators turned into bounds. Comparing bands of different publishers
does not (`verdicts.py`). All values are Decimal, in the unit of the value that is given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

from warehouse.values.arithmetic import is_storable, stored

EXACT = Context(prec=28)
LOWER_BOUNDS = frozenset({">", ">="})
UPPER_BOUNDS = frozenset({"<", "<="})
HEDGED = "~"

# Digits with the separators that may stand between them; a space only before a group of three.
_NUMERAL = re.compile(r"[0-9]+(?:[.,'\u2019][0-9]+|[ \u00a0\u202f][0-9]{3}(?![0-9]))*")
_NO_DIGIT = re.compile(r"[^0-9]")


@dataclass(frozen=True, slots=True)
class Band:
    """An interval; None is unbounded. `is_explicit`: the words give a bound (comparator or range), no rounding."""

    low: Decimal | None
    high: Decimal | None
    is_explicit: bool = False

    @property
    def is_one_sided(self) -> bool:
        """A bound and not a figure."""
        return self.low is None or self.high is None

    @property
    def width(self) -> Decimal | None:
        """High minus low; None where a side is open."""
        return None if self.low is None or self.high is None else self.high - self.low

    def fineness(self, value: Decimal) -> tuple[bool, int, Decimal]:
        """Sorts finer prints first: by digits that count, then by width; open bands last. 1.32 bn goes before 74 m."""
        if self.width is None:
            return True, 0, Decimal(0)
        digits = EXACT.divide(abs(value), self.width).adjusted() if value and self.width else 0
        return False, -digits, self.width

    def holds(self, value: Decimal) -> bool:
        """The value lies within, ends included."""
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def meets(self, other: Band) -> bool:
        """The two share a value, ends included."""
        return not self.lies_below(other) and not other.lies_below(self)

    def lies_below(self, other: Band) -> bool:
        """Every value of this one is smaller than every value of the other.

        Two rounding bands that only touch do not meet: 14.6 and 14.7 are different prints.
        """
        if self.high is None or other.low is None:
            return False
        touch_only = self.high == other.low and self._is_rounding and other._is_rounding
        return self.high < other.low or touch_only

    @property
    def _is_rounding(self) -> bool:
        return not self.is_explicit and self.low != self.high

    def times(self, factor: Decimal) -> Band:
        """The band in another unit; `factor` is positive."""
        return Band(
            None if self.low is None else EXACT.multiply(self.low, factor),
            None if self.high is None else EXACT.multiply(self.high, factor),
            self.is_explicit,
        )


def printed_unit(value_as_printed: str, value: Decimal, *, last: bool = False) -> Decimal:
    """The worth of one unit of a printed figure's last digit, in the unit of `value`.

    The numeral's digits, read as an integer, times a power of ten give the value, whatever the separators and the scale
    word: 65.28 billion is 6528 x 10^7, so the unit is 10^7. Zeros at the end of an integer count as printed digits
    (21,660 million has the unit 10^6). Where no numeral gives the value (words, an override), the last digit of the
    value itself that is not zero counts.

    Args:
        value_as_printed: the figure as printed, with currency and scale words.
        value: what it was read as, base units.
        last: whether the last numeral that fits counts (the upper end of a range), not the first.

    Returns:
        A positive power of ten.
    """
    fitting = [unit for numeral in _NUMERAL.findall(value_as_printed) if (unit := _unit_of(numeral, value)) is not None]
    if fitting:
        return fitting[-1 if last else 0]
    exponent = value.normalize(EXACT).as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) if value else Decimal(1)


def _unit_of(numeral: str, value: Decimal) -> Decimal | None:
    digits = Decimal(_NO_DIGIT.sub("", numeral))
    if not digits:
        return None
    unit = EXACT.divide(abs(value), digits).normalize(EXACT)
    return unit if unit.as_tuple().digits == (1,) else None


def band_of_claim(claim: Mapping[str, Any], hedge_share: Decimal, printed: str = "value_as_printed") -> Band:
    """What the words of a claim, or of a technical figure whose print is its `quote`, leave open."""
    return band_of(claim["obs_value"], claim["obs_value_high"], claim["comparator"], claim[printed], hedge_share)


def band_columns(claim: Mapping[str, Any], hedge_share: Decimal) -> dict[str, Decimal | int | None]:
    """The columns of core.claims that say what the words of a claim leave open, and how finely it is printed."""
    low, high = claim["obs_value"], claim["obs_value_high"]
    band = band_of_claim(claim, hedge_share)
    is_open, digits, _ = band.fineness(low if high is None else (low + high) / 2)
    return {
        "band_low": _storable(band.low),
        "band_high": _storable(band.high),
        "printed_unit": stored(printed_unit(claim["value_as_printed"], low)),
        "fineness": None if is_open else -digits,
    }


def _storable(end: Decimal | None) -> Decimal | None:
    return None if end is None or not is_storable(end) else stored(end)


def band_of(
    value: Decimal,
    value_high: Decimal | None,
    comparator: str,
    value_as_printed: str,
    hedge_share: Decimal,
) -> Band:
    """What the words leave open around a figure.

    Args:
        value: the figure, or the lower end of a range.
        value_high: upper end of a range.
        comparator: =, ~, >, <, >= or <=.
        value_as_printed: the figure's own words.
        hedge_share: how far a hedged figure ("about") may lie off on either side, as a share of it.

    Returns:
        A range's own ends; one open side for a comparator; else half a unit of the last printed digit to either side,
        and no less than the hedge where the figure is hedged.
    """
    if value_high is not None:
        low, high = min(value, value_high), max(value, value_high)
        slack = hedge_share if comparator == HEDGED else Decimal(0)
        return Band(low - abs(low) * slack, high + abs(high) * slack, is_explicit=True)
    if comparator in LOWER_BOUNDS:
        return Band(value, None, is_explicit=True)
    if comparator in UPPER_BOUNDS:
        return Band(None, value, is_explicit=True)
    half = printed_unit(value_as_printed, value) / 2
    if comparator == HEDGED:
        half = max(half, abs(value) * hedge_share)
    return Band(value - half, value + half)
