"""A Dagster daemon that can be killed, and Dagster's history from its files. `dagster.py` has the faults."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from trials.processes import ROOT, kill, tree

_RUNS = """
SELECT runs.run_id, runs.status, coalesce(run_tags.value, '')
FROM runs LEFT JOIN run_tags ON run_tags.run_id = runs.run_id AND run_tags.key = 'parallax/process'
"""
PATIENCE = 600.0  # seconds to wait for an event; other programs may use the machine
_MAIN = "from pipelines.cli.app import main; main()"


def environment(home: Path, inbox: Path) -> dict[str, str]:
    """What a service manager gives the daemon of a home."""
    return os.environ | {
        "PYTHONPATH": str(ROOT),
        "DAGSTER_HOME": str(home / "dagster"),
        "PARALLAX_HOME": str(home),
        "PARALLAX_INBOX": str(inbox),
        "PARALLAX_AUTOMATION": "on",
        "OMP_NUM_THREADS": "1",
    }


@contextmanager
def daemon(home: Path, inbox: Path, automation: str = "on") -> Iterator[subprocess.Popen[bytes]]:
    """A daemon as a service manager starts it; it and all that it started are gone afterwards."""
    with (home.parent / "daemon.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", _MAIN, "daemon"],
            cwd=ROOT,
            env=environment(home, inbox) | {"PARALLAX_AUTOMATION": automation},
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        kill(tree(process.pid))
        process.wait()


def runs_of(home: Path) -> list[tuple[str, str, str]]:
    """Run id, status and process of every run; from Dagster's file, since asking Dagster takes seconds and a kill must be quick."""
    file = home / "dagster" / "history" / "runs.db"
    if not file.exists():
        return []
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as connection:
            return connection.execute(_RUNS).fetchall()
    except sqlite3.OperationalError:
        return []  # the daemon is making its tables


def wait(what: str, seen: Callable[[], bool]) -> None:
    """Waits until something is seen; TimeoutError, saying what, where it never is."""
    end = time.monotonic() + PATIENCE
    while not seen():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not seen within {PATIENCE:.0f} s")
        time.sleep(0.1)


def runs_of_schedule(home: Path) -> int:
    """Runs that a schedule asked for."""
    with closing(sqlite3.connect(f"file:{home / 'dagster' / 'history' / 'runs.db'}?mode=ro", uri=True)) as connection:
        asked = "SELECT count(DISTINCT run_id) FROM run_tags WHERE key = 'dagster/schedule_name' AND value = 'daily_release'"
        return int(connection.execute(asked).fetchone()[0])


def all_ended(home: Path) -> bool:
    """Whether no run waits or goes on."""
    return {run[1] for run in runs_of(home)} <= {"SUCCESS", "FAILURE", "CANCELED"}


def change_memory(home: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Changes what Dagster remembers of each sensor and schedule; its daemon is down."""
    with closing(sqlite3.connect(home / "dagster" / "schedules" / "schedules.db", timeout=10)) as database, database:
        for table, column in (("jobs", "job_body"), ("instigators", "instigator_body")):
            for number, text in database.execute(f"SELECT id, {column} FROM {table}").fetchall():
                body = json.loads(text)
                body["job_specific_data"] = change(body["job_specific_data"] or {}) or None
                database.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (json.dumps(body), number))
        database.execute("DELETE FROM job_ticks WHERE type = 'SCHEDULE'")


def memory_holds(home: Path, words: str) -> bool:
    """Whether the cursor of a sensor holds these words."""
    with closing(sqlite3.connect(home / "dagster" / "schedules" / "schedules.db", timeout=10)) as database:
        rows = database.execute("SELECT json_extract(instigator_body, '$.job_specific_data.cursor') FROM instigators")
        return any(words in (row[0] or "") for row in rows)
