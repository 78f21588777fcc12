"""One run of the program on either engine, in a process of its own, and the death of a worker in the middle of one. No comparison here."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from benchmarks.spark.cluster import Cluster, Node
from trials.processes import RunError, command_of, cpu_seconds, tree

Moment = Literal["reading", "building", "marts"]
MOMENTS: tuple[Moment, ...] = get_args(Moment)
_DAY = "2026-01-31"  # the expiry of decisions is judged alike by all runs
_PATIENCE = 20.0  # seconds that a run has to end by itself
_LOOK = 0.2  # seconds between two looks at a run that is to be disturbed


@dataclass(frozen=True, slots=True)
class Run:
    """A run that ended well.

    Attributes:
        database: of its release.
        seconds: wall time.
        killed: what was killed and when, in words; None where nothing was.
    """

    database: Path
    seconds: float
    killed: str | None = None


def run_local(inbox: Path, home: Path) -> Run:
    """Publishes a release of an inbox on this machine's engine. Raises RunError where the run fails."""
    return _ended(_begun(inbox, home, []), home, time.monotonic())


def run_on(cluster: Cluster, inbox: Path, home: Path, kill: Moment | None = None) -> Run:
    """Publishes a release of an inbox on a cluster.

    Args:
        cluster: where.
        inbox: reports.
        home: data home; a fresh one, or one with releases and with stores that they left.
        kill: in the middle of what the last worker is killed, with its executor; None for not at all.

    Raises:
        RunError: the run failed, or was over before anything could be killed.
    """
    started = time.monotonic()
    process = _begun(inbox, home, ["--engine", "spark", "--master", cluster.master])
    told = None
    if kill is not None:
        try:
            told = _kill_in_the_middle(cluster, process, home, kill)
        except BaseException:
            _end(process)
            raise
    return _ended(process, home, started, told)


def _begun(inbox: Path, home: Path, engine: Sequence[str]) -> subprocess.Popen[bytes]:
    home.mkdir(parents=True, exist_ok=True)
    arguments = ["run", "--inbox", str(inbox), "--home", str(home), "--as-of-day", _DAY, "--no-feeds", *engine]
    with (home / "run.log").open("wb") as log:
        return subprocess.Popen(
            [str(Path(sys.executable).with_name("parallax")), *arguments], stdout=log, stderr=subprocess.STDOUT
        )


def _ended(process: subprocess.Popen[bytes], home: Path, started: float, killed: str | None = None) -> Run:
    try:
        failed = process.wait()
    finally:
        _end(process)
    if failed:
        said = (home / "run.log").read_text(encoding="utf-8", errors="replace").splitlines()[-12:]
        raise RunError(f"the run of {home} failed:\n" + "\n".join(said))
    database = home / "releases" / "latest" / "warehouse.duckdb"
    if not database.is_file():
        raise RunError(f"the run of {home} ended without a release; see {home / 'run.log'}")
    return Run(database, time.monotonic() - started, killed)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a run that is still going: whoever waited for it does not any more."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _kill_in_the_middle(cluster: Cluster, process: subprocess.Popen[bytes], home: Path, moment: Moment) -> str:
    """Waits until the worker that is to die is at work on it, and kills it before all of it is done."""
    victim, begun = cluster.workers[-1], _BEGUN[moment]
    while process.poll() is None:
        told = begun(home, victim)
        if told is not None:
            victim.kill()
            return f"{victim.name}, {told}"
        time.sleep(_LOOK)
    raise RunError(
        f"the run of {home} was over before a worker could be killed in the middle of {moment}; give it more documents"
    )


def _is_reading(home: Path, victim: Node) -> str | None:
    wave = next((home / "ledger" / "tmp").glob("spark-*/answers"), None) if (home / "ledger").is_dir() else None
    if wave is None or (wave / "_SUCCESS").exists() or not _reads(victim.pids()):
        return None
    done = len(list(wave.rglob("part-*.parquet")))
    return f"while it read documents ({done} part(s) of the wave begun or done, the wave not over)"


def _is_building(home: Path, victim: Node) -> str | None:
    """A step that runs in groups keeps the worker's own Python busy; a build that has its marts' folder is past its steps."""
    if not any((home / "builds").glob("*/*.duckdb")) or any((home / "builds").glob("*/.spark-*")):
        return None
    before = _python_seconds(victim)
    time.sleep(_LOOK)
    busy = _python_seconds(victim) - before
    return f"while a step of the build kept its Python busy ({busy:.2f} of {_LOOK} s)" if busy > _LOOK / 4 else None


def _is_making_marts(home: Path, victim: Node) -> str | None:
    made = sum(1 for _ in (home / "builds").glob("*/.spark-*/marts/*/_SUCCESS"))
    return f"while marts were made ({made} of them done)" if made else None


_BEGUN: dict[Moment, Callable[[Path, Node], str | None]] = {
    "reading": _is_reading,
    "building": _is_building,
    "marts": _is_making_marts,
}


def _python_seconds(node: Node) -> float:
    """Processor time of Spark's Python workers on a node, so far."""
    return cpu_seconds([pid for pid in node.pids() if b"pyspark.daemon" in command_of(pid)])


def _reads(pids: Sequence[int]) -> bool:
    """Whether one of the processes is a worker that parses and extracts, which only a task in progress has."""
    servers = [pid for pid in pids if b"sources.ingest.workers" in command_of(pid)]
    return any(len(tree(pid)) > 1 for pid in servers)
