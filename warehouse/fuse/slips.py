"""Unit slips: thousands for units, millions for thousands. Told by their size, set aside, never averaged.

Belongs here: claims that lie a power of a thousand off the others of their item.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats
from warehouse.fuse.medians import weighted_median
from warehouse.fuse.parts import Part, each, joined, parts_of

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
    of_log = is_log[claims.attribute]
    if not of_log.any():
        return share
    parts = parts_of(claims)
    return joined(each(lambda p: _without_slips(p, at[p.within], of_log[p.items], share[p.within]), parts))


def _without_slips(part: Part, at: Floats, of_log: Flags, share: Floats) -> Floats:
    """The shares of a part's claims."""
    off = np.abs(at - part.beside(weighted_median(part, at, share)))
    power = np.round(off / THOUSAND)
    slipped = (power >= 1) & (np.abs(off - power * THOUSAND) <= WIDEST)
    if not slipped.any():
        return share
    near = part.sums(np.where(off <= WIDEST, share, 0.0))
    voices = part.sums(share)
    decided = of_log & (voices >= _FEWEST_VOICES - 1e-9) & (2 * near > voices)
    return np.where(slipped & part.beside(decided), 0.0, share)
