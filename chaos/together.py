"""Two at once: two whole jobs on one home, and two publishers. One does the work, the other yields with a clear word.

The second is started a little later than the first, by a delay that is drawn, so that they meet at every stage.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from chaos.jobs import Ended, run, run_to_end, start
from chaos.publishers import home_to_publish, publish_numbered
from chaos.trial import Outcome, Size, Trial
from chaos.world import current, faults_at_end, faults_now, remove, world

PAIRS: dict[Size, int] = {"quick": 1, "full": 25}
JOB_YIELDS, PUBLISHER_YIELDS = "another run is writing here", "another process is publishing here"


def _both(
    work: Path,
    later: float,
    act: Callable[..., object],
    first: tuple[object, ...],
    second: tuple[object, ...],
    yields: str,
) -> tuple[list[Ended], list[str]]:
    """How both ended, and what is wrong with it: 0, or 1 with the words of who yields, is right."""
    work.mkdir()
    one = start(work / "first", act, *first)
    one.process.join(later)
    ended = [start(work / "second", act, *second).wait(), one.wait()]
    wrong = [
        fault
        for end in ended
        for fault in end.faults(0, 1) or ([end.words] if end.code and yields not in end.said else [])
    ]
    return ended, wrong


def two_jobs(work: Path, size: Size) -> Outcome:
    """Starts the job twice on a new home; a failure is any other end than done or yielded, or a home that is not whole."""
    made, draw, faults, yielded = world(), Random("parallax chaos: two jobs"), list[str](), 0
    for number in range(PAIRS[size]):
        home = work / f"home-{number}"
        given = (str(made.inbox), str(home))
        ended, found = _both(work / f"{number}", draw.random() * made.seconds * 0.8, run, given, given, JOB_YIELDS)
        yielded += sum(end.code == 1 for end in ended)
        if all(end.code for end in ended):
            found += ["neither did the work", *run_to_end(made.inbox, home, work / f"again-{number}").faults(0)]
        faults += [f"pair {number}: {fault}" for fault in found + faults_at_end(home, made)]
        remove(home)
    return Outcome(PAIRS[size], faults, f"{yielded} yielded")


def two_publishers(work: Path, size: Size) -> Outcome:
    """Starts two publishers at once; a failure is any other end than published or yielded, or a release that is not whole."""
    from release.catalogue import release_ids

    draw, home = Random("parallax chaos: two publishers"), home_to_publish(work / "home", world())
    faults, yielded = list[str](), 0
    for number in range(PAIRS[size] * 2):
        before = len(release_ids(home))
        pair = ((str(home), 2 * number, "a"), (str(home), 2 * number + 1, "b"))
        ended, found = _both(work / f"{number}", draw.random() * 0.3, publish_numbered, *pair, PUBLISHER_YIELDS)
        published = sum(end.code == 0 for end in ended)
        yielded += 2 - published
        after, pointed = release_ids(home), current(home)
        if not published or pointed is None or pointed.release_id != after[-1] or len(after) != before + published:
            found.append(f"{published} published, releases went from {before} to {len(after)}")
        faults += [f"pair {number}: {fault}" for fault in found + faults_now(home)]
    remove(home)
    return Outcome(PAIRS[size] * 2, faults, f"{yielded} yielded")


TRIALS = (
    Trial(
        "two whole jobs at once on one home",
        "one does the work, the other yields in clear words; the home is whole",
        two_jobs,
    ),
    Trial(
        "two publishers at once",
        "one publishes, the other yields in clear words or follows; every release is whole",
        two_publishers,
    ),
)
