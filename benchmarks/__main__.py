"""`python -m benchmarks [--name NAME] [--out DIR] [--full]`: every measurement, in less than fifteen minutes on two cores.

`--full` takes larger sizes without limits of time, which takes hours: `--only PART,... --work FOLDER` measures some parts, and
adds them to the day's result of that name where there is one. `--sizes` sets the numbers of synthetic reports;
with `--only`, the result keeps sizes measured before.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.fusing import FEW, MANY, fusing_speed
from benchmarks.main_job import run_in_own_process
from benchmarks.peers import beside_peers
from benchmarks.queries import query_seconds
from benchmarks.report import write_result
from benchmarks.startup import command_seconds
from benchmarks.synthetic_job import synthetic_jobs
from pipelines.home import sample_inbox
from trials.machine import machine
from trials.processes import module_json

RESULTS = Path(__file__).parent / "results"
PEERS, FULL_PEERS = 300_000, 13_000_000  # characters that the peers read; the second are 1,000 reports
JOB_SECONDS = 120.0
COUNTS = (100, 1_000)  # synthetic reports
FULL_COUNTS = (*COUNTS, 10_000, 100_000)  # the last ones are read and not published
CLAIMS, FULL_CLAIMS = 1_000_000, 10_000_000


def main(arguments: list[str] | None = None) -> None:
    """Measures, writes the result, says where it is; exit code 1 where the main job on the samples failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--name", default="reading", help="name of the result (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for results (default: benchmarks/results)")
    parser.add_argument("--full", action="store_true", help="larger sizes, however long they take")
    parser.add_argument("--only", help="parts, by comma; other parts stay as the day's result of that name has them")
    parser.add_argument("--sizes", type=_sizes, help="numbers of synthetic reports, by comma")
    parser.add_argument("--work", type=Path, help="folder for what is made, kept for parts that follow")
    chosen = parser.parse_args(arguments)
    head: dict[str, Any] = {"name": chosen.name, "date": f"{datetime.now(UTC):%Y-%m-%d}"}
    earlier = chosen.out / f"{head['date']}-{chosen.name}.json"
    only = frozenset(chosen.only.split(",")) if chosen.only else None
    sizes = chosen.sizes or (FULL_COUNTS if chosen.full else COUNTS)
    if only and earlier.is_file():
        head = json.loads(earlier.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="parallax-bench-") as scratch:
        result = measure(head, chosen.work or Path(scratch), sizes, is_full=chosen.full, only=only)
    path = write_result(result, chosen.out)
    print(f"{path}\n{path.with_name('README.md')}")
    if "failed" in result.get("main_job", {}):
        print(f"error: the main job on the samples failed: {result['main_job']['failed']}", file=sys.stderr)
        sys.exit(1)


def measure(
    head: Mapping[str, Any], work: Path, sizes: Sequence[int], *, is_full: bool, only: Collection[str] | None = None
) -> dict[str, Any]:
    """Every measurement, or some of them.

    Args:
        head: name and date of the result; where only some parts are measured, the result with the others.
        work: folder for what is made.
        sizes: numbers of synthetic reports.
        is_full: larger sizes without limits of time.
        only: the parts; all by default.

    Returns:
        The result, ready for JSON; `seconds` are of all its parts.

    Raises:
        SystemExit: there is no such part.
    """
    started = perf_counter()
    inbox, synthetic = sample_inbox(), work / "synthetic"
    result: dict[str, Any] = {**head, "machine": machine()}
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "peers": lambda: beside_peers(FULL_PEERS if is_full else PEERS, work),
        "fusing": lambda: fusing_speed(work, (FEW, MANY) if is_full else (FEW,)),
        "main_job": lambda: run_in_own_process(inbox, work / "samples", JOB_SECONDS),
        "synthetic": lambda: synthetic_jobs(synthetic, sizes, known=result.get("synthetic")),
        "queries": lambda: query_seconds(
            _largest(synthetic, result) / "warehouse.duckdb", synthetic / "grown", FULL_CLAIMS if is_full else CLAIMS
        ),
        "commands": lambda: {} if "failed" in result["main_job"] else command_seconds(inbox, work / "samples"),
        "site": lambda: module_json("benchmarks.site", _largest(synthetic, result, 1_000), work),
    }
    if unknown := set(only or ()) - set(parts):
        raise SystemExit(f"{', '.join(sorted(unknown))}: no part of the benchmark; there are {', '.join(parts)}")
    for part, run in parts.items():
        if only is None or part in only:
            began = perf_counter()
            result[part] = run()
            print(f"{part}: {perf_counter() - began:.1f} s", file=sys.stderr, flush=True)
    return {
        **result,
        "seconds": round(head.get("seconds", 0.0) + perf_counter() - started, 1),
        "load_average_at_end": round(os.getloadavg()[0], 1),
    }


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in text.split(","))


def _largest(synthetic: Path, result: Mapping[str, Any], most: float = inf) -> Path:
    """The largest release of synthetic reports that was published, of at most so many reports."""
    jobs = result.get("synthetic", {})
    for size in sorted((int(size) for size in jobs if size != "growth"), reverse=True):
        latest = synthetic / str(size) / "home" / "releases" / "latest"
        if size <= most and latest.exists():  # sizes that were measured in another folder are in the result as well
            return latest
    raise RuntimeError(
        "no synthetic collection was published: measure the part `synthetic` first, with the same --work"
    )


if __name__ == "__main__":
    main()
