"""A process that is killed at its n-th change of the file system: real, by SIGKILL. What it does is said by the trial.

Python announces every opening for writing, renaming, making and removing to an audit hook; the hook counts and kills.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from trials.supervised import CONTEXT

_CHANGES = frozenset({"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.symlink", "os.truncate"})


def killed_at(step: int, work: Callable[[Path], object], folder: Path) -> bool:
    """Runs `work(folder)` in a process of its own that dies at that change of the file system.

    Args:
        step: from 1; a number beyond the last change kills nothing.
        work: importable by name.
        folder: its argument.

    Returns:
        Whether the process was killed.

    Raises:
        RuntimeError: it failed by itself.
    """
    process = CONTEXT.Process(target=_run, args=(step, work, folder))
    process.start()
    process.join()
    if process.exitcode not in (0, -signal.SIGKILL):
        raise RuntimeError(f"{work.__name__} failed by itself with {process.exitcode}, killed at {step}")
    return process.exitcode != 0


def _run(step: int, work: Callable[[Path], object], folder: Path) -> None:
    seen = 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal seen
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if (event in _CHANGES or writes) and str(folder) in str(arguments[0]):
            seen += 1
            if seen == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    work(folder)
