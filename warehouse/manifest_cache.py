"""Cache of dbt's manifest of its project, because parsing takes longer than building.

A cache and no state: it is named by a hash of everything it was made of, so that it is right or not there, and a machine without
a place for it reads the project each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

_NOT_SOURCE = frozenset({"target", "logs", "dbt_packages", "__pycache__"})
_ENGINES = ("dbt-core", "dbt-adapters", "dbt-common", "dbt-duckdb")
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

    path = _place(project, database)
    try:
        with ZipFile(path) as archive:  # every member has a checksum
            manifest = Manifest.from_msgpack(archive.read(_FOR_DBT), decoder=extended_mashumuro_decoder)
            target.mkdir(parents=True, exist_ok=True)
            (target / _FOR_READERS).write_bytes(archive.read(_FOR_READERS))
        os.utime(path)
    except FileNotFoundError:
        return None
    except Exception:  # a damaged file may raise anything on its way through three formats; no cache stops a run
        return None
    return manifest


def store_manifest(project: Path, database: Path, target: Path, manifest: Any) -> None:
    """Keeps a manifest that dbt has just read, and the `manifest.json` that it wrote. Arguments as of `load_manifest`."""
    from dbt.parser.manifest import extended_mashumaro_encoder

    path = _place(project, database)
    with contextlib.suppress(OSError):  # no room, or not ours to write: the next run reads the project again
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
            try:
                with ZipFile(draft, "w", ZIP_DEFLATED) as archive:
                    archive.writestr(_FOR_DBT, manifest.to_msgpack(extended_mashumaro_encoder))
                    archive.write(target / _FOR_READERS, _FOR_READERS)
                draft.flush()
                Path(draft.name).replace(path)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
        for old in sorted(path.parent.glob(f"*{_SUFFIX}"), key=lambda one: one.stat().st_mtime)[:-_MOST_FILES]:
            old.unlink(missing_ok=True)


def _place(project: Path, database: Path) -> Path:
    from platformdirs import user_cache_path

    # dbt takes the database's name from the name of its file.
    parts = [str(project.resolve()), database.stem, sys.version, *(f"{name} {version(name)}" for name in _ENGINES)]
    digest = hashlib.sha256("\n".join(parts).encode())
    for path in _files(project):
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(project).as_posix()} {len(content)}\n".encode() + content)
    return user_cache_path("parallax", appauthor=False) / f"{digest.hexdigest()[:32]}{_SUFFIX}"


def _files(project: Path) -> Iterator[Path]:
    for path in sorted(project.rglob("*")):
        if path.is_file() and not _NOT_SOURCE.intersection(path.relative_to(project).parts):
            yield path
