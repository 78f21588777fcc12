"""Trials with a real daemon of Dagster: runs killed, the daemon killed, ticks missed and doubled. Nothing lost, nothing doubled.

`quick` kills one run that receives and reads, and waits for its retry; `full` waits for releases, and lets all of it go wrong:
run, daemon with all below it, two daemons on one home, a machine that was off for days.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from chaos.trial import Outcome, Size, Trial

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 600.0  # seconds until something that must happen has not happened, on a machine that others use, too
DAYS_OFF = 3
_MAIN = "from pipelines.cli.app import main; main()"
_RUNS = """
SELECT runs.run_id, runs.status, coalesce(run_tags.value, '')
FROM runs LEFT JOIN run_tags ON run_tags.run_id = runs.run_id AND run_tags.key = 'parallax/process'
"""


def _environment(home: Path, inbox: Path) -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": str(ROOT),
        "DAGSTER_HOME": str(home / "dagster"),
        "PARALLAX_HOME": str(home),
        "PARALLAX_INBOX": str(inbox),
        "PARALLAX_AUTOMATION": "on",
        "OMP_NUM_THREADS": "1",
    }


@contextmanager
def _daemon(home: Path, inbox: Path, automation: str = "on") -> Iterator[subprocess.Popen[bytes]]:
    """A daemon as a service manager starts it; it and all that it started are gone afterwards."""
    with (home.parent / "daemon.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", _MAIN, "daemon"],
            cwd=ROOT,
            env=_environment(home, inbox) | {"PARALLAX_AUTOMATION": automation},
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        _kill_all(process)


def _kill_all(process: subprocess.Popen[bytes]) -> None:
    """Kill -9 of a process and everything below it, as when a machine goes down."""
    for pid in [process.pid, *_below(process.pid)]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    process.wait()


def _below(pid: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                told = (entry / "stat").read_text(errors="replace")
            except OSError:
                continue
            children.setdefault(int(told[told.rindex(")") + 1 :].split()[1]), []).append(int(entry.name))
    found, left = [], [pid]
    while left:
        for child in children.get(left.pop(), []):
            found.append(child)
            left.append(child)
    return found


def _runs(home: Path) -> list[tuple[str, str, str]]:
    """Run id, status and process of every run; from Dagster's file, since asking Dagster takes seconds and a kill must be quick."""
    file = home / "dagster" / "history" / "runs.db"
    if not file.exists():
        return []
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as connection:
            return connection.execute(_RUNS).fetchall()
    except sqlite3.OperationalError:
        return []  # the daemon is making its tables


def _wait(what: str, seen: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not seen():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not seen within {PATIENCE:.0f} s")
        time.sleep(0.1)


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


def _published(home: Path) -> int:
    from release.catalogue import latest

    current = latest(home)
    return 0 if current is None else current.record.documents.get("landed", 0)


def _of_schedule(home: Path) -> int:
    """Runs that a schedule asked for."""
    with closing(sqlite3.connect(f"file:{home / 'dagster' / 'history' / 'runs.db'}?mode=ro", uri=True)) as connection:
        asked = "SELECT count(DISTINCT run_id) FROM run_tags WHERE key = 'dagster/schedule_name' AND value = 'daily_release'"
        return int(connection.execute(asked).fetchone()[0])


def _all_ended(home: Path) -> bool:
    return {run[1] for run in _runs(home)} <= {"SUCCESS", "FAILURE", "CANCELED"}


def _kill_the_one_that_began(home: Path, n_documents: int) -> tuple[str, list[str]]:
    """Kills the process of the first run as soon as it is known; its id, and why that shows nothing, if so."""
    _wait("a run that has begun", lambda: any(run[2] for run in _runs(home)))
    victim = next(run for run in _runs(home) if run[2])
    os.kill(int(victim[2].split(":")[1]), signal.SIGKILL)
    done = not _wrongs(home, n_documents)
    return victim[0], ["the run had read everything before it was killed: this trial shows nothing"] if done else []


def _kill_a_run_that_reads(folder: Path) -> list[str]:
    """A run without a build, asked for by hand: it costs half a minute of processor, a whole one two minutes."""
    home, inbox = _fresh(folder, 12)
    with _daemon(home, inbox, automation="off"):
        asked = [
            sys.executable,
            "-m",
            "dagster",
            "job",
            "launch",
            "-m",
            "pipelines.defs.definitions",
            "-j",
            "ingest_only",
        ]
        _wait("Dagster's tables", (home / "dagster" / "schedules" / "schedules.db").exists)
        subprocess.run(
            asked, cwd=ROOT, env=_environment(home, inbox), check=True, capture_output=True, timeout=PATIENCE
        )
        victim, nothing = _kill_the_one_that_began(home, 12)
        if nothing:
            return nothing
        _wait("the killed run called failed", lambda: (victim, "FAILURE") in {run[:2] for run in _runs(home)})
        _wait("everything received and read by the retry", lambda: not _wrongs(home, 12))
    return _wrongs(home, 12)


def _kill_a_run(folder: Path) -> list[str]:
    """Kills a run that the sensor asked for, and waits for the release that Dagster's own retry makes."""
    home, inbox = _fresh(folder, 4)
    with _daemon(home, inbox):
        victim, nothing = _kill_the_one_that_began(home, 4)
        if nothing:
            return nothing
        _wait("the killed run called failed", lambda: (victim, "FAILURE") in {run[:2] for run in _runs(home)})
        _wait("a release of all documents", lambda: _published(home) == 4)
    return _wrongs(home, 4)


def _kill_the_daemon(folder: Path) -> list[str]:
    """Kills daemon, code server and run at once, lets files arrive meanwhile, and starts the daemon again."""
    home, inbox = _fresh(folder, 2)
    with _daemon(home, inbox):
        _wait("a run that has begun", lambda: any(run[2] for run in _runs(home)))
    _put(inbox, 2)
    time.sleep(5)
    _put(inbox, 3)
    with _daemon(home, inbox):
        _wait("a release of all documents", lambda: _published(home) == 4)
        _wait("no run that is said to go on", lambda: _all_ended(home))
    return _wrongs(home, 4)


def _double_the_ticks(folder: Path) -> list[str]:
    """Two daemons on one home, so that each tick comes twice; files arrive while a run goes on."""
    home, inbox = _fresh(folder, 3)
    with _daemon(home, inbox):
        _wait("Dagster's tables", (home / "dagster" / "schedules" / "schedules.db").exists)
        with _daemon(home, inbox):
            _wait("a run that has begun", lambda: any(run[2] for run in _runs(home)))
            _put(inbox, 3)
            _wait("a release of all documents", lambda: _published(home) == 4)
            _wait("no run that is said to go on", lambda: _all_ended(home))
    failed = [run for run in _runs(home) if run[1] == "FAILURE"]
    return _wrongs(home, 4) + ([f"{len(failed)} run(s) failed"] if failed else [])


def _miss_ticks(folder: Path) -> list[str]:
    """Stops the daemon, sets back what Dagster remembers of its schedules by days, and starts it again.

    To Dagster that is a machine that was off meanwhile: it asks for the latest of the missed ticks alone, and that run has to
    take everything that is pending.
    """
    home, inbox = _fresh(folder, 2)
    with _daemon(home, inbox):
        _wait("a release of all documents", lambda: _published(home) == 2)
        _wait("no run that is said to go on", lambda: _all_ended(home))
    _set_back(home / "dagster" / "schedules" / "schedules.db", DAYS_OFF * 86_400)
    _put(inbox, 2)
    _put(inbox, 3)
    with _daemon(home, inbox):
        _wait("a run of the schedule", lambda: _of_schedule(home) > 0)
        _wait("a release of all documents", lambda: _published(home) == 4)
        _wait("no run that is said to go on", lambda: _all_ended(home))
        runs = _of_schedule(home)
    failed = [run for run in _runs(home) if run[1] == "FAILURE"]
    return (
        _wrongs(home, 4)
        + ([f"{runs} runs for {DAYS_OFF} missed days"] if runs != 1 else [])
        + ([f"{len(failed)} run(s) failed"] if failed else [])
    )


def _set_back(file: Path, seconds: int) -> None:
    """Every schedule was last looked at so many seconds earlier."""
    with closing(sqlite3.connect(file, timeout=10)) as connection, connection:
        for table, column in (("jobs", "job_body"), ("instigators", "instigator_body")):
            rows = connection.execute(f"SELECT id, {column} FROM {table}").fetchall()
            for number, text in rows:
                body = json.loads(text)
                told = body["job_specific_data"]
                for name in ("start_timestamp", "last_iteration_timestamp"):
                    if told and told.get("cron_schedule") and told.get(name):
                        told[name] -= seconds
                connection.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (json.dumps(body), number))
        connection.execute("DELETE FROM job_ticks WHERE type = 'SCHEDULE'")


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
    ("two daemons at once, so that ticks come twice", _double_the_ticks),
    (f"ticks of {DAYS_OFF} days missed", _miss_ticks),
)
_TIMES = 5


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
