"""The resources of assets: the data home, the ledger under its lock, a listener for progress, an engine. No asset here."""

# No `from __future__ import annotations` in modules of Dagster definitions: Dagster reads the annotations at run time.

import logging
from collections.abc import Iterator
from pathlib import Path

import dagster as dg

from pipelines.home import data_home, inbox
from pipelines.logs.setup import log_file
from pipelines.lost_runs import PROCESS_TAG, this_process
from pipelines.progress import LoggedProgress, Progress
from sources.bound import bound
from warehouse.engine import Engine, LocalEngine
from warehouse.ledger import Ledger, open_ledger


class Home(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Where things lie.

    Attributes:
        home: the data home (PARALLAX_HOME).
        inbox: folder whose files are ingested.
    """

    home: str
    inbox: str

    @property
    def path(self) -> Path:
        """The data home as a path."""
        return Path(self.home)

    @property
    def inbox_path(self) -> Path:
        """The inbox as a path."""
        return Path(self.inbox)


@dg.resource(required_resource_keys={"home"})
def locked_ledger(context: dg.InitResourceContext) -> Iterator[Ledger]:
    """The ledger, locked for the whole run: in-process runs hold resources from their first step to their last."""
    ledger = open_ledger(context.resources.home.path)
    with ledger.lock():
        yield ledger


@dg.resource(required_resource_keys={"home"})
def logged_progress(context: dg.InitResourceContext) -> Iterator[Progress]:
    """What runs of the daemon use: stages, and all else that is logged, as lines of a file and of standard error."""
    run = context.run
    with log_file(context.resources.home.path, to_stderr=True), bound(run_id=run.run_id if run else None):
        if run is not None and context.instance is not None:
            context.instance.add_run_tags(run.run_id, {PROCESS_TAG: this_process()})
        yield LoggedProgress()


@dg.logger(None, description="Run logs as lines of Python's own log, in one form for all messages of a run.")
def python_log(context: dg.InitLoggerContext) -> logging.Logger:
    """Passes everything on to the root logger's handlers."""
    logger = logging.getLogger("dagster.run")
    logger.setLevel(logging.INFO)
    return logger


LedgerParam = dg.ResourceParam[Ledger]
ProgressParam = dg.ResourceParam[Progress]
EngineParam = dg.ResourceParam[Engine]


def default_resources() -> dict[str, object]:
    """Resources by name, from the environment; a new set for every call."""
    return {
        "home": Home(home=str(data_home()), inbox=str(inbox())),
        "ledger": locked_ledger,
        "progress": logged_progress,
        "engine": LocalEngine(),
    }
