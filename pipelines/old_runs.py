"""Housekeeping of Dagster's history: finished runs beyond a number of days or bytes are deleted with their events."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import dagster as dg

_PAGE = 500


def forget_old_runs(
    instance: dg.DagsterInstance, now: datetime, kept_days: int, kept_at_least: int, most_bytes: int | None = None
) -> tuple[str, ...]:
    """Deletes finished runs with all of their events; the ledger and the releases know nothing of them.

    Args:
        instance: Dagster's storage.
        now: our clock, with a time zone.
        kept_days: a run that was made within so many days stays.
        kept_at_least: so many of the newest runs stay, whatever their age.
        most_bytes: so much may the events of runs take, in bytes; the oldest go first, whatever their age and number, and the
            newest stays. None for no such limit; a server's storage (PostgreSQL) has none.

    Returns:
        Ids of the deleted runs, oldest last.
    """
    import dagster as dg

    finished = {dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED}
    oldest_kept = now.astimezone(UTC) - timedelta(days=kept_days)
    gone, taken = [], 0
    for number, record in enumerate(_all_runs(instance)):
        taken += _size(instance, record.dagster_run.run_id)
        is_too_old = number >= kept_at_least and made_at(record) < oldest_kept
        is_too_much = number > 0 and most_bytes is not None and taken > most_bytes
        if (is_too_old or is_too_much) and record.dagster_run.status in finished:
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


def _size(instance: dg.DagsterInstance, run_id: str) -> int:
    """Bytes that the events of a run take: those of its own file, and as many again in the index, which holds most of them once more."""
    file = _file(instance, run_id)
    return 2 * file.stat().st_size if file is not None and file.exists() else 0


def _file(instance: dg.DagsterInstance, run_id: str) -> Path | None:
    path_of = getattr(instance.event_log_storage, "path_for_shard", None)
    return None if path_of is None else Path(path_of(run_id))


def _remove_file(instance: dg.DagsterInstance, run_id: str) -> None:
    """SQLite keeps one file per run, and leaves it there, empty, when its events are deleted."""
    file = _file(instance, run_id)
    if file is not None:
        for name in (file.name, f"{file.name}-journal", f"{file.name}-wal", f"{file.name}-shm"):
            with contextlib.suppress(OSError):
                file.with_name(name).unlink(missing_ok=True)
