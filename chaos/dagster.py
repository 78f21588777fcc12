"""Trials with a real daemon of Dagster: runs killed, the daemon killed, ticks missed and doubled. Nothing lost, nothing doubled.

`quick` kills one run that receives and reads, and waits for its retry; `full` waits for releases, and lets all of it go wrong:
run, daemon with all below it, a tick that comes twice, a machine that was off for days.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from chaos.daemons import (
    PATIENCE,
    all_ended,
    change_memory,
    daemon,
    environment,
    memory_holds,
    runs_of,
    runs_of_schedule,
    wait,
)
from chaos.trial import Outcome, Size, Trial
from trials.processes import ROOT

DAYS_OFF = 3


def _fresh(folder: Path, n_documents: int) -> tuple[Path, Path]:
    """A home and an inbox with documents of their own."""
    home, inbox = folder / "home", folder / "inbox"
    home.mkdir(parents=True)
    inbox.mkdir()
    for number in range(n_documents):
        _put(inbox, number)
    return home, inbox


def _put(inbox: Path, number: int) -> None:
    market = ("heat pump", "seaweed packaging", "snowmaking")[number % 3]
    (inbox / f"report-{number}.txt").write_text(
        f"{market.title()} Market Report {number}\n\nThe global {market} market was valued at USD {number + 2}.{number} billion "
        f"in 2024 and is projected to reach USD {number + 9}.5 billion by 2032.\n",
        encoding="utf-8",
    )


def _wrongs(home: Path, n_documents: int) -> list[str]:
    """What is lost or doubled: the ledger asked, not Dagster."""
    from sources.extract import extractor_version
    from warehouse.ledger import open_ledger

    ledger = open_ledger(home)
    receipts = ledger.rows("raw.receipts")
    landed = receipts.filter(receipts["outcome"] == "landed")["document_id"]
    readings = ledger.rows("raw.documents").select("document_id", "extractor_version")
    found = []
    if landed.n_unique() != n_documents:
        found.append(f"{landed.n_unique()} of {n_documents} documents landed")
    if len(receipts) != n_documents:
        found.append(f"{len(receipts)} receipts of {n_documents} arrivals")
    if ledger.pending(extractor_version()):
        found.append(f"{len(ledger.pending(extractor_version()))} documents are not read")
    if readings.unique().height != readings.height:
        found.append("a document was read twice by one version")
    return found


def _await_release(home: Path, n_documents: int) -> None:
    """Waits for a release of so many documents."""
    from release.catalogue import latest

    def is_there() -> bool:
        current = latest(home)
        return current is not None and current.record.documents.get("landed", 0) == n_documents

    wait("a release of all documents", is_there)


def _await_rest(home: Path) -> None:
    wait("no run that is said to go on", lambda: all_ended(home))


def _failed(home: Path) -> list[str]:
    n = sum(run[1] == "FAILURE" for run in runs_of(home))
    return [f"{n} run(s) failed"] if n else []


def _kill_the_one_that_began(home: Path, n_documents: int) -> tuple[str, list[str]]:
    """Kills the process of the first run as soon as it is known; its id, and why that shows nothing, if so."""
    wait("a run that has begun", lambda: any(run[2] for run in runs_of(home)))
    victim = next(run for run in runs_of(home) if run[2])
    os.kill(int(victim[2].split(":")[1]), signal.SIGKILL)
    done = not _wrongs(home, n_documents)
    return victim[0], ["the run had read everything before it was killed: this trial shows nothing"] if done else []


def _kill_a_run_that_reads(folder: Path) -> list[str]:
    """A run without a build, asked for by hand: it costs half a minute of processor, a whole one two minutes."""
    home, inbox = _fresh(folder, 12)
    with daemon(home, inbox, automation="off"):
        asked = [sys.executable, *"-m dagster job launch -m pipelines.defs.definitions -j ingest_only".split()]
        wait("Dagster's tables", (home / "dagster" / "schedules" / "schedules.db").exists)
        subprocess.run(asked, cwd=ROOT, env=environment(home, inbox), check=True, capture_output=True, timeout=PATIENCE)
        victim, nothing = _kill_the_one_that_began(home, 12)
        if nothing:
            return nothing
        wait("the killed run called failed", lambda: (victim, "FAILURE") in {run[:2] for run in runs_of(home)})
        wait("everything received and read by the retry", lambda: not _wrongs(home, 12))
    return _wrongs(home, 12)


def _kill_a_run(folder: Path) -> list[str]:
    """Kills a run that the sensor asked for, and waits for the release that Dagster's own retry makes."""
    home, inbox = _fresh(folder, 4)
    with daemon(home, inbox):
        victim, nothing = _kill_the_one_that_began(home, 4)
        if nothing:
            return nothing
        wait("the killed run called failed", lambda: (victim, "FAILURE") in {run[:2] for run in runs_of(home)})
        _await_release(home, 4)
    return _wrongs(home, 4)


def _kill_the_daemon(folder: Path) -> list[str]:
    """Kills daemon, code server and run at once, lets files arrive meanwhile, and starts the daemon again."""
    home, inbox = _fresh(folder, 2)
    with daemon(home, inbox):
        wait("a run that has begun", lambda: any(run[2] for run in runs_of(home)))
    _put(inbox, 2)
    time.sleep(5)
    _put(inbox, 3)
    with daemon(home, inbox):
        _await_release(home, 4)
        _await_rest(home)
    return _wrongs(home, 4)


def _double_the_ticks(folder: Path) -> list[str]:
    """A second daemon on the same home; and a sensor that has forgotten what it asked for, so that its tick comes twice."""
    home, inbox = _fresh(folder, 3)
    with daemon(home, inbox):
        wait("a run that has begun", lambda: any(run[2] for run in runs_of(home)))
        with daemon(home, inbox) as second:
            wait("the second daemon refused", lambda: second.poll() is not None)
        _await_release(home, 3)
        _await_rest(home)
    asked = len(runs_of(home))
    change_memory(home, lambda told: told | {"cursor": None, "last_run_key": None} if "cursor" in told else told)
    with daemon(home, inbox):
        wait("the sensor asking again", lambda: memory_holds(home, '"state'))
        _await_rest(home)
    n_runs = len(runs_of(home))
    doubled = [f"{n_runs} runs for one state of the inbox"] if n_runs != asked else []
    return _wrongs(home, 3) + doubled + _failed(home)


def _miss_ticks(folder: Path) -> list[str]:
    """Stops the daemon, sets back what Dagster remembers of its schedules by days, and starts it again.

    To Dagster that is a machine that was off meanwhile: it asks for the latest of the missed ticks alone, and that run has to
    take everything that is pending.
    """
    home, inbox = _fresh(folder, 2)
    with daemon(home, inbox):
        _await_release(home, 2)
        _await_rest(home)
    change_memory(home, _set_back)
    _put(inbox, 2)
    _put(inbox, 3)
    with daemon(home, inbox):
        wait("a run of the schedule", lambda: runs_of_schedule(home) > 0)
        _await_release(home, 4)
        _await_rest(home)
        runs = runs_of_schedule(home)
    doubled = [f"{runs} runs for {DAYS_OFF} missed days"] if runs != 1 else []
    return _wrongs(home, 4) + doubled + _failed(home)


def _set_back(told: dict[str, Any]) -> dict[str, Any]:
    """A schedule that was last looked at days earlier."""
    times = ("start_timestamp", "last_iteration_timestamp") if told.get("cron_schedule") else ()
    return told | {name: told[name] - DAYS_OFF * 86_400 for name in times if told.get(name)}


def _tried(folder: Path, trials: list[Callable[[Path], list[str]]], what: str) -> Outcome:
    wrongs: list[str] = []
    failures = 0
    for number, trial in enumerate(trials):
        work = folder / str(number)
        work.mkdir(parents=True)
        try:
            found = trial(work)
        except (TimeoutError, OSError, subprocess.SubprocessError) as error:
            found = [str(error)]
        failures += bool(found)
        wrongs += found
    return Outcome(len(trials), failures, note="; ".join([what, *dict.fromkeys(wrongs)]))


_FULL: tuple[tuple[str, Callable[[Path], list[str]]], ...] = (
    ("run killed", _kill_a_run),
    ("daemon and all below it killed, files arrive meanwhile", _kill_the_daemon),
    ("a second daemon started, a tick of the sensor twice", _double_the_ticks),
    (f"ticks of {DAYS_OFF} days missed", _miss_ticks),
)
_TIMES = 2


def _all_that_goes_wrong(folder: Path, size: Size) -> Outcome:
    if size == "quick":
        return _tried(folder, [_kill_a_run_that_reads], "a run that receives and reads killed")
    trials = [trial for _, trial in _FULL] * _TIMES
    return _tried(folder, trials, f"{_TIMES} times each: {', '.join(name for name, _ in _FULL)}")


TRIALS: tuple[Trial, ...] = (
    Trial(
        "Dagster: a run or the daemon killed, ticks missed or doubled",
        "made up for by itself; 0 lost, 0 doubled, no run left hanging",
        _all_that_goes_wrong,
    ),
)
