"""Whether an attribute's errors are ratios or differences: the scale on which values are compared.

Belongs here: the choice and the change of scale. Market money is always a matter of ratios and never asks.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats

# Values that are not positive have no logarithm: beyond this share of them errors are differences.
FEW = 0.01


def logarithmic(claims: Claims) -> Flags:
    """Which attributes have errors in proportion to their values.

    The transformation of Box and Cox (1964, JRSS B 26) with exponent 0 against 1: the one under which deviations from
    the items' medians are more likely, taken as Laplacian so that gross errors do not decide.

    Args:
        claims: the claims.

    Returns:
        One flag per attribute.
    """
    n = len(claims.attributes)
    attribute = claims.attribute[claims.item]
    positive = claims.value > 0
    mostly = np.bincount(attribute, ~positive, n) <= FEW * np.bincount(attribute, minlength=n)
    lows, highs = claims.value[claims.start], claims.value[claims.start + claims.size - 1]
    told = ((highs > lows) & (lows > 0))[claims.item]
    at = _floored(claims, np.ones(n, dtype=bool))
    logs, of = at[told], attribute[told]
    plain = np.bincount(of, np.abs(_deviations(claims, claims.value)[told]), n)
    ratios = np.bincount(of, np.abs(_deviations(claims, at)[told]), n)
    count = np.bincount(of, minlength=n)
    known = mostly & (plain > 0) & (ratios > 0)
    gain = np.zeros(n)
    gain[known] = count[known] * np.log(plain[known] / ratios[known]) - np.bincount(of, logs, n)[known]
    undecided = mostly & (count == 0)
    everywhere = gain[known].sum() > 0 if known.any() else bool(mostly.all())
    return np.asarray((known & (gain > 0)) | (undecided & everywhere))


def on_scale(claims: Claims, is_log: Flags) -> Floats:
    """The claims' values on the scale of their errors.

    Args:
        claims: the claims.
        is_log: per attribute, whether errors are ratios.

    Returns:
        Logarithms where they are, of half the smallest positive value where a value has none; else the values.
    """
    of = is_log[claims.attribute][claims.item]
    return np.where(of, _floored(claims, is_log), claims.value)


def off_scale(at: Floats, is_log: Flags) -> Floats:
    """Back from the scale of errors.

    Args:
        at: places on it.
        is_log: whether each is a logarithm.
    """
    with np.errstate(over="ignore"):  # beyond the largest number lies infinity
        return np.where(is_log, np.exp(np.where(is_log, at, 0.0)), at)


def _floored(claims: Claims, wanted: Flags) -> Floats:
    """Logarithms, values without one at half the smallest positive value of their attribute."""
    n = len(claims.attributes)
    attribute = claims.attribute[claims.item]
    positive = claims.value > 0
    floor = np.full(n, np.inf)
    begins = np.flatnonzero(np.r_[True, attribute[1:] != attribute[:-1]][: len(attribute)])
    if len(begins):
        floor[attribute[begins]] = np.minimum.reduceat(np.where(positive, claims.value, np.inf), begins)
    floor = np.where(np.isfinite(floor) & wanted, np.maximum(floor / 2, np.nextafter(0.0, 1.0)), 1.0)
    return np.asarray(np.log(np.where(positive, claims.value, floor[attribute])))


def _deviations(claims: Claims, at: Floats) -> Floats:
    return np.asarray(at - at[claims.start + (claims.size - 1) // 2][claims.item])
