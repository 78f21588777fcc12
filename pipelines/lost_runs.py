"""Runs whose process is gone although Dagster believes that they run: found, and marked as failed.

Dagster sees a run's worker die only while the code server that started it lives. After a power cut nothing would ever end
such a run, and the pool of one writer would wait for it for ever (dagster 1.13: the default launcher has no health check).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import dagster as dg

PROCESS_TAG = "parallax/process"
_START_TIME = 19  # of the fields behind the command's name in /proc/<pid>/stat, counted from 0


def process_name(pid: int, boot_id: str, started: str) -> str:
    """A name that no other process of any machine has: process ids and start times come again after a boot."""
    return f"{boot_id}:{pid}:{started}"


def this_process() -> str:
    """The name of this process, see `process_name`; empty where the system does not tell."""
    return _running(os.getpid()) or ""


def _running(pid: int) -> str | None:
    """The name of the process that has this id now; None where there is none."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        boot_id = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return None
    fields = told[told.rindex(")") + 1 :].split()
    if fields[0] in ("Z", "X"):
        return None  # ended, and nobody has asked how
    return process_name(pid, boot_id, fields[_START_TIME])


def is_gone(name: str) -> bool:
    """Whether the process of that name has ended. A name that cannot be read is not called gone."""
    parts = name.split(":")
    if len(parts) != len(("boot", "pid", "started")) or not parts[1].isdigit():
        return False
    return _running(int(parts[1])) != name


def fail_lost_runs(instance: dg.DagsterInstance) -> tuple[str, ...]:
    """Tells Dagster of every run that it believes to be running and whose process is gone.

    Args:
        instance: Dagster's storage, of one home and so of one machine that runs: another machine's process would look as
            if it were gone.

    Returns:
        Ids of the runs that were marked as failed; run retries, where they are on, make up for them.
    """
    import dagster as dg
    from dagster._core.events import JobFailureData, RunFailureReason  # no public name in 1.13

    lost = []
    for run in instance.get_runs(filters=dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED])):
        if not is_gone(run.tags.get(PROCESS_TAG, "")):
            continue
        again = instance.get_run_by_id(run.run_id)  # it may have ended between the two looks
        if again is None or again.status is not dg.DagsterRunStatus.STARTED:
            continue
        instance.report_run_failed(
            again,
            "The process of this run is gone (killed, or the machine went down). Nothing is lost: what it had not done "
            "is still pending.",
            JobFailureData(error=None, failure_reason=RunFailureReason.UNEXPECTED_TERMINATION),
        )
        lost.append(run.run_id)
    return tuple(lost)
