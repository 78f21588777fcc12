"""Whether an attribute's errors are ratios or differences: the scale on which values are compared.

Belongs here: the choice and the change of scale. Market money is always a matter of ratios and never asks.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats
from warehouse.fuse.parts import Part, each, joined, parts_of

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
    n, attribute = len(claims.attributes), claims.attribute
    lows, highs = claims.value[claims.start], claims.value[claims.start + claims.size - 1]
    usable = (highs > lows) & (lows > 0)
    floor = _floors(claims, np.ones(n, dtype=bool))[attribute]
    results = each(lambda part: _evidence(part, claims.value[part.within], floor[part.items]), parts_of(claims))
    missing, *evidence = np.concatenate([np.zeros((4, 0)), *results], axis=1)
    mostly = np.bincount(attribute, missing, n) <= FEW * np.bincount(attribute, claims.size, n)
    plain, ratios, logs = (np.bincount(attribute[usable], one[usable], n) for one in evidence)
    count = np.bincount(attribute[usable], claims.size[usable], n)
    known = mostly & (plain > 0) & (ratios > 0)
    gain = np.zeros(n)
    gain[known] = count[known] * np.log(plain[known] / ratios[known]) - logs[known]
    undecided = mostly & (count == 0)
    everywhere = gain[known].sum() > 0 if known.any() else bool(mostly.all())
    return np.asarray((known & (gain > 0)) | (undecided & everywhere))


def _evidence(part: Part, value: Floats, floor: Floats) -> Floats:
    """Of each item: claims without a logarithm, deviations from the median, those of logarithms, the sum of these."""
    logs = _logs(part, value, floor)
    middle = part.start + (part.size - 1) // 2
    deviations = (part.sums(np.abs(at - part.beside(at[middle]))) for at in (value, logs))
    return np.stack([part.sums((value <= 0).astype(np.float64)), *deviations, part.sums(logs)])


def on_scale(claims: Claims, is_log: Flags) -> Floats:
    """The claims' values on the scale of their errors.

    Args:
        claims: the claims.
        is_log: per attribute, whether errors are ratios.

    Returns:
        Logarithms where they are, of half the smallest positive value where a value has none; else the values.
    """
    if not is_log.any():
        return claims.value
    floor, of_log = _floors(claims, is_log)[claims.attribute], is_log[claims.attribute]

    def placed(part: Part) -> Floats:
        value = claims.value[part.within]
        logs = _logs(part, value, floor[part.items])
        return logs if of_log[part.items].all() else np.where(part.beside(of_log[part.items]), logs, value)

    return joined(each(placed, parts_of(claims)))


def off_scale(at: Floats, is_log: Flags) -> Floats:
    """Back from the scale of errors.

    Args:
        at: places on it.
        is_log: whether each is a logarithm.
    """
    with np.errstate(over="ignore"):  # beyond the largest number lies infinity
        return np.where(is_log, np.exp(np.where(is_log, at, 0.0)), at)


def _floors(claims: Claims, wanted: Flags) -> Floats:
    """Half the smallest positive value of each attribute; 1 where there is none, or none is wanted."""
    least = claims.value[claims.start]
    if (least <= 0).any():
        least = np.minimum.reduceat(np.where(claims.value > 0, claims.value, np.inf), claims.start)
    floor = np.full(len(wanted), np.inf)
    for one, items in enumerate(claims.classes):
        floor[one] = least[items].min(initial=np.inf)
    return np.where(np.isfinite(floor) & wanted, np.maximum(floor / 2, np.nextafter(0.0, 1.0)), 1.0)


def _logs(part: Part, value: Floats, floor: Floats) -> Floats:
    """Logarithms, of the floor where a value has none."""
    positive = value > 0
    return np.asarray(np.log(value if positive.all() else np.where(positive, value, part.beside(floor))))
