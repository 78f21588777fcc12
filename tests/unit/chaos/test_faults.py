"""What the trials look for in a home is found where it is planted: a trial that could not fail would promise nothing."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from chaos.publishing import steps_of
from chaos.texts import DUPLICATES, LANDED, QUARANTINED, write_inbox
from chaos.world import faults_now, leftovers, marts_of, remove
from sources.ingest import receive
from warehouse.ledger import open_ledger


@pytest.mark.parametrize("place", ["ledger/tmp/half", "releases/.tmp-abc", "builds/b"])
def test_what_is_left_behind_is_found(place: str, tmp_path: Path) -> None:
    assert leftovers(tmp_path) == []
    (tmp_path / place).mkdir(parents=True)
    assert leftovers(tmp_path) == [f"left behind: {place}"]


def test_a_pointer_that_leads_nowhere_is_a_fault(tmp_path: Path) -> None:
    assert faults_now(tmp_path) == []
    (tmp_path / "releases").mkdir()
    (tmp_path / "releases" / "latest").symlink_to("r000007")
    assert "points at r000007, which is not there" in faults_now(tmp_path)[0]


def test_a_batch_whose_file_is_damaged_is_a_fault(tmp_path: Path) -> None:
    from datetime import UTC, datetime

    ledger = open_ledger(tmp_path / "home")
    ledger.take_in(receive(write_inbox(tmp_path / "inbox")), now=datetime(2026, 11, 21, tzinfo=UTC))
    assert faults_now(tmp_path / "home") == []
    file = ledger.batches()[0].file("raw.receipts")
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert "missing or damaged" in faults_now(tmp_path / "home")[0]


def test_the_small_inbox_holds_what_it_says(tmp_path: Path) -> None:
    from datetime import UTC, datetime

    intake = open_ledger(tmp_path / "home").take_in(
        receive(write_inbox(tmp_path / "inbox")), now=datetime(2026, 11, 21, tzinfo=UTC)
    )
    # the file that ends too early lands as bytes and is found unreadable only when it is read
    assert intake.counts["landed"] + intake.counts["quarantined"] == LANDED + QUARANTINED
    assert intake.counts["duplicate"] == DUPLICATES
    assert marts_of(tmp_path / "home") == {}


def test_every_call_out_of_a_watched_file_is_a_step_before_and_after_it(tmp_path: Path) -> None:
    from release import publishing

    steps: list[str] = []
    steps_of(steps.append, lambda: publishing._point(_with_target(tmp_path), "r000001"))
    told = [step for step in steps if step.startswith("_point ")]
    assert told == [
        f"_point {when} {call}"
        for call in ("Path.unlink", "Path.symlink_to", "Path.rename", "_sync_directory")
        for when in ("before", "after")
    ]
    assert "_sync_directory after fsync" in steps


def _with_target(folder: Path) -> Path:
    (folder / "r000001").mkdir()
    return folder


def test_a_folder_of_read_only_releases_can_be_removed(tmp_path: Path) -> None:
    (tmp_path / "home" / "releases").mkdir(parents=True)
    (tmp_path / "home" / "releases" / "file").write_bytes(b"x")
    (tmp_path / "home" / "releases").chmod(0o555)
    remove(tmp_path / "home")
    assert not (tmp_path / "home").exists()


def test_a_clock_can_be_put_off_before_a_program_is_loaded() -> None:
    import subprocess
    import sys

    program = (
        "from chaos.elsewhere import shift_clocks; shift_clocks(-86400)\n"
        "import time; from datetime import datetime, UTC; print(time.time(), datetime.now(UTC).timestamp())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": "."},
    )
    asked, told = map(float, done.stdout.split())
    assert abs(asked - (time.time() - 86_400)) < 60
    assert abs(asked - told) < 5
