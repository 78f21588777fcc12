"""The inbox sensor asks for one run per state of the inbox."""

from __future__ import annotations

import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
import pytest

from pipelines.defs.resources import Home
from pipelines.defs.sensors import Asked, inbox, inbox_state, next_wanted
from pipelines.operations import Inbox


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An inbox with two files."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    (folder / "a.txt").write_text("a")
    (folder / "b.txt").write_text("bb")
    return folder


def tick(folder: Path, cursor: str | None = None) -> tuple[dg.RunRequest | dg.SkipReason, str | None]:
    """One evaluation; what it asks for, and the cursor it leaves."""
    resources = {"home": Home(home=str(folder.parent / "home"), inbox=str(folder))}
    with dg.DagsterInstance.ephemeral() as instance:
        context = dg.build_sensor_context(instance=instance, cursor=cursor, resources=resources)
        result = inbox(context)
        assert isinstance(result, dg.RunRequest | dg.SkipReason)
        return result, context.cursor


def test_all_files_go_into_one_run_and_a_run_that_was_never_made_is_asked_for_by_the_same_key(folder: Path) -> None:
    first, cursor = tick(folder)
    assert isinstance(first, dg.RunRequest)
    assert first.tags["parallax/files"] == "2"
    again, _ = tick(folder, cursor)
    # no run was made of it (this instance has none): Dagster makes one run of one key, so asking again doubles nothing
    assert isinstance(again, dg.RunRequest)
    assert again.run_key == first.run_key


def test_a_cursor_of_an_earlier_version_asks_for_nothing_while_the_files_are_the_same(folder: Path) -> None:
    again, _ = tick(folder, inbox_state(folder.iterdir()))
    assert isinstance(again, dg.SkipReason)
    assert again.skip_message == "2 files, none new"


def test_a_new_file_asks_for_a_run_of_another_key(folder: Path) -> None:
    first, cursor = tick(folder)
    (folder / "c.txt").write_text("c")
    second, _ = tick(folder, cursor)
    assert isinstance(first, dg.RunRequest)
    assert isinstance(second, dg.RunRequest)
    assert first.run_key != second.run_key


def test_a_file_that_changed_in_place_asks_for_a_run(folder: Path) -> None:
    before = inbox_state(folder.iterdir())
    os.utime(folder / "a.txt", ns=(1, 1))
    assert inbox_state(folder.iterdir()) != before


def test_a_sidecar_that_comes_changes_or_goes_asks_for_a_run(folder: Path) -> None:
    files = [folder / "a.txt", folder / "b.txt"]
    sidecar = folder / "a.txt.meta.yml"
    states = [inbox_state(files)]
    sidecar.write_text("publisher: Acme")
    states.append(inbox_state(files))
    sidecar.write_text("publisher: Acme Research")
    states.append(inbox_state(files))
    assert len(set(states)) == 3
    sidecar.unlink()
    assert inbox_state(files) == states[0]
    first, cursor = tick(folder)
    sidecar.write_text("publisher: Acme")
    second, _ = tick(folder, cursor)
    assert isinstance(first, dg.RunRequest)
    assert isinstance(second, dg.RunRequest)
    assert first.run_key != second.run_key


def test_an_inbox_that_holds_the_home_is_asked_for_nothing(folder: Path) -> None:
    resources = {"home": Home(home=str(folder / "data"), inbox=str(folder))}
    with dg.DagsterInstance.ephemeral() as instance:
        found = inbox(dg.build_sensor_context(instance=instance, resources=resources))
    assert isinstance(found, dg.SkipReason)
    assert "the inbox holds the data home" in (found.skip_message or "")


def test_the_order_in_which_files_are_listed_changes_nothing(folder: Path) -> None:
    files = sorted(folder.iterdir())
    assert inbox_state(files) == inbox_state(reversed(files))


def test_a_file_that_vanishes_between_two_looks_does_no_harm(folder: Path) -> None:
    files = [*folder.iterdir(), folder / "gone.txt"]
    assert inbox_state(files) == inbox_state(folder.iterdir())


def test_an_empty_and_a_missing_inbox_say_so(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    empty, _ = tick(tmp_path / "empty")
    missing, _ = tick(tmp_path / "missing")
    assert isinstance(empty, dg.SkipReason)
    assert isinstance(missing, dg.SkipReason)
    assert "no file" in (empty.skip_message or "")
    assert "no such folder; create it, or set PARALLAX_INBOX" in (missing.skip_message or "")


SETTINGS = Inbox(attempts=3, wait_minutes=10)
ASKED = Asked("state", 1, 1_000_000.0)


def newest(
    status: dg.DagsterRunStatus,
    *,
    made: float = 1_000_001.0,
    ended: float | None = 1_000_100.0,
    tags: dict[str, str] | None = None,
) -> dg.RunRecord:
    """The newest run of the main job as Dagster records it."""
    moment = datetime.fromtimestamp(made, UTC)
    run = dg.DagsterRun(job_name="publish_release", status=status, tags=tags)
    return dg.RunRecord(1, run, moment, moment, start_time=made, end_time=ended)


def test_a_run_that_was_done_leaves_nothing_to_ask_for() -> None:
    assert next_wanted(ASKED, newest(dg.DagsterRunStatus.SUCCESS), SETTINGS, 1_000_200.0) == ""


def test_a_success_from_before_the_question_is_no_answer_to_it() -> None:
    old = newest(dg.DagsterRunStatus.SUCCESS, made=999_000.0)
    assert next_wanted(ASKED, old, SETTINGS, 1_000_200.0) == ASKED


@pytest.mark.parametrize("status", [dg.DagsterRunStatus.STARTING, dg.DagsterRunStatus.STARTED])
def test_while_a_run_is_on_its_way_no_second_is_asked_for(status: dg.DagsterRunStatus) -> None:
    assert next_wanted(ASKED, newest(status), SETTINGS, 2_000_000.0) == "a run is under way"


def test_a_failed_run_that_dagster_retries_itself_is_left_to_it() -> None:
    record = newest(dg.DagsterRunStatus.FAILURE, tags={"dagster/will_retry": "true"})
    assert next_wanted(ASKED, record, SETTINGS, 2_000_000.0) == "a run is under way"


@pytest.mark.parametrize(
    ("attempt", "minutes", "asks"),
    [(1, 9.9, False), (1, 10.0, True), (2, 19.9, False), (2, 20.0, True), (3, 10_000.0, False)],
)
def test_a_failed_run_is_asked_for_again_after_a_wait_that_doubles_and_not_for_ever(
    attempt: int, minutes: float, asks: bool
) -> None:
    asked = Asked("state", attempt, 1_000_000.0)
    now = 1_000_100.0 + 60 * minutes
    wanted = next_wanted(asked, newest(dg.DagsterRunStatus.FAILURE), SETTINGS, now)
    assert wanted == Asked("state", attempt + 1, now) if asks else isinstance(wanted, str) and wanted


def test_a_run_that_a_person_cancelled_is_not_started_again() -> None:
    told = next_wanted(ASKED, newest(dg.DagsterRunStatus.CANCELED), SETTINGS, 2_000_000.0)
    assert isinstance(told, str)
    assert "cancelled" in told


def test_each_attempt_has_a_key_of_its_own_because_dagster_never_tries_a_failed_key_again(folder: Path) -> None:
    state = inbox_state(folder.iterdir())
    cursor = json.dumps({"state": state, "attempt": 2, "at": time.time()})
    again, _ = tick(folder, cursor)
    assert isinstance(again, dg.RunRequest)
    assert again.run_key == f"{state}-2"
