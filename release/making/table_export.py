"""Marts of a release, or what changed in them since another, as files of their own with a descriptor. One verb, `export`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from release.making.data_package import DataFile, mart_file, package
from release.record import PACKAGE, Release, ReleaseError
from warehouse.export import Form, export_tables, list_tables
from warehouse.release_delta import write_delta
from warehouse.schema.marts import marts


@dataclass(frozen=True, slots=True)
class Exported:
    """A file that was written: its mart, its name, its rows; of a delta what the rows are."""

    mart: str
    file: str
    rows: int
    what: str = ""


def export(
    release: Release, directory: Path, names: Sequence[str], form: Form, since: Release | None = None
) -> tuple[Exported, ...]:
    """Writes marts to files and describes them in `datapackage.json`.

    Args:
        release: the release.
        directory: the folder; made where it is missing, else empty.
        names: the marts; none for all.
        form: form of the files.
        since: an earlier release; then only rows that are added, removed or changed are written, and only for marts that
            have such rows.

    Returns:
        The files, by mart.

    Raises:
        ReleaseError: the release has no such mart, or the folder is not empty.
    """
    tables = list_tables(release.database, "marts")
    unknown = sorted(set(names) - {table.name for table in tables})
    if unknown:
        raise ReleaseError(
            f"{', '.join(unknown)}: no such mart in {release.release_id}; there are: "
            f"{', '.join(table.name for table in tables)}"
        )
    if directory.is_dir() and any(directory.iterdir()):
        raise ReleaseError(f"{directory}: not empty; name a new folder, so that nothing in it is overwritten")
    directory.mkdir(parents=True, exist_ok=True)
    contracts = marts()
    if since is None:
        chosen = [table for table in tables if not names or table.name in names]
        orders = {name: mart.sorted_by for name, mart in contracts.items()}
        export_tables(release.database, "marts", directory, chosen, orders, form)
        files = [mart_file(table, contracts.get(table.name), f"{table.name}.{form}") for table in chosen]
        written = [Exported(table.name, f"{table.name}.{form}", table.n_rows) for table in chosen]
    else:
        files, written = _delta(since, release, directory, names, form)
    described = package(directory, release.database, release.release_id, files, form)
    content = json.dumps(described, ensure_ascii=False, indent=2) + "\n"
    (directory / PACKAGE).write_text(content, encoding="utf-8")
    return tuple(written)


def _delta(
    since: Release, release: Release, directory: Path, names: Sequence[str], form: Form
) -> tuple[list[DataFile], list[Exported]]:
    contracts = marts()
    keys = {name: mart.key for name, mart in contracts.items()}
    sides = ((since.release_id, since.database), (release.release_id, release.database))
    found = write_delta(*sides, "marts", keys, directory, form, names)
    files, written = [], []
    for one in found:
        name = one.table.name
        described = mart_file(one.table, contracts.get(name), f"{name}.{form}")
        files.append(
            replace(
                described,
                key=("release_id", *described.key) if described.key else (),
                grain=f"row of {name} that differs, and release",
                doc=f"Rows that differ between {since.release_id} and {release.release_id}. {described.doc or ''}".strip(),
            )
        )
        counts = (("added", one.added), ("removed", one.removed), ("changed", one.changed))
        words = ", ".join(f"{count} {word}" for word, count in counts if count)
        written.append(Exported(name, f"{name}.{form}", one.table.n_rows, words))
    return files, written
