"""The pointer `latest`, and the announcement before it moves, from which a killed publisher is recognised.

Belongs here: how the pointer flips, and what becomes of a release that got its name and never the pointer, because its
publisher was killed between the two. Whoever calls holds the publishers' lock, so an announcement that is found is of the
dead. A release that a person pointed away from was not announced, and stays.
"""

from __future__ import annotations

from pathlib import Path

from release.catalogue import FOLDER, POINTER, is_release_id
from release.keep.release_records import keep_record, record_of
from release.keep.retention import remove
from release.manifest import verify_files
from release.record import Release, ReleaseError, read_release
from release.trust import trusted
from warehouse.ledger.store import fsync_directory, write_durably

ANNOUNCED = ".next"
_DRAFT = ".tmp-"  # as every temporary name of a release begins, so that any publisher sweeps it


def announce(folder: Path, release_id: str) -> None:
    """Says durably which release is about to get its name and then the pointer."""
    draft = folder / f"{_DRAFT}announced"
    draft.unlink(missing_ok=True)
    write_durably(draft, f"{release_id}\n".encode())
    draft.rename(folder / ANNOUNCED)
    fsync_directory(folder)


def point(folder: Path, release_id: str) -> None:
    """`latest` by a temporary name and a rename, which replaces the old link in one step."""
    link = folder / f"{_DRAFT}{POINTER}"
    link.unlink(missing_ok=True)
    link.symlink_to(release_id)
    link.rename(folder / POINTER)
    fsync_directory(folder)
    _done(folder)


def settle(home: Path, fingerprint: str) -> Release | None:
    """Ends what a killed publisher began: its release gets the pointer where it says what is true now, else it goes.

    Args:
        home: the data home; the caller holds the publishers' lock.
        fingerprint: of what a release made now would be made from.

    Returns:
        The release that got the pointer; None where there was none, or it went.
    """
    folder = home / FOLDER
    release_id = announced(folder)
    if release_id is None:
        return None
    path, pointer = folder / release_id, folder / POINTER
    is_pointed_at = pointer.is_symlink() and pointer.readlink().name == release_id
    if not is_release_id(release_id) or is_pointed_at or not path.is_dir():
        _done(folder)
        return None
    if _is_whole(path) and read_release(path).fingerprint == fingerprint:
        keep_record(home, record_of(path, read_release(path).record))
        point(folder, release_id)
        return read_release(path)
    remove(home, release_id)
    _done(folder)
    return None


def announced(folder: Path) -> str | None:
    """The release that is being published, or was when its publisher was killed; None where there is none."""
    try:
        return (folder / ANNOUNCED).read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return None


def _done(folder: Path) -> None:
    if (folder / ANNOUNCED).exists():
        (folder / ANNOUNCED).unlink()
        fsync_directory(folder)


def _is_whole(path: Path) -> bool:
    try:
        trusted(path)
        return not verify_files(path)
    except ReleaseError:
        return False
