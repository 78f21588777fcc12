"""Every file of a release but its manifest, in one folder: one verb, `fill`.

Belongs here: which files there are and from what each is made. When the folder becomes visible is `publishing.py`'s.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from quality import CheckResult
from release.changes.alerts import alerts_of
from release.changes.compare import compare
from release.making.builds import as_of_day_of, inputs_of
from release.making.data_package import describe
from release.making.judgement import counts, in_order, write_checks
from release.making.parquet_views import views_sql
from release.making.release_readme import readme
from release.reading.queries import answer, reviewed_queries
from release.record import (
    CHANGES,
    DATABASE,
    FORMAT_VERSION,
    PACKAGE,
    PARQUET,
    README,
    RECORD,
    SITE,
    VIEWS,
    WORKBOOK,
    Release,
    ReleaseError,
    ReleaseRecord,
)
from release.site.build import KeptSite, build_site
from release.snapshot import SNAPSHOT
from release.workbook import write_workbook
from warehouse.connection import held_open, query
from warehouse.export import TableInfo, export_parquet, list_tables, seal
from warehouse.fingerprint import ENGINES
from warehouse.mart_docs import PAGE
from warehouse.policy import Policy
from warehouse.processes import processes, workers
from warehouse.schema.marts import marts

WORTH_A_PROCESS = 50_000_000  # bytes of a database; smaller ones are written before a process has started


@dataclass(frozen=True)
class Making:
    """What a release is made of.

    Attributes:
        build: folder with the closed database of a judged build.
        release_id: its name.
        fingerprint: what the build was made from.
        checks: the results of every check over the build.
        text_of: canonical text by document_id, from the ledger.
        before: the release that it follows; None for the first.
        policy: which changes raise an alert, and which licences let a whole text be passed on.
        published_at: when it was first published, where it is made again; by default this moment.
        notes: what to know of the comparison with `before`.
        cache: folder with what was drawn for the release before; None where everything is drawn anew.
    """

    build: Path
    release_id: str
    fingerprint: str
    checks: Sequence[CheckResult]
    text_of: Callable[[str], str]
    before: Release | None
    policy: Policy
    published_at: datetime | None = None
    notes: tuple[str, ...] = ()
    cache: Path | None = None


def fill(staged: Path, made: Making) -> None:
    """Writes the files of a release.

    Args:
        staged: the folder; empty, on the same file system as the releases.
        made: what they are made of.

    Raises:
        ReleaseError: the build has no mart.
        BuildError: the process that writes the workbook of a large release was killed.
    """
    database = staged / DATABASE
    seal(made.build / DATABASE)
    shutil.copyfile(made.build / DATABASE, database)
    tables = list_tables(database, "marts")
    if not tables:
        raise ReleaseError(f"{made.build / DATABASE}: has no table in schema marts; build the marts first")
    (staged / PARQUET).mkdir()
    export_parquet(database, "marts", staged / PARQUET, {name: mart.sorted_by for name, mart in marts().items()})
    record = _record(made, database, tables)
    write_checks(staged, made.checks)
    with _beside(write_workbook, database, record.release_id, staged / WORKBOOK):
        _fill_in(staged, made, record, tables)


def _fill_in(staged: Path, made: Making, record: ReleaseRecord, tables: Sequence[TableInfo]) -> None:
    """What is made of the closed database and its Parquet files."""
    database = staged / DATABASE
    with held_open(database):
        _write_json(staged / RECORD, record.model_dump(mode="json"))
        _write_json(staged / PACKAGE, describe(staged, record.release_id, tables, marts()))
        (staged / VIEWS).write_text(views_sql(tables), encoding="utf-8")
        if (made.build / SNAPSHOT).is_file():
            shutil.copyfile(made.build / SNAPSHOT, staged / SNAPSHOT)
        answers = answer(database, reviewed_queries())
        has_models = (made.build / PAGE).is_file()
        if has_models:
            shutil.copyfile(made.build / PAGE, staged / PAGE)
        (staged / README).write_text(readme(record, tables, answers, has_models=has_models), encoding="utf-8")
        alerts = partial(alerts_of, made.policy.change_alerts)
        changes = compare(made.before, database, record.release_id, record.made_from, alerts)
        changes = changes.model_copy(update={"notes": made.notes})
        _write_json(staged / CHANGES, changes.model_dump(mode="json"))
    before = made.before.path / SITE if made.before else None
    kept = KeptSite(made.cache / "site.json", before) if made.cache else None
    build_site(database, record, made.checks, changes, staged / SITE, _whole_text(made, database), kept)


@contextlib.contextmanager
def _beside(write: Callable[..., object], database: Path, *given: object) -> Iterator[None]:
    """Writes a file from a database in a process of its own while the block goes on; of a small database, before it.

    Args:
        write: a module's function, called with the database and `given`.
        database: the release's.
        given: further arguments.
    """
    if database.stat().st_size < WORTH_A_PROCESS or workers() == 1:
        write(database, *given)
        yield
        return
    with processes(1, "release.workbook") as pool:
        asked = pool.submit(write, database, *given)
        yield
        asked.result()


def _record(made: Making, database: Path, tables: Sequence[TableInfo]) -> ReleaseRecord:
    return ReleaseRecord(
        format_version=FORMAT_VERSION,
        release_id=made.release_id,
        published_at=made.published_at or datetime.now(UTC).replace(microsecond=0),
        fingerprint=made.fingerprint,
        rows={table.name: table.n_rows for table in tables},
        documents=_by(database, "SELECT outcome, count(*) FROM core.receipts GROUP BY outcome ORDER BY outcome"),
        checks=counts(made.checks),
        warnings=tuple(f"{c.table}: {c.name}" for c in in_order(made.checks) if not c.passed),
        versions=_versions(database),
        as_of_day=as_of_day_of(made.build),
        made_from=inputs_of(made.build),
    )


def _whole_text(made: Making, database: Path) -> Callable[[str], str | None]:
    """The texts that may be passed on, one at a time: nothing holds them all."""
    licences = query(database, "SELECT document_id, licence FROM marts.documents")
    open_to_all = {
        document_id
        for document_id, licence in licences.iter_rows()
        if licence in made.policy.evidence.whole_text_licences
    }
    return lambda document_id: made.text_of(document_id) if document_id in open_to_all else None


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _by(database: Path, sql: str) -> dict[str, int]:
    return {str(name): int(count) for name, count in query(database, sql).iter_rows()}


def _versions(database: Path) -> dict[str, str]:
    """What made the release: our own program and extractor, and the libraries that can show in a row."""
    found = _by(database, "SELECT extractor_version, count(*) FROM core.documents GROUP BY ALL ORDER BY ALL")
    # More than one version is a release of two readings: how much of each is told, see marts.documents for which.
    extractors = ", ".join(f"{name} ({count} documents)" if len(found) > 1 else name for name, count in found.items())
    installed = {}
    for package in ("parallax", *ENGINES):
        with contextlib.suppress(PackageNotFoundError):
            installed[package] = version(package)
    return {"extractor": extractors, **installed}
