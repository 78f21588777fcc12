"""The number of equal values expected by chance on one item, if near values are equally likely and some values are popular.

Belongs here: the count and its expectation. What too many of them mean is decided in `kinds.py`.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Floats, Ints

# Of different claims on one item the nearest tenth lies within reach of each other. Near by is farther off than so many
# times that reach (what lies closer may be the same fact in another rounding) and up to so many times that.
NEAREST = 0.1
INNER, OUTER = 2.0, 4.0


def equal_pairs(claims: Claims, at: Floats) -> tuple[Floats, Floats]:
    """Pairs of equal values on one item, and how many a smooth density with likings for some values would give.

    Where a value is liked (a round number, a zero, a spammer's only answer) it is so on all items: among claims near
    by, its share on the other items is its expected share on this one.

    Args:
        claims: the claims.
        at: their values on the scale of errors.

    Returns:
        Both, per attribute.
    """
    n = len(claims.attributes)
    equal, expected = np.zeros(n), np.zeros(n)
    for one, items in enumerate(claims.classes):
        if items.start < items.stop:
            part = claims.within(items)
            equal[one], expected[one] = _pairs(at[part], claims.item[part])
    return equal, expected


def _pairs(at: Floats, item: Ints) -> tuple[float, float]:
    """The pairs of one attribute."""
    if len(at) < 2:
        return 0.0, 0.0
    start = np.flatnonzero(np.r_[True, item[1:] != item[:-1]])
    size = np.diff(np.r_[start, len(at)])
    group = np.repeat(np.arange(len(start)), size)
    place = np.arange(len(at)) - start[group]
    # Each claim beside the one half a round further on its item: of all pairs, an even choice.
    apart = np.abs(at - at[start[group] + (place + (size[group] + 1) // 2) % size[group]])
    apart = apart[apart > 0]
    values, which, liked = np.unique(at, return_inverse=True, return_counts=True)
    reach = float(np.quantile(apart, NEAREST)) * (1 + 1e-9) if len(apart) else 0.0
    alike, close = _around(which, values, INNER * reach, group, len(values))
    _, within = _around(which, values, OUTER * reach, group, len(values))
    total = np.r_[0, np.cumsum(liked)]
    near = within - close
    near_anywhere = _within(values, OUTER * reach, total) - _within(values, INNER * reach, total)
    elsewhere = np.maximum(liked[which] - alike - 1, 0)
    near_elsewhere = near_anywhere[which] - near
    share = elsewhere / np.maximum(near_elsewhere, 1)
    inside = (which > 0) & (which < len(values) - 1)  # at the ends of a scale gathers what would lie beyond it
    return float(alike[inside].sum() / 2), float((near * share)[inside].sum() / 2)


def _within(values: Floats, reach: float, total: Ints) -> Ints:
    """Of each value, how many claims lie within reach, on all items."""
    return np.asarray(
        total[np.searchsorted(values, values + reach, side="right")] - total[np.searchsorted(values, values - reach)]
    )


def _around(which: Ints, values: Floats, reach: float, group: Ints, n_values: int) -> tuple[Ints, Ints]:
    """Of each claim, how many others of its item are equal, and how many others lie within reach."""
    key = group * n_values + which  # ascending: items one after the other, values within
    alike_from, alike_to = np.searchsorted(key, key), np.searchsorted(key, key, side="right")
    low = np.searchsorted(values, values - reach)[which] + group * n_values
    high = np.searchsorted(values, values + reach, side="right")[which] + group * n_values
    within = np.searchsorted(key, high) - np.searchsorted(key, low)
    alike = alike_to - alike_from
    return alike - 1, within - alike
