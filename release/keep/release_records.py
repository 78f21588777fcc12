"""The inputs of each release of a home, stored beside the releases: `releases/.records/<id>.json`.

A release whose folder is lost or damaged can be made again from the ledger, and held against the hashes of its marts here.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from release.catalogue import FOLDER, release_ids
from release.manifest import listed_hash, read_listed
from release.record import PARQUET, ReleaseError, ReleaseRecord
from release.snapshot import SNAPSHOT, Snapshot, read_snapshot
from release.trust import trusted_record
from warehouse.ledger.store import fsync_directory, write_durably

KEPT = ".records"


class KeptRecord(BaseModel):
    """What is kept of a release.

    Attributes:
        record: the content of its `release.json`.
        marts: mart → sha256 of its Parquet file; the same rows under the same engine give the same bytes.
        snapshot: the policy and the decisions of then; null of releases of before.
        is_retired: whether it was deleted for its age: nobody misses it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    record: ReleaseRecord
    marts: dict[str, str]
    is_retired: bool = False
    snapshot: Snapshot | None = None


def record_of(path: Path, record: ReleaseRecord) -> KeptRecord:
    """What is to be kept of a release whose manifest is written.

    Args:
        path: its folder, under whatever name.
        record: its record.
    """
    marts = {mart: listed_hash(path, f"{PARQUET}/{mart}.parquet") for mart in sorted(record.rows)}
    try:
        snapshot = read_snapshot(read_listed(path, SNAPSHOT), path / SNAPSHOT)
    except FileNotFoundError:
        snapshot = None
    return KeptRecord(record=record, marts=marts, snapshot=snapshot)


def keep_record(home: Path, kept: KeptRecord) -> None:
    """Writes it durably and in one step; the caller holds the publishers' lock."""
    folder = home / FOLDER / KEPT
    if not folder.is_dir():
        folder.mkdir(parents=True)
        fsync_directory(folder.parent)
    draft = folder / f".{kept.record.release_id}"
    draft.unlink(missing_ok=True)
    write_durably(draft, (kept.model_dump_json(indent=1) + "\n").encode())
    draft.rename(folder / f"{kept.record.release_id}.json")
    fsync_directory(folder)


def keep_missing(home: Path) -> list[str]:
    """Keeps records of whole releases that have none, such as those of an earlier version; the caller holds the lock.

    Returns:
        Their ids.
    """
    added = []
    for release_id in set(release_ids(home)) - set(known_records(home)):
        path = home / FOLDER / release_id
        try:
            keep_record(home, record_of(path, trusted_record(path).record))
        except ReleaseError:
            continue  # a damaged release tells nothing that is worth keeping
        added.append(release_id)
    return sorted(added)


def known_records(home: Path) -> list[str]:
    """Ids of the releases that records are kept of, oldest first."""
    found = (file.name.removesuffix(".json") for file in (home / FOLDER / KEPT).glob("r*.json"))
    return sorted(found, key=lambda release_id: int(release_id[1:]))


def kept_record(home: Path, release_id: str) -> KeptRecord:
    """What is known of a release: from the record kept of it, else from its own folder.

    Raises:
        ReleaseError: neither can be read.
    """
    path = home / FOLDER / release_id
    try:
        return _read(home, release_id)
    except ReleaseError as told:
        try:
            return record_of(path, trusted_record(path).record)
        except ReleaseError as error:
            raise ReleaseError(
                f"{told}, and the release itself has no readable record: {error}\nIts inputs are unknown: "
                f"move {path} away, and `parallax run` publishes what the ledger holds now"
            ) from error


def differs(home: Path, release_id: str) -> str | None:
    """What is wrong with the record kept of a release whose folder is there and whole; None where nothing is.

    Raises:
        ReleaseError: the release itself is damaged.
    """
    path = home / FOLDER / release_id
    own = record_of(path, trusted_record(path).record)
    try:
        kept = _read(home, release_id)
    except ReleaseError as error:
        return str(error)
    same = kept.model_copy(update={"is_retired": False}) == own
    return None if same else f"{home / FOLDER / KEPT / f'{release_id}.json'}: not equal to the release's own record"


def _read(home: Path, release_id: str) -> KeptRecord:
    file = home / FOLDER / KEPT / f"{release_id}.json"
    try:
        kept = KeptRecord.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        raise ReleaseError(f"{file}: missing or damaged") from error
    if kept.record.release_id != release_id:
        raise ReleaseError(f"{file}: is of {kept.record.release_id}")
    return kept
