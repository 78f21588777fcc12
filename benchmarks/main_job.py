"""Seconds of the main job by stage: `python -m benchmarks.main_job INBOX HOME [--read-only]` runs it once and prints JSON.

The same calls in the same order as the Dagster assets make, without Dagster, in a process of its own: libraries are loaded in the
stage that needs them first, as in a real run.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from trials.processes import Peak, RunError, cpu_seconds, module_json, tree

T = TypeVar("T")
TAKE_IN, READ, BUILD, MARTS, PUBLISH = "take in", "parse and extract", "build", "marts", "publish"


def run_in_own_process(inbox: Path, home: Path, *, read_only: bool = False) -> dict[str, Any]:
    """What `time_stages` returns, of a run in a fresh process, or {"failed": reason}."""
    try:
        return module_json("benchmarks.main_job", inbox, home, *(["--read-only"] if read_only else []))
    except RunError as error:
        return {"failed": str(error).replace(str(home), "HOME").replace(str(inbox), "INBOX")}


class _Clock:
    """Runs a stage and notes its wall and processor seconds and the most megabytes that all its processes held."""

    def __init__(self) -> None:
        self.stages: dict[str, dict[str, float]] = {}

    def __call__(self, stage: str, run: Callable[[], T]) -> T:
        with Peak() as peak:
            started, used = perf_counter(), cpu_seconds(tree())
            result = run()
            wall, cpu = perf_counter() - started, cpu_seconds(tree()) - used
        self.stages[stage] = {"wall": round(wall, 3), "cpu": round(cpu, 3), "megabytes": round(peak.megabytes)}
        print(f"{stage}: {self.stages[stage]}", file=sys.stderr, flush=True)
        return result


def time_stages(inbox: Path, home: Path, *, read_only: bool = False) -> dict[str, Any]:
    """Runs every stage of the main job once; of a home that was begun it goes on where that stopped.

    Returns:
        `documents` by outcome; `stages`, each with `wall`, `cpu` and `megabytes`; `claims`; and unless it is `read_only`, `build_steps` in
        seconds, `groups` (all, and those that were computed) and `release`: its id, or why it was refused.
    """
    from sources.extract import extractor_version
    from sources.ingest import receive
    from warehouse.ledger import open_ledger
    from warehouse.ledger.reading import read_pending

    clock, ledger = _Clock(), open_ledger(home)
    with ledger.lock():
        intake = clock(TAKE_IN, lambda: ledger.take_in(receive(inbox), now=datetime.now(UTC)))
        version = extractor_version()
        outcomes = clock(
            READ, lambda: Counter(one.outcome for one in read_pending(ledger, ledger.pending(version), version))
        )
        told: dict[str, Any] = {"documents": {**intake.counts, **outcomes}}
        if read_only:
            told["claims"] = sum(batch.rows.get("raw.claims", 0) for batch in ledger.batches())
        else:
            told |= _build(home, clock)
    return {**told, "stages": clock.stages}


def _build(home: Path, clock: _Clock) -> dict[str, Any]:
    """As the assets `core`, `marts` and `release` do: with the home's store of results, until no check on data fails."""
    from quality import judge
    from release.making.builds import clear_bench, fingerprint_of, sign
    from release.making.judgement import ReleaseRefused
    from release.making.publishing import publish
    from release.making.settling import settle
    from release.record import DATABASE
    from release.snapshot import snapshot_of
    from warehouse.build import build
    from warehouse.decisions import read_decisions
    from warehouse.engine import LocalEngine
    from warehouse.fingerprint import inputs, joined
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of
    from warehouse.marts import build_marts
    from warehouse.policy import read_policy
    from warehouse.step_cache.home_store import step_cache

    ledger, policy, decisions = open_ledger(home), read_policy(), read_decisions(home)
    text_of, target = texts_of(ledger), clear_bench(home, "benchmark")

    def core() -> tuple[Any, dict[str, int]]:
        made_from = inputs(ledger, policy, decisions)
        cache = step_cache(home, made_from)
        steps = LocalEngine().steps(cache)
        report = settle(lambda aside: build(ledger, target, policy, decisions, steps, None, aside), policy.set_aside)
        sign(target, joined(made_from), report.as_of_day, made_from, snapshot_of(policy, decisions))
        last = {one.step: one for one in cache.counts}.values()  # of several rounds of a build the last counts
        return report, {"all": sum(one.n_groups for one in last), "computed": sum(one.n_computed for one in last)}

    report, groups = clock(BUILD, core)
    clock(MARTS, lambda: build_marts(target / DATABASE))
    checks: list[Any] = []
    for layer in ("core", "marts"):
        checks += clock(f"check {layer}", partial(judge, target / DATABASE, text_of, datetime.now(UTC).date(), [layer]))
    try:
        release = clock(PUBLISH, lambda: publish(home, target, fingerprint_of(target), checks, text_of).release_id)
    except ReleaseRefused as refused:
        release = f"refused: {refused}".splitlines()[0]
    steps = {name: round(seconds, 3) for name, seconds in report.seconds.items()}
    return {"claims": report.rows["core.claims"], "build_steps": steps, "groups": groups, "release": release}


if __name__ == "__main__":
    print(json.dumps(time_stages(Path(sys.argv[1]), Path(sys.argv[2]), read_only="--read-only" in sys.argv[3:])))
