"""`manifest.sha256`: the hash of every file of a release, in the form that `sha256sum -c` reads.

Written once, checked any time.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from release.record import MANIFEST, ReleaseError


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


def verify_files(directory: Path) -> list[str]:
    """Compares a release folder with its manifest.

    Returns:
        One line per finding: a file that is altered, missing or not listed. Empty where all is as published.

    Raises:
        ReleaseError: there is no manifest, or a line of it cannot be read.
    """
    manifest = directory / MANIFEST
    try:
        lines = manifest.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ReleaseError(
            f"{manifest}: cannot be read ({error.strerror}); without it a release cannot be verified"
        ) from error
    listed: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        digest, separator, name = line.partition("  ")
        if not separator or len(digest) != hashlib.sha256().digest_size * 2:
            raise ReleaseError(f"{manifest}:{number}: not a line of the form `<sha256>  <path>`: {line[:80]!r}")
        listed[name] = digest
    present = set(files_of(directory))
    missing = [f"{name}: missing" for name in sorted(listed.keys() - present)]
    added = [f"{name}: not in the manifest" for name in sorted(present - listed.keys())]
    altered = [
        f"{name}: altered (sha256 differs from the manifest)"
        for name in sorted(listed.keys() & present)
        if sha256_of(directory / name) != listed[name]
    ]
    return missing + altered + added
