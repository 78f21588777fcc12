"""Which releases a data home holds: all, the latest, one by id, and whether the latest says all there is to say.

What is found here may be read: record and database are as published (`trust.py`), or an error says what is damaged.
`latest` is resolved once; whoever uses a release goes on with its own folder, never through the symlink again.
"""

from __future__ import annotations

import re
from pathlib import Path

from release.record import MEND, Release, ReleaseError
from release.trust import trusted, trusted_record

FOLDER = "releases"
POINTER = "latest"
_ID = re.compile(r"r[0-9]{6,}")


def release_ids(home: Path) -> list[str]:
    """Ids of the complete releases, oldest first. A folder has this name only once it is complete."""
    folder = home / FOLDER
    if not folder.is_dir():
        return []
    return sorted(
        (entry.name for entry in folder.iterdir() if _ID.fullmatch(entry.name) and entry.is_dir()),
        key=lambda i: int(i[1:]),
    )


def releases(home: Path) -> list[Release]:
    """All complete releases, oldest first; their records are as published, their databases were not looked at.

    Raises:
        ReleaseError: a release folder without its record, or with a damaged one.
    """
    return [trusted_record(home / FOLDER / release_id) for release_id in release_ids(home)]


def latest(home: Path) -> Release | None:
    """The release that `latest` points at, with its real path; None where nothing has been published.

    Raises:
        ReleaseError: the pointer leads nowhere, or the release is damaged.
    """
    pointer = home / FOLDER / POINTER
    if not pointer.is_symlink():
        if pointer.exists():
            raise ReleaseError(f"{pointer}: not a link; move it away and link a release: ln -s r000001 {pointer}")
        return None
    target = pointer.resolve()
    if not target.is_dir():
        raise ReleaseError(
            f"{pointer}: points at {target.name}, which is not there; point it at one of "
            f"{', '.join(release_ids(home)) or 'the releases (there are none)'}, or delete the link and run again; {MEND}"
        )
    return trusted(target)


def find(home: Path, release_id: str | None) -> Release:
    """The release of that id, or the latest where none is given.

    Raises:
        ReleaseError: there is no such release (the message lists those there are), or it is damaged.
    """
    if release_id is None:
        found = latest(home)
        if found is None:
            raise ReleaseError(
                f"{home}: no release published yet; run `parallax run` first, or name another home with --home"
            )
        return found
    known = release_ids(home)
    if release_id not in known:
        raise ReleaseError(
            f"{release_id}: no such release under {home / FOLDER}; there are: {', '.join(known) or 'none'}"
        )
    return trusted(home / FOLDER / release_id)


def is_current(home: Path, fingerprint: str) -> bool:
    """Whether the latest release was made from the same ledger, policy, decisions and code: nothing new to publish."""
    current = latest(home)
    return current is not None and current.fingerprint == fingerprint
