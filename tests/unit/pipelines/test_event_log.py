"""The event log that keeps its connections: the same files as Dagster's own, whoever reads them."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster._core.storage.event_log import SqliteEventLogStorage

from pipelines.event_log import EventLog
from pipelines.home import prepare_dagster_home


@dg.asset(check_specs=[dg.AssetCheckSpec(name, asset="water") for name in ("whole", "clear")])
def water() -> Any:
    for name in ("whole", "clear"):
        yield dg.AssetCheckResult(check_name=name, passed=True)
    yield dg.MaterializeResult(asset_key="water")


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dg.DagsterInstance:
    monkeypatch.setenv("DAGSTER_HOME", str(prepare_dagster_home(tmp_path)))
    return dg.DagsterInstance.get()


def _run(instance: dg.DagsterInstance) -> str:
    outcome = dg.materialize([water], instance=instance)
    assert outcome.success
    return outcome.run_id


def _n_open(folder: Path) -> int:
    """How many databases of the folder this process holds open."""
    held = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # closed since it was listed
            held.add(descriptor.readlink())
    return sum(path.parent == folder and path.suffix == ".db" for path in held)


def test_a_new_home_writes_its_events_through_it(instance: dg.DagsterInstance) -> None:
    assert isinstance(instance.event_log_storage, EventLog)


def test_dagsters_own_storage_reads_every_event_that_it_wrote(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    run = _run(instance)
    plain = SqliteEventLogStorage(str(tmp_path / "dagster" / "history" / "runs"))
    plain.register_instance(instance)
    for storage in (plain, instance.event_log_storage):
        events = [line.dagster_event for line in storage.get_logs_for_run(run)]
        kinds = [event.event_type_value for event in events if event]
        # planned and evaluated, for two checks
        assert kinds.count("ASSET_CHECK_EVALUATION") == 2
        assert kinds.count("ASSET_CHECK_EVALUATION_PLANNED") == 2
        assert kinds.count("PIPELINE_SUCCESS") == 1
    summaries = plain.get_latest_asset_check_execution_by_key([dg.AssetCheckKey(dg.AssetKey("water"), "whole")])
    assert len(summaries) == 1


def test_files_of_older_runs_are_let_go(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    for _ in range(4):
        _run(instance)
    folder = tmp_path / "dagster" / "history" / "runs"
    assert len(list(folder.glob("*.db"))) == 5  # four runs and the index
    assert _n_open(folder) <= 3  # two runs and the index
    instance.event_log_storage.dispose()
    assert _n_open(folder) == 0


def test_a_run_whose_file_was_deleted_gets_a_new_one(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    run = _run(instance)
    (tmp_path / "dagster" / "history" / "runs" / f"{run}.db").unlink()
    assert list(instance.event_log_storage.get_logs_for_run(run)) == []
    assert (tmp_path / "dagster" / "history" / "runs" / f"{run}.db").exists()


def test_events_wait_for_no_disk(instance: dg.DagsterInstance) -> None:
    storage = instance.event_log_storage
    assert isinstance(storage, EventLog)
    with storage.index_connection() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 1  # NORMAL


def test_a_table_that_is_there_is_looked_for_once(
    instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = instance.event_log_storage
    assert isinstance(storage, EventLog)
    assert storage.supports_asset_checks
    assert not storage.has_table("nonsense")
    monkeypatch.setattr(SqliteEventLogStorage, "has_table", None)  # whoever looks again stumbles
    assert storage.supports_asset_checks
