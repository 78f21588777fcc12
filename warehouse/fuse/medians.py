"""Weighted medians of items in which a claim may be less than one voice."""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Floats
from warehouse.fuse.parts import Part


def weighted_median(part: Part, at: Floats, share: Floats) -> Floats:
    """The median of each item's figures by their shares; the mean of the two in the middle where they balance.

    Args:
        part: items with their claims.
        at: the claims' values on the scale of errors, ascending within an item.
        share: how much of one voice each claim is.

    Returns:
        One per item.
    """
    running = np.cumsum(share)
    before = np.r_[0.0, running][part.start]
    half = before + part.sums(share) / 2
    low = np.searchsorted(running, half * (1 - 1e-12), side="left")
    high = np.searchsorted(running, half * (1 + 1e-12), side="left")
    last = part.start + part.size - 1
    low, high = (np.clip(place, part.start, last) for place in (low, high))
    return np.asarray((at[low] + at[high]) / 2)
