"""The distance of two values, and the policy's name for it. `verdicts.py` judges several."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from warehouse.policy import Distance
from warehouse.values.rounding_bands import EXACT, Band

Verdict = Literal[
    "agree", "compatible", "conflict_proven", "conflict_likely", "not_comparable", "insufficient", "single_source"
]


def apart(a: Decimal, b: Decimal, distance: Distance) -> Decimal | None:
    """How far two values lie apart.

    Args:
        a: one value.
        b: another.
        distance: its measure: larger over smaller, or the difference in points.

    Returns:
        The distance; None for a ratio of values that are not both positive.
    """
    if distance.measure == "points":
        return abs(a - b)
    return EXACT.divide(max(a, b), min(a, b)) if min(a, b) > 0 else None


def compared(a: Decimal, a_band: Band, b: Decimal, b_band: Band, distance: Distance) -> Verdict:
    """The verdict on two values: agree where their bands meet or they lie close, else by the policy's distances."""
    far = apart(a, b, distance)
    if a_band.meets(b_band) or (far is not None and far <= distance.agree):
        return "agree"
    return "compatible" if far is not None and far <= distance.compatible else "conflict_likely"
