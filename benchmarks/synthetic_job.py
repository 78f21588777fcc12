"""The main job over synthetic reports, from the inbox to the release: `python -m benchmarks.synthetic_job WORK COUNT...` prints JSON.

For each size: seconds and memory by stage, accuracy against what the reports claim, and then updates of the same home (`updates.py`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.main_job import run_in_own_process
from benchmarks.updates import updates
from trials.processes import machine
from trials.synthetic.scoring import known_claims, of_build, scored
from trials.synthetic.writing import MIX, write_reports

TEXTUAL = ("txt", "md", "html")
ALL_FORMS_UP_TO = 1_000  # reports; larger collections are text documents, as the targets are
BUILT_UP_TO = 10_000  # more are only taken in and read


def synthetic_job(work: Path, count: int) -> dict[str, Any]:
    """One size, in a fresh folder; what `main_job.time_stages` returns, with `bytes`, `accuracy` and `updates`."""
    work.mkdir(parents=True)
    inbox, home = work / "inbox", work / "home"
    forms = tuple(MIX) if count <= ALL_FORMS_UP_TO else TEXTUAL
    n_bytes = write_reports(inbox, count, range(count), forms)
    job = {**run_in_own_process(inbox, home, read_only=count > BUILT_UP_TO), "bytes": n_bytes}
    if "release" not in job:
        return job
    known = known_claims(inbox.with_name("inbox.known.jsonl"))
    accuracy = scored(of_build(home / "builds" / "benchmark" / "warehouse.duckdb"), known)
    return {**job, "accuracy": accuracy, "updates": updates(inbox, home, count, forms)}


if __name__ == "__main__":
    jobs = {count: synthetic_job(Path(sys.argv[1]) / count, int(count)) for count in sys.argv[2:]}
    print(json.dumps({"machine": machine(), "jobs": jobs}, indent=1))
