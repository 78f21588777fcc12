"""Unit slips: thousands for units, millions for thousands. Told by their size, set aside, never averaged.

Belongs here: claims that lie a power of a thousand off the others of their item.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats
from warehouse.fuse.medians import weighted_median

THOUSAND = np.log(1000.0)
# A slip may miss the exact power by as much as honest figures differ, at most by this factor either way.
WIDEST = np.log(5.0)
_FEWEST_VOICES = 3


def without_slips(claims: Claims, at: Floats, is_log: Flags, share: Floats) -> Floats:
    """Shares of voices with slips at 0.

    A figure is a slip where it lies about a thousand, a million or a billion times above or below the median of its item
    and most of the item's voices lie around that median. Two voices decide nothing.

    Args:
        claims: the claims.
        at: their values on the scale of errors.
        is_log: attributes on the logarithmic scale; on others nothing is set aside.
        share: how much of one voice each claim is.

    Returns:
        The shares, 0 for slips.
    """
    of_log = is_log[claims.attribute][claims.item]
    if not of_log.any():
        return share
    middle = weighted_median(claims, at, share)
    off = np.abs(at - middle[claims.item])
    power = np.round(off / THOUSAND)
    slipped = of_log & (power >= 1) & (np.abs(off - power * THOUSAND) <= WIDEST)
    near = np.add.reduceat(np.where(off <= WIDEST, share, 0.0), claims.start)
    voices = np.add.reduceat(share, claims.start)
    decided = (voices >= _FEWEST_VOICES - 1e-9) & (2 * near > voices)
    return np.where(slipped & decided[claims.item], 0.0, share)
