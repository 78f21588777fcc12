"""Unpublished builds, `<home>/builds/<name>/`.

There is at most one; the ledger's lock guards it.

A build folder holds the database, its fingerprint once the core is whole, and its check results once it is judged. A
refused build stays for inspection until the next one is begun.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from release.record import ReleaseError
from release.snapshot import Snapshot, write_snapshot

FOLDER = "builds"
_FINGERPRINT = "fingerprint"
_AS_OF_DAY = "as_of_day"
_INPUTS = "inputs.json"
_DIGITS = 64


def clear_bench(home: Path, name: str) -> Path:
    """Removes earlier builds and names the folder of the next one, which does not exist yet.

    Args:
        home: the data home; the caller holds the ledger's lock.
        name: of the next build; another for every run, so that no open handle of an old build is ever found again.

    Returns:
        `<home>/builds/<name>`.
    """
    bench = home / FOLDER
    bench.mkdir(parents=True, exist_ok=True)
    for entry in bench.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    return bench / name


def sign(
    build: Path,
    fingerprint: str,
    as_of_day: date | None = None,
    inputs: Mapping[str, str] | None = None,
    snapshot: Snapshot | None = None,
) -> None:
    """Says what a build was made from, and the day by which its decisions were judged; only whole builds are signed.

    Args:
        build: the build's folder.
        fingerprint: one hash of all inputs.
        as_of_day: the day by which the expiry of decisions was judged.
        inputs: the hash of each input (`warehouse.fingerprint.inputs`).
        snapshot: the policy and the decisions themselves, so that the build can be made again when they are others.
    """
    if snapshot is not None:
        write_snapshot(build, snapshot)
    (build / _INPUTS).write_text(json.dumps(dict(inputs or {}), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if as_of_day is not None:
        (build / _AS_OF_DAY).write_text(as_of_day.isoformat() + "\n", encoding="utf-8")
    (build / _FINGERPRINT).write_text(fingerprint + "\n", encoding="utf-8")


def fingerprint_of(build: Path) -> str:
    """What a build was made from.

    Raises:
        ReleaseError: the build was never finished.
    """
    try:
        found = (build / _FINGERPRINT).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ReleaseError(f"{build}: an unfinished build; run `parallax run` to build again") from error
    if len(found) != _DIGITS:
        raise ReleaseError(f"{build}: signed with half a hash (power failure?); run `parallax run` to build again")
    return found


def inputs_of(build: Path) -> dict[str, str]:
    """The hash of each input of a build; empty where whoever signed it named none."""
    file = build / _INPUTS
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


def as_of_day_of(build: Path) -> date | None:
    """The day by which the expiry of a build's decisions was judged; None where nobody named one."""
    file = build / _AS_OF_DAY
    return date.fromisoformat(file.read_text(encoding="utf-8").strip()) if file.exists() else None


def standing_build(home: Path) -> Path:
    """The one unpublished build, if it is complete.

    Raises:
        ReleaseError: there is none, or it is unfinished.
    """
    bench = home / FOLDER
    found = sorted(entry for entry in bench.iterdir() if entry.is_dir()) if bench.is_dir() else []
    if not found:
        raise ReleaseError(f"{bench}: no build here; materialize the core assets first, or run `parallax run`")
    fingerprint_of(found[-1])
    return found[-1]


def discard_published(home: Path, fingerprint: str) -> None:
    """Removes the build of a run that was killed after its publication.

    That is every build of this fingerprint, and every one that was never finished or whose removal was; a refused build stays.

    Args:
        home: the data home; the caller holds the ledger's lock.
        fingerprint: of the latest release.
    """
    bench = home / FOLDER
    for entry in sorted(bench.iterdir()) if bench.is_dir() else ():
        if not entry.is_dir() or entry.is_symlink():
            continue  # no build; the next one clears it away
        signed = entry / _FINGERPRINT
        if not signed.is_file() or signed.read_text(encoding="utf-8").strip() == fingerprint:
            shutil.rmtree(entry)


def discard(build: Path) -> None:
    """Removes a build that has been published: the release holds its copy."""
    shutil.rmtree(build)
