"""The main job over synthetic reports, from the inbox to the release: `python -m benchmarks.synthetic_job WORK COUNT...`.

For each size: seconds, processor seconds and memory by stage, accuracy against what the reports claim, distance of each stage to
its floor, and then updates of the same home: one report more, ten, one decision (`updates.py`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any

from benchmarks.floors import distances, floors
from benchmarks.main_job import run_in_own_process
from benchmarks.updates import updates
from trials.clock import timed
from trials.machine import machine
from trials.synthetic.scoring import known_claims, of_build, scored, size_errors
from trials.synthetic.writing import MIX, write_reports

TEXTUAL = ("txt", "md", "html")
BUILT_UP_TO = 10_000  # more are only taken in and read: docs/performance.md says what the rest would take
ALL_FORMS_UP_TO = 1_000  # reports; larger collections are text documents, as the targets are


def synthetic_jobs(
    work: Path, counts: Sequence[int], seconds: float = inf, known: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Runs every size once, each in a home of its own.

    Args:
        work: folder for what is made.
        counts: numbers of reports.
        seconds: how long each may take.
        known: what an earlier call returned; its other sizes are kept.

    Returns:
        By number of reports: see `synthetic_job`; and `growth`: processor seconds per report of each stage at the last size that was
        published, in times of the first, corrected by the machine's pace.
    """
    found = {size: job for size, job in (known or {}).items() if size != "growth"}
    found |= {str(count): synthetic_job(work / str(count), count, seconds) for count in counts}
    found = {size: found[size] for size in sorted(found, key=int)}
    published = [count for count in map(int, found) if count <= BUILT_UP_TO]
    if len(published) < 2:
        return found
    first, last = (found[str(count)] for count in (published[0], published[-1]))
    if "failed" in first or "failed" in last:
        return found
    pace = last["pace_seconds"] / first["pace_seconds"]
    factor = published[-1] / published[0] * pace
    growth = {
        stage: round(last["cpu"][stage] / max(first["cpu"][stage], 1e-3) / factor, 2)
        for stage in first["cpu"]
        if stage in last["cpu"]
    }
    total = sum(last["cpu"].values()) / sum(first["cpu"].values()) / factor
    return {**found, "growth": {**growth, "all": round(total, 2)}}


def synthetic_job(work: Path, count: int, seconds: float = inf) -> dict[str, Any]:
    """One size.

    Returns:
        What `main_job.time_stages` returns, with `bytes`, `pace_seconds`, `accuracy`, `market_sizes`, `floors` and `updates`. Of more
        than `BUILT_UP_TO` what `main_job.time_reading` returns, with `bytes` and `pace_seconds`. {"failed": reason} where the run
        failed.
    """
    if work.exists():
        raise FileExistsError(f"{work}: was measured before; name another folder, or remove it")
    work.mkdir(parents=True)
    inbox, home = work / "inbox", work / "home"
    forms = tuple(MIX) if count <= ALL_FORMS_UP_TO else TEXTUAL
    n_bytes = write_reports(inbox, count, range(count), forms)
    job = run_in_own_process(inbox, home, None if seconds == inf else seconds, read_only=count > BUILT_UP_TO)
    if "failed" in job:
        return job
    if count > BUILT_UP_TO:
        return {**job, "bytes": n_bytes, "pace_seconds": pace_seconds()}
    database = home / "builds" / "benchmark" / "warehouse.duckdb"
    known = known_claims(inbox.with_name("inbox.known.jsonl"))
    figures, sizes = of_build(database)
    least = floors(inbox, database, work)
    more = updates(inbox, home, count, forms, None if seconds == inf else seconds)
    return {
        **job,
        "bytes": n_bytes,
        "pace_seconds": pace_seconds(),
        "accuracy": scored(figures, known),
        "market_sizes": size_errors(sizes, known),
        "floors": distances(job["cpu"], least),
        "updates": more,
    }


def pace_seconds() -> float:
    """Processor seconds of a fixed piece of work: on a busy machine a second of processor time does less, up to half."""

    def work() -> None:
        words: dict[str, int] = {}
        for number in range(2_000_000):
            key = f"{number % 5_000}"
            words[key] = words.get(key, 0) + number

    return round(timed(work).cpu, 3)


if __name__ == "__main__":
    found = synthetic_jobs(Path(sys.argv[1]), [int(count) for count in sys.argv[2:]])
    print(json.dumps({"machine": machine(), "jobs": found}, indent=1))
