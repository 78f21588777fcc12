"""A release's description of itself: `release.json`, read and written.

Making one is in `publishing.py`, finding one in `catalogue.py`.
"""

from __future__ import annotations

import errno
import json
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

FORMAT_VERSION: Literal[1] = 1
RECORD = "release.json"
DATABASE = "warehouse.duckdb"
PARQUET = "parquet"
CHECKS = "checks.json"
PACKAGE = "datapackage.json"
WORKBOOK = "workbook.xlsx"
VIEWS = "views.sql"
SITE = "site"
CHANGES = "changes.json"
README = "README.md"
MANIFEST = "manifest.sha256"
MEND = "`parallax doctor` says what is damaged, `parallax rebuild` makes a release again from the ledger"
_LOST = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EIO, errno.ELOOP})


class ReleaseError(RuntimeError):
    """A release cannot be made, found or read. The message says what, where and what to do."""


class ReleaseDamaged(ReleaseError):
    """A release is not what was published: lost or altered. Another program version, or a missing right, is none of that."""


def unreadable(where: str, error: OSError) -> ReleaseError:
    """The error of a file of a release that cannot be read: damaged only where the disk says so, not the system's limits."""
    kind = ReleaseDamaged if error.errno in _LOST else ReleaseError
    return kind(f"{where} ({error.strerror or error}); {MEND}")


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CheckCount(_Frozen):
    """How many checks of one severity passed and failed."""

    passed: int = Field(ge=0)
    failed: int = Field(ge=0)


class ReleaseRecord(_Frozen):
    """The content of `release.json`.

    Attributes:
        format_version: rises when the layout of the folder changes.
        release_id: `r` and six digits; a counter, no clock.
        published_at: our clock, UTC. The only clock of ours in a release outside `core.receipts` and
            `core.document_history`.
        fingerprint: hash of everything that can change the marts (`warehouse.fingerprint`).
        rows: number of rows by mart.
        documents: receipts by outcome (landed, duplicate, quarantined, pending).
        checks: passed and failed by severity.
        warnings: names of failed checks that do not block.
        as_of_day: the day by which the expiry of decisions was judged, an input of the build; null where nobody named one.
        made_from: the hash of each input (documents, code, engines, policy, decisions), so that the next release can say which
            of them moved a figure; empty in releases of before.
        versions: what made it: engine, extractor, libraries whose version can show in the rows.
    """

    format_version: Literal[1]
    release_id: str = Field(pattern=r"^r[0-9]{6,}$")
    published_at: datetime
    fingerprint: str = Field(pattern=r"^[0-9a-f]{64}$")
    rows: dict[str, int]
    documents: dict[str, int]
    checks: dict[str, CheckCount]
    warnings: tuple[str, ...]
    versions: dict[str, str]
    as_of_day: date | None = None
    made_from: dict[str, str] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Release:
    """A published release: its folder and its record."""

    path: Path
    record: ReleaseRecord

    @property
    def release_id(self) -> str:
        """`r000001`, ..."""
        return self.record.release_id

    @property
    def fingerprint(self) -> str:
        """Hash of everything that can change the marts."""
        return self.record.fingerprint

    @property
    def database(self) -> Path:
        """The read-only DuckDB file."""
        return self.path / DATABASE

    @property
    def parquet(self) -> Path:
        """Folder with one Parquet file per mart."""
        return self.path / PARQUET


def read_release(path: Path) -> Release:
    """Reads a release folder's record as it stands; `catalogue` holds it against the manifest.

    Raises:
        ReleaseError: there is no record, or it is not in the form of this version.
    """
    file = path / RECORD
    try:
        return Release(path, parse_record(file, file.read_bytes()))
    except OSError as error:
        raise ReleaseError(f"{file}: cannot be read ({error.strerror}); is {path} a release?") from error


def parse_record(file: Path, content: bytes) -> ReleaseRecord:
    """The content of a `release.json`.

    Args:
        file: where it was read, for the message.
        content: its bytes.

    Raises:
        ReleaseError: it is of another format, or not in the form of this one.
    """
    try:
        return ReleaseRecord.model_validate_json(content)
    except ValidationError as error:
        version = _version_of(content)
        if version is not None and version > FORMAT_VERSION:
            raise ReleaseError(
                f"{file}: a release of format {version}, newer than this program's, {FORMAT_VERSION}; "
                "use the program version that published it"
            ) from error
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ReleaseError(
            f"{file}: not a release record of format {FORMAT_VERSION}: {where}: {first['msg']}; "
            f"it was altered, or made by another version of parallax; {MEND}"
        ) from error


def _version_of(content: bytes) -> int | None:
    try:
        version = json.loads(content)["format_version"]
    except (ValueError, KeyError, TypeError):
        return None
    return version if isinstance(version, int) else None
