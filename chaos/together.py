"""Two at once: two whole jobs on one home, and two publishers. One does the work, the other yields with a clear word.

The second is started a little later than the first, by a delay that is drawn, so that they meet at every stage.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

from chaos.publishers import publish_numbered, template
from chaos.trial import Outcome, Size, Trial
from trials.supervised import Ended, Running, run, run_to_end, start
from trials.world import World, current, faults_at_end, faults_now, remove, world

PAIRS: dict[Size, int] = {"quick": 1, "full": 50}
FRESH: dict[Size, int] = {"quick": 0, "full": 25}  # pairs with all the work before them; the others find it done
JOB_YIELDS, PUBLISHER_YIELDS = "another run is writing here", "another process is publishing here"


def two_jobs(work: Path, size: Size) -> Outcome:
    """Starts the job twice on one home; a failure is any other end than done or yielded, or a home that is not whole."""
    made, draw = world(), Random("parallax chaos: two jobs")
    faults, yielded = [], 0
    home = work / "done"
    shutil.copytree(made.home, home, symlinks=True)
    for number in range(PAIRS[size]):
        is_fresh = number % 2 == 0 and number < 2 * FRESH[size]
        if is_fresh:
            home = work / f"home-{number}"
        later = draw.random() * (made.seconds if is_fresh and draw.random() < 0.5 else 1.0)
        ended = _both(work, number, home, later, made)
        found = _judge(ended, JOB_YIELDS)
        yielded += sum(end.code == 1 for end in ended)
        if all(end.code for end in ended):
            found.append(f"neither did the work: {ended[1].last_words}")
            again = run_to_end(made.inbox, home, work / f"again-{number}")
            found += [f"and the next run ended with {again.code}"] if again.code else []
        found += faults_at_end(home, made)
        faults += [f"pair {number}: {'; '.join(found)}"] if found else []
    return Outcome.of(
        PAIRS[size], faults, f"{yielded} yielded, {PAIRS[size] * 2 - yielded} did the work or found it done"
    )


def _both(work: Path, number: int, home: Path, later: float, made: World) -> list[Ended]:
    first = start(work / f"first-{number}", run, str(made.inbox), str(home))
    first.process.join(later)
    second = start(work / f"second-{number}", run, str(made.inbox), str(home))
    return [first.wait(), second.wait()]


def _judge(ended: list[Ended], words: str) -> list[str]:
    """What is wrong with how two ended: 0, or 1 with these words, is right."""
    wrong = [
        end for end in ended if end.code not in (0, 1) or (end.code == 1 and words not in end.said) or end.has_traceback
    ]
    return [f"ended with {end.code}: {end.last_words}" for end in wrong]


def two_publishers(work: Path, size: Size) -> Outcome:
    """Starts two publishers at once; a failure is any other end than published or yielded, or a release that is not whole."""
    from release.catalogue import release_ids

    made, draw, home = world(), Random("parallax chaos: two publishers"), work / "home"
    source, faults, yielded = template(work, made), [], 0
    for number in range(PAIRS[size]):
        before = len(release_ids(home))
        both: list[Running] = []
        for name in ("a", "b"):
            arguments = (str(home), str(source), str(made.home), 2 * number + len(both), name)
            both.append(start(work / f"{name}-{number}", publish_numbered, *arguments))
            both[0].process.join(draw.random() * 0.3)
        ended = [running.wait() for running in both]
        published = sum(end.code == 0 for end in ended)
        yielded += 2 - published
        found, pointed = _judge(ended, PUBLISHER_YIELDS), current(home)
        found += ["nobody published"] if not published else []
        after = release_ids(home)
        if pointed is None or pointed.release_id != after[-1] or len(after) != before + published:
            found.append(f"{published} published, releases went from {before} to {len(after)}")
        found += faults_now(home)
        faults += [f"pair {number}: {'; '.join(found)}"] if found else []
    remove(home)
    return Outcome.of(PAIRS[size], faults, f"{yielded} yielded")


TRIALS = (
    Trial("two whole jobs at once on one home", "one does the work, the other yields in clear words; the home is whole", two_jobs),
    Trial("two publishers at once", "one publishes, the other yields in clear words or follows; every release is whole", two_publishers),
)  # fmt: skip
