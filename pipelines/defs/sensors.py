"""Sensors: one run for the whole inbox, one for feeds that are due; and runs whose process is gone."""

import hashlib
import json
import os
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg

from pipelines.defs import automation
from pipelines.defs.jobs import ONE_LOG, publish_release
from pipelines.defs.resources import Home
from pipelines.lost_runs import fail_lost_runs
from pipelines.metrics.export import report, wanted
from pipelines.old_runs import made_at
from pipelines.operations import Inbox, read_operations
from warehouse.values.wording import counted


@dataclass(frozen=True, slots=True)
class Asked:
    """What the sensor asked for last.

    Attributes:
        state: hash of the inbox (`inbox_state`).
        attempt: how often a run was asked for this state, from 1.
        at: when, in seconds since the epoch.
    """

    state: str
    attempt: int
    at: float

    @classmethod
    def of(cls, cursor: str | None) -> "Asked | None":
        """From a cursor; those of earlier versions held the state alone."""
        if not cursor:
            return None
        try:
            return cls(**json.loads(cursor))
        except (ValueError, TypeError):
            return cls(cursor, 1, 0.0)


@dg.sensor(
    name="inbox",
    job=publish_release,
    minimum_interval_seconds=60,
    default_status=automation.sensor_status(),
    description=(
        "Starts the main job when the inbox holds files that no run has been asked for, and again where that run failed. "
        "All files go into one run, and a run takes everything that is pending."
    ),
)
def inbox(context: dg.SensorEvaluationContext, home: Home) -> dg.RunRequest | dg.SkipReason:
    """Asks for one run per state of the inbox, and for another where that one failed."""
    from pipelines.home import PlacesOverlapError, check_apart
    from sources.ingest import discover

    if not home.inbox_path.exists():
        return dg.SkipReason(f"{home.inbox}: no such folder; create it, or set PARALLAX_INBOX")
    try:
        check_apart(home.path, home.inbox_path)
    except PlacesOverlapError as error:
        return dg.SkipReason(str(error))
    files = discover([home.inbox_path])
    if not files:
        return dg.SkipReason(f"{home.inbox}: no file")
    state, now = inbox_state(files), time.time()
    asked = Asked.of(context.cursor)
    if asked is None or asked.state != state:
        return _ask(context, Asked(state, 1, now), len(files))
    settings = read_operations(home.path).inbox
    wanted = next_wanted(asked, _newest_run(context.instance), settings, now)
    if isinstance(wanted, str):
        return dg.SkipReason(
            f"{counted(len(files), 'file')}, none new; {wanted}"
            if wanted
            else f"{counted(len(files), 'file')}, none new"
        )
    return _ask(context, wanted, len(files))


def next_wanted(asked: Asked, newest: dg.RunRecord | None, settings: Inbox, now: float) -> Asked | str:
    """Whether the same state of the inbox needs another run.

    Args:
        asked: what was asked for last.
        newest: the newest run of the main job, whoever started it; None where there is none.
        settings: how often and after how long.
        now: seconds since the epoch.

    Returns:
        What to ask for, or why nothing is asked for ("" where all is done).
    """
    if newest is None or made_at(newest).timestamp() < asked.at - 1:
        # Asked for and never made: Dagster makes one run of one key, so asking again cannot double it. Where the state
        # is of an older version of this sensor, nobody knows when it was asked for.
        return "" if asked.at == 0 else asked
    status = newest.dagster_run.status
    if status is dg.DagsterRunStatus.SUCCESS:
        return ""
    if status is dg.DagsterRunStatus.CANCELED:
        return "the last run was cancelled; start one by hand, or wait for the schedule"
    if status is not dg.DagsterRunStatus.FAILURE or newest.dagster_run.tags.get("dagster/will_retry") == "true":
        return "a run is under way"
    if asked.attempt >= settings.attempts:
        return (
            f"{asked.attempt} runs failed; see their log, fix the cause, and start one by hand or wait for the schedule"
        )
    again_at = (newest.end_time or asked.at) + 60 * settings.wait_minutes * 2 ** (asked.attempt - 1)
    if now < again_at:
        return f"the last run failed; the next starts in {(again_at - now) / 60:.0f} min"
    return Asked(asked.state, asked.attempt + 1, now)


def _newest_run(instance: dg.DagsterInstance) -> dg.RunRecord | None:
    found = instance.get_run_records(filters=dg.RunsFilter(job_name="publish_release"), limit=1)
    return found[0] if found else None


def _ask(context: dg.SensorEvaluationContext, asked: Asked, n_files: int) -> dg.RunRequest:
    context.update_cursor(json.dumps(asdict(asked)))
    # A failed run's key is never tried again (dagster #15982): each attempt has a key of its own.
    key = asked.state if asked.attempt == 1 else f"{asked.state}-{asked.attempt}"
    return dg.RunRequest(run_key=key, tags={"parallax/files": str(n_files)}, run_config={"loggers": ONE_LOG})


def inbox_state(files: Iterable[Path]) -> str:
    """Hash of the places, sizes and times of change of files and of their sidecars; their order does not matter.

    A file that vanishes meanwhile is left out. A sidecar that comes, changes or goes is another state.
    """
    from sources.ingest.sidecar import sidecar_path

    lines = set()
    for path in files:
        for place in (path, sidecar_path(path)):
            try:
                status = place.lstat()
            except (OSError, ValueError):
                continue
            lines.add(f"{place}\0{status.st_size}\0{status.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8", "surrogateescape")).hexdigest()


@dg.sensor(
    name="feeds",
    job=publish_release,
    minimum_interval_seconds=300,
    description=(
        "Starts the main job when feeds are due. The same feeds are asked for at most once an hour, so that a run that "
        "was killed is made up for, and one that fails does not begin every five minutes."
    ),
)
def feeds(context: dg.SensorEvaluationContext, home: Home) -> dg.RunRequest | dg.SkipReason:
    """Asks for one run per set of due feeds and hour."""
    from sources.ingest.feeds.feed_file import read_feeds

    known, faults = read_feeds(home.path)
    told = f"; {counted(len(faults), 'faulty file')}, see `parallax feeds`" if faults else ""
    if not known:
        return dg.SkipReason(f"{home.path / 'feeds'}: no feed{told}")
    from sources.ingest.feeds.fetching import due_feeds
    from warehouse.ledger import open_ledger

    now = datetime.now(UTC)
    due = due_feeds(known, open_ledger(home.path).visits(), now)
    if not due:
        return dg.SkipReason(f"{counted(len(known), 'feed')}, none due{told}")
    return dg.RunRequest(run_key=due_key([feed.name for feed in due], now), tags={"parallax/feeds": str(len(due))})


def due_key(names: Iterable[str], now: datetime) -> str:
    """Key of the run for feeds that are due: theirs and the hour's. A key is never run twice, even where its run failed."""
    due = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:16]
    return f"feeds-{due}-{now:%Y%m%dT%H}"


@dg.sensor(
    name="lost_runs",
    job=publish_release,
    minimum_interval_seconds=60,
    default_status=automation.sensor_status(),
    description=(
        "Marks runs as failed whose process is gone, so that they are retried and the pool is free again. It starts nothing "
        "itself. It sees only the processes of this machine, so each home needs its own database (docs/operations.md)."
    ),
)
def lost_runs(context: dg.SensorEvaluationContext) -> dg.SkipReason:
    """Looks at every run that is said to be going on."""
    lost = fail_lost_runs(context.instance)
    return dg.SkipReason(f"marked as failed: {', '.join(lost)}" if lost else "no run is lost")


@dg.sensor(
    name="metrics",
    job=publish_release,
    minimum_interval_seconds=60,
    default_status=automation.sensor_status() if wanted(os.environ) else dg.DefaultSensorStatus.STOPPED,
    description="Writes and sends metrics every minute, where PARALLAX_METRICS_FILE or _OTLP asks for it. It starts nothing.",
)
def metrics(context: dg.SensorEvaluationContext, home: Home) -> dg.SkipReason:
    """Runs every minute, so that the age of the release is current and a killed run shows."""
    if not wanted(os.environ):
        return dg.SkipReason("no setting asks for metrics")
    faults = report(home.path, context.instance, os.environ)
    return dg.SkipReason("; ".join(faults) or "written")
