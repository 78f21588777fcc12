"""The releases of a data home: all, the latest, one by id, and whether the latest is complete.

What is found here may be read: record and database are as published (`trust.py`), or an error says what is damaged.
`latest` is resolved once; whoever uses a release goes on with its own folder, never through the symlink again.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from release.manifest import verify_files
from release.record import MEND, Release, ReleaseDamaged, ReleaseError
from release.trust import trusted, trusted_record

FOLDER = "releases"
POINTER = "latest"
_ID = re.compile(r"r[0-9]{6,}")


def is_release_id(name: str) -> bool:
    """Whether a name is one of a release."""
    return _ID.fullmatch(name) is not None


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
        ReleaseDamaged: the pointer leads nowhere, or the release is damaged.
        ReleaseError: the pointer is no link, or the release is of another format.
    """
    pointer = home / FOLDER / POINTER
    if not pointer.is_symlink():
        if pointer.exists():
            raise ReleaseError(f"{pointer}: not a link; move it away and link a release: ln -s r000001 {pointer}")
        return None
    target = pointer.resolve()
    if not target.is_dir():
        raise ReleaseDamaged(
            f"{pointer}: points at {target.name}, which does not exist; point it at one of "
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


@dataclass(frozen=True, slots=True)
class Standing:
    """What the next release follows.

    Attributes:
        release: the release that `latest` leads to, every file of it as published; where it is not, the newest one before
            it that is whole; None where there is none.
        damage: what is wrong with the release that `latest` leads to, or with the pointer; None where nothing is.
        named: the id that `latest` names; None without a pointer.
    """

    release: Release | None
    damage: str | None = None
    named: str | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What readers should know of a comparison with it; no path of this machine is told."""
        if self.damage is None:
            return ()
        lost = (
            f"{self.named}, until now the latest release, is lost or damaged" if self.named else "the pointer was lost"
        )
        if self.release is None:
            return (f"{lost}, and there is no whole release before it; nothing is compared",)
        return (f"{lost}; compared with {self.release.release_id}, the newest whole release",)

    def is_of(self, fingerprint: str) -> bool:
        """Whether the latest release is whole and was made from exactly that: nothing new to publish."""
        return self.damage is None and self.release is not None and self.release.fingerprint == fingerprint


def standing(home: Path) -> Standing:
    """The release that the next one follows, its files hashed. Readers ask `latest`: nobody is served another than it.

    Raises:
        ReleaseError: the pointer is no link, or the release is of another format or may not be read: a person's to solve.
    """
    pointer, ids = home / FOLDER / POINTER, release_ids(home)
    named = pointer.readlink().name if pointer.is_symlink() else None
    try:
        found = latest(home)
        if found is None and ids:
            raise ReleaseDamaged(f"{pointer}: missing, while there are releases")
        findings = verify_files(found.path) if found is not None else []
        if not findings:
            return Standing(found, named=named)
        damage = f"{named}: {findings[0]}" + (f" and {len(findings) - 1} more" if findings[1:] else "")
    except ReleaseDamaged as error:
        damage = str(error).removesuffix(MEND).rstrip("; ")
    is_before = [one for one in ids if named in ids and int(one[1:]) <= int(str(named)[1:])] or ids
    return Standing(next(whole(home, [one for one in reversed(is_before) if one != named]), None), damage, named)


def whole(home: Path, ids: Iterable[str]) -> Iterator[Release]:
    """Those of some releases whose record and database are as published, in their order."""
    for release_id in ids:
        with contextlib.suppress(ReleaseError):
            yield trusted(home / FOLDER / release_id)
