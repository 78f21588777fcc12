"""`python -m benchmarks [--name NAME] [--out DIR] [--full]`: every measurement, in less than fifteen minutes on two cores.

What grows with the corpus has a limit of its own and says how far it came; `--full` takes the limits away, which takes hours:
`--only PART,... --work FOLDER` measures some parts into the day's result of that name, one after another.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from benchmarks.corpus import varied_documents
from benchmarks.formats import parse_speed
from benchmarks.fusing import FEW, MANY, fusing_speed
from benchmarks.growth import growth
from benchmarks.hostile import hostile_seconds
from benchmarks.machine import machine
from benchmarks.made_job import made_jobs
from benchmarks.main_job import run_in_own_process
from benchmarks.others import beside_others
from benchmarks.pdf_engines import pdf_speed
from benchmarks.peers import beside_peers
from benchmarks.queries import query_seconds
from benchmarks.reading import reading_speed
from benchmarks.report import write_result
from benchmarks.site import site_seconds
from benchmarks.startup import command_seconds
from pipelines.home import sample_inbox
from sources.ingest import discover
from sources.parse import parse

T = TypeVar("T")
RESULTS = Path(__file__).parent / "results"
CORPUS = 50_000_000  # characters
LONG, FULL_LONG = 2_000_000, 10_000_000  # characters of the longest document, in an ordinary and in a full run
PART, SLOW_PART = 1_000_000, 200_000  # characters that the peers read; the second for one that is slow
READING_SECONDS = 60.0
GROWTH_SECONDS = 60.0
JOB_SECONDS = 120.0
COUNTS = (100, 1_000)  # made reports
FULL_COUNTS = (*COUNTS, 10_000, 100_000)  # the last ones are read and not published
OTHERS_READ = 1_000  # reports that other pipelines are given, of those collections
CLAIMS, FULL_CLAIMS = 1_000_000, 10_000_000


def main(arguments: list[str] | None = None) -> None:
    """Measures, writes the result, says where it is; exit code 1 where the main job on the samples failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--name", default="reading", help="name of the result (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for results (default: benchmarks/results)")
    parser.add_argument(
        "--full", action="store_true", help="read all of the corpus and a document of 10 MB, however long it takes"
    )
    parser.add_argument(
        "--only", help="parts, by comma; the day's result of that name has the others, and must be there"
    )
    parser.add_argument("--work", type=Path, help="folder for what is made, kept for parts that follow")
    chosen = parser.parse_args(arguments)
    head = {"name": chosen.name, "date": f"{datetime.now(UTC):%Y-%m-%d}"}
    only = None
    if chosen.only:
        only = frozenset(chosen.only.split(","))
        there = chosen.out / f"{head['date']}-{chosen.name}.json"
        if not there.is_file():
            parser.error(f"{there}: no result of today and that name; measure all parts first")
        head = json.loads(there.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="parallax-bench-") as scratch:
        result = measure(head, chosen.work or Path(scratch), is_full=chosen.full, only=only)
    path = write_result(result, chosen.out)
    print(f"{path}\n{path.with_name('README.md')}")
    if not result["commands"]:
        sys.exit(1)


def measure(
    head: Mapping[str, Any], work: Path, *, is_full: bool, only: Collection[str] | None = None
) -> dict[str, Any]:
    """Every measurement, or some of them.

    Args:
        head: name and date of the result; where only some parts are measured, the result with the others.
        work: folder for what is made.
        is_full: reads all of the corpus and a longer document, and every peer reads as much, without limits of time.
        only: the parts; all by default.

    Returns:
        The result, ready for JSON; `seconds` are of all its parts.

    Raises:
        SystemExit: there is no such part.
    """
    started = perf_counter()
    inbox = sample_inbox()
    result: dict[str, Any] = {**head, "machine": machine()}
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "peers": lambda: beside_peers(inbox, PART, PART if is_full else SLOW_PART, work),
        "parse": lambda: parse_speed(inbox),
        "pdf_engines": lambda: pdf_speed(inbox),
        "hostile": hostile_seconds,
        "fusing": lambda: fusing_speed(work, (FEW, MANY) if is_full else (FEW,)),
        "growth": lambda: growth(inbox, *((FULL_LONG, inf) if is_full else (LONG, GROWTH_SECONDS))),
        "reading": lambda: reading_speed(
            inbox, varied_documents(inbox, CORPUS), inf if is_full else READING_SECONDS, whole=CORPUS
        ),
        "main_job": lambda: _main_jobs(inbox, work),
        "made": lambda: made_jobs(work / "made", FULL_COUNTS if is_full else COUNTS),
        "others": lambda: _others(work / "made" / str(OTHERS_READ), work),
        "queries": lambda: _queries(work / "made", result["made"], FULL_CLAIMS if is_full else CLAIMS),
        "commands": lambda: _commands(inbox, work / "samples", result["main_job"]),
        "site": lambda: _site(work / "samples", work, result["main_job"]),
    }
    if unknown := set(only or ()) - set(parts):
        raise SystemExit(f"{', '.join(sorted(unknown))}: no part of the benchmark; there are {', '.join(parts)}")
    for part, run in parts.items():
        if only is None or part in only:
            result[part] = _told(part, run)
    return {
        **result,
        "seconds": round(head.get("seconds", 0.0) + perf_counter() - started, 1),
        "load_average_at_end": round(os.getloadavg()[0], 1),
    }


def _main_jobs(inbox: Path, work: Path) -> dict[str, Any]:
    return {"sample inbox": run_in_own_process(inbox, work / "samples", JOB_SECONDS)}


def _commands(inbox: Path, home: Path, jobs: Mapping[str, Any]) -> dict[str, Any]:
    """The commands need the samples' release; where there is none, that is said and the rest of the result stands."""
    if failed := jobs["sample inbox"].get("failed"):
        print(f"error: the main job on the samples failed: {failed}; run `make run` to see why", file=sys.stderr)
        return {}
    return command_seconds(inbox, home)


def _others(made: Path, work: Path) -> dict[str, Any]:
    """Everyone reads the same canonical texts."""
    first = discover([made / "inbox"])[:OTHERS_READ]  # the one report more lies behind them
    texts = {path.name: parse(path.read_bytes()).text for path in first}
    return beside_others(texts, made / "inbox.known.jsonl", work)


def _queries(made: Path, jobs: Mapping[str, Any], n_claims: int) -> dict[str, Any]:
    """The questions are asked of the largest release that there is, grown; where there is none, of nothing."""
    for size, job in reversed(list(jobs.items())):
        if size != "growth" and str(job.get("release", "")).startswith("r0"):
            return query_seconds(
                made / size / "home" / "releases" / "latest" / "warehouse.duckdb", made / "grown", n_claims
            )
    raise RuntimeError("no made collection was published: see the result's part `made`")


def _site(home: Path, work: Path, jobs: Mapping[str, Any]) -> dict[str, Any]:
    """The large site is made of the samples' release; where there is none, nothing is measured."""
    return {} if "failed" in jobs["sample inbox"] else site_seconds(home, work)


def _told(what: str, run: Callable[[], T]) -> T:
    """Runs a part and says on standard error how long it took."""
    started = perf_counter()
    result = run()
    print(f"{what}: {perf_counter() - started:.1f} s", file=sys.stderr, flush=True)
    return result


if __name__ == "__main__":
    main()
