"""Seconds of the main job by stage: `python -m benchmarks.main_job INBOX HOME [--read-only]` runs it once and prints JSON.

The same calls in the same order as the Dagster assets make, without Dagster, in a process of its own: libraries are loaded in the
stage that needs them first, as in a real run. What Dagster adds shows in `startup.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from trials.processes import Peak, RunError, cpu_seconds, module_json, tree

if TYPE_CHECKING:
    from warehouse.step import BuildContext, Frames, Step
    from warehouse.step_cache.cached_step import Counts

T = TypeVar("T")


def run_in_own_process(inbox: Path, home: Path, seconds: float | None, *, read_only: bool = False) -> dict[str, Any]:
    """Times the main job in a fresh process.

    Args:
        inbox: reports to work on.
        home: data home, made by the run.
        seconds: how long to wait at most; None for ever.
        read_only: nothing is built and published.

    Returns:
        What `time_stages` or `time_reading` returns, or {"failed": reason} where the run failed or took too long.
    """
    options = ["--read-only"] if read_only else []
    try:
        return module_json("benchmarks.main_job", inbox, home, *options, seconds=seconds)
    except subprocess.TimeoutExpired:
        return {"failed": f"took more than {seconds or 0:g} s"}
    except RunError as error:
        return {"failed": str(error).replace(str(home), "HOME").replace(str(inbox), "INBOX")}


def time_stages(inbox: Path, home: Path) -> dict[str, Any]:
    """Runs every stage of the main job once.

    Returns:
        `documents` by outcome, `stages` and `build_steps` in seconds of wall time, `cpu` and `peak_megabytes` of each stage with
        all processes that it started, `step_cpu` of each step without reading and writing its tables, `groups` of steps that look
        them up (all and computed), `rows` of some tables, and `release`: the release's id, or why it was refused.

    Raises:
        Exception: whatever a stage raises; a refusal of the release is a result and is not raised.
    """
    from warehouse.ledger import open_ledger

    clock = _Clock()
    with open_ledger(home).lock():
        documents = _read(inbox, home, clock)
        steps = _Steps()
        report, build = clock("build", lambda: _build(home, steps))
        marts = clock("marts", lambda: _marts(build))
        checks: list[Any] = []
        for layer in ("core", "marts"):
            checks += clock(f"judge {layer}", partial(_judge, home, build, layer))
        release = clock("publish", lambda: _publish(home, build, checks))
    rows = {
        name: report.rows[name] for name in ("core.claims", "core.observations", "core.estimates", "core.conflicts")
    }
    return {
        "documents": documents,
        **clock.told,
        "build_steps": {name: round(seconds, 3) for name, seconds in report.seconds.items()},
        "step_cpu": {name: round(seconds, 3) for name, seconds in steps.cpu.items()},
        "groups": steps.groups,
        "rows": {**rows, "marts.market_estimates": marts.rows["market_estimates"]},
        "release": release,
    }


def time_reading(inbox: Path, home: Path) -> dict[str, Any]:
    """Runs the stages up to what is recorded of each report, once.

    Args:
        inbox: reports to work on.
        home: data home; in one that was begun reading goes on where it stopped.

    Returns:
        Of `time_stages` what there is of these stages, and `rows` of raw.claims.
    """
    from warehouse.ledger import open_ledger

    clock = _Clock()
    with open_ledger(home).lock():
        documents = _read(inbox, home, clock)
    claims = sum(batch.rows.get("raw.claims", 0) for batch in open_ledger(home).batches())
    return {"documents": documents, **clock.told, "rows": {"raw.claims": claims}}


def _read(inbox: Path, home: Path, clock: _Clock) -> dict[str, int]:
    """Takes in and reads; documents by outcome."""
    from sources.extract import extractor_version
    from sources.ingest import receive
    from warehouse.ledger import open_ledger
    from warehouse.ledger.reading import read_pending

    ledger = open_ledger(home)
    intake = clock("take in", lambda: ledger.take_in(receive(inbox), now=datetime.now(UTC)))
    version = extractor_version()

    def read() -> Counter[str]:
        return Counter(reading.outcome for reading in read_pending(ledger, ledger.pending(version), version))

    return {**intake.counts, **clock("parse and extract", read)}


class _Clock:
    """Runs a stage and notes how long it took, by the wall and of all processors, and the most memory that it held."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.cpu: dict[str, float] = {}
        self.megabytes: dict[str, int] = {}

    @property
    def told(self) -> dict[str, Any]:
        """What it noted, by stage."""
        return {"stages": self.seconds, "cpu": self.cpu, "peak_megabytes": self.megabytes}

    def __call__(self, stage: str, run: Callable[[], T]) -> T:
        with Peak() as peak:
            started, used = perf_counter(), cpu_seconds(tree())
            result = run()
            self.seconds[stage] = round(perf_counter() - started, 3)
            self.cpu[stage] = round(cpu_seconds(tree()) - used, 3)
        self.megabytes[stage] = round(peak.megabytes)
        print(
            f"{stage}: {self.seconds[stage]} s, {self.cpu[stage]} s cpu, {self.megabytes[stage]} MB",
            file=sys.stderr,
            flush=True,
        )
        return result


class _Steps:
    """What the steps of a build take, and how many of their groups are computed."""

    def __init__(self) -> None:
        self.cpu: dict[str, float] = {}
        self.groups: dict[str, dict[str, int]] = {}

    def watched(self, step: Step) -> Step:
        """The step, its processor time noted; of several rounds of a build the last counts."""

        def run(frames: Frames, context: BuildContext) -> Frames:
            used = cpu_seconds(tree())
            written = step.run(frames, context)
            self.cpu[step.name] = cpu_seconds(tree()) - used
            return written

        return replace(step, run=run)

    def count(self, counts: Iterable[Counts]) -> None:
        """Notes groups, likewise."""
        for one in counts:
            self.groups[one.step] = {"all": one.n_groups, "computed": one.n_computed}


def _build(home: Path, noted: _Steps) -> tuple[Any, Path]:
    """As asset `core` builds: with the home's store of results, until no check on data fails."""
    from release.making.builds import clear_bench, sign
    from release.making.settling import settle
    from release.snapshot import snapshot_of
    from warehouse.build import build
    from warehouse.decisions import read_decisions
    from warehouse.engine import LocalEngine
    from warehouse.fingerprint import inputs, joined
    from warehouse.ledger import open_ledger
    from warehouse.policy import read_policy
    from warehouse.step_cache.home_store import step_cache

    ledger, policy, decisions = open_ledger(home), read_policy(), read_decisions(home)
    made_from = inputs(ledger, policy, decisions)
    target = clear_bench(home, "benchmark")
    cache = step_cache(home, made_from)
    steps = tuple(map(noted.watched, LocalEngine().steps(cache)))
    report = settle(lambda aside: build(ledger, target, policy, decisions, steps, None, aside), policy.set_aside)
    noted.count(cache.counts)
    sign(target, joined(made_from), report.as_of_day, made_from, snapshot_of(policy, decisions))
    return report, target


def _marts(build: Path) -> Any:
    from release.record import DATABASE
    from warehouse.marts import build_marts

    return build_marts(build / DATABASE)


def _judge(home: Path, build: Path, layer: Any) -> list[Any]:
    from quality import judge
    from release.record import DATABASE
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of

    return list(judge(build / DATABASE, texts_of(open_ledger(home)), datetime.now(UTC).date(), [layer]))


def _publish(home: Path, build: Path, checks: list[Any]) -> str:
    from release.making.builds import fingerprint_of
    from release.making.judgement import ReleaseRefused
    from release.making.publishing import publish
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of

    try:
        return publish(home, build, fingerprint_of(build), checks, texts_of(open_ledger(home))).release_id
    except ReleaseRefused as refused:
        return f"refused: {refused}".splitlines()[0]


if __name__ == "__main__":
    time = time_reading if "--read-only" in sys.argv[3:] else time_stages
    print(json.dumps(time(Path(sys.argv[1]), Path(sys.argv[2]))))
