"""Taking in files: bytes, their hash and their sidecar, read once and never through a link.

The only module of `sources` that opens files for their content. No path is ever built from what a document says.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sources.ingest.arrival import Arrival, origin_of, refused, shown_name, shown_place
from sources.ingest.containers.opening import opened
from sources.ingest.discovery import discover
from sources.ingest.sidecar import MAX_BYTES as MAX_SIDECAR_BYTES
from sources.ingest.sidecar import SidecarError, metadata_of, read_sidecar, sidecar_path
from sources.records import Metadata, Unreadable

MAX_BYTES = 200_000_000
SETTLE_SECONDS = 0.2  # default interval
_CHUNK = 1 << 20


def receive(inbox: Path, settle_seconds: float = SETTLE_SECONDS) -> Iterator[Arrival]:
    """Take in every document at a place, one at a time; mails and archives are opened, see `containers`.

    A file is taken once its size and its times have not changed for an interval. All are looked at before the first is
    read; one that changed less than the interval ago is waited for, at most once the interval for all files together.
    Where it changed since the first look, or changes while it is read, it is reported as `still_being_written`.

    Args:
        inbox: a file or a folder.
        settle_seconds: the interval.

    Returns:
        An arrival for each document, in the order of the files' origins; those that cannot be read carry their problem.

    Raises:
        FileNotFoundError: the inbox does not exist.
    """
    return opened(_arrivals(discover([inbox]), settle_seconds))


def receive_file(path: Path, settle_seconds: float = SETTLE_SECONDS) -> Iterator[Arrival]:
    """Take in what `discover` gave, which is never a folder: a link to one is refused as any link.

    Args:
        path: absolute path of a file.
        settle_seconds: as for `receive`.

    Returns:
        One arrival, or one for each document in a mail or an archive.
    """
    return opened(_arrivals([path], settle_seconds))


@dataclass(frozen=True, slots=True)
class _Look:
    """A file as it was seen: bytes, and nanoseconds since the epoch of its last change (of content or of times)."""

    size: int
    modified: int
    changed: int


def _arrivals(paths: list[Path], settle_seconds: float) -> Iterator[Arrival]:
    looks = {path: _look(path) for path in paths}
    seen_at = time.time_ns()
    for path in paths:
        if look := looks[path]:
            _let_settle(look, seen_at, settle_seconds)
        yield _take(path, look)


def _let_settle(look: _Look, seen_at: int, settle_seconds: float) -> None:
    """Waits until the interval since a file's last change is over; a change in the future is no fresh one."""
    interval = int(settle_seconds * 1e9)
    recent = [moment for moment in (look.modified, look.changed) if moment <= seen_at + interval]
    left = min(max(recent, default=0), seen_at) + interval - time.time_ns()
    if left > 0:
        time.sleep(left / 1e9)


def _look(path: Path) -> _Look | None:
    """A file as it is now; None where it cannot be seen."""
    try:
        stat = path.lstat()
    except OSError:
        return None
    return _look_at(stat)


def _look_at(stat: os.stat_result) -> _Look:
    return _Look(stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)


def _take(path: Path, first_look: _Look | None) -> Arrival:
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
        said = read_sidecar(content, shown_place(beside))
        return metadata_of(said.sidecar, document_id, origin), said.warnings
    except SidecarError as error:
        message = str(error)
    except Unreadable as problem:
        message = f"{shown_place(beside)}: {problem.detail}"
    # What it says is not known: `no_external` may be among it, and a text that was sent cannot be called back.
    return Metadata(document_id, origin, no_external=True), (message,)


def _read(path: Path, limit: int, first_look: _Look | None) -> tuple[bytes, str]:
    """Read a regular file and hash it on the way.

    Raises:
        Unreadable: `unreadable_file`, `too_large` or `still_being_written`.
    """
    try:
        # Neither follow a link nor wait for the other end of a pipe.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Unreadable("unreadable_file", _why_not(path, error)) from error
    try:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise Unreadable(
                "unreadable_file", f"it is {_kind(before.st_mode)}, no regular file: put the document itself there"
            )
        if before.st_size > limit:
            raise Unreadable("too_large", f"it has {before.st_size:,} bytes, more than {limit:,}: split it into parts")
        digest = hashlib.sha256()
        chunks: list[bytes] = []
        n_read = 0
        while n_read <= limit and (chunk := os.read(descriptor, _CHUNK)):
            digest.update(chunk)
            chunks.append(chunk)
            n_read += len(chunk)
        after = os.fstat(descriptor)
    except OSError as error:
        raise Unreadable("unreadable_file", _why_not(path, error)) from error
    finally:
        os.close(descriptor)
    looks = {_look_at(before), _look_at(after), first_look or _look_at(after)}
    if len({(look.size, look.modified) for look in looks}) > 1 or after.st_size != n_read:
        raise Unreadable("still_being_written", "it changed while it was looked at: it is taken in by the next run")
    return b"".join(chunks), digest.hexdigest()


def _why_not(path: Path, error: OSError) -> str:
    # `os.path` says no where it cannot look, `Path` raises: of a path that is too long, or in a closed folder.
    if os.path.islink(path):  # noqa: PTH114
        return "it is a symbolic link, which is not followed: put the document itself there"
    if error.errno == errno.ENAMETOOLONG:
        n_bytes = len(os.fsencode(path))
        return f"its path has {n_bytes:,} bytes, more than the system opens: move it into a folder higher up"
    if os.path.isdir(path):  # noqa: PTH112
        return f"the folder cannot be listed ({error.strerror}): check its permissions"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"it cannot be read ({error.strerror}): check its permissions, and those of the folders above it"
    if error.errno == errno.ENXIO:
        return "it is a socket or a pipe, no regular file: put the document itself there"
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
