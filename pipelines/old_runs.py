"""What Dagster remembers of runs, kept small: finished runs beyond a number of days are deleted with their events."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import dagster as dg

_PAGE = 500


def forget_old_runs(instance: dg.DagsterInstance, now: datetime, kept_days: int, kept_at_least: int) -> tuple[str, ...]:
    """Deletes finished runs with all of their events; the ledger and the releases know nothing of them.

    Args:
        instance: Dagster's storage.
        now: our clock, with a time zone.
        kept_days: a run that was made within so many days stays.
        kept_at_least: so many of the newest runs stay, whatever their age.

    Returns:
        Ids of the deleted runs, oldest last.
    """
    import dagster as dg

    finished = {dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED}
    oldest_kept = now.astimezone(UTC) - timedelta(days=kept_days)
    records = [*_all_runs(instance)][kept_at_least:]
    gone = []
    for record in records:
        if made_at(record) < oldest_kept and record.dagster_run.status in finished:
            instance.delete_run(record.dagster_run.run_id)
            instance.compute_log_manager.delete_logs(prefix=[record.dagster_run.run_id])
            _remove_file(instance, record.dagster_run.run_id)
            gone.append(record.dagster_run.run_id)
    return tuple(gone)


def made_at(record: dg.RunRecord) -> datetime:
    """When a run was asked for, UTC; some storages give the time without its zone."""
    made = record.create_timestamp
    return made.replace(tzinfo=UTC) if made.tzinfo is None else made.astimezone(UTC)


def _all_runs(instance: dg.DagsterInstance) -> list[dg.RunRecord]:
    """Every run, newest first, in pages: a home of years holds many."""
    found: list[dg.RunRecord] = []
    cursor: str | None = None
    while page := instance.get_run_records(limit=_PAGE, cursor=cursor):
        found.extend(page)
        cursor = page[-1].dagster_run.run_id
    return found


def _remove_file(instance: dg.DagsterInstance, run_id: str) -> None:
    """SQLite keeps one file per run, and leaves it there, empty, when its events are deleted."""
    path_of = getattr(instance.event_log_storage, "path_for_shard", None)
    if path_of is not None:
        file = Path(path_of(run_id))
        for name in (file.name, f"{file.name}-journal", f"{file.name}-wal", f"{file.name}-shm"):
            with contextlib.suppress(OSError):
                file.with_name(name).unlink(missing_ok=True)
