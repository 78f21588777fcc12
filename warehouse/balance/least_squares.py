"""Stone's least squares over many small systems at once: the closed form, batched by size, repeated where rows are logs.

Belongs here: the solver and its residuals. What the rows mean is in `constraints.py`, which of them are kept in
`constraint_tests.py`, the case where a bound binds in `bounded_least_squares.py`.

Stone, Champernowne and Meade (1942), "The precision of national income estimates": of all x with A x = b the one
nearest to the figures m in the metric of their covariance V is x = m - V A' (A V A')^-1 (A m - b). A row with a variance
of its own (S) may be missed by about that much: A V A' + S takes the place of A V A'. Rows in logarithms are
linearised at the current x and the form is applied again (Gauss-Newton), always from m.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warehouse.balance.bounded_least_squares import least_change

Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

# Two to four rounds settle figures that are a few percent off; the rest is for those that are far off.
MOST_ROUNDS = 12
SETTLED = 1e-13  # largest change of a figure in a round, as a share of it
VIOLATED = 1e-9  # what a bound may be missed by, as a share of its terms
_SMALLEST_SHARE = 1e-3  # a figure in a log row is linearised no lower than this share of itself


@dataclass(frozen=True, slots=True)
class System:
    """Figures that hang together, with n figures, k shared errors and c rows.

    Attributes:
        values: (n,) the figures m; those in log rows are positive.
        variances: (n,) variance of each figure's own error, in its unit squared.
        common: (n, k) what one standard deviation of each shared error does to each figure; V = diag + common common'.
        rows: (c, n) coefficients, of levels or of natural logarithms.
        targets: (c,) right-hand sides.
        is_log: (c,) the row is in logarithms.
        slack: (c,) variance by which a row may be missed; 0 = exactly kept.
        is_upper: (c,) the row is an upper bound, not an equation.
    """

    values: Floats
    variances: Floats
    common: Floats
    rows: Floats
    targets: Floats
    is_log: Flags
    slack: Floats
    is_upper: Flags

    def residuals(self, x: Floats) -> Floats:
        """(c,) left-hand side minus target at x; NaN for a log row that meets a figure which is not positive."""
        levels = self.rows @ x - self.targets
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(self.rows != 0, self.rows * np.log(np.where(x > 0, x, np.nan)), 0.0).sum(axis=1)
        return np.where(self.is_log, logs - self.targets, levels)

    def jacobian(self, x: Floats) -> Floats:
        """(c, n) derivative of the left-hand sides at x, positive in log rows."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.is_log[:, None] & (self.rows != 0), self.rows / x, self.rows)

    def only(self, rows: Sequence[int]) -> System:
        """The same figures with some of the rows, in the order given."""
        chosen = np.asarray(rows, dtype=np.int64)
        return replace(
            self,
            rows=self.rows[chosen],
            targets=self.targets[chosen],
            is_log=self.is_log[chosen],
            slack=self.slack[chosen],
            is_upper=self.is_upper[chosen],
        )

    def inside(self, x: Floats) -> Floats:
        """(n,) x where it is positive enough for logarithms, else the least value that is."""
        return np.maximum(x, np.where(self.values > 0, self.values * _SMALLEST_SHARE, 1.0))

    def spread(self, jacobian: Floats) -> Floats:
        """(n, c) V J': how the figures go with the rows."""
        return self.variances[:, None] * jacobian.T + self.common @ (self.common.T @ jacobian.T)


def solve(systems: Sequence[System]) -> list[Floats]:
    """Balances every system.

    Equations are met by the closed form, in one call for all systems of a size; the systems in which an upper bound is
    then exceeded or a figure came out negative are solved again with these bounds (active set).

    Args:
        systems: figures are not negative; rows are independent within each (`constraint_tests.py` sees to it; dependent ones
            that contradict each other are met as nearly as can be).

    Returns:
        The balanced figures of each system, in the order given.

    """
    by_size: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for index, system in enumerate(systems):
        by_size[*system.common.shape, len(system.targets)].append(index)
    found: list[Floats] = [np.empty(0)] * len(systems)
    for indices in by_size.values():
        batch = [systems[index] for index in indices]
        stack = System(*(np.stack([getattr(system, name) for system in batch]) for name in System.__slots__))
        solutions = _each_closed_form(stack)
        for index, system, x, holds in zip(indices, batch, solutions, _holds(stack, solutions), strict=True):
            found[index] = x if holds else _bounded(system, x)
    return found


def _each_closed_form(stack: System) -> Floats:
    """(b, n) the closed form of each system; of one whose rows depend on each other exactly, its figures as they are."""
    try:
        return _closed_form(stack)
    except np.linalg.LinAlgError:  # one singular matrix stops the call for all: the others are solved without it
        if len(stack.values) == 1:
            return stack.values
        alone = (
            System(*(getattr(stack, name)[index : index + 1] for name in System.__slots__))
            for index in range(len(stack.values))
        )
        return np.concatenate([_each_closed_form(one) for one in alone])


def _closed_form(stack: System) -> Floats:
    """(b, n) all systems of one size with their equations only; upper bounds are left out. Arrays lead with b."""
    values, variances, common, slack = stack.values, stack.variances, stack.common, stack.slack
    rows, targets, is_log, is_upper = stack.rows, stack.targets, stack.is_log, stack.is_upper
    if not rows.shape[1]:
        return values
    rows = np.where(is_upper[:, :, None], 0.0, rows)
    targets = np.where(is_upper, 0.0, targets)
    in_logs = is_log[:, :, None] & (rows != 0)
    lowest = np.where(values > 0, values * _SMALLEST_SHARE, 1.0)
    weight = np.where(values > 0, values, 1.0)
    identity = np.arange(rows.shape[1])
    x = values
    is_settled = np.zeros(len(values), dtype=bool)
    for _ in range(MOST_ROUNDS if is_log.any() else 1):
        at = np.maximum(x, lowest) if is_log.any() else x
        jacobian = np.where(in_logs, rows / at[:, None, :], rows) if is_log.any() else rows
        # What the row, linearised at `at`, says of the figures m.
        missed = np.einsum("bcn,bn->bc", jacobian, values) - targets
        if is_log.any():
            logs = np.where(in_logs, rows * (np.log(np.where(in_logs, at[:, None, :], 1.0)) - 1), 0.0).sum(axis=2)
            missed = missed + np.where(is_log, logs, 0.0)
        spread = variances[:, :, None] * jacobian.transpose(0, 2, 1)
        if common.shape[2]:
            spread = spread + common @ (common.transpose(0, 2, 1) @ jacobian.transpose(0, 2, 1))
        normal = jacobian @ spread
        normal[:, identity, identity] += slack
        scale = np.sqrt(normal[:, identity, identity])
        is_idle = scale <= 0
        scale = np.where(is_idle, 1.0, scale)
        normal = normal / (scale[:, :, None] * scale[:, None, :])
        normal[:, identity, identity] = 1.0
        forces = np.linalg.solve(normal, (np.where(is_idle, 0.0, missed) / scale)[:, :, None])[:, :, 0] / scale
        moved = values - np.einsum("bnc,bc->bn", spread, forces)
        steps = np.abs((moved - x) / weight).max(axis=1)
        x = np.where(is_settled[:, None], x, moved)  # a system's rounds are its own, whatever it is batched with
        is_settled |= ~(steps >= SETTLED)
        if is_settled.all():
            break
    return np.asarray(x)


def _holds(stack: System, x: Floats) -> Flags:
    """(b,) equations are met, bounds are kept, nothing is negative. Arrays lead with b."""
    size = (np.abs(stack.rows) @ np.abs(x)[:, :, None])[:, :, 0]
    missed = (stack.rows @ x[:, :, None])[:, :, 0] - stack.targets
    if stack.is_log.any():
        in_logs = stack.is_log[:, :, None] & (stack.rows != 0)
        terms = np.where(in_logs, stack.rows * np.log(np.where(in_logs & (x > 0)[:, None, :], x[:, None, :], 1.0)), 0.0)
        missed = np.where(stack.is_log, terms.sum(axis=2) - stack.targets, missed)
        size = np.where(stack.is_log, 1.0, size)
    can_move = ((stack.rows != 0) & (stack.variances + (stack.common**2).sum(axis=2) > 0)[:, None, :]).any(axis=2)
    is_exact = ~stack.is_upper & (stack.slack <= 0) & can_move
    is_off = np.where(stack.is_upper, missed, np.abs(missed) * is_exact) > VIOLATED * size
    return np.asarray(np.isfinite(x).all(axis=1) & (x >= 0).all(axis=1) & ~is_off.any(axis=1))


def _bounded(system: System, x: Floats) -> Floats:
    """The solution under bounds, from a first one; rows that depend on each other share the work."""
    weight = np.where(system.values > 0, system.values, 1.0)
    bounds = np.concatenate([system.is_upper, np.ones(len(x), dtype=bool)])
    slack = np.concatenate([system.slack, np.zeros(len(x))])
    at = np.maximum(x, 0.0) if np.isfinite(x).all() else system.values
    for _ in range(MOST_ROUNDS):
        inside = system.inside(at) if system.is_log.any() else at
        jacobian = system.jacobian(inside)
        missed = system.residuals(inside) + jacobian @ (system.values - inside)
        rows = np.vstack([jacobian, -np.eye(len(x))])  # -x <= 0
        spread = np.hstack([system.spread(jacobian), -_covariance(system)])
        normal = rows @ spread + np.diag(slack)
        forces = least_change(normal, np.concatenate([missed, -system.values]), bounds)
        before, at = at, np.maximum(system.values - spread @ forces, 0.0)
        if np.abs((at - before) / weight).max(initial=0.0) < SETTLED:
            break
    return at


def exceeds(system: System, x: Floats) -> Flags:
    """(c,) upper bounds that x exceeds, beyond what arithmetic in floating point leaves open."""
    size = np.abs(system.rows) @ np.abs(x)
    return np.asarray(system.is_upper & (system.residuals(x) > VIOLATED * size))


def _covariance(system: System) -> Floats:
    return np.asarray(np.diag(system.variances) + system.common @ system.common.T)
