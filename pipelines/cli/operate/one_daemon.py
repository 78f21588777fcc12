"""One daemon of Dagster per data home: two would each start the same run, and the spare one is reported as failed."""

from __future__ import annotations

import os
from pathlib import Path

from filelock import FileLock, Timeout

from pipelines.cli.terminal.errors import CommandError
from pipelines.cli.terminal.messages import whole
from pipelines.dagster_storage import DAEMON_LOCK as LOCK
from warehouse.ledger.lock import holder, sign

_held: list[FileLock] = []  # the lock lives as long as its descriptor, and the process that we become keeps it


def be_the_only_daemon(dagster_home: Path) -> None:
    """Takes the lock for this process and for what it becomes by exec; its children do not inherit it.

    Args:
        dagster_home: Dagster's folder of the data home; must exist.

    Raises:
        CommandError: another daemon holds it.
    """
    lock = FileLock(dagster_home / LOCK, blocking=False, fallback_to_soft=False, on_acquired=_sign_for_good)
    try:
        lock.acquire()
    except Timeout as error:
        raise CommandError(
            f"{whole(dagster_home.parent)}: a daemon (process {holder(dagster_home / LOCK)}) is at work on this home, and one is "
            "enough; end it first, or name another home"
        ) from error
    _held.append(lock)


def _sign_for_good(descriptor: int) -> None:
    sign(descriptor)
    os.set_inheritable(descriptor, True)
