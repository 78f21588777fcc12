"""Processes of this machine for work of our own: forks of one that has loaded what they need, and none outlives its parent.

Belongs here: how they come and go. What they do is said by whoever asks; vendors' documents are read by others
(`sources/ingest/workers/`), which are locked in and may be killed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from warehouse.collecting import SELDOM
from warehouse.step import BuildError


@contextmanager
def processes(n_workers: int, loaded: str) -> Iterator[ProcessPoolExecutor]:
    """A pool that ends with the block, and what waits in it, too.

    Args:
        n_workers: processes at a time.
        loaded: the module that the first process loads; further ones are forks of it. One module for a program's life.

    Yields:
        The pool. What is given to it and comes back is pickled.

    Raises:
        BuildError: a process ended before its work was done.
    """
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload([loaded])
    pool = ProcessPoolExecutor(n_workers, forks, _begin)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise BuildError(
            "a process of this machine ended before its work was done (killed, or out of memory); run again, with fewer at a "
            "time where memory is short (PARALLAX_WORKERS=1)"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    gc.set_threshold(*SELDOM)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
