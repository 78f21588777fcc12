"""The inbox sensor asks for one run per state of the inbox."""

from __future__ import annotations

import os
from pathlib import Path

import dagster as dg
import pytest

from pipelines.defs.resources import Home
from pipelines.defs.sensors import inbox, inbox_state


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
    context = dg.build_sensor_context(
        cursor=cursor, resources={"home": Home(home=str(folder.parent), inbox=str(folder))}
    )
    result = inbox(context)
    assert isinstance(result, dg.RunRequest | dg.SkipReason)
    return result, context.cursor


def test_all_files_go_into_one_run_and_the_next_tick_asks_for_none(folder: Path) -> None:
    first, cursor = tick(folder)
    assert isinstance(first, dg.RunRequest)
    assert first.tags["parallax/files"] == "2"
    again, _ = tick(folder, cursor)
    assert isinstance(again, dg.SkipReason)
    assert again.skip_message == "2 file(s), none new"


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
    assert "no such folder; make it, or set PARALLAX_INBOX" in (missing.skip_message or "")
