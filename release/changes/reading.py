"""Reads `changes.json` of a release, or compares any two releases of a home."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pydantic import ValidationError

from release.catalogue import find, release_ids
from release.changes.alerts import alerts_of
from release.changes.compare import compare
from release.changes.record import Changes
from release.manifest import read_listed
from release.record import CHANGES, Release, ReleaseDamaged, ReleaseError
from warehouse.policy import Policy


def changes_of(folder: Path) -> Changes:
    """What a release says of the difference to the one before it.

    Raises:
        ReleaseError: it has no such file, or not in this form.
    """
    file = folder / CHANGES
    try:
        return Changes.model_validate_json(read_listed(folder, CHANGES))
    except FileNotFoundError as error:
        raise ReleaseError(
            f"{file}: not there; the release is of a version that wrote none; compare two releases"
        ) from error
    except ValidationError as error:
        raise ReleaseError(f"{file}: not in the form of this version: {error.errors()[0]['msg']}") from error


def is_first(home: Path, release_id: str | None) -> Release | None:
    """The release, where there is none before it in the home; else None.

    Args:
        home: the data home.
        release_id: its id; None for the latest.

    Raises:
        ReleaseError: there is no such release.
    """
    found = find(home, release_id)
    has_before = any(int(one[1:]) < int(found.release_id[1:]) for one in release_ids(home))
    return None if has_before else found


def difference(home: Path, before: str | None, after: str | None, policy: Policy) -> Changes:
    """The difference of two releases of a home.

    Args:
        home: the data home.
        before: id of the earlier one; None for the release before `after`.
        after: id of the later one; None for the latest.
        policy: its thresholds say what is an alert.

    Raises:
        ReleaseError: there is no such release, or none before it.
    """
    later = find(home, after)
    if before is None:
        earlier = [one for one in release_ids(home) if int(one[1:]) < int(later.release_id[1:])]
        if not earlier:
            raise ReleaseError(f"{later.release_id}: there is no release before it; name two releases")
        first, notes = _whole_before(home, earlier)
    else:
        first, notes = find(home, before), ()
    alerts = partial(alerts_of, policy.change_alerts)
    found = compare(first, later.database, later.release_id, later.record.made_from, alerts)
    return found.model_copy(update={"notes": notes})


def _whole_before(home: Path, earlier: Sequence[str]) -> tuple[Release, tuple[str, ...]]:
    """The newest of earlier releases that is whole, and what to say where that is not simply the newest."""
    for release_id in reversed(earlier):
        try:
            whole = find(home, release_id)
        except ReleaseDamaged:
            continue
        if release_id == earlier[-1]:
            return whole, ()
        return whole, (f"{earlier[-1]} is damaged; compared with {release_id}, the newest whole release before it",)
    return find(home, earlier[-1]), ()
