"""What there is to read: files and folders to a sorted list of files.

Looks at names and kinds of directory entries only. Links are never followed; what cannot be read is listed all the
same, so that its refusal is reported.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from sources.ingest.arrival import origin_of
from sources.ingest.sidecar import is_sidecar


def discover(paths: Iterable[Path]) -> list[Path]:
    """Find the documents at the given places.

    Folders are searched to any depth. Hidden entries (name begins with a dot) are passed over unless named
    themselves, sidecars always. Symbolic links, pipes, devices and folders that cannot be listed are in the result:
    reading them reports why they are refused.

    Args:
        paths: files and folders; one named twice counts once.

    Returns:
        Absolute paths in the order of their origin. Links are resolved down to the named folder, not below it.

    Raises:
        FileNotFoundError: a named place does not exist.
    """
    found: dict[str, Path] = {}
    for named in paths:
        path = named.parent.resolve() / named.name if named.name else named.resolve()
        if not os.path.lexists(path):
            raise FileNotFoundError(
                f"{named} does not exist: check the path, or create the folder and put reports into it"
            )
        if path.is_dir():  # a link to a folder is fine where a person names it
            for entry in _files_below(path.resolve()):
                found[origin_of(entry)] = entry
        elif not is_sidecar(path):
            found[origin_of(path)] = path
    return [found[origin] for origin in sorted(found)]


def _files_below(folder: Path) -> list[Path]:
    files: list[Path] = []
    folders = [folder]
    while folders:
        here = folders.pop()
        try:
            with os.scandir(here) as entries:
                names = sorted(entry.name for entry in entries if not entry.name.startswith("."))
        except OSError:
            files.append(here)
            continue
        for name in names:
            path = here / name
            try:
                is_folder = stat.S_ISDIR(path.lstat().st_mode)
            except OSError:
                is_folder = False
            if is_folder:
                folders.append(path)
            elif not is_sidecar(path):
                files.append(path)
    return files
