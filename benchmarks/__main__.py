"""`python -m benchmarks [--name NAME] [--out DIR]`: every measurement, in less than four minutes on two cores.

The order is that of importance under a limit: the main job and the commands take what they take, reading gets what is left and says how
far it came.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from benchmarks.corpus import grown, grown_documents, write_inbox
from benchmarks.formats import parse_speed
from benchmarks.growth import growth
from benchmarks.machine import machine
from benchmarks.main_job import run_in_own_process
from benchmarks.reading import reading_speed
from benchmarks.report import write_result
from benchmarks.startup import command_seconds
from pipelines.home import sample_inbox

T = TypeVar("T")
RESULTS = Path(__file__).parent / "results"
CORPUS = 5_000_000  # characters
N_REPORTS = 200
ALL_SECONDS = 215.0  # of these, reading gets what the other parts leave
GROWTH_SECONDS = 45.0
JOB_SECONDS = 80.0
LEAST_READING = 10.0


def main(arguments: list[str] | None = None) -> None:
    """Measures, writes the result, says where it is."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--name", default="first-light", help="name of the result (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for results (default: benchmarks/results)")
    chosen = parser.parse_args(arguments)
    path = write_result(measure(chosen.name), chosen.out)
    print(f"{path}\n{path.with_name('README.md')}")


def measure(name: str) -> dict[str, Any]:
    """Every measurement.

    Args:
        name: of the result.

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
    formats = _told("parsing", lambda: parse_speed(inbox))
    lengths = _told("growth", lambda: growth(inbox, GROWTH_SECONDS))
    documents = _told("corpus", lambda: grown_documents(inbox, CORPUS))
    left = max(LEAST_READING, ALL_SECONDS - (perf_counter() - started))
    reading = _told("reading", lambda: reading_speed(inbox, documents, left))
    return {
        "name": name,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "seconds": round(perf_counter() - started, 1),
        "machine": here,
        "reading": reading,
        "parse": formats,
        "growth": lengths,
        "main_job": jobs,
        "commands": commands,
    }


def _told(what: str, run: Callable[[], T]) -> T:
    """Runs a part and says on standard error how long it took."""
    started = perf_counter()
    result = run()
    print(f"{what}: {perf_counter() - started:.1f} s", file=sys.stderr, flush=True)
    return result


if __name__ == "__main__":
    main()
