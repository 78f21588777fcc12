"""Alerts: the policy's thresholds against the difference of two releases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from release.changes.record import Alert, EstimateChange
from sources.metrics import facts_of
from warehouse.policy import ChangeAlerts


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
    found = []
    far = [
        one
        for one in estimates
        if facts_of(one.metric).watched and abs(one.move_pct or 0.0) > thresholds.estimate_moved_above_pct
    ]
    if far:
        furthest = max(far, key=lambda one: (abs(one.move_pct or 0.0), one.estimate_id))
        found.append(
            Alert(
                threshold="estimate_moved_above_pct",
                limit=thresholds.estimate_moved_above_pct,
                seen=abs(furthest.move_pct or 0.0),
                message=f"{len(far)} estimates moved by more than {thresholds.estimate_moved_above_pct:g} %, furthest "
                f"{_named(furthest)} by {furthest.move_pct:+.1f} % ({furthest.cause}: {furthest.reason})",
            )
        )
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
