"""One daemon of Dagster per data home: two would each start the same run, and the spare one is reported as failed."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from pipelines.cli.terminal.errors import CommandError
from pipelines.dagster_storage import DAEMON_LOCK as LOCK

_held: list[int] = []  # the lock lives as long as its descriptor, and the process that we become keeps it


def be_the_only_daemon(dagster_home: Path) -> None:
    """Takes the lock for this process and for what it becomes by exec; its children do not inherit it.

    Args:
        dagster_home: Dagster's folder of the data home; must exist.

    Raises:
        CommandError: another daemon holds it.
    """
    descriptor = os.open(dagster_home / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
        os.close(descriptor)
        raise CommandError(
            f"{dagster_home.parent}: a daemon (process {holder}) is at work on this home, and one is enough; end it first, "
            "or name another home"
        ) from error
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    os.set_inheritable(descriptor, True)
    _held.append(descriptor)
