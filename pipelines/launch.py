"""Starting the main job in this process, through Dagster, with its log in a file.

What the job does is said in `defs/`.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path

from pipelines.home import prepare_dagster_home
from pipelines.progress import Progress

KEPT_LOGS = 50


def launch(home: Path, inbox: Path, progress: Progress, as_of_day: date | None = None) -> None:
    """Runs the job `publish_release` and waits for it. It is recorded in `<home>/dagster` like any scheduled run.

    Args:
        home: the data home; made where it is missing.
        inbox: what to ingest.
        progress: is told what happens.
        as_of_day: the day by which the expiry of decisions is judged; None leaves it to decisions and documents.

    Raises:
        Exception: whatever stopped the run. Errors of our rooms come as they were raised, or as the cause of one of
            Dagster's.
    """
    progress.begin("start")
    import dagster as dg

    from pipelines.defs.build import build_defs
    from pipelines.defs.resources import Home

    definitions = build_defs(resource_overrides={"home": Home(home=str(home), inbox=str(inbox)), "progress": progress})
    job = definitions.resolve_job_def("publish_release")
    with _environment("DAGSTER_HOME", str(prepare_dagster_home(home))), dg.DagsterInstance.get() as instance:
        progress.end("Dagster is up")
        config: dict[str, object] = {"loggers": {"python_log": {}}}
        if as_of_day is not None:
            config["ops"] = {"core": {"config": {"as_of_day": as_of_day.isoformat()}}}
        job.execute_in_process(instance=instance, run_config=config, raise_on_error=True)


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


class _QuietFile(logging.FileHandler):
    """A log file that costs no run: what cannot be written for want of space is left out, and closing it complains of nothing.

    The run itself meets the same full disk and says so.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, the name is logging's
        """Passes over what the disk refused; faults of our own messages are shown as ever."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)

    def close(self) -> None:
        """Closes it, whatever was still to be written."""
        with suppress(OSError):
            super().close()


@contextmanager
def log_file(home: Path) -> Iterator[Path]:
    """Sends all of Python's log, Dagster's included, to a new file under `<home>/logs`, none of it to the terminal."""
    folder = home / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    for old in sorted(folder.glob("run-*.log"))[: -KEPT_LOGS + 1]:
        old.unlink(missing_ok=True)
    path = folder / f"run-{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}.log"
    handler = _QuietFile(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.captureWarnings(True)
    try:
        yield path
    finally:
        logging.captureWarnings(False)
        root.removeHandler(handler)
        root.setLevel(level)
        handler.close()
