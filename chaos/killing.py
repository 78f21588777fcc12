"""Kill -9 of the whole job at random moments, and the next runs on the home that it left.

A moment is a stage and a share of the time that the stage takes undisturbed; every stage has its turn, so that the short ones,
where files are written, are hit as often as the long ones. Every home is killed several times, then run to its end.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from chaos.trial import Outcome, Size, Trial
from trials.supervised import Running, run, run_to_end, start
from trials.world import World, faults_at_end, faults_now, remove, world

HOMES: dict[Size, int] = {"quick": 1, "full": 50}
KILLS_PER_HOME: dict[Size, int] = {"quick": 1, "full": 4}


@dataclass(frozen=True, slots=True)
class Moment:
    """When to kill: in which stage, after which share of it, and whether its leader alone."""

    stage: str
    share: float
    is_alone: bool


def moments(stages: Sequence[str], homes: int, kills: int) -> list[list[Moment]]:
    """The moments of every home; the same on every machine.

    Returns:
        For each home its moments: stages in turn, as they come by chance; every second kill of the leader alone, whose children
        then have to notice.
    """
    draw = Random("parallax chaos: killing")  # a string seeds by its digest, alike everywhere
    turns: list[str] = []
    while len(turns) < homes * kills:
        turns += draw.sample(list(stages), len(stages))
    drawn = [Moment(stage, draw.random(), number % 2 == 1) for number, stage in enumerate(turns)]
    return [drawn[home * kills : (home + 1) * kills] for home in range(homes)]


def kill_the_job(work: Path, size: Size) -> Outcome:
    """Kills the job of many homes; a failure is a home that did not come to what an undisturbed run makes."""
    made, homes = world(), moments(list(world().stages), HOMES[size], KILLS_PER_HOME[size])
    with ThreadPoolExecutor(min(len(homes), os.cpu_count() or 1)) as pool:
        found = list(pool.map(lambda pair: _one_home(work / f"{pair[0]:03d}", pair[1], made), enumerate(homes)))
    hit: Counter[str] = sum((stages for stages, _ in found), Counter())
    faults = [fault for _, faults in found for fault in faults]
    by_stage = ", ".join(f"{stage} {hit[stage]}" for stage in made.stages if hit[stage])
    return Outcome.of(hit.total(), faults, f"{len(homes)} homes, killed in: {by_stage}")


def _one_home(work: Path, drawn: Sequence[Moment], made: World) -> tuple[Counter[str], list[str]]:
    """Kills by stage, and faults, of one home."""
    work.mkdir()
    home, hit, faults, left = work / "home-0", Counter[str](), list[str](), list(drawn)
    for number in range(2 * len(drawn)):  # a run that is over before its moment came counts for nothing
        if not left:
            break
        stages = work / f"stages-{number}"
        running = start(work / f"log-{number}", run, str(made.inbox), str(home), str(stages))
        is_hit = _kill_at(running, stages, left[0], made)
        ended = running.wait()
        if running.left():
            faults.append(f"{left[0].stage}: processes are left of a job whose leader was killed")
        if is_hit and ended.was_killed:
            stage = left.pop(0).stage
            hit[stage] += 1
            faults += [f"killed in {stage}: {fault}" for fault in faults_now(home)]
        elif ended.code:
            faults.append(f"the run after a kill ended with {ended.code}: {ended.last_words}")
        else:  # nothing was left to do: the next moment finds a new home
            faults += [f"after kills in {', '.join(hit)}: {fault}" for fault in faults_at_end(home, made)]
            home = work / f"home-{number + 1}"
    ended = run_to_end(made.inbox, home, work / "log")
    if ended.code:
        faults.append(f"after kills in {', '.join(hit)}: {ended.code}: {ended.last_words}")
    faults += [f"after kills in {', '.join(hit)}: {fault}" for fault in faults_at_end(home, made)]
    if not faults:
        remove(work)
    return hit, faults


def _kill_at(running: Running, stages: Path, moment: Moment, made: World) -> bool:
    """Waits for the moment and kills; False where the job was over before (nothing was left for it to do in that stage)."""
    while running.process.is_alive():
        if stages.exists() and any(line.endswith(f" {moment.stage}") for line in stages.read_text().splitlines()):
            running.process.join(moment.share * made.stages[moment.stage])
            if not running.process.is_alive():
                return False
            running.kill(is_alone=moment.is_alone)
            return True
        time.sleep(0.005)
    return False


TRIALS = (
    Trial("kill -9 of the whole job at a random moment", "the next run makes the same marts; 0 documents lost, 0 doubled, nothing left behind", kill_the_job),
)  # fmt: skip
