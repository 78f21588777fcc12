"""Fréchet bounds: what belongs to several parts of one whole at once, under any dependence and under independence.

Formulas only, in Decimal. Which shares belong together is decided in `bridges.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from warehouse.values.rounding_bands import EXACT, Band

WHOLE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a whole, as a fraction: the printed one, and the band that its print leaves open (0 to 1)."""

    value: Decimal
    low: Decimal
    high: Decimal

    @classmethod
    def of_pct(cls, value_pct: Decimal, band_pct: Band) -> Share | None:
        """A share printed in percent.

        Args:
            value_pct: the share.
            band_pct: what the print leaves open, percent.

        Returns:
            The share; None where a side is open, or where it is not between 0 and 100 %.
        """
        if band_pct.low is None or band_pct.high is None or not 0 < value_pct <= 100:
            return None
        value, low, high = (EXACT.divide(pct, Decimal(100)) for pct in (value_pct, band_pct.low, band_pct.high))
        return cls(value, max(Decimal(0), low), min(WHOLE, high))


@dataclass(frozen=True, slots=True)
class Joint:
    """The share that lies in all of several parts.

    Attributes:
        low: lowest possible at the printed shares.
        point: under independence; of one share, the share.
        high: highest possible at the printed shares.
        floor: lowest possible, rounding included.
        ceiling: highest possible, rounding included.
    """

    low: Decimal
    point: Decimal
    high: Decimal
    floor: Decimal
    ceiling: Decimal


def joint(shares: Sequence[Share]) -> Joint:
    """Bounds on what lies in every one of several parts of a whole.

    Fréchet bounds: max(0, sum of shares - (n - 1)) <= joint share <= min of shares. They hold for every dependence and
    cannot be narrowed without knowledge of it (M. Fréchet 1935; for n parts Rüschendorf 1981). Independence gives the
    product. Of one part the three are the share itself.

    Args:
        shares: one or more.

    Raises:
        ValueError: no share.
    """
    if not shares:
        raise ValueError("a joint share needs at least one share")
    point = WHOLE
    for share in shares:
        point = EXACT.multiply(point, share.value)
    return Joint(
        low=_least([share.value for share in shares]),
        point=point,
        high=min(share.value for share in shares),
        floor=_least([share.low for share in shares]),
        ceiling=min(share.high for share in shares),
    )


def _least(shares: Sequence[Decimal]) -> Decimal:
    return max(Decimal(0), sum(shares, Decimal(0)) - (len(shares) - 1))
