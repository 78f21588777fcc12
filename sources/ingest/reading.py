"""Taking in files: bytes, their hash and their sidecar, read once and never through a link.

The only module of `sources` that opens files for their content. No path is ever built from what a document says.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from sources.ingest.arrival import Arrival, origin_of, refused, shown_name, shown_place
from sources.ingest.discovery import discover
from sources.ingest.sidecar import MAX_BYTES as MAX_SIDECAR_BYTES
from sources.ingest.sidecar import SidecarError, metadata_of, read_sidecar, sidecar_path
from sources.records import Metadata, Unreadable

MAX_BYTES = 200_000_000
SETTLE_SECONDS = 0.2  # a file changed so lately may be half written: it is looked at twice
_CHUNK = 1 << 20


def receive(inbox: Path) -> Iterator[Arrival]:
    """Take in every document at a place, one at a time.

    A file that is growing, or that changes while it is read, is reported as `still_being_written`; where files were
    changed a moment ago, the first look waits 0.2 seconds once.

    Args:
        inbox: a file or a folder.

    Returns:
        An arrival for each file, in the order of their origin; those that cannot be read carry their problem.

    Raises:
        FileNotFoundError: the inbox does not exist.
    """
    return _arrivals(discover([inbox]))


def _arrivals(paths: list[Path]) -> Iterator[Arrival]:
    looks = {path: _look(path) for path in paths}
    now = time.time_ns()
    if any(look and abs(now - look[1]) < SETTLE_SECONDS * 1e9 for look in looks.values()):
        time.sleep(SETTLE_SECONDS)
    for path in paths:
        yield _take(path, looks[path])


def _look(path: Path) -> tuple[int, int] | None:
    """Size and time of change of a file; None where it cannot be seen."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _take(path: Path, first_look: tuple[int, int] | None) -> Arrival:
    try:
        content, digest = _read(path, MAX_BYTES, first_look)
    except Unreadable as problem:
        return refused(path, problem)
    origin = origin_of(path)
    metadata, warnings = _metadata(path, digest, origin)
    return Arrival(origin, shown_name(path), digest, content, metadata, None, warnings)


def _metadata(path: Path, document_id: str, origin: str) -> tuple[Metadata | None, tuple[str, ...]]:
    beside = sidecar_path(path)
    if not os.path.lexists(beside):
        return None, ()
    try:
        content, _ = _read(beside, MAX_SIDECAR_BYTES, None)
        return metadata_of(read_sidecar(content, shown_place(beside)), document_id, origin), ()
    except SidecarError as error:
        return None, (str(error),)
    except Unreadable as problem:
        return None, (f"{shown_place(beside)}: {problem.detail}",)


def _read(path: Path, limit: int, first_look: tuple[int, int] | None) -> tuple[bytes, str]:
    """Read a regular file and hash it on the way.

    Raises:
        Unreadable: `unreadable_file`, `too_large` or `still_being_written`.
    """
    try:
        # Neither follow a link nor wait for the other end of a pipe.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Unreadable("unreadable_file", _why_not(path, error)) from error
    with os.fdopen(descriptor, "rb") as file:
        try:
            before = os.fstat(descriptor)
            if not stat.S_ISREG(before.st_mode):
                raise Unreadable(
                    "unreadable_file", f"it is {_kind(before.st_mode)}, no regular file: put the document itself there"
                )
            if before.st_size > limit:
                raise Unreadable(
                    "too_large", f"it has {before.st_size:,} bytes, more than {limit:,}: split it into parts"
                )
            digest = hashlib.sha256()
            chunks: list[bytes] = []
            n_read = 0
            while n_read <= limit and (chunk := file.read(_CHUNK)):
                digest.update(chunk)
                chunks.append(chunk)
                n_read += len(chunk)
            after = os.fstat(descriptor)
        except OSError as error:
            raise Unreadable("unreadable_file", _why_not(path, error)) from error
    looks = {
        (before.st_size, before.st_mtime_ns),
        (after.st_size, after.st_mtime_ns),
        first_look or (n_read, after.st_mtime_ns),
    }
    if len(looks) > 1 or after.st_size != n_read:
        raise Unreadable("still_being_written", "it changed while it was read: it is taken in by the next run")
    return b"".join(chunks), digest.hexdigest()


def _why_not(path: Path, error: OSError) -> str:
    if path.is_symlink():
        return "it is a symbolic link, which is not followed: put the document itself there"
    if path.is_dir():
        return f"the folder cannot be listed ({error.strerror}): check its permissions"
    return f"it cannot be read ({error.strerror}): check that it is there and its permissions"


def _kind(mode: int) -> str:
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((name for is_kind, name in kinds if is_kind(mode)), "something else")
