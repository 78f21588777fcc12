"""What there is to read: files and folders to a sorted list of files.

Looks at names and kinds of directory entries only. Links are never followed; what cannot be read is listed all the
same, so that its refusal is reported. A data home is no source of documents: one that is met on the way is passed over.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sources.ingest.arrival import origin_of, shown_place
from sources.ingest.sidecar import SUFFIX, document_of, is_sidecar, looks_like_sidecar

# Files by which the program knows a folder that it wrote: a data home, a ledger copied alone, a release copied alone.
HOME_MARKS = (
    ("ledger/format.json",),
    ("ledger/head.json",),
    ("format.json", "head.json"),
    ("release.json", "manifest.sha256"),
)


@dataclass(frozen=True, slots=True)
class Survey:
    """The content of some places.

    Attributes:
        files: absolute paths of the documents, in the order of their origin.
        passed_over: what is no document although somebody may have meant it for one, each with its place and what to do.
    """

    files: tuple[Path, ...]
    passed_over: tuple[str, ...]


def discover(paths: Iterable[Path]) -> list[Path]:
    """Find the documents at the given places, see `survey`.

    Returns:
        Absolute paths in the order of their origin. Links are resolved down to the named folder, not below it.

    Raises:
        FileNotFoundError: a named place does not exist.
    """
    return list(survey(paths).files)


def survey(paths: Iterable[Path]) -> Survey:
    """Look at the given places: their documents, and what is passed over.

    Folders are searched to any depth. Hidden entries (name begins with a dot) are passed over unless named
    themselves, sidecars and data homes always. Symbolic links, pipes, devices and folders that cannot be listed are
    among the files: reading them reports why they are refused.

    Args:
        paths: files and folders; one named twice counts once.

    Raises:
        FileNotFoundError: a named place does not exist.
    """
    paths_: dict[str, Path] = {}
    notes: dict[str, str] = {}
    for named in paths:
        path = named.parent.resolve() / named.name if named.name else named.resolve()
        if not os.path.lexists(path):
            raise FileNotFoundError(
                f"{named} does not exist: check the path, or create the folder and put reports into it"
            )
        if path.is_dir():  # a link to a folder is fine where a person names it
            for entry in _files_below(path.resolve(), notes):
                paths_[origin_of(entry)] = entry
        elif not is_sidecar(path):
            paths_[origin_of(path)] = path
    return Survey(tuple(paths_[origin] for origin in sorted(paths_)), tuple(notes[place] for place in sorted(notes)))


def is_home(folder: Path) -> bool:
    """Whether a folder is a data home or a part of one: the program wrote its content, which is no report."""
    # pathlib raises where this says no
    return any(all(os.path.isfile(f"{folder}/{name}") for name in mark) for mark in HOME_MARKS)  # noqa: PTH113


def _files_below(folder: Path, notes: dict[str, str]) -> list[Path]:
    """Documents below a folder; what is passed over goes into `notes`, by its place."""
    files: list[Path] = []
    folders = [folder]
    while folders:
        here = folders.pop()
        if is_home(here):
            notes[origin_of(here)] = (
                f"{shown_place(here)} is a data home of Parallax, or a part of one, not a folder of reports: passed over; keep it elsewhere"
            )
            continue
        try:
            with os.scandir(here) as entries:
                names = sorted(entry.name for entry in entries if not entry.name.startswith("."))
        except OSError:
            files.append(here)
            continue
        for name in names:
            path = here / name
            if _is_folder(path):
                folders.append(path)
            elif is_sidecar(path):
                if not os.path.lexists(document_of(path)):
                    notes[origin_of(path)] = (
                        f"{shown_place(path)}: no document of that name in the same folder; not used"
                    )
            elif looks_like_sidecar(path):
                notes[origin_of(path)] = f"{shown_place(path)}: a sidecar's name ends in {SUFFIX}: rename it; not used"
            else:
                files.append(path)
    return files


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False
