"""Equal figures on one item: where they are too many for chance they are copies, and weigh as one.

Belongs here: weights of equal figures among continuous ones. Documents that share their text or all their figures are
clustered before, in `warehouse/resolve/clusters.py`.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats, Ints

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
    same = (claims.item[1:] == claims.item[:-1]) if len(at) else np.zeros(0, dtype=bool)
    gap = np.diff(at) if len(at) else np.zeros(0)
    attribute = claims.attribute[claims.item]
    width = _windows(claims, gap, same, attribute)
    copied = _copying(claims, at, gap, same, attribute, width)
    joined = same & copied[attribute[1:]] & (gap <= width[attribute[1:]] / 2) if len(at) else same
    group = np.r_[0, np.cumsum(~joined)] if len(at) else np.zeros(0, dtype=np.int64)
    size = np.bincount(group)
    rare = size * 1.0
    if copied.any():
        rare = np.where(_is_met_by_chance(claims, at, attribute)[_starts(group)], 1.0, size)
    return np.asarray(1.0 / rare[group])


def _starts(group: Ints) -> Ints:
    """First member of each group of consecutive equal numbers."""
    return np.flatnonzero(np.r_[True, group[1:] != group[:-1]]) if len(group) else np.zeros(0, dtype=np.int64)


def _windows(claims: Claims, gap: Floats, same: Flags, attribute: Ints) -> Floats:
    """How close two figures of an attribute must be to be equal: never less than the grid they are printed on."""
    width = np.zeros(len(claims.attributes))
    for one in range(len(width)):
        gaps = gap[same & (attribute[1:] == one) & (gap > 0)]
        if len(gaps):
            width[one] = max(EQUAL_WITHIN * float(np.median(gaps)), float(gaps.min()) if _is_grid(gaps) else 0.0)
    return width


def _is_grid(gaps: Floats) -> bool:
    """Whether gaps are multiples of the smallest one."""
    with np.errstate(over="ignore"):  # steps of the smallest numbers there are
        steps = gaps / gaps.min()
    if not np.isfinite(steps).all():
        return False
    return bool(np.mean(np.abs(steps - np.round(steps)) < 1e-6) > 0.99) and float(np.median(steps)) < 1 / EQUAL_WITHIN


def _copying(claims: Claims, at: Floats, gap: Floats, same: Flags, attribute: Ints, width: Floats) -> Flags:
    """Attributes in which equal figures are too many for chance.

    A smooth density has as many pairs within a narrow window as beside it, per width.
    """
    n = len(claims.attributes)
    near = width[attribute[1:]] if len(at) else gap
    equal = np.bincount(attribute[1:][same & (gap <= near / 2)], minlength=n)
    beside = np.bincount(attribute[1:][same & (gap > near / 2) & (gap <= near * (_NEIGHBOURS + 1) / 2)], minlength=n)
    expected = (beside + 1) / _NEIGHBOURS
    return np.asarray((width > 0) & (equal > TOO_MANY * expected + 3))


def _is_met_by_chance(claims: Claims, at: Floats, attribute: Ints) -> Flags:
    """Claims whose very value is so common in their attribute that equal ones on an item are no surprise."""
    order = np.lexsort((claims.value, attribute))
    value, of = claims.value[order], attribute[order]
    begins = np.r_[True, (value[1:] != value[:-1]) | (of[1:] != of[:-1])]
    group = np.cumsum(begins) - 1
    item = claims.item[order]
    # Once per item: how many items hold the value says how common it is, however often one item repeats it.
    first = np.r_[True, (group[1:] != group[:-1]) | (item[1:] != item[:-1])]
    items_with = np.bincount(group[first])
    share = items_with[group] / np.bincount(claims.attribute, minlength=len(claims.attributes))[of]
    common = np.zeros(len(at), dtype=bool)
    common[order] = share * claims.size[item] > BY_CHANCE * claims.size[item]
    return common
