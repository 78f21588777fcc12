"""Trials with a real daemon of Dagster: runs killed, the daemon killed, ticks missed. Nothing lost, nothing doubled.

`quick` kills one run and waits until its retry has read everything; `full` waits for the release, several times, and kills
the daemon, too.
"""

from __future__ import annotations

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
PATIENCE = 300.0  # seconds until something that must happen has not happened
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
def _daemon(home: Path, inbox: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A daemon as a service manager starts it; it and all that it started are gone afterwards."""
    with (home.parent / "daemon.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", _MAIN, "daemon"],
            cwd=ROOT,
            env=_environment(home, inbox),
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


def _kill_a_run(folder: Path, n_documents: int, *, publishes: bool) -> list[str]:
    """Kills the process of a run as soon as it is known, and waits for Dagster's own retry to do its work."""
    home, inbox = _fresh(folder, n_documents)
    with _daemon(home, inbox):
        _wait("a run that has begun", lambda: any(run[2] for run in _runs(home)))
        victim = next(run for run in _runs(home) if run[2])
        os.kill(int(victim[2].split(":")[1]), signal.SIGKILL)
        if not _wrongs(home, n_documents):
            return ["the run had read everything before it was killed: this trial shows nothing"]
        _wait("the killed run called failed", lambda: (victim[0], "FAILURE") in {run[:2] for run in _runs(home)})
        if publishes:
            _wait("a release of all documents", lambda: _published(home) == n_documents)
        else:
            _wait("everything received and read by the retry", lambda: not _wrongs(home, n_documents))
    return _wrongs(home, n_documents)


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
        _wait("no run that is said to go on", lambda: not any(run[1] == "STARTED" for run in _runs(home)))
    return _wrongs(home, 4)


def _tried(folder: Path, trials: list[Callable[[Path], list[str]]]) -> Outcome:
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
    return Outcome(len(trials), failures, note="; ".join(dict.fromkeys(wrongs)))


def _killed_runs(folder: Path, size: Size) -> Outcome:
    if size == "quick":
        return _tried(folder, [lambda work: _kill_a_run(work, 12, publishes=False)])
    return _tried(folder, [lambda work: _kill_a_run(work, 4, publishes=True)] * 5)


def _killed_daemons(folder: Path, size: Size) -> Outcome:
    if size == "quick":
        return Outcome(0, 0, note="full only: about three minutes each")
    return _tried(folder, [_kill_the_daemon] * 3)


TRIALS: tuple[Trial, ...] = (
    Trial("Dagster: the process of a run is killed", "retried by itself; 0 lost, 0 doubled", _killed_runs),
    Trial(
        "Dagster: daemon, code server and run killed; files arrive while it is down",
        "0 lost, 0 doubled",
        _killed_daemons,
    ),
)
