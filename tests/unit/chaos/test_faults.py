"""What the trials look for in a home is found where it is planted: a trial that could not fail would promise nothing."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from chaos.feeds import faults_of
from chaos.publishing import steps_of
from sources.ingest import Arrival, receive
from trials.inboxes import DUPLICATES, LANDED, QUARANTINED, write_inbox
from trials.world import World, documents_of, faults_at_end, faults_now, leftovers, marts_of, remove
from warehouse.ledger import open_ledger
from warehouse.ledger.batches import write_batch


@pytest.mark.parametrize("place", ["ledger/tmp/half", "releases/.tmp-abc", "builds/b"])
def test_what_is_left_behind_is_found(place: str, tmp_path: Path) -> None:
    assert leftovers(tmp_path) == []
    (tmp_path / place).mkdir(parents=True)
    assert leftovers(tmp_path) == [f"left behind: {place}"]


def test_a_pointer_that_leads_nowhere_is_a_fault(tmp_path: Path) -> None:
    assert faults_now(tmp_path) == []
    (tmp_path / "releases").mkdir()
    (tmp_path / "releases" / "latest").symlink_to("r000007")
    assert "points at r000007, which does not exist" in faults_now(tmp_path)[0]


def test_a_batch_whose_file_is_damaged_is_a_fault(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "home")
    ledger.take_in(receive(write_inbox(tmp_path / "inbox")), now=datetime(2026, 11, 21, tzinfo=UTC))
    assert faults_now(tmp_path / "home") == []
    file = ledger.batches()[0].file("raw.receipts")
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert "missing or damaged" in faults_now(tmp_path / "home")[0]


def test_the_small_inbox_holds_what_it_says(tmp_path: Path) -> None:
    intake = open_ledger(tmp_path / "home").take_in(
        receive(write_inbox(tmp_path / "inbox")), now=datetime(2026, 11, 21, tzinfo=UTC)
    )
    # the file that ends too early lands as bytes and is found unreadable only when it is read
    assert intake.counts["landed"] + intake.counts["quarantined"] == LANDED + QUARANTINED
    assert intake.counts["duplicate"] == DUPLICATES
    assert marts_of(tmp_path / "home") == {}


def test_every_call_out_of_a_watched_file_is_a_step_before_and_after_it(tmp_path: Path) -> None:
    from release.keep import pointing

    steps: list[str] = []
    pointing.announce(_with_target(tmp_path), "r000001")
    steps_of(steps.append, lambda: pointing.point(tmp_path, "r000001"))
    told = [step for step in steps if step.startswith("point ")]
    calls = ("Path.unlink", "Path.symlink_to", "Path.rename", "fsync_directory", "_done")
    assert told == [f"point {when} {call}" for call in calls for when in ("before", "after")]
    assert "_done before Path.unlink" in steps, "the announcement goes last"


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
    # an hour is far from a day, and no machine is so busy
    assert abs(asked - (time.time() - 86_400)) < 3_600
    assert abs(asked - told) < 3_600


@pytest.fixture(scope="module")
def taken_in(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A home that took the small inbox in, and nothing else, told as what an undisturbed run makes."""
    folder = tmp_path_factory.mktemp("taken")
    inbox = write_inbox(folder / "inbox")
    open_ledger(folder / "home").take_in(receive(inbox), now=datetime(2026, 11, 21, tzinfo=UTC))
    return World(inbox, folder / "home", {}, documents_of(folder / "home"), {})


@pytest.fixture
def home(taken_in: World, tmp_path: Path) -> Path:
    """A copy of it, to break."""
    return Path(shutil.copytree(taken_in.home, tmp_path / "home"))


def test_a_home_as_an_undisturbed_run_makes_it_has_no_fault(home: Path, taken_in: World) -> None:
    assert faults_at_end(home, taken_in) == []


def test_a_document_that_is_lost_and_one_of_nowhere_are_found(home: Path, taken_in: World) -> None:
    file = next(path for path in (home / "ledger" / "documents").rglob("*") if path.is_file())
    file.rename(file.with_name("0" * 64))
    assert faults_at_end(home, taken_in) == ["1 documents lost", "1 documents of nowhere"]


def test_a_document_that_landed_twice_is_found(home: Path, taken_in: World) -> None:
    ledger = open_ledger(home)
    first = pq.read_table(ledger.batches()[0].file("raw.receipts"))
    write_batch(home / "ledger" / "batches", home / "ledger" / "tmp", {"raw.receipts": first.slice(0, 1)})
    document_id, origin = first["document_id"][0].as_py(), first["origin"][0].as_py()
    assert faults_at_end(home, taken_in) == [
        f"landed 2 times: {document_id}",
        f"received 2 times: {(origin, document_id)}",
    ]


def test_other_marts_are_found_by_name(home: Path, taken_in: World) -> None:
    faults = faults_at_end(home, replace(taken_in, marts={"claims.parquet": "ab" * 32}))
    assert faults == ["other marts: claims.parquet"]


def test_a_document_that_a_fetch_lost_or_made_up_is_a_fault(tmp_path: Path) -> None:
    content = b"half a pa"
    came = Arrival("http://here/a", "a", hashlib.sha256(content).hexdigest(), content, None, None)
    open_ledger(tmp_path).take_in([came], now=datetime(2026, 11, 21, tzinfo=UTC))
    wanted = {"http://here/a": b"half a page", "http://here/b": b"another"}
    assert faults_of(tmp_path, {"http://here/a": content}, is_end=True) == []
    assert faults_of(tmp_path, wanted, is_end=False) == ["http://here/a: holds what its server never had"]
    assert faults_of(tmp_path, wanted, is_end=True)[1:] == ["http://here/b: lost"]
