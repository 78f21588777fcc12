"""Whether a release may be read: its record and its database equal what was published. One verb, `trusted`.

The record is hashed at every look. The database is hashed once; that it was right is remembered by inode, size and times
in `releases/.verified`, where the home can be written. What changes a file's bytes past its times (a failing disk) is
noticed by DuckDB's own checksums (measured: no wrong answer).
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from release.manifest import listed_hash, read_listed, sha256_of
from release.record import DATABASE, MEND, RECORD, Release, ReleaseDamaged, parse_record, unreadable

REMEMBERED = ".verified"
TICK_NS = 100_000_000  # files changed within one tick of the kernel's clock may keep their times; ten times its longest


def trusted(path: Path) -> Release:
    """Reads a release of a home.

    Args:
        path: its folder, `<home>/releases/<id>`.

    Returns:
        The release; its record and its database are as published.

    Raises:
        ReleaseDamaged: one of them is missing, damaged, or of another release.
        ReleaseError: it is of another format, or may not be read.
    """
    release = trusted_record(path)
    check_database(release)
    return release


def trusted_record(path: Path) -> Release:
    """Reads a release's record and holds it against the manifest and the folder's name.

    Raises:
        ReleaseDamaged: it is missing, damaged, or of another release.
        ReleaseError: it is of another format, or may not be read.
    """
    file = path / RECORD
    try:
        content = read_listed(path, RECORD)
    except OSError as error:
        raise unreadable(f"{file}: cannot be read", error) from error
    release = Release(path, parse_record(file, content))
    if release.release_id != path.name:
        raise ReleaseDamaged(f"{file}: this is release {release.release_id} in the place of {path.name}; {MEND}")
    return release


def check_database(release: Release) -> None:
    """Refuses a database that is not the one published.

    Raises:
        ReleaseDamaged: it is missing or holds other bytes, or there is a log next to it, which DuckDB would merge in silently.
    """
    database = release.database
    log = database.with_name(database.name + ".wal")
    if log.exists():
        raise ReleaseDamaged(
            f"{log}: no log belongs beside a published database; remove it, then run `parallax doctor`"
        )
    wanted = listed_hash(release.path, DATABASE)
    try:
        seen = _identity(database, wanted)
        if seen == _remembered(release.path):
            return
        if sha256_of(database) != wanted:
            raise ReleaseDamaged(f"{database}: damaged or edited: not what was published; {MEND}")
        if seen == _identity(database, wanted):
            _remember(release.path, seen, database)
    except OSError as error:
        raise unreadable(f"{database}: cannot be read", error) from error


def _identity(database: Path, sha256: str) -> str:
    stat = database.stat()
    return f"{sha256} {stat.st_dev} {stat.st_ino} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns}\n"


def _remembered(path: Path) -> str | None:
    try:
        return (path.parent / REMEMBERED / path.name).read_text(encoding="ascii")
    except (OSError, ValueError):
        return None


def _remember(path: Path, identity: str, database: Path) -> None:
    """Keeps what was found; where the home cannot be written, the next reader hashes again."""
    if time.time_ns() - database.stat().st_ctime_ns < TICK_NS:
        return
    with contextlib.suppress(OSError):
        folder = path.parent / REMEMBERED
        folder.mkdir(exist_ok=True)
        draft = folder / f".{path.name}-{os.getpid()}-{time.time_ns()}"
        draft.write_text(identity, encoding="ascii")
        draft.rename(folder / path.name)
