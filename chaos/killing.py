"""Kill -9 of the whole job at random moments, and the next run on the home that it left. Short steps are hit by `steps.py`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from chaos.jobs import run, run_to_end, start
from chaos.trial import Outcome, Size, Trial
from chaos.world import World, faults_at_end, faults_now, remove, world

HOMES: dict[Size, int] = {"quick": 1, "full": 50}
KILLS: dict[Size, int] = {"quick": 1, "full": 4}  # of each home


def kill_the_job(work: Path, size: Size) -> Outcome:
    """Kills the job of many homes; every second kill is of the leader alone, whose children have to notice."""
    made, homes = world(), range(HOMES[size])
    with ThreadPoolExecutor(min(len(homes), os.cpu_count() or 1)) as pool:
        found = list(pool.map(lambda number: list(_one_home(work / f"{number:03d}", number, KILLS[size], made)), homes))
    faults = [fault for kills in found for told in kills for fault in told]
    return Outcome(sum(map(len, found)), faults, f"{len(homes)} homes")


def _one_home(work: Path, number: int, kills: int, made: World) -> Iterator[list[str]]:
    """The faults after each kill; those of the run to the end come with the last one."""
    draw, home = Random(f"parallax chaos: killing {number}"), work / "home"
    work.mkdir()
    for kill in range(kills):
        running = start(work / f"log-{kill}", run, str(made.inbox), str(home))
        share = draw.random()
        running.process.join(share * made.seconds)
        running.kill(is_alone=kill % 2 == 1)
        ended, faults = running.wait(), running.left()
        if ended.code not in (0, -signal.SIGKILL):
            faults.append(ended.words)
        faults += faults_now(home)
        if kill == kills - 1:
            faults += run_to_end(made.inbox, home, work / "log").faults(0) + faults_at_end(home, made)
        yield [f"killed after {share:.0%}: {fault}" for fault in faults]
    remove(work)


TRIALS = (
    Trial("kill -9 of the whole job at a random moment", "the next run makes the same marts; 0 documents lost, 0 doubled, nothing left behind", kill_the_job),
)  # fmt: skip
