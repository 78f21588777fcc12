"""Publishing: from a judged build to an immutable release folder and a pointer that flips once. One verb, `publish`.

The order of the steps is the promise: a process killed between any two of them leaves the old release in place, whole,
and a temporary folder that the next run sweeps. A reader never sees a folder that is not complete.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from quality import CheckResult
from release.audit import audit
from release.builds import as_of_day_of, inputs_of
from release.catalogue import FOLDER, POINTER, latest, release_ids
from release.changes.alerts import alerts_of
from release.changes.compare import compare
from release.changes.record import CHANGES
from release.judgement import ReleaseRefused, blocking_failures, counts, in_order, unjudged, write_checks
from release.manifest import write_manifest
from release.package import describe
from release.queries import answer, reviewed_queries
from release.readme import readme
from release.record import (
    DATABASE,
    FORMAT_VERSION,
    PACKAGE,
    PARQUET,
    RECORD,
    VIEWS,
    WORKBOOK,
    Release,
    ReleaseError,
    ReleaseRecord,
    read_release,
)
from release.site.build import SITE, build_site
from release.views import views_sql
from release.workbook import write_workbook
from warehouse.connection import query
from warehouse.export import TableInfo, export_parquet, list_tables, seal
from warehouse.fingerprint import ENGINES
from warehouse.mart_docs import PAGE
from warehouse.policy import Policy, read_policy
from warehouse.schema.marts import marts

LOCK = ".lock"
TEMPORARY = ".tmp-"
SPACE_FACTOR = 3  # free space asked for, in sizes of the build: its copy, its Parquet, and room to breathe


def publish(
    home: Path,
    build: Path,
    fingerprint: str,
    checks: Sequence[CheckResult],
    text_of: Callable[[str], str],
    policy: Policy | None = None,
) -> Release:
    """Publishes a judged build as the next release and points `latest` at it.

    Args:
        home: the data home; `home/releases` is made where it is missing.
        build: folder with the closed `warehouse.duckdb` of the build; stays as it is.
        fingerprint: what the build was made from (`warehouse.fingerprint`).
        checks: the results of every check over this build.
        text_of: canonical text by document_id, from the ledger, for the export audit.
        policy: says which changes raise an alert; by default the packaged one.

    Returns:
        The release, at its own path.

    Raises:
        ReleaseRefused: a check of severity error failed.
        ReleaseError: the build was not judged, holds no mart, fails the export audit, another process is publishing, or
            the disk is too full. In every case nothing is published and `latest` stands where it stood.
    """
    _refuse(build, checks)
    folder = home / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with _exclusive(folder):
        _sweep(folder)
        _ask_for_space(folder, build)
        release_id = _next_id(home)
        staged = Path(tempfile.mkdtemp(prefix=TEMPORARY, dir=folder))
        describe_run = _describe_run(release_id, fingerprint, checks, build)
        _fill(staged, build, describe_run, checks, latest(home), policy)
        audit(staged, text_of)
        write_manifest(staged)
        _make_durable(staged)
        final = folder / release_id
        staged.rename(final)
        _sync_directory(folder)
        _point(folder, release_id)
    return read_release(final)


def _refuse(build: Path, checks: Sequence[CheckResult]) -> None:
    failing = blocking_failures(checks)
    if failing:
        raise ReleaseRefused(failing)
    missing = unjudged(checks)
    if missing:
        raise ReleaseError(
            f"{build}: {len(missing)} check(s) have not judged this build, first {missing[0]}; "
            "run all checks, then publish"
        )
    if not (build / DATABASE).is_file():
        raise ReleaseError(f"{build / DATABASE}: no such build; run `parallax run` to make one")


def _describe_run(
    release_id: str, fingerprint: str, checks: Sequence[CheckResult], build: Path
) -> Callable[[Path, Sequence[TableInfo]], ReleaseRecord]:
    def record(database: Path, tables: Sequence[TableInfo]) -> ReleaseRecord:
        return ReleaseRecord(
            format_version=FORMAT_VERSION,
            release_id=release_id,
            published_at=datetime.now(UTC).replace(microsecond=0),
            fingerprint=fingerprint,
            rows={table.name: table.n_rows for table in tables},
            documents=_by(database, "SELECT outcome, count(*) FROM core.receipts GROUP BY outcome ORDER BY outcome"),
            checks=counts(checks),
            warnings=tuple(f"{c.table}: {c.name}" for c in in_order(checks) if not c.passed),
            versions=_versions(database),
            as_of_day=as_of_day_of(build),
            made_from=inputs_of(build),
        )

    return record


def _fill(
    staged: Path,
    build: Path,
    record_of: Callable[[Path, Sequence[TableInfo]], ReleaseRecord],
    checks: Sequence[CheckResult],
    before: Release | None,
    policy: Policy | None,
) -> None:
    """Every file of a release but the manifest."""
    seal(build / DATABASE)
    shutil.copyfile(build / DATABASE, staged / DATABASE)
    tables = list_tables(staged / DATABASE, "marts")
    if not tables:
        raise ReleaseError(f"{build / DATABASE}: has no table in schema marts; build the marts first")
    (staged / PARQUET).mkdir()
    export_parquet(staged / DATABASE, "marts", staged / PARQUET, {name: mart.key for name, mart in marts().items()})
    record = record_of(staged / DATABASE, tables)
    write_checks(staged, checks)
    write_workbook(staged / DATABASE, record.release_id, staged / WORKBOOK)
    _write_json(staged / RECORD, record.model_dump(mode="json"))
    _write_json(staged / PACKAGE, describe(staged, record.release_id, tables, marts()))
    (staged / VIEWS).write_text(views_sql(tables), encoding="utf-8")
    answers = answer(staged / DATABASE, reviewed_queries())
    (staged / "README.md").write_text(readme(record, tables, answers), encoding="utf-8")
    if (build / PAGE).is_file():
        shutil.copyfile(build / PAGE, staged / PAGE)
    alerts = partial(alerts_of, (policy or read_policy()).change_alerts)
    changes = compare(before, staged / DATABASE, record.release_id, record.made_from, alerts)
    _write_json(staged / CHANGES, changes.model_dump(mode="json"))
    build_site(staged / DATABASE, record, checks, changes, staged / SITE)


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _by(database: Path, sql: str) -> dict[str, int]:
    return {str(name): int(count) for name, count in query(database, sql).iter_rows()}


def _versions(database: Path) -> dict[str, str]:
    """What made the release: our own program and extractor, and the libraries that can show in a row."""
    found = query(database, "SELECT DISTINCT extractor_version FROM core.documents ORDER BY extractor_version")
    extractors = ", ".join(str(name) for (name,) in found.iter_rows())
    installed = {}
    for package in ("parallax", *ENGINES):
        with contextlib.suppress(PackageNotFoundError):
            installed[package] = version(package)
    return {"extractor": extractors, **installed}


@contextlib.contextmanager
def _exclusive(folder: Path) -> Iterator[None]:
    """One publisher at a time. The lock goes with the process, however it ends."""
    with (folder / LOCK).open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ReleaseError(
                f"{folder}: another process is publishing here; wait for it to end and run again"
            ) from error
        yield


def _sweep(folder: Path) -> None:
    """Removes what a killed publisher left. Only under the lock: nobody else can be writing there."""
    for entry in folder.glob(f"{TEMPORARY}*"):
        if entry.is_symlink():
            entry.unlink()
            continue
        for directory in [entry, *(path for path in entry.rglob("*") if path.is_dir())]:
            directory.chmod(stat.S_IRWXU)
        shutil.rmtree(entry)


def _ask_for_space(folder: Path, build: Path) -> None:
    needed, free = SPACE_FACTOR * (build / DATABASE).stat().st_size, shutil.disk_usage(folder).free
    if free < needed:
        raise ReleaseError(
            f"{folder}: {free / 1e6:,.0f} MB free, a release of this build needs up to {needed / 1e6:,.0f} MB; "
            "free some space and run again"
        )


def _next_id(home: Path) -> str:
    """A counter over complete releases and the pointer, no clock: clocks go back."""
    current = latest(home)
    known = [*release_ids(home), *([current.release_id] if current else [])]
    return f"r{max((int(release_id[1:]) for release_id in known), default=0) + 1:06d}"


def _make_durable(staged: Path) -> None:
    """Every byte on disk and nothing writable, deepest first, before the folder gets its name."""
    for path in sorted(staged.rglob("*"), key=lambda p: -len(p.parts)):
        if path.is_dir():
            _sync_directory(path)
            path.chmod(0o555)
        else:
            with path.open("rb") as file:
                os.fsync(file.fileno())
            path.chmod(0o444)
    _sync_directory(staged)
    staged.chmod(0o555)


def _point(folder: Path, release_id: str) -> None:
    """`latest` by a temporary name and a rename, which replaces the old link in one step."""
    link = folder / f"{TEMPORARY}{POINTER}"
    link.unlink(missing_ok=True)
    link.symlink_to(release_id)
    link.rename(folder / POINTER)
    _sync_directory(folder)


def _sync_directory(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
