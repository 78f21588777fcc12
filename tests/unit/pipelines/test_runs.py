"""Lost runs, old runs, retried steps: on Dagster's own storage, not on a mock."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest

from pipelines.defs.transient import tried_again
from pipelines.lost_runs import PROCESS_TAG, fail_lost_runs, is_gone, process_name, this_process
from pipelines.old_runs import forget_old_runs
from pipelines.operations import NAME, PACKAGED, read_operations
from warehouse.reviewed import ReviewedFileError


@dg.op
def nothing() -> None:
    """Does nothing."""


@dg.job
def idle() -> None:
    """One op."""
    nothing()


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    """A real storage in SQLite."""
    with dg.instance_for_test(temp_dir=str(tmp_path)) as found:
        yield found


def started(instance: dg.DagsterInstance, process: str) -> str:
    """A run that Dagster believes to be going on in that process."""
    run = instance.create_run_for_job(idle, tags={PROCESS_TAG: process})
    instance.report_dagster_event(
        dg.DagsterEvent(event_type_value="PIPELINE_START", job_name="idle", message="begun"), run.run_id
    )
    return run.run_id


def events_file(instance: dg.DagsterInstance, run_id: str) -> Path:
    """Where SQLite keeps the events of a run."""
    return Path(instance.event_log_storage.path_for_shard(run_id))  # type: ignore[attr-defined]


def status_of(instance: dg.DagsterInstance, run_id: str) -> dg.DagsterRunStatus:
    """What Dagster believes of a run."""
    run = instance.get_run_by_id(run_id)
    assert run is not None
    return run.status


def test_a_run_whose_process_was_killed_is_failed_and_one_that_lives_is_left(instance: dg.DagsterInstance) -> None:
    code = (
        "from pipelines.lost_runs import this_process; import sys; print(this_process(), flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as child:
        assert child.stdout is not None
        name = child.stdout.readline().strip()
        dying, living = started(instance, name), started(instance, this_process())
        assert fail_lost_runs(instance) == ()
        child.kill()
        child.wait()
    assert fail_lost_runs(instance) == (dying,)
    assert status_of(instance, dying) is dg.DagsterRunStatus.FAILURE
    assert status_of(instance, living) is dg.DagsterRunStatus.STARTED
    assert fail_lost_runs(instance) == ()


def test_the_same_process_id_after_a_boot_or_of_a_later_process_is_another_process() -> None:
    boot, pid, begun = this_process().split(":")
    assert not is_gone(this_process())
    assert is_gone(process_name(int(pid), "another-boot", begun))
    assert is_gone(process_name(int(pid), boot, "1"))


@pytest.mark.parametrize("name", ["", "nonsense", "a:b:c", "a:1"])
def test_a_name_that_cannot_be_read_is_never_called_gone(name: str) -> None:
    assert not is_gone(name)


def test_a_child_that_ended_and_was_not_waited_for_is_gone() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    from pipelines.lost_runs import _running

    name = _running(child.pid)
    assert name is not None
    assert not is_gone(name)
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it is a zombie now
    try:
        assert is_gone(name)
    finally:
        child.communicate()


@pytest.mark.slow
def test_old_finished_runs_go_with_their_events_and_files_and_the_newest_stay(instance: dg.DagsterInstance) -> None:
    ids = [idle.execute_in_process(instance=instance).run_id for _ in range(4)]
    going_on = started(instance, this_process())
    later = datetime.now(UTC) + timedelta(days=40)
    assert forget_old_runs(instance, later, kept_days=60, kept_at_least=1) == ()
    gone = forget_old_runs(instance, later, kept_days=30, kept_at_least=3)
    assert set(gone) == set(ids[:2])
    assert status_of(instance, going_on) is dg.DagsterRunStatus.STARTED
    for run_id in ids[:2]:
        assert instance.get_run_by_id(run_id) is None
        assert not events_file(instance, run_id).exists()
    for run_id in ids[2:]:
        assert instance.all_logs(run_id)
        assert events_file(instance, run_id).exists()
    assert forget_old_runs(instance, later, kept_days=30, kept_at_least=1) == (ids[3], ids[2])
    assert status_of(instance, going_on) is dg.DagsterRunStatus.STARTED


@pytest.mark.slow
def test_events_beyond_their_room_go_oldest_first_whatever_their_age(instance: dg.DagsterInstance) -> None:
    """Files of 10 MB count twice, for the index: 20, 40, 60 MB, and less than 1 for the run that goes on. In 45 MB two have room."""
    ids = []
    for _ in range(3):
        ids.append(idle.execute_in_process(instance=instance).run_id)
        with events_file(instance, ids[-1]).open("r+b") as file:
            file.truncate(10_000_000)
    going_on = started(instance, "another process")
    now = datetime.now(UTC)
    assert forget_old_runs(instance, now, kept_days=90, kept_at_least=50, most_bytes=62_000_000) == ()
    assert forget_old_runs(instance, now, kept_days=90, kept_at_least=50, most_bytes=45_000_000) == (ids[0],)
    assert not events_file(instance, ids[0]).exists()
    assert forget_old_runs(instance, now, kept_days=90, kept_at_least=50, most_bytes=1) == (ids[2], ids[1])
    assert status_of(instance, going_on) is dg.DagsterRunStatus.STARTED


def test_a_home_whose_own_settings_are_older_than_a_limit_has_the_packaged_one(tmp_path: Path) -> None:
    lines = PACKAGED.read_text(encoding="utf-8").splitlines()
    (tmp_path / NAME).write_text("\n".join(line for line in lines if "most_megabytes" not in line), encoding="utf-8")
    assert read_operations(tmp_path).runs.most_bytes == read_operations().runs.most_bytes == 500_000_000


@pytest.mark.parametrize("number", [errno.EIO, errno.ESTALE, errno.EMFILE])
def test_a_passing_fault_of_the_system_asks_for_another_try(number: int) -> None:
    with pytest.raises(dg.RetryRequested), tried_again():
        raise OSError(number, "passing")


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "full"), PermissionError(errno.EACCES, "no"), ValueError("bad")]
)
def test_a_fault_that_needs_a_person_is_not_tried_again(error: Exception) -> None:
    with pytest.raises(type(error)), tried_again():
        raise error


def test_a_home_has_settings_of_its_own_or_the_packaged_ones(tmp_path: Path) -> None:
    assert read_operations(tmp_path) == read_operations()
    assert read_operations().reading.on_new_extractor == "all"
    text = PACKAGED.read_text(encoding="utf-8").replace("on_new_extractor: all", "on_new_extractor: new_documents")
    (tmp_path / NAME).write_text(text, encoding="utf-8")
    assert read_operations(tmp_path).reading.on_new_extractor == "new_documents"


def test_a_wrong_setting_is_refused_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(PACKAGED.read_text().replace("kept_days: 90", "kept_days: 0"))
    with pytest.raises(ReviewedFileError, match=r"operations\.yml:\d+: runs\.kept_days"):
        read_operations(tmp_path)
