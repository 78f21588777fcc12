"""Hashes of a ledger and of its inputs, and the refusal of a ledger that is not the reviewed one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from trials.baseline.ledgers import Hashes

LISTING = "batch.json"
_NAMED_BY_HASH = ("documents", "texts")


class ChangedLedger(ValueError):
    """A ledger or its inputs are not those of `ledgers.yml`; the message names the file."""


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def inputs_hash(inbox: Path) -> str:
    """Hash of the lines `SHA-256, two spaces, path below the inbox`, sorted by path. Times and owners of files do not count."""
    return _hash_of(f"{sha256_of(path)}  {name}" for name, path in _files(inbox).items())


def hashes_of(ledger: Path, inputs: str) -> Hashes:
    """What a ledger is. A batch's listing has the hashes of its tables, so its own hash stands for all of them."""
    listings = {path.parent.name: sha256_of(path) for path in sorted((ledger / "batches").glob(f"*/{LISTING}"))}
    return Hashes(inputs=inputs, documents=_hash_of(_named_by_hash(ledger)), batches=listings)


def check(ledger: Path, reviewed: Hashes) -> None:
    """Compares a ledger, file by file, with the reviewed hashes.

    Raises:
        ChangedLedger: a batch or a file is missing, is one too many, or holds other bytes.
    """
    batches = ledger / "batches"
    found = {path.name for path in batches.iterdir()} if batches.is_dir() else set()
    for name in sorted(found | set(reviewed.batches)):
        if name not in found:
            raise ChangedLedger(f"{batches / name}: this batch is missing")
        if name not in reviewed.batches:
            raise ChangedLedger(f"{batches / name}: this batch is one too many: something was received or read again")
        _check_batch(batches / name, reviewed.batches[name])
    for name in _named_by_hash(ledger):
        if sha256_of(ledger / name) != Path(name).stem:
            raise ChangedLedger(f"{ledger / name}: other bytes than its name says")
    if _hash_of(_named_by_hash(ledger)) != reviewed.documents:
        raise ChangedLedger(f"{ledger}: a file of {' or '.join(_NAMED_BY_HASH)} is missing or one too many")


def _check_batch(batch: Path, reviewed: str) -> None:
    listing = batch / LISTING
    if not listing.is_file() or sha256_of(listing) != reviewed:
        raise ChangedLedger(f"{listing}: not the reviewed list of this batch")
    tables = json.loads(listing.read_text(encoding="utf-8"))["tables"]
    hashes = {f"{table.partition('.')[2]}.parquet": entry["sha256"] for table, entry in tables.items()}
    for name in sorted({path.name for path in batch.iterdir()} - {LISTING} | set(hashes)):
        if not (batch / name).is_file() or hashes.get(name) != sha256_of(batch / name):
            raise ChangedLedger(f"{batch / name}: missing, one too many, or other bytes than its batch lists")


def _named_by_hash(ledger: Path) -> list[str]:
    return [f"{folder}/{name}" for folder in _NAMED_BY_HASH for name in _files(ledger / folder)]


def _files(folder: Path) -> dict[str, Path]:
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return dict(sorted(found.items()))


def _hash_of(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
