"""The sensors: files of the inbox that are new or changed, and feeds that are due, all in one run each."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg

from pipelines.defs.jobs import publish_release
from pipelines.defs.resources import Home


@dg.sensor(
    name="inbox",
    job=publish_release,
    minimum_interval_seconds=60,
    description=(
        "Starts the main job when the inbox holds files that no run has been asked for. All of them go into one run, "
        "and a run takes everything that is pending, so a run that failed is made up for by the next."
    ),
)
def inbox(context: dg.SensorEvaluationContext, home: Home) -> dg.RunRequest | dg.SkipReason:
    """Asks for one run per state of the inbox."""
    from sources.ingest import discover

    if not home.inbox_path.exists():
        return dg.SkipReason(f"{home.inbox}: no such folder; make it, or set PARALLAX_INBOX")
    files = discover([home.inbox_path])
    if not files:
        return dg.SkipReason(f"{home.inbox}: no file")
    state = inbox_state(files)
    if context.cursor == state:
        return dg.SkipReason(f"{len(files)} file(s), none new")
    context.update_cursor(state)
    return dg.RunRequest(run_key=state, tags={"parallax/files": str(len(files))})


def inbox_state(files: Iterable[Path]) -> str:
    """Hash of the files' places, sizes and times of change; their order does not matter.

    A file that vanishes meanwhile is left out.
    """
    lines = []
    for path in files:
        try:
            status = path.stat()
        except OSError:
            continue
        lines.append(f"{path}\0{status.st_size}\0{status.st_mtime_ns}")
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
    told = f"; {len(faults)} faulty file(s), see `parallax feeds`" if faults else ""
    if not known:
        return dg.SkipReason(f"{home.path / 'feeds'}: no feed{told}")
    from sources.ingest.feeds.fetching import due_feeds
    from warehouse.ledger import open_ledger

    now = datetime.now(UTC)
    due = due_feeds(known, open_ledger(home.path).visits(), now)
    if not due:
        return dg.SkipReason(f"{len(known)} feed(s), none due{told}")
    return dg.RunRequest(run_key=due_key([feed.name for feed in due], now), tags={"parallax/feeds": str(len(due))})


def due_key(names: Iterable[str], now: datetime) -> str:
    """Key of the run for feeds that are due: theirs and the hour's. A key is never run twice, even where its run failed."""
    due = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:16]
    return f"feeds-{due}-{now:%Y%m%dT%H}"
