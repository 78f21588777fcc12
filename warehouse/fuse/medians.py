"""Medians of items in which a claim may be less than one voice. Nothing else."""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Floats


def weighted_median(claims: Claims, at: Floats, share: Floats) -> Floats:
    """The median of each item's figures by their shares; the mean of the two in the middle where they balance.

    Args:
        claims: the claims.
        at: their values on the scale of errors, ascending within an item.
        share: how much of one voice each claim is.

    Returns:
        One per item.
    """
    running = np.cumsum(share)
    before = np.r_[0.0, running][claims.start]
    half = before + np.add.reduceat(share, claims.start) / 2
    low = np.searchsorted(running, half * (1 - 1e-12), side="left")
    high = np.searchsorted(running, half * (1 + 1e-12), side="left")
    last = claims.start + claims.size - 1
    low, high = (np.clip(place, claims.start, last) for place in (low, high))
    return np.asarray((at[low] + at[high]) / 2)
