"""A home with reports that gets a little more: one report, ten reports, one decision, and one report through the real command.

Belongs here: what is added and what is run. Stages are timed by `main_job.py`, each update in a process of its own.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.main_job import run_in_own_process
from trials.synthetic.writing import write_reports

_REJECTED = "- {{kind: rejected_claim, claim_id: {claim_id}, author: benchmark, date: 2026-01-01, reason: measures what a decision costs}}\n"
# A claim of a whole market that counts among others, in the middle of all.
_CLAIM = """
    SELECT quantile_disc(claim_id, 0.5) AS claim_id FROM marts.claims WHERE metric = 'market_size' AND segment IS NULL AND status = 'stated'
"""


def updates(inbox: Path, home: Path, count: int, forms: Sequence[str]) -> dict[str, Any]:
    """Each update of a home that holds a release of `count` reports, one behind the other; the inbox gets what is added.

    Returns:
        By update: what `main_job.time_stages` returns; of the command one stage, with the memory of the largest process.
    """
    found, at = dict[str, Any](), count
    for name, n_reports in {
        "one report more": 1,
        "ten reports more": 10,
        "one decision more": 0,
        "one report more, the command": 1,
    }.items():
        if n_reports:
            write_reports(inbox, count, range(at, at + n_reports), forms)
        else:
            _decide(home)
        at += n_reports
        found[name] = _command(inbox, home) if name.endswith("command") else run_in_own_process(inbox, home)
        print(
            f"{count} reports, {name}: {found[name]['stages'] if 'stages' in found[name] else found[name]}",
            file=sys.stderr,
            flush=True,
        )
    return found


def _decide(home: Path) -> None:
    """A reviewed file that rejects one claim of the latest release."""
    from warehouse.connection import rows

    (row,) = rows(home / "releases" / "latest" / "warehouse.duckdb", _CLAIM)
    (home / "decisions").mkdir(exist_ok=True)
    (home / "decisions" / "benchmark.yml").write_text(_REJECTED.format(**row), encoding="utf-8")


def _command(inbox: Path, home: Path) -> dict[str, Any]:
    """`parallax run` from the key to the prompt, with the start of Dagster."""
    command = [
        str(Path(sys.executable).with_name("parallax")),
        "run",
        "--inbox",
        str(inbox),
        "--home",
        str(home),
        "--no-feeds",
    ]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wall, after = perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        return {"failed": (done.stderr.strip().splitlines() or ["no message"])[-1].replace(str(home), "HOME")}
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"stages": {"all": {"wall": round(wall, 3), "cpu": round(cpu, 3), "megabytes": after.ru_maxrss // 1024}}}
