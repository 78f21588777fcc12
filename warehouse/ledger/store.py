"""Content-addressed files: bytes under the sha256 of themselves. Written once, verified on every read."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

_SHA256 = re.compile(r"[0-9a-f]{64}\Z")


class LedgerError(RuntimeError):
    """The ledger is damaged or used wrongly. The message names the file and says what to do."""


def sha256_hex(content: bytes) -> str:
    """Sha256 of bytes, hex."""
    return hashlib.sha256(content).hexdigest()


def fsync_directory(path: Path) -> None:
    """Makes renames into a directory durable."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_durably(path: Path, content: bytes) -> None:
    """Writes a new file and waits until it is on disk; the file is read-only afterwards."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o444)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of content-addressed files.

    Attributes:
        root: folder of the files, in subfolders by the first two hex digits.
        tmp: folder for unfinished writes, on the same file system.
        suffix: what file names end in.
    """

    root: Path
    tmp: Path
    suffix: str = ""

    def path(self, sha256: str) -> Path:
        """Where the content of that hash lies; no other string ever becomes a path."""
        if not _SHA256.match(sha256):
            raise LedgerError(f"{sha256!r} is not a sha256 in hex, so the ledger has nothing of that name")
        return self.root / sha256[:2] / f"{sha256}{self.suffix}"

    def put(self, content: bytes) -> str:
        """Stores bytes.

        Args:
            content: any bytes.

        Returns:
            Their sha256, hex.

        Raises:
            LedgerError: a file of that name holds other bytes.
        """
        sha256 = sha256_hex(content)
        path = self.path(sha256)
        if path.exists():
            self._verified(path, sha256)
            return sha256
        if not path.parent.is_dir():
            path.parent.mkdir(exist_ok=True)
            fsync_directory(self.root)  # or a power cut takes the folder away with a file that is on disk
        temporary = self.tmp / f"{sha256}{self.suffix}"
        temporary.unlink(missing_ok=True)  # of a writer that was killed; the caller holds the lock
        write_durably(temporary, content)
        temporary.rename(path)
        fsync_directory(path.parent)
        return sha256

    def get(self, sha256: str) -> bytes:
        """Reads bytes and verifies them.

        Args:
            sha256: hash of the content, hex.

        Returns:
            The bytes.

        Raises:
            KeyError: nothing of that hash is stored.
            LedgerError: the file holds other bytes.
        """
        path = self.path(sha256)
        if not path.is_file():
            raise KeyError(sha256)
        return self._verified(path, sha256)

    def size(self, sha256: str) -> int:
        """Size in bytes of stored content."""
        return self.path(sha256).stat().st_size

    def _verified(self, path: Path, sha256: str) -> bytes:
        content = path.read_bytes()
        if sha256_hex(content) != sha256:
            raise LedgerError(
                f"{path}: the file no longer holds the bytes of its name (damaged or edited); "
                "restore it from a backup, or move it away and ingest the original again"
            )
        return content
