"""Outlier tests of the constraints before anything moves.

Belongs here: normalised residuals (Baarda 1968, "A testing procedure for use in geodetic networks"), data snooping, and
the search for rows that the others imply. What is done with the kept rows is in `least_squares.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from warehouse.balance.least_squares import System, exceeds, solve

Floats: TypeAlias = NDArray[np.float64]
Verdict = Literal["kept", "implied", "outlier", "idle", "open"]

# A row of which less than this share of its variance is its own says nothing that the rows before it do not say. Rows in
# logarithms show that only where the others are met, so the share is lowered as the figures come nearer to that.
IMPLIED_BELOW = (0.05, 1e-3, 1e-6)
_EQUAL = 1e-6  # normalised residuals that differ by less than this share are equally suspect


@dataclass(frozen=True, slots=True)
class Screened:
    """What the rows of one system miss, and which are kept.

    Attributes:
        missed: (c,) residual before balancing, in the row's unit.
        deviation: (c,) its standard deviation under the figures' variances.
        alone: (c,) missed / deviation; NaN where nothing can move and for bounds that hold.
        given_others: (c,) the same of what the other kept rows do not explain; NaN where the row was not tested so.
        verdicts: (c,) kept; implied by rows before it; outlier; idle (nothing in it can move); open (a bound that holds).
    """

    missed: Floats
    deviation: Floats
    alone: Floats
    given_others: Floats
    verdicts: tuple[Verdict, ...]


def screen(
    system: System, threshold: float, untested: NDArray[np.bool_], refused: NDArray[np.bool_] | None = None
) -> Screened:
    """Tests every row of a system, alone and given the others, and sets aside those that miss too much.

    Alone: w = t / sqrt(q) with t = A m - b and q its variance in A V A' + S. Every row beyond the threshold is set aside
    at once. Then data snooping on those left: w = (Q^-1 t) / sqrt(diag Q^-1), the part of t that the others leave; the
    largest beyond the threshold is set aside, with all that equal it, until none is.

    Args:
        system: the system.
        threshold: of |w|.
        untested: (c,) rows that are ours and no statement of anybody; never set aside.
        refused: (c,) rows set aside whatever they miss; None for none.

    Returns:
        The tests; rows in the given order.
    """
    missed = system.residuals(system.values)
    matrix, deviation = _correlations(system, system.values)
    is_idle = deviation <= 0
    alone = np.where(is_idle, np.nan, missed / np.where(is_idle, 1.0, deviation))
    tests = np.where(is_idle, 0.0, alone)
    is_open = system.is_upper & ~exceeds(system, system.values)
    outliers = ~is_idle & ~is_open & ~untested & (np.abs(tests) > threshold)
    if refused is not None:
        outliers |= refused
        is_idle &= ~refused
    given = np.full(len(missed), np.nan)
    while True:
        independent = _independent(system, matrix, ~is_idle & ~is_open & ~outliers)
        if not len(independent):
            break
        inverse = np.linalg.inv(matrix[np.ix_(independent, independent)])
        given[independent] = (inverse @ tests[independent]) / np.sqrt(np.diag(inverse))
        suspects = np.where(untested[independent], 0.0, np.abs(given[independent]))
        worst = suspects.max()
        if worst <= threshold:
            break
        outliers[independent[suspects >= worst * (1 - _EQUAL)]] = True
    verdicts: list[Verdict] = ["implied"] * len(missed)
    for row in range(len(missed)):
        if outliers[row]:
            verdicts[row] = "outlier"
        elif is_open[row]:
            verdicts[row] = "open"
        elif is_idle[row]:
            verdicts[row] = "idle"
        elif row in independent:
            verdicts[row] = "kept"
    alone = np.where(is_open, np.nan, alone)  # a bound that holds misses nothing
    return Screened(missed, deviation, alone, given, tuple(verdicts))


def _independent(system: System, matrix: Floats, candidates: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Rows, in order, that are not implied by those before them where all are met."""
    chosen = _chosen(matrix, candidates, IMPLIED_BELOW[0])
    for share in IMPLIED_BELOW[1:]:
        if len(chosen) < candidates.sum():
            x = system.inside(solve([system.only(chosen.tolist())])[0])
            chosen = _chosen(_correlations(system, x)[0], candidates, share)
    return chosen


def _correlations(system: System, x: Floats) -> tuple[Floats, Floats]:
    """Correlations and standard deviations of what the rows miss, at x; a row in which nothing moves has deviation 0."""
    jacobian = system.jacobian(x)
    spread = jacobian @ system.spread(jacobian) + np.diag(system.slack)
    deviation = np.sqrt(np.maximum(np.diag(spread), 0.0))
    safe = np.where(deviation <= 0, 1.0, deviation)
    return spread / np.outer(safe, safe), deviation


def _chosen(matrix: Floats, candidates: NDArray[np.bool_], share: float) -> NDArray[np.int64]:
    """Rows, in order, of which more than a share is their own: an incomplete Cholesky decomposition."""
    chosen: list[int] = []
    factor = np.zeros((0, 0))
    for row in np.flatnonzero(candidates):
        known = np.linalg.solve(factor, matrix[chosen, row]) if chosen else np.zeros(0)
        rest = float(matrix[row, row] - known @ known)
        if rest > share:
            grown = np.zeros((len(chosen) + 1, len(chosen) + 1))
            grown[:-1, :-1], grown[-1, :-1], grown[-1, -1] = factor, known, np.sqrt(rest)
            factor = grown
            chosen.append(int(row))
    return np.asarray(chosen, dtype=np.int64)
