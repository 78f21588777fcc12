"""Dagster's storage of runs and events, made by one process at a time. What is kept there is said in `dagster*.yaml`."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dagster import DagsterInstance

LOCK = ".making"


@contextmanager
def dagster_instance(folder: Path) -> Iterator[DagsterInstance]:
    """Dagster's instance of a folder, with its storage made. DAGSTER_HOME names the folder meanwhile.

    Two processes that make a new home's storage at once leave databases that nobody can open: one waits here.

    Args:
        folder: what `prepare_dagster_home` returned.
    """
    import dagster as dg

    with _environment("DAGSTER_HOME", str(folder)):
        with (folder / LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            instance = dg.DagsterInstance.get()
            _ = instance.run_storage, instance.event_log_storage, instance.schedule_storage  # made when first asked for
        with instance:
            yield instance


def make_dagster_storage(folder: Path) -> None:
    """Makes the storage of a folder where it is missing, for a process that becomes Dagster's own next."""
    with dagster_instance(folder):
        pass


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
