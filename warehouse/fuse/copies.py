"""Copies: equal figures on one item that are too many for chance have the weight of one.

Belongs here: weights of equal figures among continuous ones. Documents that share their text or all their figures are
clustered before, in `warehouse/resolve/documents/document_clusters.py`.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats

# Figures this close on the scale of errors, in units of their usual distance, are one figure printed twice.
EQUAL_WITHIN = 0.003
# Values are copied where pairs of equal figures are this many times what their neighbourhood lets expect.
TOO_MANY = 3.0
# A value that would be met on an item by chance this often (a round number, a zero) is no sign of copying.
BY_CHANCE = 0.1
_NEIGHBOURS = 4.0  # the window beside equal figures is this many times as wide


def independent_shares(claims: Claims, at: Floats) -> Floats:
    """How much of one voice each claim is.

    Args:
        claims: the claims.
        at: their values on the scale of errors.

    Returns:
        One per claim: 1, or 1 / r for r copies of one figure; their shares add up to one voice.
    """
    if not len(at):
        return np.ones(0)
    gap = np.diff(at, prepend=-np.inf)
    gap[claims.start] = np.inf
    joined = np.zeros(len(at), dtype=bool)
    for items in claims.classes:
        if items.start < items.stop:
            part = claims.within(items)
            width = _window(gap[part])
            if _is_copying(gap[part], width):
                joined[part] = gap[part] <= width / 2
    if not joined.any():
        return np.ones(len(at))
    group = np.cumsum(~joined) - 1
    size = np.bincount(group)
    return np.asarray(1.0 / np.where(_is_met_by_chance(claims)[~joined], 1.0, size)[group])


def _window(gap: Floats) -> float:
    """How close two figures of an attribute must be to be equal: never less than the grid they are printed on."""
    gaps = gap[(gap > 0) & np.isfinite(gap)]
    if not len(gaps):
        return 0.0
    usual = float(np.median(gaps, overwrite_input=True))
    return max(EQUAL_WITHIN * usual, float(gaps.min()) if _is_grid(gaps, usual) else 0.0)


def _is_grid(gaps: Floats, usual: float) -> bool:
    """Whether gaps are multiples of the smallest one, and that is no accident among far wider ones."""
    least = float(gaps.min())
    if EQUAL_WITHIN * usual >= least:
        return False
    with np.errstate(over="ignore"):  # steps of the smallest numbers there are
        steps = gaps / least
    return bool(np.isfinite(steps).all() and np.mean(np.abs(steps - np.round(steps)) < 1e-6) > 0.99)


def _is_copying(gap: Floats, width: float) -> bool:
    """Whether equal figures of an attribute are too many for chance.

    A smooth density has as many pairs within a narrow window as beside it, per width.
    """
    equal = int(np.count_nonzero(gap <= width / 2))
    beside = int(np.count_nonzero(gap <= width * (_NEIGHBOURS + 1) / 2)) - equal
    return width > 0 and equal > TOO_MANY * (beside + 1) / _NEIGHBOURS + 3


def _is_met_by_chance(claims: Claims) -> Flags:
    """Claims whose very value is so common in their attribute that equal ones on an item are no surprise."""
    attribute = claims.attribute[claims.item]
    order = np.lexsort((claims.value, attribute))
    value, of = claims.value[order], attribute[order]
    begins = np.r_[True, (value[1:] != value[:-1]) | (of[1:] != of[:-1])]
    group = np.cumsum(begins) - 1
    item = claims.item[order]
    # Once per item: how many items hold the value says how common it is, however often one item repeats it.
    first = np.r_[True, (group[1:] != group[:-1]) | (item[1:] != item[:-1])]
    share = np.bincount(group[first])[group] / np.bincount(claims.attribute, minlength=len(claims.attributes))[of]
    common = np.zeros(len(order), dtype=bool)
    common[order] = share > BY_CHANCE
    return common
