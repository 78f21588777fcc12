"""Folders for the time of some work, in the system's temporary folder: those of killed processes are removed by whoever makes the next."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX = "parallax-"
_ALIVE = ".alive"  # locked by its process for as long as it lives, whatever ends it


@contextmanager
def scratch_folder(what: str, inside: Path | None = None) -> Iterator[Path]:
    """An empty folder that is gone with the block; leftovers of the same kind of work of this user are removed first.

    Args:
        what: kind of work, a part of the name.
        inside: where it is made; by default the system's temporary folder.
    """
    place = inside or Path(tempfile.gettempdir())
    _sweep(place, f"{_PREFIX}{what}-")
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{what}-", dir=place))
    descriptor = os.open(folder / f"{_ALIVE}.new", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        (folder / f"{_ALIVE}.new").rename(
            folder / _ALIVE
        )  # under this name it has been locked from the first moment on
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # mapped files stay readable until the last reader closes them
        os.close(descriptor)


def _sweep(place: Path, prefix: str) -> None:
    for folder in place.glob(f"{prefix}*"):
        with suppress(OSError):  # somebody else's, or swept by another at this moment
            if folder.is_symlink() or folder.lstat().st_uid != os.geteuid():
                continue
            with (folder / _ALIVE).open("r+b") as alive:
                fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
