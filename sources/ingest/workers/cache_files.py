"""Files of our cache with a checksum, in a folder of this interpreter's: written as a whole, read as a whole or not at all.

Belongs here: where they lie and whether they are damaged. What is in them is said by `patterns` and `values`.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path
from typing import Any

ENGINE: Any = importlib.import_module("re._compiler")
_FOLDER = "patterns"  # and values; the name is older than they
_FORM = 2  # of the files
_MOST_KEPT = 3  # interpreters
_DIGEST = 32
_OF_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def folder_in(cache: Path) -> Path:
    """The folder of this interpreter's files; need not exist.

    Args:
        cache: folder of our caches, of this user; need not exist.
    """
    told = f"{_FORM}\n{sys.version}\n{sys.byteorder}\n{ENGINE.MAGIC}"
    return cache / _FOLDER / hashlib.sha256(told.encode()).hexdigest()[:16]


def files_in(folder: Path, suffix: str) -> list[Path]:
    """Kept files by name."""
    return sorted(folder.glob(f"*{suffix}")) if folder.is_dir() else []


def read(path: Path) -> bytes | None:
    """What was written; None where there is nothing, it is damaged, or somebody else could have written it."""
    try:
        with path.open("rb") as file:
            about = os.fstat(file.fileno())
            if about.st_uid != os.getuid() or about.st_mode & _OF_OTHERS:
                return None
            content = file.read()
    except OSError:
        return None
    body = content[_DIGEST:]
    return body if hashlib.sha256(body).digest() == content[:_DIGEST] else None


def write(path: Path, body: bytes) -> None:
    """Replaces a file in one go; of folders of other interpreters only the last ones are left.

    Raises:
        OSError: there is no room, or it is not ours to write.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
        try:
            draft.write(hashlib.sha256(body).digest() + body)
            draft.flush()
            Path(draft.name).replace(path)
        except BaseException:
            Path(draft.name).unlink(missing_ok=True)
            raise
    for old in sorted(path.parent.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-_MOST_KEPT]:
        shutil.rmtree(old, ignore_errors=True)
