"""What runs out or is not there: disk, permission to write, open files, memory, the inbox. The job says so and breaks nothing.

Every home has a release, in `full` also a new document in its inbox. A run that lacks something ends with one clear sentence and exit code 1 (2
where the call itself is wrong), the release stays as it was, and the next run, with all that it needs, publishes the new document.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from chaos.rights import give_up_rights
from chaos.trial import Outcome, Size, Trial
from trials.inboxes import write_news
from trials.supervised import Ended, run, run_to_end, start
from trials.world import World, documents_of, faults_now, leftovers, marts_of, remove, world

SIZES = 20  # of the disk: free space from none to what a run needs
TRIED: dict[Size, tuple[int, ...]] = {"quick": (0,), "full": tuple(range(SIZES))}
NEED = 2.5  # free space a run takes, in sizes of the release before: its build, its copy, its files and what is held in reserve
ROOM = "size=2g"
MOUNT = ("mount", "-t", "tmpfs", "-o", ROOM, "tmpfs")
NOBODY = 65_534
DESCRIPTORS: dict[Size, tuple[int, ...]] = {"quick": (16,), "full": (8, 16, 24, 32, 48, 64)}
MEMORY = 1 << 30  # bytes of data that a process may hold


@dataclass(slots=True)
class Found:
    """What came of the runs of a trial."""

    trials: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)

    def outcome(self, note: str = "") -> Outcome:
        """As a row: one failure for every broken run."""
        told = f"{self.refused} refused, {self.trials - self.refused} had enough" + (f"; {note}" if note else "")
        return Outcome.of(self.trials, self.faults, told)


def run_limited(inbox: str, home: str, limits: Mapping[int, int]) -> None:
    """The whole job under limits of the operating system; to be given to `start`."""
    os.environ["HOME"] = home
    for kind, limit in limits.items():
        resource.setrlimit(kind, (limit, limit))
    run(inbox, home)


def run_bound(inbox: str, home: str) -> None:
    """The whole job of somebody whom owners and modes of files bind, which they do not bind the superuser; to be given to `start`."""
    give_up_rights()
    run(inbox, home)


@cache
def may_mount() -> bool:
    """Whether this user may mount a disk; where not, files may not grow beyond a size instead."""
    with tempfile.TemporaryDirectory(prefix="parallax-chaos-mount-") as folder:
        if subprocess.run([*MOUNT, folder], capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
        return True


@contextmanager
def disk(folder: Path) -> Iterator[Path]:
    """A small disk of its own, in memory; a folder where this user may not mount."""
    folder.mkdir()
    if not may_mount():
        yield folder
        return
    subprocess.run([*MOUNT, str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def remount(folder: Path, options: str) -> None:
    """Changes size or mode of a mounted disk; of a folder, nothing."""
    if not may_mount():
        return
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def _prepare(folder: Path, made: World, size: Size) -> tuple[Path, Path]:
    """A copy of the undisturbed home, and an inbox outside of the folder, in `full` with a new document.

    In `quick` nothing is new, so that the run which has all it needs again is a short one.
    """
    inbox, home = made.inbox, folder / "home"
    if size == "full":
        inbox = folder.with_name(f"{folder.name}-inbox")
        shutil.copytree(made.inbox, inbox)
        write_news(inbox)
    shutil.copytree(made.home, home, symlinks=True)
    return inbox, home


def _judge(what: str, ended: Ended, home: Path, made: World, found: Found, codes: tuple[int, ...] = (1,)) -> None:
    """Counts a run that lacked something."""
    found.trials += 1
    found.refused += ended.code != 0
    faults = faults_now(home)
    if ended.code and marts_of(home) != made.marts:
        faults.append("latest is another release although the run failed")
    if ended.code not in (0, *codes):
        faults.append(f"exit code {ended.code}")
    if ended.has_traceback or (ended.code and "error: " not in ended.said):
        faults.append("no clear word but a traceback")
    if faults:
        found.faults.append(f"{what}: {', '.join(faults)}: {ended.last_words}")


def _complete(what: str, log: Path, inbox: Path, home: Path, made: World, found: Found) -> None:
    """The next run, which has all that it needs."""
    ended = run_to_end(inbox, home, log)
    faults = faults_now(home) + leftovers(home)
    has_news = inbox != made.inbox
    has_all = len(documents_of(home)) == len(made.documents) + has_news
    if ended.code or not has_all or (marts_of(home) != made.marts) != has_news:
        faults.append(f"the next run did not publish what is new: {ended.code}: {ended.last_words}")
    if faults:
        found.faults.append(f"after {what}: {', '.join(faults)}")


def full_disk(work: Path, size: Size) -> Outcome:
    """Runs the job on disks with more and more free space; in `full` each is then given room and run again, else the last."""
    made, found = world(), Found()
    release = sum(path.stat().st_size for path in (made.home / "releases" / "r000001").rglob("*") if path.is_file())
    for number in TRIED[size]:
        with disk(work / f"disk-{number}") as folder:
            inbox, home = _prepare(folder, made, size)
            used = shutil.disk_usage(folder).used
            free = int(release * NEED * number / SIZES)
            remount(folder, f"size={used + free}")
            what = f"{free / 1e6:.0f} MB free"
            # A file that may not grow is no full disk, but it is what a user without the right to mount can try.
            limits = {} if may_mount() else {resource.RLIMIT_FSIZE: free // 4}
            ended = start(work / f"log-{number}", run_limited, str(inbox), str(home), limits).wait()
            _judge(what, ended, home, made, found)
            if size == "full" or number == TRIED[size][-1]:
                remount(folder, ROOM)
                _complete(what, work / f"again-{number}", inbox, home, made, found)
    return found.outcome("" if may_mount() else "no right to mount: files of limited size instead")


def not_allowed(work: Path, size: Size) -> Outcome:
    """An inbox that is not there, a disk mounted read-only, folders of a home that belong to somebody else."""
    made, found = world(), Found()
    with disk(work / "disk") as folder:
        inbox, home = _prepare(folder, made, size)
        gone = run_to_end(work / "nowhere", home, work / "log-gone")
        _judge("missing inbox", gone, home, made, found, codes=(2,))
        if may_mount():
            remount(folder, "ro")
            _judge("read-only disk", run_to_end(inbox, home, work / "log-ro"), home, made, found)
            remount(folder, "rw")
        if size == "full" and os.geteuid() == 0:
            own = {"ledger": [home / "ledger"], "releases": [home / "releases"], "home": [home, *home.rglob("*")]}
            for what, entries in own.items():
                _give(entries, NOBODY)
                ended = start(work / f"log-{what}", run_bound, str(inbox), str(home)).wait()
                _judge(f"{what} of somebody else", ended, home, made, found)
                _give(entries, 0)
            _complete("bad permissions", work / "again", inbox, home, made, found)
    return found.outcome()


def _give(entries: Iterable[Path], user: int) -> None:
    for entry in entries:
        os.chown(entry, user, user, follow_symlinks=False)


def too_few(work: Path, size: Size) -> Outcome:
    """Few open files; in `full` also 1 GB of memory."""
    made, found = world(), Found()
    inbox, home = _prepare(work / "few", made, size)
    for limit in DESCRIPTORS[size]:
        limits = {resource.RLIMIT_NOFILE: limit}
        ended = start(work / f"log-{limit}", run_limited, str(inbox), str(home), limits).wait()
        _judge(f"{limit} open files", ended, home, made, found)
        if not ended.code:
            break
    if size == "full":
        another, second = _prepare(work / "memory", made, size)
        limits = {resource.RLIMIT_DATA: MEMORY}
        ended = start(work / "log-memory", run_limited, str(another), str(second), limits).wait()
        _judge("1 GB of memory", ended, second, made, found)
        _complete("1 GB of memory", work / "again-memory", another, second, made, found)
    remove(work)
    return found.outcome()


TRIALS = (
    Trial("disk full", "a clear error, the release intact, the next run completes", full_disk),
    Trial(
        "read-only or foreign home, missing inbox",
        "a clear error, the release intact, the next run completes",
        not_allowed,
    ),
    Trial("few open files, 1 GB of memory", "a clear error or a whole run, the release intact", too_few),
)
