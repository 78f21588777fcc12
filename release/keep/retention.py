"""Retention of releases by age and by number, and the deletion of the others, whole or not at all. One verb, `retire`.

Belongs here: the rule, and a deletion that a kill cannot leave half done. The thresholds are in `upkeep.yml`. What a
deleted release was made from stays in `records.py`: it can be made again from the ledger.
"""

from __future__ import annotations

import shutil
import stat
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from release.catalogue import FOLDER, POINTER, release_ids
from release.keep.release_records import keep_record, kept_record
from release.record import ReleaseError
from release.trust import REMEMBERED
from warehouse.reviewed import read_reviewed

PACKAGED = Path(__file__).with_name("upkeep.yml")
PIN = ".pin"
GONE = ".tmp-gone-"  # begins as every temporary name of a release does, so that any publisher sweeps it


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class KeptReleases(_Frozen):
    """Which releases stay: the newest so many, and all that were the latest within so many hours."""

    keep_at_least: int = Field(ge=1)
    keep_hours: float = Field(ge=0)


class JoinedBatches(_Frozen):
    """Which batches of the ledger join, see `warehouse.ledger.compaction`."""

    small_batch_rows: int = Field(ge=1)
    joined_rows_at_most: int = Field(ge=1)
    join_from_batches: int = Field(ge=2)


class Upkeep(_Frozen):
    """The content of `upkeep.yml`."""

    releases: KeptReleases
    ledger: JoinedBatches


@lru_cache(maxsize=4)
def read_upkeep(path: Path = PACKAGED) -> Upkeep:
    """Reads the thresholds.

    Raises:
        ReviewedFileError: an unknown or missing key, or a value out of bounds; names file and line.
    """
    return read_reviewed(path, TypeAdapter(Upkeep))


def retirable(
    published: Mapping[str, datetime], latest: str | None, pinned: Collection[str], now: datetime, rule: KeptReleases
) -> list[str]:
    """Releases that nobody can be expected to read any more.

    Args:
        published: release id → when it was published, oldest first.
        latest: the one that the pointer names; every release stays where there is none.
        pinned: ids that a person keeps.
        now: our clock.
        rule: how many and how long.

    Returns:
        Their ids, oldest first.
    """
    if latest is None:
        return []
    ids: Sequence[str] = list(published)
    gone = []
    for place, release_id in enumerate(ids[: max(len(ids) - rule.keep_at_least, 0)]):
        superseded = published[ids[place + 1]]  # until then `latest` led here
        is_old = now - superseded >= timedelta(hours=rule.keep_hours)
        if is_old and release_id != latest and release_id not in pinned:
            gone.append(release_id)
    return gone


def pins(home: Path) -> dict[str, str]:
    """Pinned release ids, each with the text of its pin."""
    found = sorted((home / FOLDER).glob(f"r*{PIN}"))
    return {file.name.removesuffix(PIN): file.read_text(encoding="utf-8", errors="replace").strip() for file in found}


def retire(home: Path, rule: KeptReleases, now: datetime | None = None) -> list[str]:
    """Deletes the releases that the rule lets go. The caller holds the publishers' lock.

    A release first gets another name, in one step, and is deleted then: a kill leaves a temporary folder that the next
    publisher sweeps. Whoever has its database open reads on.

    Args:
        home: the data home.
        rule: how many and how long.
        now: our clock; by default this moment.

    Returns:
        The deleted ids.
    """
    folder = home / FOLDER
    pointer = folder / POINTER
    for left in folder.glob(f"{GONE}*"):  # by a process that was killed here
        discard_folder(left)
    published: dict[str, datetime] = {}
    for release_id in release_ids(home):
        try:
            published[release_id] = kept_record(home, release_id).record.published_at
        except ReleaseError:
            continue  # nobody knows its age; nothing is deleted because of what a damaged release says
    current = pointer.readlink().name if pointer.is_symlink() and pointer.exists() else None
    gone = retirable(published, current, pins(home), now or datetime.now(UTC), rule)
    for release_id in gone:
        remove(home, release_id)
    return gone


def remove(home: Path, release_id: str) -> None:
    """Deletes one release, whole or not at all; what it was made from stays known, and its number is never given again."""
    folder = home / FOLDER
    _mark_retired(home, release_id)
    aside = folder / f"{GONE}{release_id}"
    discard_folder(aside)
    (folder / release_id).rename(aside)
    (folder / REMEMBERED / release_id).unlink(missing_ok=True)
    discard_folder(aside)


def _mark_retired(home: Path, release_id: str) -> None:
    """So that the doctor does not miss it."""
    try:
        keep_record(home, kept_record(home, release_id).model_copy(update={"is_retired": True}))
    except ReleaseError:
        return  # nothing is known of it; then nothing misses it either


def discard_folder(path: Path) -> None:
    """Deletes a folder whose files and folders are read-only, a file, a link, or nothing at all."""
    if path.is_symlink() or path.is_file():
        path.unlink()
    if not path.exists():
        return
    for directory in [path, *(inner for inner in path.rglob("*") if inner.is_dir() and not inner.is_symlink())]:
        directory.chmod(stat.S_IRWXU)
    shutil.rmtree(path)
