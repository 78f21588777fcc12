"""Core → marts: runs the dbt project on an unpublished build, in this process. The SQL is in `dbt_project/`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warehouse.export import list_tables, seal
from warehouse.manifest_cache import load_manifest, store_manifest
from warehouse.mart_docs import PAGE, write_docs
from warehouse.mart_nodes import NodeResult
from warehouse.mart_recording import Listener, load_recording, recorded, recording_file, store_recording
from warehouse.mart_replay import replay
from warehouse.step import BuildError

MEMORY = "PARALLAX_MARTS_MEMORY"  # of DuckDB for the marts, as a size
PROJECT = Path(__file__).resolve().parent.parent / "dbt_project"
WITHOUT_UNIT_TESTS = ("--exclude-resource-type", "unit_test")


@dataclass(frozen=True, slots=True)
class MartReport:
    """What dbt did.

    Attributes:
        models: models in order of their names.
        tests: data tests, and unit tests where asked for, in order of their names.
        rows: rows by table of schema marts, without schema name.
    """

    models: tuple[NodeResult, ...]
    tests: tuple[NodeResult, ...]
    rows: Mapping[str, int]

    @property
    def warnings(self) -> tuple[NodeResult, ...]:
        """Tests that warn and do not block."""
        return tuple(test for test in self.tests if test.status == "warn")


class MartError(BuildError):
    """Models or tests failed; the build must not be published. `results` holds every node that ran."""

    def __init__(self, message: str, results: tuple[NodeResult, ...] = ()) -> None:
        """`results`: nodes in order of kind and name."""
        super().__init__(message)
        self.results = results


def build_marts(database: Path, *, unit_tests: bool = False, project: Path = PROJECT) -> MartReport:
    """Builds and tests every mart in a build, and writes dbt's documentation beside it (`mart_docs.PAGE`).

    Where dbt has built a build of the same shape from the same project before, its statements are sent again without it
    (`mart_replay`); dbt itself runs where there is no such recording, or where anything in it fails.
    A failed test does not keep dbt from replacing its table (measured): run this on unpublished builds only.

    Args:
        database: the build's file; no connection of this process may be open on it.
        unit_tests: whether dbt's unit tests run too; they test code, not data, so the daily run leaves them out.
        project: dbt project with its profiles.yml.

    Returns:
        Models, tests and rows.

    Raises:
        FileNotFoundError: there is no build or no project.
        MartError: the project does not parse, or a model or a blocking test failed; names the nodes.
    """
    for path in (database, project / "dbt_project.yml", project / "profiles.yml"):
        if not path.is_file():
            raise FileNotFoundError(f"{path}: not there; build core first, and run from a checkout with dbt_project/")
    if unit_tests:
        return mart_report(database, _run(database, project, ["build"]))
    recording_at = recording_file(project, database)
    recording = load_recording(recording_at)
    results = None if recording is None else replay(database, recording)
    if results is None:
        results = _run(database, project, ["build", *WITHOUT_UNIT_TESTS], recording_at)
    return mart_report(database, results)


def show_marts(database: Path, project: Path = PROJECT) -> None:
    """The documentation of dbt of marts that another engine has built, once they stand in a build.

    Args:
        database: the build's file with the tables of schema marts; no connection of this process may be open on it.
        project: dbt project with its profiles.yml.

    Raises:
        MartError: the project does not parse.
    """
    _run(database, project, ["parse"])
    seal(database)


def mart_report(database: Path, results: Sequence[NodeResult]) -> MartReport:
    """What was done to a build's marts; folds the log into the file."""
    seal(database)
    return MartReport(
        models=tuple(result for result in results if result.kind == "model"),
        tests=tuple(result for result in results if result.kind in ("test", "unit_test")),
        rows={table.name: table.n_rows for table in list_tables(database, "marts")},
    )


def nodes_of(outcome: Any, database: Path, project: Path = PROJECT) -> tuple[NodeResult, ...]:
    """Every node that dbt ran, in order of kind and name.

    Args:
        outcome: what dbt answered.
        database: the build that its words are about.
        project: dbt project.

    Raises:
        MartError: as `build_marts`.
    """
    if outcome.exception is not None:
        raise MartError(f"{project}: dbt could not run: {outcome.exception}") from outcome.exception
    results = tuple(
        sorted(map(_result, getattr(outcome.result, "results", ())), key=lambda result: (result.kind, result.name))
    )
    failed = [result for result in results if result.failed]
    if failed or not outcome.success:
        failures = "\n".join(f"  {result.kind} {result.name}: {result.status}: {result.message}" for result in failed)
        if "Out of Memory" in failures:
            failures += "\n  DuckDB has for marts what PARALLAX_MARTS_MEMORY names, else four fifths of the machine: give it more and run again"
        raise MartError(f"marts of {database} failed; nothing may be published from it:\n{failures}", results)
    return results


def dbt_flags(project: Path, work: Path) -> tuple[list[str], list[str]]:
    """Options of every call of dbt: those that keep it quiet, and where it reads and writes.

    Args:
        project: dbt project with its profiles.yml.
        work: an empty folder for what dbt leaves behind.
    """
    quiet = ["--quiet", "--log-level", "none", "--log-level-file", "none", "--log-path", str(work / "logs")]
    quiet += ["--no-send-anonymous-usage-stats", "--no-version-check", "--no-hints-enabled", "--no-use-colors"]
    quiet += ["--no-partial-parse"]
    place = ["--target-path", str(work / "target"), "--project-dir", str(project), "--profiles-dir", str(project)]
    return quiet, place


def _run(
    database: Path, project: Path, does: Sequence[str], recording_at: Path | None = None
) -> tuple[NodeResult, ...]:
    with tempfile.TemporaryDirectory(prefix=".dbt-", dir=database.parent) as work, dbt_environment(database):
        return nodes_of(_invoke(project, Path(work), does, database, recording_at), database, project)


def _invoke(project: Path, work: Path, does: Sequence[str], database: Path, recording_at: Path | None) -> Any:
    from dbt.cli.main import dbtRunner  # three seconds of import

    quiet, place = dbt_flags(project, work)
    try:
        # One reading of the project serves all: reading it takes longer than either.
        manifest: Any = load_manifest(project, database, work / "target")
        if manifest is None:
            parsed = dbtRunner().invoke([*quiet, "parse", *place])
            if not parsed.success:
                return parsed
            manifest = parsed.result
            store_manifest(project, database, work / "target", manifest)
        heard = Listener()
        outcome = dbtRunner(manifest=manifest, callbacks=[heard] if recording_at else []).invoke(
            [*quiet, "--no-write-json", does[0], *place, *does[1:]]
        )
        if outcome.success:
            described = dbtRunner(manifest=manifest).invoke([*quiet, "docs", "generate", "--no-compile", *place])
            if not described.success:
                return described
            write_docs(work / "target", database.with_name(PAGE))
            if recording_at:
                _record(recording_at, heard, outcome.result, database.with_name(PAGE))
        return outcome
    finally:
        _let_go()


def _record(path: Path, heard: Listener, result: Any, page: Path) -> None:
    from dbt.adapters import factory

    adapter_of: Any = factory.get_adapter_by_type
    results = {run.node.unique_id: _result(run) for run in result.results if run.status.value != "no-op"}  # exposures
    schemas = sorted({run.node.schema for run in result.results if run.node.resource_type.value == "model"})
    settings = adapter_of("duckdb").config.credentials.settings
    recording = recorded(heard, results, schemas, settings, page.read_bytes())
    if recording is not None:
        store_recording(path, recording)


def _let_go() -> None:
    """Closes the database instance that dbt-duckdb keeps for the life of the process (dbt-core #11980).

    As long as it is open, no other process can write to the file and this one cannot open it read-only.
    """
    from dbt.adapters import factory
    from dbt.adapters.duckdb import connections

    manager: Any = connections.DuckDBConnectionManager
    if manager._ENV is not None:
        manager._ENV.close()
    manager.close_all_connections()
    forget: Any = factory.reset_adapters
    forget()


def _result(run: Any) -> NodeResult:
    node, kind = run.node, str(run.node.resource_type.value)
    generic = getattr(node, "test_metadata", None)
    about = (getattr(node, "attached_node", None) or node.refs[0].name) if kind == "test" else ""
    return NodeResult(
        name=node.name,
        kind=kind,
        status=str(run.status.value),
        message=run.message,
        n_failing=run.failures,
        seconds=run.execution_time,
        mart=about.rpartition(".")[2],
        check=generic.name if generic else node.name,
    )


def _most_of_the_machine() -> str:
    """Four fifths of the memory, as DuckDB takes where nothing is said; a profile can only name a size."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return f"{max(total * 4 // 5 // 1_000_000, 1)}MB"


@contextmanager
def dbt_environment(database: Path) -> Iterator[None]:
    """What dbt reads from the environment for the time of one run: where the build lies, and to send nothing out."""
    wanted = {
        "PARALLAX_BUILD": str(database.resolve()),
        "DO_NOT_TRACK": "1",
        "DBT_SEND_ANONYMOUS_USAGE_STATS": "False",
        MEMORY: os.environ.get(MEMORY) or _most_of_the_machine(),
    }
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
