"""A judged build of the small world (see tests/unit/conftest.py), ready to be published."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from quality import CheckResult, planned_checks
from release.making.publishing import publish
from release.record import Release
from warehouse.export import seal
from warehouse.schema.marts import marts

FINGERPRINT = "ab" * 32
Checks = tuple[CheckResult, ...]


def _all_passed() -> Checks:
    return tuple(
        CheckResult(plan.name, plan.layer, plan.table, True, plan.severity, plan.description, 0, (), {})
        for plan in planned_checks()
    )


def _with_failed(severity: Any) -> Checks:
    """All checks; the first of that severity found one row."""
    checks = _all_passed()
    number = next(n for n, check in enumerate(checks) if check.severity == severity)
    failed = replace(checks[number], passed=False, n_failing=1, failing_rows=({"claim_id": "c01"},))
    return (*checks[:number], failed, *checks[number + 1 :])


@pytest.fixture(scope="session")
def all_passed() -> Checks:
    """Every planned check, passed."""
    return _all_passed()


@pytest.fixture(scope="session")
def with_failed() -> Callable[[str], Checks]:
    """Every planned check, the first one of a severity failed."""
    return _with_failed


def _copy(database: Path, folder: Path) -> None:
    """Copies the small world; dbt's last changes may still lie in the log beside it."""
    seal(database)
    folder.mkdir(parents=True)
    shutil.copyfile(database, folder / "warehouse.duckdb")


# Enough of the small world for a whole release, so that the tests that publish many stay quick.
FEW_TABLES = (
    "core.documents",
    "core.receipts",
    "marts.claims",
    "marts.documents",
    "marts.evidence",
    "marts.markets",
    "marts.statement_evidence",
)


@pytest.fixture(scope="session")
def few_tables(tmp_path_factory: pytest.TempPathFactory, small_world: Any) -> Path:
    """A database with a few tables of the small world; the other marts are there and empty."""
    database = tmp_path_factory.mktemp("few") / "warehouse.duckdb"
    seal(small_world.database)
    connection = duckdb.connect(str(database))
    try:
        connection.execute(f"ATTACH '{small_world.database}' AS small (READ_ONLY)")
        for table in FEW_TABLES:
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {table.split('.')[0]}")
            connection.execute(f"CREATE TABLE {table} AS FROM small.{table}")
        for name in marts():
            connection.execute(f"CREATE TABLE IF NOT EXISTS marts.{name} AS FROM small.marts.{name} LIMIT 0")
    finally:
        connection.close()
    return database


@pytest.fixture
def build(tmp_path: Path, few_tables: Path) -> Path:
    """A folder with a database of a few tables, as a build leaves it."""
    folder = tmp_path / "builds" / "b"
    _copy(few_tables, folder)
    return folder


@pytest.fixture
def publish_build(tmp_path: Path, build: Path, small_world: Any) -> Callable[..., Release]:
    """Publishes the build into `tmp_path`; arguments change what is published."""

    def run(fingerprint: str = FINGERPRINT, checks: Checks | None = None) -> Release:
        return publish(tmp_path, build, fingerprint, _all_passed() if checks is None else checks, small_world.text_of)

    return run


@pytest.fixture(scope="module")
def busy_home(tmp_path_factory: pytest.TempPathFactory, few_tables: Path, small_world: Any) -> SimpleNamespace:
    """`home` with one release, shared by the tests of a module, and `publish(fingerprint)` into it."""
    home = tmp_path_factory.mktemp("busy")
    _copy(few_tables, home / "builds" / "b")

    def run(fingerprint: str) -> Release:
        return publish(home, home / "builds" / "b", fingerprint, _all_passed(), small_world.text_of)

    run("0" * 64)
    return SimpleNamespace(home=home, publish=run)


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory, small_world: Any) -> Release:
    """One published release of the small world, for tests that only read."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "builds" / "b"
    _copy(small_world.database, folder)
    return publish(home, folder, FINGERPRINT, _with_failed("warning"), small_world.text_of)


@pytest.fixture
def plant(build: Path) -> Callable[..., None]:
    """Runs statements on the build: the planted fault of a test."""

    def run(*statements: str) -> None:
        connection = duckdb.connect(str(build / "warehouse.duckdb"))
        try:
            for statement in statements:
                connection.execute(statement)
        finally:
            connection.close()

    return run
