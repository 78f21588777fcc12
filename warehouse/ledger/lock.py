"""One writer at a time: an advisory lock on a file of the ledger, taken or refused at once."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_held: dict[Path, tuple[int, int]] = {}  # lock file → (descriptor, depth), for this process
_guard = threading.Lock()


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
    path = path.resolve()
    with _guard:
        descriptor, depth = _held.get(path, (-1, 0))
        if depth == 0:
            descriptor = _take(path)
        _held[path] = (descriptor, depth + 1)
    try:
        yield depth == 0
    finally:
        with _guard:
            descriptor, depth = _held.pop(path)
            if depth > 1:
                _held[path] = (descriptor, depth - 1)
            else:
                try:
                    os.ftruncate(descriptor, 0)
                finally:
                    os.close(descriptor)  # closing the only descriptor of this open file releases the lock


def _take(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()
            raise LedgerLocked(
                f"{path.parent}: another run is writing here (process {holder or 'unknown'}); "
                "wait until it ends, or use another data home (--home, PARALLAX_HOME)"
            ) from error
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
    except BaseException:
        os.close(descriptor)  # else this process would hold the lock to its end and never know (a full disk, say)
        raise
    return descriptor
