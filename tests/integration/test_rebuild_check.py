"""`parallax rebuild --check` and the nightly job: a release that its inputs give is equal, a row that they do not give is found."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from pipelines.defs.build import build_defs
from pipelines.defs.resources import Home
from release.keep.retention import discard_folder
from release.manifest import sha256_of, write_manifest
from tests.integration.conftest import Published, parallax
from warehouse.connection import connect, query
from warehouse.engine import LocalEngine

FALSE = "UPDATE marts.market_estimates SET estimate = estimate + 1 WHERE estimate_id = (SELECT min(estimate_id) FROM marts.market_estimates WHERE estimate IS NOT NULL)"


@pytest.fixture
def home(samples: Published, tmp_path: Path) -> Iterator[Path]:
    """A copy of the home, to be changed."""
    copy = tmp_path / "home"
    shutil.copytree(samples.home, copy, symlinks=True)
    yield copy
    discard_folder(copy)


def _content(home: Path) -> dict[str, str]:
    """Hash of every file that is no lock and no note that a database was verified."""
    files = (path for path in home.rglob("*") if path.is_file() and ".verified" not in path.parts)
    return {str(path.relative_to(home)): sha256_of(path) for path in files if not path.name.endswith("lock")}


def _falsified(home: Path) -> None:
    """A figure in the latest release that nothing gives, under a manifest that lists it."""
    release = (home / "releases" / "latest").resolve()
    for path in (release, release / "warehouse.duckdb", release / "manifest.sha256"):
        path.chmod(0o755)
    con = connect(release / "warehouse.duckdb", read_only=False)
    con.execute(FALSE)
    con.close()
    (release / "manifest.sha256").unlink()
    write_manifest(release)


def _job(home: Path) -> dg.ExecuteInProcessResult:
    resources = {"home": Home(home=str(home), inbox=str(home)), "engine": LocalEngine()}
    job = build_defs(resource_overrides=resources).resolve_job_def("check_release")
    return job.execute_in_process(raise_on_error=False)


@pytest.mark.slow
def test_a_release_equals_its_rebuild_and_the_check_changes_nothing(home: Path) -> None:
    before, tables = _content(home), "SELECT count(*) FROM duckdb_tables() WHERE schema_name IN ('core', 'marts')"
    (n_tables,) = query(home / "releases" / "latest" / "warehouse.duckdb", tables).row(0)
    done = parallax("rebuild", "--check", home=home)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"equal: {n_tables} tables, ")
    assert _content(home) == before


@pytest.mark.slow
def test_a_latest_release_that_is_gone_is_made_again_byte_by_byte_whatever_was_decided_since(home: Path) -> None:
    release = (home / "releases" / "latest").resolve()
    before, (document_id,) = (
        _marts(release),
        query(release / "warehouse.duckdb", "SELECT min(document_id) FROM marts.documents").row(0),
    )
    (home / "decisions").mkdir(exist_ok=True)
    words = (
        f"- {{kind: retraction, document_id: {document_id}, author: A test, date: 2026-01-01, reason: decided since}}\n"
    )
    (home / "decisions" / "later.yml").write_text(words, encoding="utf-8")
    discard_folder(release)
    done = parallax("rebuild", release.name, home=home)
    assert done.returncode == 0, done.stderr
    assert (home / "releases" / "latest").resolve() == release
    assert _marts(release) == before


def _marts(release: Path) -> dict[str, str]:
    return {path.name: sha256_of(path) for path in (release / "parquet").iterdir()}


@pytest.mark.slow
def test_a_row_that_the_inputs_do_not_give_is_named_with_both_values(home: Path) -> None:
    _falsified(home)
    done = parallax("rebuild", "--check", home=home)
    assert done.returncode == 1
    assert "marts.market_estimates: 2 rows in one of the two only" in done.stderr
    assert "published / rebuilt: estimate: " in done.stderr


@pytest.mark.slow
def test_the_nightly_job_succeeds_on_an_equal_release_and_fails_on_another(home: Path) -> None:
    assert _job(home).success
    _falsified(home)
    assert not _job(home).success
