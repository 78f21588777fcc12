"""What each release of a home was made from, kept beside the releases: `releases/.records/<id>.json`.

A release whose folder is lost or damaged can be made again from the ledger, and held against the hashes of its marts here.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from release.catalogue import FOLDER
from release.manifest import listed_hash
from release.record import PARQUET, ReleaseError, ReleaseRecord
from release.trust import trusted_record

KEPT = ".records"


class KeptRecord(BaseModel):
    """What is kept of a release.

    Attributes:
        record: the content of its `release.json`.
        marts: mart → sha256 of its Parquet file; the same rows under the same engine give the same bytes.
        is_retired: whether it was deleted for its age: nobody misses it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    record: ReleaseRecord
    marts: dict[str, str]
    is_retired: bool = False


def record_of(path: Path, record: ReleaseRecord) -> KeptRecord:
    """What is to be kept of a release whose manifest is written.

    Args:
        path: its folder, under whatever name.
        record: its record.
    """
    marts = {mart: listed_hash(path, f"{PARQUET}/{mart}.parquet") for mart in sorted(record.rows)}
    return KeptRecord(record=record, marts=marts)


def keep_record(home: Path, kept: KeptRecord) -> None:
    """Writes it in one step; the caller holds the publishers' lock."""
    folder = home / FOLDER / KEPT
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{kept.record.release_id}"
    draft.write_text(kept.model_dump_json(indent=1) + "\n", encoding="utf-8")
    draft.rename(folder / f"{kept.record.release_id}.json")


def known_records(home: Path) -> list[str]:
    """Ids of the releases that records are kept of, oldest first."""
    found = (file.name.removesuffix(".json") for file in (home / FOLDER / KEPT).glob("r*.json"))
    return sorted(found, key=lambda release_id: int(release_id[1:]))


def kept_record(home: Path, release_id: str) -> KeptRecord:
    """What is known of a release: from the record kept of it, else from its own folder.

    Raises:
        ReleaseError: neither can be read.
    """
    file = home / FOLDER / KEPT / f"{release_id}.json"
    try:
        kept = KeptRecord.model_validate_json(file.read_bytes())
        if kept.record.release_id == release_id:
            return kept
        told = f"{file}: is of {kept.record.release_id}"
    except (OSError, ValidationError):
        told = f"{file}: missing or damaged"
    path = home / FOLDER / release_id
    try:
        return record_of(path, trusted_record(path).record)
    except ReleaseError as error:
        raise ReleaseError(
            f"{told}, and the release itself tells nothing either: {error}\nNobody knows what it was made from: move "
            f"{path} away, and `parallax run` publishes what the ledger holds now"
        ) from error
