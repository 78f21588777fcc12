"""Least change under bounds: the dual problem as non-negative least squares, for the few systems in which a bound binds.

Belongs here: one small quadratic problem. When it is called is in `least_squares.py`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

_DEPENDENT = 1e-11  # singular values below this share of the largest are zero


def least_change(normal: Floats, missed: Floats, is_bound: Flags) -> Floats:
    """The forces that rows put on figures so that equations are met and bounds are kept, with the least change.

    Minimises (f' N f) / 2 - f' r over the forces f, those of bounds not negative: the dual of Stone's problem under
    bounds. Lawson and Hanson (1974, chapter 23) reduce it (least distance programming) to non-negative least squares,
    which says what bounds bind. The rows that bind are then met exactly.

    Args:
        normal: (c, c) A V A' + S.
        missed: (c,) A m - b; positive where a bound is exceeded.
        is_bound: (c,) the row is a bound, not an equation.

    Returns:
        (c,) forces; the balanced figures are m - V A' f. Of dependent rows the smallest forces that meet them, of rows
        that contradict one another those that meet them as nearly as can be.
    """
    scale = np.sqrt(np.diag(normal))
    is_idle = scale <= 0  # nothing in the row can move
    scale = np.where(is_idle, 1.0, scale)
    matrix, wanted = normal / np.outer(scale, scale), np.where(is_idle, 0.0, missed / scale)
    binding = np.flatnonzero((~is_bound | _binds(matrix, wanted, is_bound)) & ~is_idle)
    forces = np.zeros(len(wanted))
    forces[binding] = np.linalg.lstsq(matrix[np.ix_(binding, binding)], wanted[binding], rcond=_DEPENDENT)[0]
    return forces / scale


def _binds(matrix: Floats, wanted: Floats, is_bound: Flags) -> Flags:
    from scipy.optimize import nnls  # lazily: scipy is heavy

    values, vectors = np.linalg.eigh(matrix)
    roots = -(vectors * np.sqrt(np.maximum(values, 0.0))).T  # roots' roots = matrix
    system = np.vstack([roots, wanted / (np.abs(wanted).max(initial=0.0) or 1.0)])
    both_signs = np.hstack([system, -system[:, ~is_bound]])  # the force of an equation may have either sign
    unit = np.zeros(len(system))
    unit[-1] = 1.0
    try:
        found, _ = nnls(both_signs, unit, maxiter=100 * len(unit))
    except RuntimeError:  # it does not settle: equations are met, and bounds that are exceeded are reported
        return np.zeros(len(wanted), dtype=bool)
    return np.asarray(found[: len(wanted)] > 0)
