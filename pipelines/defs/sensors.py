"""The inbox sensor: files that are new or changed, all in one run."""

import hashlib
from collections.abc import Iterable
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
