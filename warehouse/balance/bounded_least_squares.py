"""Least change under bounds: the active set on the dual problem, for the few systems in which a bound binds.

Belongs here: one small quadratic problem. When it is called is in `least_squares.py`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

_TIGHT = 1e-11  # forces and violations below this are zero, in units of a row's standard deviation
_DEPENDENT = 1e-11  # singular values below this share of the largest are zero


def least_change(normal: Floats, missed: Floats, is_bound: Flags) -> Floats:
    """The forces that rows put on figures so that equations are met and bounds are kept, with the least change.

    Minimises (f' N f) / 2 - f' r over the forces f, those of bounds not negative: the dual of Stone's problem under
    bounds, solved as Lawson and Hanson (1974, chapter 23) solve non-negative least squares. Bounds enter one at a time,
    the most violated first (of equal ones the first), and leave when their force would turn.

    Args:
        normal: (c, c) A V A' + S.
        missed: (c,) A m - b; positive where a bound is exceeded.
        is_bound: (c,) the row is a bound, not an equation.

    Returns:
        (c,) forces; the balanced figures are m - V A' f.
    """
    scale = np.sqrt(np.diag(normal))
    is_idle = scale <= 0  # nothing in the row can move
    scale = np.where(is_idle, 1.0, scale)
    matrix, wanted = normal / np.outer(scale, scale), np.where(is_idle, 0.0, missed / scale)
    active = ~is_bound & ~is_idle
    forces = _met(matrix, wanted, active)
    for _ in range(3 * len(missed) + 10):  # each bound enters and leaves a few times at the most
        short = np.where(is_bound & ~active & ~is_idle, wanted - matrix @ forces, -np.inf)
        if short.max(initial=-np.inf) <= _TIGHT:
            break
        active[int(np.argmax(short))] = True
        target = _met(matrix, wanted, active)
        while (turned := active & is_bound & (target <= _TIGHT)).any():
            steps = np.where(turned, forces / np.where(turned, forces - target, 1.0), np.inf)
            step = max(float(steps.min()), 0.0)
            forces = forces + step * (target - forces)
            active &= ~(turned & (steps <= step))
            forces = np.where(active, forces, 0.0)
            target = _met(matrix, wanted, active)
        forces = target
    return np.asarray(forces / scale)


def _met(matrix: Floats, wanted: Floats, active: Flags) -> Floats:
    """Forces of the active rows that meet them; of dependent rows the smallest such forces."""
    forces = np.zeros(len(wanted))
    chosen = np.flatnonzero(active)
    if len(chosen):
        forces[chosen] = np.linalg.lstsq(matrix[np.ix_(chosen, chosen)], wanted[chosen], rcond=_DEPENDENT)[0]
    return forces
