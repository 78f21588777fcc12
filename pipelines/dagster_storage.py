"""Dagster's storage of runs and events, made by one process at a time. `dagster*.yaml` configures it.

A damaged database is put aside and a new one made: it holds the memory of runs, no document and no figure. Settings are somebody's own
and stay where they are.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from pipelines.home import POSTGRES_VARIABLE
from pipelines.storage_health import SETTINGS, damaged, put_aside, what_to_do, wrong_settings
from warehouse.ledger.lock import holder

if TYPE_CHECKING:
    from dagster import DagsterInstance

LOCK = ".making"
DAEMON_LOCK = ".daemon"  # held by the daemon of the home
_LOG = logging.getLogger(__name__)


class StorageError(Exception):
    """Dagster's own files cannot be used. The message names the file and says what to do."""


@contextmanager
def dagster_instance(folder: Path, warn: Callable[[str], None] = _LOG.warning) -> Iterator[DagsterInstance]:
    """Dagster's instance of a folder, with its storage made. DAGSTER_HOME names the folder meanwhile.

    Two processes that make a new home's storage at once leave databases that nobody can open: one waits here.

    Args:
        folder: what `prepare_dagster_home` returned.
        warn: receives a message for each database put aside.

    Raises:
        StorageError: the settings cannot be used, or a database is damaged and a daemon has it open.
    """
    import dagster as dg

    wrong = wrong_settings(folder)
    if wrong is not None:
        raise StorageError(f"{folder / SETTINGS}: it {wrong}; {what_to_do(folder)}")

    with _environment("DAGSTER_HOME", str(folder)):
        with FileLock(folder / LOCK, fallback_to_soft=False):
            if not os.environ.get(POSTGRES_VARIABLE):
                _mend(folder, warn)
            try:
                instance = dg.DagsterInstance.get()
            except dg.DagsterError as error:
                said = str(error).strip().splitlines()[0][:300]
                raise StorageError(
                    f"{folder / SETTINGS}: Dagster refuses these settings: {said}; {what_to_do(folder)}"
                ) from error
            _ = instance.run_storage, instance.event_log_storage, instance.schedule_storage  # made when first asked for
        with instance:
            yield instance


def make_dagster_storage(folder: Path) -> None:
    """Makes the storage of a folder where it is missing, for a process that becomes Dagster's own next."""
    with dagster_instance(folder):
        pass


def _mend(folder: Path, warn: Callable[[str], None]) -> None:
    """Puts damaged databases aside, so that new ones are made."""
    for file, what in damaged(folder):
        if _has_daemon(folder):
            raise StorageError(
                f"{file}: it {what}; end the daemon of this home, which has it open, and run again: the file is then put aside "
                "and a new one made. It holds the history of runs, but no document and no figure"
            )
        warn(
            f"{file}: it {what}; it is now {put_aside(file).name}, and a new one is made: the memory of runs is lost, no document "
            "and no figure"
        )


def _has_daemon(folder: Path) -> bool:
    """Whether another process is the daemon of this home; what is about to become it has its lock already."""
    try:
        with FileLock(folder / DAEMON_LOCK, blocking=False, fallback_to_soft=False):
            return False
    except Timeout:
        return holder(folder / DAEMON_LOCK) != str(os.getpid())


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
