"""The operational metrics: from the latest release, the ledger's folder and Dagster's history. Reads, writes nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pipelines.metrics.families import by_label, single

if TYPE_CHECKING:
    import dagster as dg
    from prometheus_client.core import GaugeMetricFamily

JOB = "publish_release"
_PARTS = ("documents", "texts", "batches")


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What Dagster remembers of the main job.

    Attributes:
        succeeded: whether the newest run that ended did; None where none has ended.
        ended_at: when, in seconds since the epoch.
        stage_seconds: seconds by step of that run.
        last_success_at: end of the newest run that succeeded.
    """

    succeeded: bool | None = None
    ended_at: float | None = None
    stage_seconds: Mapping[str, float] = field(default_factory=dict)
    last_success_at: float | None = None


def run_facts(instance: dg.DagsterInstance) -> RunFacts:
    """Facts about the newest run of the main job that ended, and about the newest that succeeded."""
    import dagster as dg

    done = dg.DagsterRunStatus.SUCCESS
    ended = instance.get_run_records(
        filters=dg.RunsFilter(job_name=JOB, statuses=[done, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED]),
        limit=1,
    )
    good = instance.get_run_records(filters=dg.RunsFilter(job_name=JOB, statuses=[done]), limit=1)
    if not ended:
        return RunFacts()
    newest = ended[0]
    stats = instance.get_run_step_stats(newest.dagster_run.run_id)
    seconds = {
        step.step_key: round(step.end_time - step.start_time, 3)
        for step in stats
        if step.start_time is not None and step.end_time is not None
    }
    return RunFacts(newest.dagster_run.status is done, newest.end_time, seconds, good[0].end_time if good else None)


def collect(home: Path, facts: RunFacts, now: datetime) -> tuple[GaugeMetricFamily, ...]:
    """All metrics of a data home.

    Args:
        home: the data home; may be empty.
        facts: what Dagster remembers.
        now: our clock, with a time zone.

    Returns:
        Families, those without a value included.

    Raises:
        ReleaseError: the latest release cannot be read.
    """
    from release.catalogue import latest

    release = latest(home)
    record = release.record if release else None
    published = record.published_at.timestamp() if record else None
    checks = {severity: float(count.failed) for severity, count in record.checks.items()} if record else {}
    documents = {outcome: float(count) for outcome, count in record.documents.items()} if record else {}
    rows = record.rows if record else {}
    known = {record.release_id: 1.0} if record else {}
    return (
        by_label("parallax_release_info", "The latest release by its id; the value is always 1.", "release_id", known),
        single("parallax_release_published_timestamp_seconds", "When the latest release was published.", published),
        single(
            "parallax_release_age_seconds",
            "Age of the latest release when this was written.",
            None if published is None else max(0.0, round(now.timestamp() - published, 3)),
        ),
        by_label("parallax_documents", "Receipts in the latest release by outcome.", "outcome", documents),
        single("parallax_claims", "Claims in the latest release.", rows.get("claims")),
        single("parallax_estimates", "Estimates in the latest release.", rows.get("market_estimates")),
        single("parallax_conflicts", "Conflicts in the latest release.", rows.get("conflicts")),
        by_label("parallax_checks_failed", "Failed checks of the latest release by severity.", "severity", checks),
        by_label(
            "parallax_refused_checks", "Failed checks of a build that waits, refused.", "severity", _refused(home)
        ),
        by_label("parallax_ledger_bytes", "Size of the ledger on disk by part.", "part", ledger_bytes(home)),
        single(
            "parallax_run_success",
            "Whether the newest run of the main job that ended succeeded.",
            None if facts.succeeded is None else float(facts.succeeded),
        ),
        single("parallax_run_timestamp_seconds", "When that run ended.", facts.ended_at),
        by_label("parallax_stage_seconds", "Seconds by step of that run.", "stage", facts.stage_seconds),
        single(
            "parallax_last_success_timestamp_seconds",
            "When a run of the main job last succeeded.",
            facts.last_success_at,
        ),
    )


def _refused(home: Path) -> dict[str, float]:
    """Failed checks of the unpublished build; a published build is removed."""
    from release.making.builds import standing_build
    from release.making.judgement import counts, read_checks
    from release.record import ReleaseError

    try:
        return {severity: float(count.failed) for severity, count in counts(read_checks(standing_build(home))).items()}
    except ReleaseError:
        return {}


def ledger_bytes(home: Path) -> dict[str, float]:
    """Bytes of files in the parts of the ledger; empty where there is none."""
    root = home / "ledger"
    return {part: float(_bytes_below(root / part)) for part in _PARTS if (root / part).is_dir()}


def _bytes_below(folder: Path) -> int:
    total, left = 0, [str(folder)]
    while left:
        try:
            with os.scandir(left.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        left.append(entry.path)
                    elif entry.is_file(follow_symlinks=False):
                        total += entry.stat(follow_symlinks=False).st_size
        except FileNotFoundError:
            continue  # swept by a run meanwhile
    return total
