"""Publishing: from a judged build to an immutable release folder and a pointer that flips once. One verb, `publish`.

The order of the steps is the promise: a process killed between any two of them leaves the old release in place, whole,
and a temporary folder that the next run sweeps. A reader never sees a folder that is not complete.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from filelock import FileLock, Timeout

from quality import CheckResult
from release.catalogue import FOLDER, POINTER, is_release_id, release_ids, standing
from release.keep.pointing import announce, announced, point, settle
from release.keep.release_records import keep_missing, keep_record, known_records, record_of
from release.keep.retention import discard_folder, read_upkeep, retire
from release.making.filling import Making, fill
from release.making.judgement import ReleaseRefused, blocking_failures, unjudged
from release.making.last_look import audit
from release.manifest import write_manifest
from release.record import DATABASE, Release, ReleaseError, read_release
from warehouse.collecting import seldom_collected
from warehouse.ledger.store import fsync_directory
from warehouse.policy import Policy, read_policy
from warehouse.values.wording import counted

LOCK = ".lock"
TEMPORARY = ".tmp-"
CACHE = "cache/publishing"  # what is kept of the release before to make the next; can be deleted at any time
SPACE_FACTOR = 3  # free space asked for, in sizes of the build: its copy, its Parquet, and room to breathe


def publish(
    home: Path,
    build: Path,
    fingerprint: str,
    checks: Sequence[CheckResult],
    text_of: Callable[[str], str],
    policy: Policy | None = None,
) -> Release:
    """Publishes a judged build as the next release and points `latest` at it.

    Args:
        home: the data home; `home/releases` is made where it is missing.
        build: folder with the closed `warehouse.duckdb` of the build; stays as it is.
        fingerprint: what the build was made from (`warehouse.fingerprint`).
        checks: the results of every check over this build.
        text_of: canonical text by document_id, from the ledger, for the export audit.
        policy: says which changes raise an alert; by default the packaged one.

    Returns:
        The release, at its own path. Where the latest one was made from exactly this (a publisher was killed behind its
        last step), that one: nothing is published twice.

    Raises:
        ReleaseRefused: a check of severity error failed.
        ReleaseError: the build was not judged, holds no mart, fails the export audit, another process is publishing, or
            the disk is too full. In every case nothing is published and `latest` stands where it stood.
    """
    _refuse(build, checks)
    folder = home / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with exclusive(folder):
        _sweep(folder)
        settle(home, fingerprint)
        stood = standing(home)
        if stood.release is not None and stood.is_of(fingerprint):
            return stood.release
        _ask_for_space(folder, build)
        release_id = _next_id(home)
        staged = Path(tempfile.mkdtemp(prefix=TEMPORARY, dir=folder))
        made = Making(
            build, release_id, fingerprint, checks, text_of, stood.release, policy or read_policy(), notes=stood.notes,
            cache=home / CACHE,
        )  # fmt: skip
        try:
            with seldom_collected():
                fill(staged, made)
                audit(staged, text_of)
            write_manifest(staged)
            _make_durable(staged)
        except BaseException:
            discard_folder(staged)
            raise
        final = folder / release_id
        announce(folder, release_id)
        staged.rename(final)
        fsync_directory(folder)
        keep_record(home, record_of(final, read_release(final).record))
        point(folder, release_id)
        _tidy(home)
    return read_release(final)


def recover(home: Path, fingerprint: str) -> Release | None:
    """Ends what a publisher that was killed between a release's name and the pointer began, see `settle`.

    Args:
        home: the data home.
        fingerprint: of what a release made now would be made from.

    Returns:
        The release that `latest` leads to from now on; None where nothing was left, or it was of other inputs and is gone.

    Raises:
        ReleaseError: another process is publishing.
    """
    folder = home / FOLDER
    if announced(folder) is None:
        return None
    with exclusive(folder):
        return settle(home, fingerprint)


def publish_again(home: Path, staged: Path, release_id: str) -> Release:
    """Puts a release that was made again in the place of its lost or damaged folder.

    Args:
        home: the data home; the caller is in `making_again`.
        staged: the filled folder, as `making_again` gave it.
        release_id: its name.

    Returns:
        The release. Where `latest` led nowhere and this is the newest there is, it leads here now.
    """
    folder = home / FOLDER
    write_manifest(staged)
    _make_durable(staged)
    final = folder / release_id
    if final.exists():  # killed between the two renames, the release is made again once more
        final.rename(folder / f"{TEMPORARY}damaged-{release_id}")
    staged.rename(final)
    fsync_directory(folder)
    keep_record(home, record_of(final, read_release(final).record))
    if not (folder / POINTER).exists() and release_ids(home)[-1] == release_id:  # never back to an older one
        point(folder, release_id)
    return read_release(final)


@contextlib.contextmanager
def making_again(home: Path, build: Path) -> Iterator[Path]:
    """An empty folder to fill, under the publishers' lock, on a disk with room.

    Raises:
        ReleaseError: another process is publishing, or the disk is too full.
    """
    folder = home / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with exclusive(folder):
        _sweep(folder)
        _ask_for_space(folder, build)
        yield Path(tempfile.mkdtemp(prefix=TEMPORARY, dir=folder))
        _sweep(folder)


def _tidy(home: Path) -> None:
    """Old releases go. The new one stands, whatever becomes of them."""
    try:
        keep_missing(home)
        retire(home, read_upkeep().releases)
    except OSError as error:
        logging.getLogger("parallax").warning("old releases could not be deleted: %s", error)


def _refuse(build: Path, checks: Sequence[CheckResult]) -> None:
    failing = blocking_failures(checks)
    if failing:
        raise ReleaseRefused(failing)
    missing = unjudged(checks)
    if missing:
        raise ReleaseError(
            f"{build}: {counted(len(missing), 'check')} missing for this build, first {missing[0]}; "
            "run all checks, then publish"
        )
    if not (build / DATABASE).is_file():
        raise ReleaseError(f"{build / DATABASE}: no such build; run `parallax run` to make one")


@contextlib.contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """One publisher at a time. The lock goes with the process, however it ends.

    Raises:
        ReleaseError: another process is publishing.
    """
    try:
        held = FileLock(folder / LOCK, blocking=False, fallback_to_soft=False).acquire()
    except Timeout as error:
        raise ReleaseError(f"{folder}: another process is publishing here; wait for it to end and run again") from error
    with held:
        yield


def _sweep(folder: Path) -> None:
    """Removes what a killed publisher left. Only under the lock: nobody else can be writing there."""
    for entry in folder.glob(f"{TEMPORARY}*"):
        discard_folder(entry)


def _ask_for_space(folder: Path, build: Path) -> None:
    needed, free = SPACE_FACTOR * (build / DATABASE).stat().st_size, shutil.disk_usage(folder).free
    if free < needed:
        raise ReleaseError(
            f"{folder}: {free / 1e6:,.0f} MB free, a release of this build needs up to {needed / 1e6:,.0f} MB; "
            "free some space and run again"
        )


def _next_id(home: Path) -> str:
    """A counter over all releases there are or were, and the pointer; no clock: clocks go back."""
    pointer = home / FOLDER / POINTER
    named = [pointer.readlink().name] if pointer.is_symlink() else []
    known = [*release_ids(home), *known_records(home), *filter(is_release_id, named)]
    return f"r{max((int(release_id[1:]) for release_id in known), default=0) + 1:06d}"


def _make_durable(staged: Path) -> None:
    """Every byte on disk and nothing writable, deepest first, before the folder gets its name."""
    for path in sorted(staged.rglob("*"), key=lambda p: -len(p.parts)):
        if path.is_dir():
            fsync_directory(path)
            path.chmod(0o555)
        elif path.stat().st_nlink == 1:  # a linked page was made durable with the release that it comes from
            with path.open("rb") as file:
                os.fsync(file.fileno())
            path.chmod(0o444)
    fsync_directory(staged)
    staged.chmod(0o555)
