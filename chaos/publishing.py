"""Kill -9 at every step of publishing: before and after every call that publishing's own modules make.

The steps are not listed here. A first, undisturbed publisher is watched by Python's own profiler hook, which names every call out of
`_WATCHED`; the others are killed at one of them each, from within, at the first time or at the last that it comes.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from chaos.publishers import fingerprint, publish_numbered, template
from chaos.trial import Outcome, Size, Trial
from trials.supervised import start
from trials.world import current, faults_now, remove, world

Step: TypeAlias = str  # "<function> before|after <called>"
_LATE = ("publish after ", "announce after ", "point after ")  # the steps of a quick trial: a reader could see them
# Calls into C that cannot change a file: what is in memory is gone with the process whether or not they were made.
_TOUCHES_FILES = frozenset({"posix", "fcntl", "_io", "io", "shutil"})
_WATCHED = ("release/making/publishing.py", "release/making/filling.py", "release/keep/pointing.py")
EVERY = 3  # of those, a quick trial takes


def steps_of(watch: Callable[[Step], None], act: Callable[[], None]) -> None:
    """Runs `act` and tells of every call that the watched files make, just before and just after it."""

    def hook(frame: FrameType, event: str, argument: Any) -> None:
        is_c = event.startswith("c_")
        caller = frame if is_c else frame.f_back
        if caller is None or not caller.f_code.co_filename.endswith(_WATCHED):
            return
        if is_c and getattr(argument, "__module__", None) not in _TOUCHES_FILES and not _is_of_a_file(argument):
            return
        name = argument.__qualname__ if is_c else frame.f_code.co_qualname
        if "<" in name.split(".")[-1] or "__" in name or name.startswith("PurePath."):
            return  # comprehensions, constructors and the joining of paths, in memory
        watch(f"{caller.f_code.co_name} {'before' if event.endswith('call') else 'after'} {name}")

    sys.setprofile(hook)
    try:
        act()
    finally:
        sys.setprofile(None)


def _is_of_a_file(function: Any) -> bool:
    return type(getattr(function, "__self__", None)).__module__ in _TOUCHES_FILES


def publish_watched(told: str, arguments: tuple[str, str, str, int], kill_at: Step | None, occasion: int) -> None:
    """Publishes; to be given to `start`.

    Args:
        told: file that gets a line for every step, where nobody is killed.
        arguments: of `publish_numbered`.
        kill_at: the step at which this process kills itself; None for none.
        occasion: at which time that it comes, from 1.
    """
    seen: Counter[Step] = Counter()

    def watch(step: Step) -> None:
        seen[step] += 1
        if step == kill_at and seen[step] == occasion:
            os.kill(os.getpid(), signal.SIGKILL)

    steps_of(watch, lambda: publish_numbered(*arguments))
    Path(told).write_text("".join(f"{count} {step}\n" for step, count in seen.items()), encoding="utf-8")


def kill_at_every_step(work: Path, size: Size) -> Outcome:
    """Kills one publisher at each step; a failure is a release that is not whole, a pointer that went back, or no recovery."""
    made, home, told = world(), work / "home", work / "steps"
    source = template(work, made)

    def publish(number: int, kill_at: Step | None = None, occasion: int = 1) -> tuple[int, str]:
        log = work / f"log-{number}"
        arguments = (str(home), str(source), str(made.home), number)
        running = start(log, publish_watched, str(told), arguments, kill_at, occasion)
        ended = running.wait()
        return ended.code, ended.last_words

    first = publish(1)
    if first[0]:
        raise RuntimeError(f"the undisturbed publisher ended with {first[0]}: {first[1]}")
    counts = {line.split(" ", 1)[1]: int(line.split(" ", 1)[0]) for line in told.read_text().splitlines()}
    chosen = [(step, 1) for step in counts] + list(counts.items())
    if size == "quick":
        filled = list(counts).index("publish after fill")
        chosen = [(step, 1) for step in list(counts)[filled:] if step.startswith(_LATE)][::EVERY]
    faults: list[str] = []
    number, before, kills = 1, 1, 0
    for step, occasion in chosen:
        code, said = publish(number + 1, step, occasion)
        if code != -signal.SIGKILL:
            faults.append(f"{step}: was to be killed and ended with {code}: {said}")
        kills += 1
        found = current(home)
        if found is None or found.fingerprint not in (fingerprint(number), fingerprint(number + 1)):
            faults.append(f"{step}: latest is neither the release before nor the new one")
        faults += [f"{step}: {fault}" for fault in faults_now(home)]
        if found is None or int(found.release_id[1:]) < before:
            faults.append(f"{step}: the pointer went back")
        code, said = publish(number + 2)
        found = current(home)
        if code or found is None or found.fingerprint != fingerprint(number + 2) or int(found.release_id[1:]) <= before:
            faults.append(f"{step}: the next publisher ended with {code} and did not publish: {said}")
        faults += [f"{step}, then published: {fault}" for fault in faults_now(home)] + _left(home, step)
        before, number = int(found.release_id[1:]) if found else before, number + 2
        _forget_old(home, before)
    broken = {fault.split(":")[0].split(",")[0] for fault in faults}
    return Outcome.of(kills, faults, f"{len(counts)} steps found", len(broken))


def _left(home: Path, step: Step) -> list[str]:
    return [f"{step}: left behind: {path.name}" for path in (home / "releases").glob(".tmp-*")]


def _forget_old(home: Path, current: int) -> None:
    """Removes releases that have been looked at, so that looking does not grow with their number."""
    from release.catalogue import release_ids

    for release_id in release_ids(home):
        if int(release_id[1:]) < current:
            remove(home / "releases" / release_id)


TRIALS = (
    Trial("kill -9 before and after every step of publishing", "latest is whole and never goes back; the next run recovers", kill_at_every_step),
)  # fmt: skip
