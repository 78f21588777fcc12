"""Mass points: values that many claims share on all items, such as the zero of an intensity or a step of a coarse scale.

Belongs here: finding them, and what they say of a scale. What is concluded from that stands where it is used.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Flags

# A value with more than this share of an attribute's claims is a mass point.
MASS_POINT = 0.1
# A scale of at most so many standard deviations of its items from end to end has no room for gross errors.
SHORT = 6.0


def at_mass_points(claims: Claims) -> Flags:
    """Which claims state a mass point of their attribute.

    Args:
        claims: the claims.
    """
    flags = np.zeros(len(claims.value), dtype=bool)
    for items in claims.classes:
        if items.start < items.stop:
            part = claims.within(items)
            _, which, stated = np.unique(claims.value[part], return_inverse=True, return_counts=True)
            flags[part] = (stated > MASS_POINT * len(which))[which]
    return flags


def on_short_scales(claims: Claims) -> Flags:
    """Which attributes have a mass point and a scale too short for gross errors: scores between two ends.

    Args:
        claims: the claims.

    Returns:
        One flag per attribute. The standard deviation that a scale is measured by is the median one of the items whose
        claims differ.
    """
    flags = np.zeros(len(claims.attributes), dtype=bool)
    is_common = at_mass_points(claims)
    for one, items in enumerate(claims.classes):
        if items.start == items.stop or not is_common[part := claims.within(items)].any():
            continue
        value, size, start = claims.value[part], claims.size[items], claims.start[items] - part.start
        off = value - np.repeat(np.add.reduceat(value, start) / size, size)
        squares = np.add.reduceat(off**2, start)
        differ = squares > 0
        if differ.any():
            usual = np.sqrt(np.median(squares[differ] / (size[differ] - 1)))
            flags[one] = np.ptp(value) <= SHORT * usual
    return flags
