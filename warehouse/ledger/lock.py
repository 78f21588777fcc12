"""One writer at a time: an advisory lock on a file, taken or refused at once, that names its holder."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_guard = threading.Lock()  # a thread that enters must not meet one that is about to


class LedgerLocked(RuntimeError):
    """Another process writes to the ledger. The message says which and what to do."""


@contextmanager
def exclusive(path: Path) -> Iterator[bool]:
    """Holds the lock; may be entered again by the process that holds it.

    Args:
        path: the lock file; created where absent, and never removed: two processes could then lock two files.

    Yields:
        Whether this is the outermost entry of this process.

    Raises:
        LedgerLocked: another process holds it.
    """
    from filelock import FileLock, Timeout  # lazily: each command imports `LedgerLocked`

    lock = FileLock(
        path.resolve(), blocking=False, is_singleton=True, thread_local=False, fallback_to_soft=False, on_acquired=sign
    )
    with _guard:
        try:
            lock.acquire()
        except Timeout as error:
            raise LedgerLocked(
                f"{path.parent}: another run is writing here (process {holder(path)}); "
                "wait until it ends, or use another data home (--home, PARALLAX_HOME)"
            ) from error
        is_outermost = lock.lock_counter == 1
    try:
        yield is_outermost
    finally:
        with _guard:
            lock.release()


def sign(descriptor: int) -> None:
    """Writes this process into a lock file that it holds."""
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)


def holder(path: Path) -> str:
    """The process that signed a lock file last."""
    return path.read_text(encoding="ascii", errors="replace").strip() or "unknown"
