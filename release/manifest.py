"""`manifest.sha256`: the hash of every file of a release, in the form that `sha256sum -c` reads.

Written once, checked any time: whole by `verify_files`, one file at a time by whoever reads it.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from release.record import MANIFEST, MEND, ReleaseDamaged, unreadable

_HASH = re.compile(r"[0-9a-f]{64}")


def sha256_of(path: Path) -> str:
    """Hash of a file's bytes, hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def files_of(directory: Path) -> list[str]:
    """Relative POSIX paths of all files below a release folder but the manifest, in byte order."""
    return sorted(
        path.relative_to(directory).as_posix()
        for path in directory.rglob("*")
        if path.is_file() and path.relative_to(directory).as_posix() != MANIFEST
    )


def write_manifest(directory: Path) -> None:
    """Writes the manifest over all files that the folder holds now."""
    lines = [f"{sha256_of(directory / name)}  {name}\n" for name in files_of(directory)]
    (directory / MANIFEST).write_text("".join(lines), encoding="utf-8")


def listed_hash(directory: Path, name: str) -> str:
    """The hash that the manifest gives for one file; cheap, whatever the number of files.

    Args:
        directory: a release folder.
        name: relative POSIX path of the file.

    Returns:
        Sha256, hex.

    Raises:
        ReleaseDamaged: there is no manifest, or no line of it names the file once.
    """
    manifest = directory / MANIFEST
    try:
        content = b"\n" + manifest.read_bytes()
    except OSError as error:
        raise unreadable(f"{manifest}: cannot be read; without it the release cannot be trusted", error) from error
    before, found, after = content.partition(f"  {name}\n".encode())
    digest = before.rpartition(b"\n")[2].decode("ascii", "replace")
    if not found or _HASH.fullmatch(digest) is None or f"  {name}\n".encode() in after:
        raise ReleaseDamaged(f"{manifest}: damaged: no line for {name}; {MEND}")
    return digest


def read_listed(directory: Path, name: str) -> bytes:
    """Bytes of a small file of a release, as published.

    Args:
        directory: a release folder.
        name: relative POSIX path of the file.

    Raises:
        FileNotFoundError: the file is not there.
        ReleaseDamaged: it holds other bytes than were published.
    """
    content = (directory / name).read_bytes()
    if hashlib.sha256(content).hexdigest() != listed_hash(directory, name):
        raise ReleaseDamaged(f"{directory / name}: damaged or edited: not what was published; {MEND}")
    return content


def verify_files(directory: Path) -> list[str]:
    """Compares a release folder with its manifest.

    Returns:
        One line per finding: a file that is altered, missing or not listed. Empty where all is as published.

    Raises:
        ReleaseDamaged: there is no manifest, or a line of it cannot be read.
    """
    manifest = directory / MANIFEST
    try:
        lines = manifest.read_bytes().decode("utf-8").split("\n")  # no other byte ends a line, and the last one ends
    except UnicodeDecodeError as error:
        raise ReleaseDamaged(f"{manifest}: damaged: not UTF-8; without it a release cannot be verified") from error
    except OSError as error:
        raise unreadable(f"{manifest}: cannot be read; without it a release cannot be verified", error) from error
    if lines.pop():
        raise ReleaseDamaged(f"{manifest}: damaged: its last line is cut off; without it a release cannot be verified")
    listed: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        digest, separator, name = line.partition("  ")
        if not separator or len(digest) != hashlib.sha256().digest_size * 2:
            raise ReleaseDamaged(f"{manifest}:{number}: not a line of the form `<sha256>  <path>`: {line[:80]!r}")
        listed[name] = digest
    present = set(files_of(directory))
    missing = [f"{name}: missing" for name in sorted(listed.keys() - present)]
    added = [f"{name}: not in the manifest" for name in sorted(present - listed.keys())]
    altered = [
        f"{name}: altered (sha256 differs from the manifest)"
        for name in sorted(listed.keys() & present)
        if _hash_of(directory / name) != listed[name]
    ]
    return missing + altered + added


def _hash_of(path: Path) -> str:
    try:
        return sha256_of(path)
    except OSError as error:
        raise unreadable(f"{path}: cannot be read", error) from error
