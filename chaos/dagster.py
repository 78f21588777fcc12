"""A real daemon of Dagster, killed with all below it while it works; files arrive meanwhile. Nothing lost, nothing doubled.

Lost runs, retries and ticks one by one are tested in `tests/unit/pipelines/test_runs.py` and `tests/unit/pipelines/test_sensor.py`.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from chaos.trial import Outcome, Size, Trial
from chaos.world import documents_of, doubled
from trials.processes import ROOT, kill, tree

KILLS: dict[Size, int] = {"quick": 1, "full": 4}
PATIENCE = 600.0  # seconds to wait for an event; other programs may use the machine
_RUNS = "SELECT status, coalesce(value, '') FROM runs LEFT JOIN run_tags ON run_tags.run_id = runs.run_id AND key = 'parallax/process'"


@contextmanager
def _daemon(home: Path, inbox: Path) -> Iterator[None]:
    """A daemon as a service manager starts it; it and all that it started are gone afterwards, at once."""
    surroundings = {
        "PYTHONPATH": str(ROOT),
        "DAGSTER_HOME": str(home / "dagster"),
        "PARALLAX_HOME": str(home),
        "PARALLAX_INBOX": str(inbox),
    }
    words = [sys.executable, "-c", "from pipelines.cli.app import main; main()", "daemon"]
    with (home.parent / "daemon.log").open("ab") as log:
        process = subprocess.Popen(
            words,
            cwd=ROOT,
            env={**os.environ, **surroundings, "PARALLAX_AUTOMATION": "on", "OMP_NUM_THREADS": "1"},
            stdout=log,
            stderr=log,
        )
    try:
        yield
    finally:
        kill(tree(process.pid))
        process.wait()


def _runs(home: Path) -> list[tuple[str, str]]:
    """Status and process of every run; from Dagster's file, since asking Dagster takes seconds and a kill must be quick."""
    try:
        with closing(
            sqlite3.connect(f"file:{home / 'dagster' / 'history' / 'runs.db'}?mode=ro", uri=True, timeout=10)
        ) as connection:
            return connection.execute(_RUNS).fetchall()
    except sqlite3.OperationalError:
        return []  # the daemon is making its tables


def _wait(what: str, seen: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not seen():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not seen within {PATIENCE:.0f} s")
        time.sleep(0.1)


def _put(inbox: Path, number: int) -> None:
    market = ("heat pump", "seaweed packaging", "snowmaking")[number % 3]
    text = f"{market.title()} Market Report {number}\n\nThe global {market} market was valued at USD {number + 2}.{number} billion in 2024.\n"
    (inbox / f"report-{number}.txt").write_text(text, encoding="utf-8")


def killed_daemon(work: Path, size: Size) -> Outcome:
    """Kills daemon, code server and run at once each time, lets a file arrive, and at last waits for a release of all."""
    from release.catalogue import latest

    home, inbox, n_kills = work / "home", work / "inbox", KILLS[size]
    for folder in (home, inbox):
        folder.mkdir()
    _put(inbox, 0)
    for number in range(1, n_kills + 1):
        began = len(_runs(home))
        with _daemon(home, inbox):
            _wait("a run that has begun", lambda began=began: any(process for _, process in _runs(home)[began:]))  # type: ignore[misc]
        _put(inbox, number)

    def is_published() -> bool:
        current = latest(home)
        return current is not None and current.record.documents.get("landed", 0) == n_kills + 1

    with _daemon(home, inbox):
        _wait("a release of all documents", is_published)
        _wait(
            "no run that is said to go on",
            lambda: {status for status, _ in _runs(home)} <= {"SUCCESS", "FAILURE", "CANCELED"},
        )
    lost = n_kills + 1 - len(documents_of(home))
    return Outcome(n_kills, doubled(home) + ([f"{lost} documents lost"] if lost else []))


TRIALS = (
    Trial(
        "Dagster: the daemon and all below it killed, files arrive meanwhile",
        "made up for by itself; 0 lost, 0 doubled, no run left hanging",
        killed_daemon,
    ),
)
