"""Cache of what dbt makes of its project: the manifest, because parsing takes longer than building, and whatever follows from it.

A cache and no state: a file is named by a hash of everything it was made of, so that it is right or not there, and a machine without
a place for it reads the project each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

_NOT_SOURCE = frozenset({"target", "logs", "dbt_packages", "__pycache__"})
_ENGINES = ("dbt-core", "dbt-adapters", "dbt-common", "dbt-duckdb", "duckdb")
_MOST_FILES = 4
_SUFFIX = ".manifest.zip"
_FOR_DBT, _FOR_READERS = "manifest.msgpack", "manifest.json"


def load_manifest(project: Path, database: Path, target: Path) -> Any:
    """The manifest of a project as it stands; None where it is not kept, or cannot be read.

    Args:
        project: dbt project.
        database: the build that dbt will write to; its name stands in the manifest.
        target: dbt's target folder, made where it is missing: gets `manifest.json` as reading the project would leave it.
    """
    from dbt.contracts.graph.manifest import Manifest
    from dbt.parser.manifest import extended_mashumuro_decoder

    members = load_members(cache_file(project, database, _SUFFIX))
    if members is None:
        return None
    try:
        manifest = Manifest.from_msgpack(members[_FOR_DBT], decoder=extended_mashumuro_decoder)
        target.mkdir(parents=True, exist_ok=True)
        (target / _FOR_READERS).write_bytes(members[_FOR_READERS])
    except Exception:  # of another form than expected; no cache stops a run
        return None
    return manifest


def store_manifest(project: Path, database: Path, target: Path, manifest: Any) -> None:
    """Keeps a manifest that dbt has just read, and the `manifest.json` that it wrote. Arguments as of `load_manifest`."""
    from dbt.parser.manifest import extended_mashumaro_encoder

    members = {
        _FOR_DBT: manifest.to_msgpack(extended_mashumaro_encoder),
        _FOR_READERS: (target / _FOR_READERS).read_bytes(),
    }
    store_members(cache_file(project, database, _SUFFIX), members)


def cache_file(project: Path, database: Path, suffix: str, *made_of: str) -> Path:
    """Where the cache keeps what is made of a project, whether or not it is there.

    Args:
        project: dbt project; every file of it counts.
        database: the build; its name counts, because dbt takes the database's name from it.
        suffix: of the kind of file; at most four of a kind are kept.
        made_of: what else it is made of.
    """
    from platformdirs import user_cache_path

    parts = [str(project.resolve()), database.stem, sys.version, *(f"{name} {version(name)}" for name in _ENGINES)]
    digest = hashlib.sha256("\n".join([*parts, *made_of]).encode())
    for path in _files(project):
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(project).as_posix()} {len(content)}\n".encode() + content)
    return user_cache_path("parallax", appauthor=False) / f"{digest.hexdigest()[:32]}{suffix}"


def load_members(path: Path) -> dict[str, bytes] | None:
    """The members of a file of the cache, by name; None where it is not kept, or damaged."""
    try:
        with ZipFile(path) as archive:  # every member has a checksum
            members = {name: archive.read(name) for name in archive.namelist()}
        os.utime(path)
    except Exception:  # a damaged file may raise anything on its way; no cache stops a run
        return None
    return members


def store_members(path: Path, members: Mapping[str, bytes]) -> None:
    """Keeps members under a name of the cache, and the newest few files of its kind; without room, nothing is kept."""
    suffix = "".join(path.suffixes)
    with contextlib.suppress(OSError):  # no room, or not ours to write: the next run makes it again
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
            try:
                with ZipFile(draft, "w", ZIP_DEFLATED) as archive:
                    for name, content in members.items():
                        archive.writestr(name, content)
                draft.flush()
                Path(draft.name).replace(path)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
        for old in sorted(path.parent.glob(f"*{suffix}"), key=lambda one: one.stat().st_mtime)[:-_MOST_FILES]:
            old.unlink(missing_ok=True)


def _files(project: Path) -> Iterator[Path]:
    for path in sorted(project.rglob("*")):
        if path.is_file() and not _NOT_SOURCE.intersection(path.relative_to(project).parts):
            yield path
