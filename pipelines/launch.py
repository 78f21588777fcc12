"""Starts a job in this process, through Dagster. `defs/` defines the jobs, `logs/` their log."""

from __future__ import annotations

import logging
import os
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from pipelines.dagster_storage import dagster_instance
from pipelines.home import prepare_dagster_home
from pipelines.metrics.export import report
from pipelines.old_runs import forget_old_runs
from pipelines.operations import read_operations
from pipelines.progress import LoggedProgress, Progress
from sources.bound import bound

if TYPE_CHECKING:
    from dagster import DagsterInstance

    from warehouse.engine import Engine

_LOG = logging.getLogger(__name__)


def launch(
    home: Path,
    inbox: Path,
    progress: Progress,
    as_of_day: date | None = None,
    *,
    feeds: bool = True,
    engine: Engine | None = None,
) -> None:
    """Runs the job `publish_release` and waits for it. It is recorded in `<home>/dagster` like any scheduled run.

    Args:
        home: the data home; made where it is missing.
        inbox: what to ingest.
        progress: receives the progress.
        as_of_day: the day by which the expiry of decisions is judged; None leaves it to decisions and documents.
        feeds: whether feeds that are due are fetched.
        engine: reads, builds and makes the marts; this machine by default.

    Raises:
        Exception: whatever stopped the run. Errors of our rooms come as they were raised, or as the cause of one of
            Dagster's.
    """
    run_id = str(uuid4())
    with bound(run_id=run_id):
        _launch(home, inbox, LoggedProgress(progress), as_of_day, run_id, feeds=feeds, engine=engine)


def _launch(
    home: Path,
    inbox: Path,
    progress: Progress,
    as_of_day: date | None,
    run_id: str,
    *,
    feeds: bool,
    engine: Engine | None,
) -> None:
    progress.begin("start")

    from pipelines.defs.build import build_defs
    from pipelines.defs.resources import Home

    given: dict[str, object] = {"home": Home(home=str(home), inbox=str(inbox)), "progress": progress}
    definitions = build_defs(resource_overrides=given if engine is None else {**given, "engine": engine})
    job = definitions.resolve_job_def("publish_release")
    prepared = prepare_dagster_home(home)
    with dagster_instance(prepared, progress.warn) as instance:
        progress.end("Dagster is up")
        ops: dict[str, object] = {"ledger__receipts": {"config": {"feeds": feeds}}}
        if as_of_day is not None:
            ops["core"] = {"config": {"as_of_day": as_of_day.isoformat()}}
        config: dict[str, object] = {"loggers": {"python_log": {}}, "ops": ops}
        try:
            job.execute_in_process(instance=instance, run_config=config, raise_on_error=True, run_id=run_id)
        finally:
            report(home, instance, os.environ)
        _forget(home, instance)


def _forget(home: Path, instance: DagsterInstance) -> None:
    """Without a daemon nothing else keeps the memory of runs small; a fault of it is no fault of the run, which has published."""
    try:
        kept = read_operations(home).runs
        forget_old_runs(instance, datetime.now(UTC), kept.kept_days, kept.kept_at_least, kept.most_bytes)
    except Exception:
        _LOG.warning("old runs of Dagster could not be deleted", exc_info=True)
