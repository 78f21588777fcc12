"""Balancing of figures under constraints: components, tests, one batched solution, and the outcome for each figure.

Belongs here: the room's one verb, `balance`, and its results. Where figures and constraints come from, and how results
are published, is in `warehouse/balance/coherence.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from warehouse.balance.balance_records import Constraint, Figure
from warehouse.balance.constraint_tests import Screened, screen
from warehouse.balance.figure_variances import covariance, rounding, scale_of, widest_areas
from warehouse.balance.least_squares import Floats, System, solve
from warehouse.policy import Balance
from warehouse.values.connected_components import connected_components

ConstraintStatus = Literal["met", "implied", "outlier", "open", "idle"]
FigureStatus = Literal["adjusted", "within_rounding", "coherent", "set_aside", "unconstrained"]

MOVED = 1e-9  # a figure that changes by less than this share of it was in order before


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a constraint.

    Attributes:
        constraint: the constraint.
        component: number of its component.
        before: what it misses before balancing: in the unit of its figures, or in logarithms.
        after: what it misses with the balanced figures.
        deviation: standard deviation of `before`.
        alone: before / deviation; None where nothing in it can move.
        given_others: the same of what the other constraints leave unexplained; None where it was not tested so.
        status: met; implied by others; outlier (left out); open (a bound that holds by itself); idle.
        suspect: the one figure that all outliers of its component, two or more, share with no kept constraint.
    """

    constraint: Constraint
    component: int
    before: float
    after: float
    deviation: float
    alone: float | None
    given_others: float | None
    status: ConstraintStatus
    suspect: str | None


@dataclass(frozen=True, slots=True)
class BalancedFigure:
    """What became of a figure.

    Attributes:
        figure: the figure.
        balanced: its balanced value; None where no constraint with it was kept.
        status: adjusted; within_rounding (moved no further than prints leave open; a derived figure where those of its
            component are not); coherent (in order before); set_aside (only in outliers); unconstrained.
        component: number of its component; None where unconstrained.
        n_met: constraints with it that hold.
        n_outliers: constraints with it that were left out.
        is_one_source: the component rests on one source.
    """

    figure: Figure
    balanced: float | None
    status: FigureStatus
    component: int | None
    n_met: int
    n_outliers: int
    is_one_source: bool


@dataclass(frozen=True, slots=True)
class _Component:
    figures: tuple[Figure, ...]
    constraints: tuple[Constraint, ...]
    system: System
    screened: Screened
    is_one_source: bool
    print_variances: Floats | None  # where one source speaks and all its figures are printed or follow a path


def balance(
    figures: Sequence[Figure], constraints: Sequence[Constraint], policy: Balance
) -> tuple[list[BalancedFigure], list[Judged]]:
    """Moves figures as little as their reliability allows so that the constraints hold.

    Constraints that miss by more standard deviations than the policy allows are left out before anything is moved, so
    that a gross error is not spread over figures that are in order.

    Args:
        figures: figures with unique ids.
        constraints: on these figures; earlier ones go before later ones that they imply.
        policy: reliabilities and threshold.

    Returns:
        One result per figure in the order of ids, one per constraint in the given order; paths, too.
    """
    by_id = {figure.figure_id: figure for figure in sorted(figures, key=lambda figure: figure.figure_id)}
    widest = {owner: widest_areas(owned) for owner, owned in by_owner(by_id.values()).items()}
    parted = [
        _component([constraints[number] for number in numbers], by_id, widest, policy)
        for numbers in connected_components(range(len(constraints)), lambda number: constraints[number].coefficients)
    ]
    solutions = _solutions(parted)
    judged: dict[int, Judged] = {}
    balanced: dict[str, BalancedFigure] = {}
    for number, (component, x) in enumerate(zip(parted, solutions, strict=True)):
        judgements = _judge(component, x, number)
        judged.update((id(item.constraint), item) for item in judgements)
        balanced.update((item.figure.figure_id, item) for item in _results(component, x, number, judgements))
    alone = (
        BalancedFigure(figure, None, "unconstrained", None, 0, 0, figure.voice is not None) for figure in by_id.values()
    )
    return (
        [balanced.get(item.figure.figure_id, item) for item in alone],
        [judged[id(constraint)] for constraint in constraints],
    )


def by_owner(figures: Iterable[Figure]) -> Mapping[str, list[Figure]]:
    """Figures by owner, owners in alphabetical order."""
    owned: defaultdict[str, list[Figure]] = defaultdict(list)
    for figure in figures:
        owned[figure.owner].append(figure)
    return dict(sorted(owned.items()))


def _component(
    constraints: Sequence[Constraint],
    by_id: Mapping[str, Figure],
    widest: Mapping[str, Mapping[str, str]],
    policy: Balance,
) -> _Component:
    ids = sorted({figure_id for constraint in constraints for figure_id in constraint.coefficients})
    position = {figure_id: number for number, figure_id in enumerate(ids)}
    figures = tuple(by_id[figure_id] for figure_id in ids)
    followers = frozenset(
        constraint.whole_id for constraint in constraints if constraint.kind == "path" and constraint.whole_id
    )
    variances, common = covariance(figures, widest[figures[0].owner], followers, policy)
    rows = np.zeros((len(constraints), len(figures)))
    for number, constraint in enumerate(constraints):
        for figure_id, coefficient in constraint.coefficients.items():
            rows[number, position[figure_id]] = coefficient
    scale = scale_of(figures, policy)
    system = System(
        values=np.array([_level(figure) for figure in figures]),
        variances=variances,
        common=common,
        rows=rows,
        targets=np.array([constraint.target for constraint in constraints]),
        is_log=np.array([constraint.is_log for constraint in constraints]),
        slack=np.array([constraint.slack * scale**2 for constraint in constraints]),
        is_upper=np.array([constraint.is_upper for constraint in constraints]),
    )
    untested = np.array([constraint.kind == "path" for constraint in constraints])
    refused = np.array([constraint.is_refused for constraint in constraints])
    screened = screen(system, float(policy.outlier_above), untested, refused)
    is_one = scale != 1.0
    prints = rounding(figures, followers, policy) if is_one else None
    return _Component(figures, tuple(constraints), system, screened, is_one, prints)


def _level(figure: Figure) -> float:
    return 1 + figure.value / 100 if figure.metric == "cagr" else figure.value


def _solutions(parted: Sequence[_Component]) -> list[Floats]:
    """The least change by reliability; where one source's prints leave room for all constraints, the change within it."""
    solutions = solve([_system(component) for component in parted])
    tight = {
        number: replace(_system(component), variances=variances, common=np.zeros((len(variances), 0)))
        for number, component in enumerate(parted)
        if (variances := component.print_variances) is not None
    }
    for (number, system), x in zip(tight.items(), solve(list(tight.values())), strict=True):
        stays = all(
            _stays_printed(figure, _value(figure, level), is_free=True)
            for figure, level in zip(parted[number].figures, x, strict=True)
        )
        is_met = np.abs(system.residuals(x)) <= MOVED * (np.abs(system.rows) @ np.abs(x))
        is_soft = system.slack > 0
        if stays and (is_met | is_soft | system.is_upper).all():
            solutions[number] = x
    return solutions


def _system(component: _Component) -> System:
    """The system with the rows that are to hold: equations that were kept, bounds that are no outliers."""
    system = component.system
    chosen = [
        number
        for number, verdict in enumerate(component.screened.verdicts)
        if verdict in ("kept", "open") or (verdict == "implied" and system.is_upper[number])
    ]
    return system.only(chosen)


def _judge(component: _Component, x: Floats, number: int) -> list[Judged]:
    screened, system = component.screened, component.system
    after = system.residuals(x)
    is_tight = np.abs(after) <= MOVED * (np.abs(system.rows) @ np.abs(x))
    statuses: list[ConstraintStatus] = []
    for row, verdict in enumerate(screened.verdicts):
        if verdict == "open" or (system.is_upper[row] and verdict in ("kept", "implied")):
            was_exceeded = verdict != "open"
            statuses.append("met" if is_tight[row] or was_exceeded else "open")
        else:
            statuses.append("met" if verdict == "kept" else verdict)
    suspect = _suspect(component, statuses)
    return [
        Judged(
            constraint=constraint,
            component=number,
            before=float(screened.missed[row]),
            after=float(after[row]),
            deviation=float(screened.deviation[row]),
            alone=_known(screened.alone[row]),
            given_others=_known(screened.given_others[row]),
            status=statuses[row],
            suspect=suspect if statuses[row] == "outlier" else None,
        )
        for row, constraint in enumerate(component.constraints)
    ]


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _suspect(component: _Component, statuses: Sequence[ConstraintStatus]) -> str | None:
    left_out = [
        set(c.coefficients) for c, status in zip(component.constraints, statuses, strict=True) if status == "outlier"
    ]
    if len(left_out) < 2:  # one alone accuses all its figures alike
        return None
    cleared = {
        figure_id
        for constraint, status in zip(component.constraints, statuses, strict=True)
        if status in ("met", "implied") and constraint.kind != "path"
        for figure_id in constraint.coefficients
    }
    accused = set.intersection(*left_out) - cleared
    return next(iter(accused)) if len(accused) == 1 else None


def _value(figure: Figure, level: float) -> float:
    return float((level - 1) * 100 if figure.metric == "cagr" else level)


def _stays_printed(figure: Figure, value: float, is_free: bool) -> bool:
    """The value would be printed as the figure was; `is_free` where nothing is printed."""
    if figure.half_width is None:
        return is_free
    return abs(value - figure.value) <= figure.half_width * (1 + MOVED)


def _results(component: _Component, x: Floats, number: int, judged: Sequence[Judged]) -> list[BalancedFigure]:
    results = []
    all_stay = all(
        _stays_printed(figure, _value(figure, level), is_free=True)
        for figure, level in zip(component.figures, x, strict=True)
    )
    for figure, level, before in zip(component.figures, x, component.system.values, strict=True):
        of_figure = [item for item in judged if figure.figure_id in item.constraint.coefficients]
        n_met = sum(item.status in ("met", "implied") for item in of_figure if item.constraint.kind != "path")
        n_outliers = sum(item.status == "outlier" for item in of_figure)
        value = _value(figure, level)
        is_moved = abs(level - before) > MOVED * abs(before)
        status: FigureStatus = "coherent"
        if is_moved:
            status = "within_rounding" if _stays_printed(figure, value, all_stay) else "adjusted"
        if n_outliers and not n_met and not is_moved:
            status = "set_aside"
        is_used = status != "set_aside"
        results.append(
            BalancedFigure(
                figure=figure,
                balanced=(value if is_moved else figure.value) if is_used else None,
                status=status,
                component=number,
                n_met=n_met,
                n_outliers=n_outliers,
                is_one_source=component.is_one_source,
            )
        )
    return results
