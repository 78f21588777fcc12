"""`python -m benchmarks [--name NAME] [--out DIR] [--full]`: every measurement, in less than fifteen minutes on two cores.

What grows with the corpus has a limit of its own and says how far it came; `--full` takes the limits away.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from benchmarks.corpus import grown, varied_documents, write_inbox
from benchmarks.formats import parse_speed
from benchmarks.growth import growth
from benchmarks.hostile import hostile_seconds
from benchmarks.machine import machine
from benchmarks.main_job import run_in_own_process
from benchmarks.pdf_engines import pdf_speed
from benchmarks.peers import beside_peers
from benchmarks.reading import reading_speed
from benchmarks.report import write_result
from benchmarks.startup import command_seconds
from pipelines.home import sample_inbox

T = TypeVar("T")
RESULTS = Path(__file__).parent / "results"
CORPUS = 50_000_000  # characters
LONG = 10_000_000  # characters of the longest document
PART, SLOW_PART = 1_000_000, 200_000  # characters that the peers read; the second for one that is slow
N_REPORTS = 200
READING_SECONDS = 150.0
GROWTH_SECONDS = 200.0
JOB_SECONDS = 80.0


def main(arguments: list[str] | None = None) -> None:
    """Measures, writes the result, says where it is."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--name", default="reading", help="name of the result (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for results (default: benchmarks/results)")
    parser.add_argument("--full", action="store_true", help="read all of the corpus, however long it takes")
    chosen = parser.parse_args(arguments)
    path = write_result(measure(chosen.name, is_full=chosen.full), chosen.out)
    print(f"{path}\n{path.with_name('README.md')}")


def measure(name: str, *, is_full: bool) -> dict[str, Any]:
    """Every measurement.

    Args:
        name: of the result.
        is_full: reads all of the corpus, and all peers read as much, without limits of time.

    Returns:
        The result, ready for JSON.
    """
    started = perf_counter()
    inbox = sample_inbox()
    here = machine()
    with tempfile.TemporaryDirectory(prefix="parallax-bench-") as scratch:
        work = Path(scratch)
        samples_home = work / "samples"
        jobs = {
            "sample inbox": _told("main job, samples", lambda: run_in_own_process(inbox, samples_home, JOB_SECONDS))
        }
        if "failed" in jobs["sample inbox"]:
            sys.exit(
                f"error: the main job on the samples failed: {jobs['sample inbox']['failed']}; run `make run` to see why"
            )
        write_inbox(list(islice(grown(inbox), N_REPORTS)), work / "inbox")
        jobs[f"{N_REPORTS} reports"] = _told(
            "main job, grown", lambda: run_in_own_process(work / "inbox", work / "grown", JOB_SECONDS)
        )
        commands = _told("commands", lambda: command_seconds(inbox, samples_home))
        peers = _told("peers", lambda: beside_peers(inbox, PART, PART if is_full else SLOW_PART, work))
    return {
        "name": name,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": here,
        "main_job": jobs,
        "commands": commands,
        "peers": peers,
        "parse": _told("parsing", lambda: parse_speed(inbox)),
        "pdf_engines": _told("PDF engines", lambda: pdf_speed(inbox)),
        "hostile": _told("hostile text", hostile_seconds),
        "growth": _told("growth", lambda: growth(inbox, LONG, inf if is_full else GROWTH_SECONDS)),
        "reading": _told(
            "reading",
            lambda: reading_speed(
                inbox, varied_documents(inbox, CORPUS), inf if is_full else READING_SECONDS, whole=CORPUS
            ),
        ),
        "seconds": round(perf_counter() - started, 1),
        "load_average_at_end": round(os.getloadavg()[0], 1),
    }


def _told(what: str, run: Callable[[], T]) -> T:
    """Runs a part and says on standard error how long it took."""
    started = perf_counter()
    result = run()
    print(f"{what}: {perf_counter() - started:.1f} s", file=sys.stderr, flush=True)
    return result


if __name__ == "__main__":
    main()
