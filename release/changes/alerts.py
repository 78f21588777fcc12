"""Alerts: the policy's thresholds against the difference of two releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from release.changes.record import Alert, EstimateChange
from sources.metrics import facts_of
from warehouse.policy import ChangeAlerts
from warehouse.values.wording import counted


def _named(one: EstimateChange) -> str:
    """An estimate as no other one is named: market, segment, area and year."""
    return ", ".join(str(part) for part in (one.market, one.part, one.area, one.time_period) if part)


def alerts_of(
    thresholds: ChangeAlerts, counts: Mapping[str, int], estimates: Sequence[EstimateChange], figures_before: int
) -> tuple[Alert, ...]:
    """The thresholds that are passed.

    Args:
        thresholds: of the policy.
        counts: of changes by kind.
        estimates: what became of estimates.
        figures_before: number of figures that counted in the earlier release.

    Returns:
        One alert per threshold, in the order of the policy.
    """
    watched = [one for one in estimates if facts_of(one.metric).watched]
    found = [
        *_moved(watched, "move_pct", "estimate_moved_above_pct", thresholds.estimate_moved_above_pct, "%"),
        *_moved(watched, "move_points", "rate_moved_above_points", thresholds.rate_moved_above_points, "points"),
    ]
    gone = counts.get("figures withdrawn", 0)
    share = 100 * gone / figures_before if figures_before else 0.0
    if share > thresholds.figures_withdrawn_above_pct:
        found.append(
            Alert(
                threshold="figures_withdrawn_above_pct",
                limit=thresholds.figures_withdrawn_above_pct,
                seen=round(share, 3),
                message=f"{gone} of {figures_before} figures no longer count ({share:.1f} %)",
            )
        )
    new = counts.get("conflicts new", 0)
    if new > thresholds.new_conflicts_above:
        found.append(
            Alert(
                threshold="new_conflicts_above",
                limit=float(thresholds.new_conflicts_above),
                seen=float(new),
                message=f"{new} new rows of conflicts",
            )
        )
    return tuple(found)


def _moved(
    watched: Sequence[EstimateChange], by: Literal["move_pct", "move_points"], threshold: str, limit: float, unit: str
) -> Iterator[Alert]:
    """At most one alert: how many estimates moved too far, and which moved furthest."""

    def move(one: EstimateChange) -> float:
        return getattr(one, by) or 0.0

    far = [one for one in watched if abs(move(one)) > limit]
    if far:
        places = 1 if by == "move_pct" else 2
        furthest = max(far, key=lambda one: (abs(move(one)), one.estimate_id))
        yield Alert(
            threshold=threshold,
            limit=limit,
            seen=abs(move(furthest)),
            message=f"{counted(len(far), 'estimate')} moved by more than {limit:g} {unit}, furthest "
            f"{_named(furthest)} by {move(furthest):+.{places}f} {unit} ({furthest.cause}: {furthest.reason})",
        )
