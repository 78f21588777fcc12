"""What the trials look for in a home is found where it is planted: a trial that could not fail would promise nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from chaos import __main__ as program
from chaos.steps import Work, at_every_step, killed_at
from chaos.trial import Outcome, Trial, table_of
from chaos.world import World, documents_of, faults_at_end, faults_now, leftovers, marts_of, small_inbox
from sources.ingest import receive
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


def two_files(folder: Path) -> None:
    """A work of three steps that another call makes whole."""
    (folder / "made").mkdir(exist_ok=True)
    for name in ("a", "b"):
        (folder / "made" / name).write_text("whole")


def test_a_process_dies_at_the_step_that_is_asked_for(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    assert killed_at(3, two_files, home) is None
    assert [path.name for path in (home / "made").iterdir()] == ["a"]
    assert killed_at(4, two_files, home) == 3


def test_each_step_is_found_and_what_a_kill_breaks_is_told(tmp_path: Path) -> None:
    def half(home: Path, _: object, is_done: bool) -> str:
        made = len(list(home.glob("made/*")))
        return "half" if made == 1 else "" if is_done == (made == 2) else f"{made} of 2"

    found = at_every_step(Work("", "", Path.mkdir, two_files, half), tmp_path, "full")
    assert (found.trials, found.faults, found.note) == (3, ["killed at 3: half"], "3 steps")


def test_a_clock_can_be_put_off_before_a_program_is_loaded() -> None:
    words = (
        "from chaos.order import shift_clocks; shift_clocks(-86400); import time; from datetime import datetime, UTC"
    )
    words += "; print(time.time(), datetime.now(UTC).timestamp())"
    surroundings = {**os.environ, "PYTHONPATH": "."}
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, env=surroundings)
    # an hour is far from a day, and no machine is so busy
    assert all(abs(float(told) - (time.time() - 86_400)) < 3_600 for told in done.stdout.split())


@pytest.fixture(scope="module")
def taken_in(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A home that took the small inbox in, and nothing else, told as what an undisturbed run makes."""
    folder = tmp_path_factory.mktemp("taken")
    inbox = small_inbox(folder / "inbox")
    intake = open_ledger(folder / "home").take_in(receive(inbox), now=datetime(2026, 11, 21, tzinfo=UTC))
    assert (intake.counts["landed"], intake.counts["duplicate"], intake.counts["quarantined"]) == (
        12,
        1,
        0,
    )  # two of them are found unreadable only when they are read
    return World(inbox, folder / "home", {}, documents_of(folder / "home"), 0.0)


@pytest.fixture
def home(taken_in: World, tmp_path: Path) -> Path:
    """A copy of it, to break."""
    return Path(shutil.copytree(taken_in.home, tmp_path / "home"))


def test_a_home_as_an_undisturbed_run_makes_it_has_no_fault(home: Path, taken_in: World) -> None:
    assert marts_of(home) == {}
    assert faults_at_end(home, taken_in) == []


def test_a_batch_whose_file_is_damaged_is_a_fault(home: Path) -> None:
    file = open_ledger(home).batches()[0].file("raw.receipts")
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert "missing or damaged" in faults_now(home)[0]


def test_a_document_that_is_lost_and_one_of_nowhere_are_found(home: Path, taken_in: World) -> None:
    file = next(path for path in (home / "ledger" / "documents").rglob("*") if path.is_file())
    file.rename(file.with_name("0" * 64))
    assert faults_at_end(home, taken_in) == ["1 documents lost", "1 documents of nowhere"]


def test_a_document_that_landed_twice_is_found(home: Path, taken_in: World) -> None:
    first = pq.read_table(open_ledger(home).batches()[0].file("raw.receipts"))
    write_batch(home / "ledger" / "batches", home / "ledger" / "tmp", {"raw.receipts": first.slice(0, 1)})
    document_id, origin = first["document_id"][0].as_py(), first["origin"][0].as_py()
    told = [f"landed 2 times: {(document_id,)}", f"received 2 times: {(origin, document_id)}"]
    assert faults_at_end(home, taken_in) == told


def test_other_marts_are_found_by_name(home: Path, taken_in: World) -> None:
    faults = faults_at_end(home, replace(taken_in, marts={"parquet/claims.parquet": "ab" * 32}))
    assert faults == ["other marts: parquet/claims.parquet"]


@pytest.mark.parametrize(("outcome", "kept"), [(Outcome(10), True), (Outcome(10, ["a"]), False), (Outcome(0), False)])
def test_a_promise_is_kept_where_something_was_tried_and_nothing_broke(outcome: Outcome, kept: bool) -> None:
    assert outcome.is_kept is kept


def test_a_cell_of_the_table_holds_neither_a_bar_nor_a_line_break() -> None:
    trial = Trial("a fault", "a promise", lambda folder, size: Outcome(0))
    (line,) = table_of([(trial, Outcome(1_200, ["first | second\nthird"]), 61.7)], "full, 2026-11-21").splitlines()[2:]
    assert line == r"| a fault | 1,200 | 1 | a promise | 62 | full, 2026-11-21 | **broken**; first \| second third |"


def test_the_program_ends_with_1_where_a_promise_broke_or_a_trial_could_not_be_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ends_with(*outcomes: Outcome | None) -> int | str | None:
        def run(outcome: Outcome | None) -> Outcome:
            if outcome is None:
                raise RuntimeError("the trial is at fault")
            return outcome

        trials = tuple(Trial("t", "p", lambda folder, size, one=one: run(one)) for one in outcomes)  # type: ignore[misc]
        monkeypatch.setattr(program, "trials_of", lambda family: trials)
        with pytest.raises(SystemExit) as ended:
            program.main(["--only", "order"])
        return ended.value.code

    assert ends_with(Outcome(1), Outcome(2)) == 0
    assert ends_with(Outcome(1), Outcome(2, ["broke"])) == 1
    assert ends_with(Outcome(1), None) == 1
    assert "could not be run: RuntimeError: the trial is at fault" in capsys.readouterr().out


def test_the_page_of_the_repository_has_rows_of_trials_there_are_in_their_order() -> None:
    page = (Path(program.__file__).parents[1] / "docs" / "reliability.md").read_text(encoding="utf-8")
    rows = page[page.index("| test | trials | failures |") :].split("\n\n")[0].splitlines()[2:]
    names = [trial.name for family in program.FAMILIES for trial in program.trials_of(family)]
    told = [row.removeprefix("| ").split(" | ")[0] for row in rows]
    assert told == [name for name in names if name in told] and len(told) > 10
