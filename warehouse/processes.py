"""Local worker processes: forks of one process that has loaded what they need; none outlives its parent.

Belongs here: how they come and go. What they do is said by whoever asks; vendors' documents are read by others
(`sources/ingest/workers/`), which are locked in and may be killed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import forkserver
from pathlib import Path

from sources.ingest.workers import WorkersError, worker_count
from warehouse.collecting import SELDOM
from warehouse.step import BuildError

_ROOT = Path(__file__).resolve().parents[1]


def workers() -> int:
    """How many processes work at a time: as many as read documents.

    Raises:
        BuildError: PARALLAX_WORKERS holds no number from 1 on.
    """
    try:
        return worker_count()
    except WorkersError as error:
        raise BuildError(str(error)) from error


@contextmanager
def processes(n_workers: int, loaded: str) -> Iterator[ProcessPoolExecutor]:
    """A pool that ends with the block; if the block raises, running work is ended.

    Args:
        n_workers: processes at a time.
        loaded: the module that the first process of a program loads; all later ones, also of further pools, are forks of it.

    Yields:
        The pool. What is given to it and comes back is pickled.

    Raises:
        BuildError: a process ended before its work was done.
    """
    _start(loaded)
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(n_workers, multiprocessing.get_context("forkserver"), _begin)
    try:
        yield pool
    except BaseException as error:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise BuildError(
                "a process of this machine ended before its work was done (killed, or out of memory); run again with more "
                "memory, or with fewer processes at a time (PARALLAX_WORKERS)"
            ) from error
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _start(loaded: str) -> None:
    """Starts the process that all others are forks of; nothing where it runs.

    It has to load this program, not what lies in the current folder, and polars' threads would not come through a fork.
    """
    multiprocessing.get_context("forkserver").set_forkserver_preload([loaded])
    paths = [str(_ROOT), *(entry for entry in sys.path if Path(entry).is_absolute())]
    said = {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(paths), "POLARS_MAX_THREADS": "1"}
    before = {name: os.environ.get(name) for name in said}
    os.environ.update(said)
    try:
        forkserver.ensure_running()
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal also signals the parent, which ends its processes
    gc.set_threshold(*SELDOM)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
