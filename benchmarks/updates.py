"""A home with reports that gets a little more: one report, ten reports, one decision, and one report through the real command.

Belongs here: what is added and what is run. Stages are timed by `main_job.py`, each update in a process of its own.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.main_job import run_in_own_process
from trials.synthetic.writing import write_reports

ONE, TEN, DECISION, COMMAND = "one report more", "ten reports more", "one decision more", "one report more, the command"
_REJECTED = """- kind: rejected_claim
  claim_id: {claim_id}
  author: benchmark
  date: 2026-01-01
  reason: measures what a decision costs
"""
# A claim of a whole market that counts among others, in the middle of all.
_CLAIM = """
    SELECT claim_id FROM (
        SELECT claim_id, row_number() OVER (ORDER BY claim_id) AS place, count(*) OVER () AS n
        FROM marts.claims WHERE metric = 'market_size' AND segment IS NULL AND status = 'stated'
    ) WHERE place = n // 2 + 1
"""


def updates(inbox: Path, home: Path, count: int, forms: Sequence[str], seconds: float | None) -> dict[str, Any]:
    """Each update of a home that holds a release of `count` reports, one behind the other.

    Args:
        inbox: the reports; those that are added are written to it.
        home: the home, with the stores of its first run.
        count: reports of the collection.
        forms: formats of reports.
        seconds: how long each may take; None for ever.

    Returns:
        By update: what `main_job.time_stages` returns; of the command `wall`, `cpu` and `peak_megabytes` of the largest process.
    """

    def job() -> dict[str, Any]:
        return run_in_own_process(inbox, home, seconds)

    numbers: dict[str, Sequence[int]] = {
        ONE: range(count, count + 1),
        TEN: range(count + 1, count + 11),
        COMMAND: range(count + 11, count + 12),
    }
    runs: dict[str, Callable[[], dict[str, Any]]] = {
        ONE: job, TEN: job, DECISION: job, COMMAND: lambda: _command(inbox, home, seconds),
    }  # fmt: skip
    found = {}
    for name, run in runs.items():
        if name == DECISION:
            _decide(home)
        else:
            write_reports(inbox, count, numbers[name], forms)
        found[name] = run()
        print(f"{count} reports, {name}: {_wall(found[name])} s", file=sys.stderr, flush=True)
    return found


def _decide(home: Path) -> None:
    """A reviewed file that rejects one claim of the latest release."""
    from warehouse.connection import rows

    (row,) = rows(home / "releases" / "latest" / "warehouse.duckdb", _CLAIM)
    folder = home / "decisions"
    folder.mkdir(exist_ok=True)
    (folder / "benchmark.yml").write_text(_REJECTED.format(**row), encoding="utf-8")


def _command(inbox: Path, home: Path, seconds: float | None) -> dict[str, Any]:
    """`parallax run` from the key to the prompt, with the start of Dagster."""
    program = Path(sys.executable).with_name("parallax")
    command = [str(program), "run", "--inbox", str(inbox), "--home", str(home), "--no-feeds"]
    before, started = _children(), perf_counter()
    try:
        done = subprocess.run(
            command, env=dict(os.environ), capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"took more than {seconds or 0:g} s"}
    wall, after = perf_counter() - started, _children()
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return {"failed": last.replace(str(home), "HOME").replace(str(inbox), "INBOX")}
    return {
        "wall": round(wall, 3),
        "cpu": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3),
        "peak_megabytes": after.ru_maxrss // 1024,
    }


def _children() -> resource.struct_rusage:
    return resource.getrusage(resource.RUSAGE_CHILDREN)


def _wall(update: dict[str, Any]) -> object:
    if "failed" in update:
        return update["failed"]
    return update["wall"] if "wall" in update else round(sum(update["stages"].values()), 1)
