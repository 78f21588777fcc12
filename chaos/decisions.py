"""Decisions of a person, one a build: none makes the program refuse to publish.

Each is drawn on a release of the bundled samples and goes through build, marts and all blocking checks, without site and workbook.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path

from chaos.jobs import CONTEXT, run_to_end
from chaos.trial import Outcome, Size, Trial
from trials.drawn_decisions import DAY, drawn_decisions, rejections
from warehouse.decision_kinds import Decision

COUNT, SEED = int(os.environ.get("PAIRS", "100")), os.environ.get("SEED", "parallax chaos: decisions")


def taken_one_by_one(work: Path, size: Size) -> Outcome:
    """Takes drawn decisions, one a build; at full size also the rejection of every claim."""
    home = _published(work)
    decisions = drawn_decisions(home, COUNT, SEED) + (rejections(home) if size == "full" else ())
    at_once = os.cpu_count() or 1
    homes = [home, *(shutil.copytree(home, work / f"home-{n}", symlinks=True) for n in range(1, at_once))]
    shares = [decisions[n::at_once] for n in range(at_once)]
    with ProcessPoolExecutor(at_once, mp_context=CONTEXT) as pool:
        faults = [fault for found in pool.map(refusals, homes, shares) for fault in found]
    kinds = len({decision.kind for decision in decisions})
    return Outcome(len(decisions), faults, f"{kinds} kinds")


def refusals(home: Path, decisions: Sequence[Decision]) -> list[str]:
    """Why builds, each with one of these decisions, would not be published. No other process may work in the home."""
    return [fault for decision in decisions if (fault := _refusal(home, decision))]


def _refusal(home: Path, decision: Decision) -> str | None:
    from quality import judge
    from release.making.builds import clear_bench
    from release.making.judgement import blocking_failures
    from release.making.settling import settle
    from warehouse.build import DATABASE, build
    from warehouse.decisions import gathered, read_decisions
    from warehouse.engine import LocalEngine
    from warehouse.fingerprint import inputs
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of
    from warehouse.marts import build_marts
    from warehouse.policy import read_policy
    from warehouse.step_cache.home_store import step_cache

    day, policy = date.fromisoformat(DAY), read_policy()
    ledger, decisions = open_ledger(home), gathered([*read_decisions(home), decision])
    steps = LocalEngine().steps(step_cache(home, inputs(ledger, policy, decisions, day)))
    target = clear_bench(home, decision.decision_id)
    said = f"{decision.kind} of {decision.subject}"
    try:
        settle(lambda aside: build(ledger, target, policy, decisions, steps, day, aside), policy.set_aside)
        build_marts(target / DATABASE)
        failing = blocking_failures(judge(target / DATABASE, texts_of(ledger), day))
    except Exception as error:  # a crash refuses the release, like a check
        return f"{said}: {type(error).__name__}: {' '.join(str(error).split())}"
    finally:
        shutil.rmtree(target, ignore_errors=True)
    return f"{said}: {', '.join(f'{one.table}: {one.name}' for one in failing)}" if failing else None


def _published(work: Path) -> Path:
    from pipelines.home import sample_inbox

    ended = run_to_end(sample_inbox(), work / "home", work / "log")
    if ended.code:
        raise RuntimeError(f"the samples were not published: {ended.words}")
    return work / "home"


TRIALS = (
    Trial("a decision of any kind is taken on any claim, document, conflict, question or market", "the build with it passes all blocking checks", taken_one_by_one),
)  # fmt: skip
