"""What runs out or is not there: disk, permission to write, open files, memory, the inbox. The job says so and breaks nothing.

A run that lacks something ends with one clear sentence and exit code 1 (2 where the call itself is wrong), the release stays as it
was, and the next run, with all that it needs, publishes the report that is new.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from chaos.jobs import run, run_to_end, start
from chaos.trial import Outcome, Size, Trial
from chaos.world import World, documents_of, faults_now, leftovers, marts_of, remove, world
from tests.rights import give_up_rights

NEED = 2.5  # free space a run takes, in sizes of the release before: its build, its copy, its files and what is held in reserve
SHARES: dict[Size, Sequence[float]] = {
    "quick": (0.0,),
    "full": [number / 20 for number in range(20)],
}  # of that space, free
DESCRIPTORS: dict[Size, Sequence[int]] = {"quick": (16,), "full": (8, 16, 24, 32, 48, 64)}
MEMORY = 1 << 30  # bytes of data that a process may hold
NOBODY = 65_534
NEWS = "Bead Looms\n\nThe global bead looms market was valued at USD 0.61 billion in 2025, says Wexcombe Insight.\n"
_MOUNT = ("mount", "-t", "tmpfs", "-o", "size=2g", "tmpfs")


def run_limited(inbox: str, home: str, limits: Mapping[int, int], is_bound: bool) -> None:
    """The whole job under limits of the system, and where it is bound without the superuser's rights; to be given to `start`."""
    os.environ["HOME"] = home
    for kind, limit in limits.items():
        resource.setrlimit(kind, (limit, limit))
    if is_bound:
        give_up_rights()
    run(inbox, home)


@cache
def may_mount() -> bool:
    """Whether this user may mount a disk; where not, files may not grow beyond a size instead."""
    with tempfile.TemporaryDirectory(prefix="parallax-chaos-mount-") as folder:
        if subprocess.run([*_MOUNT, folder], capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
        return True


@contextmanager
def _home(work: Path, made: World) -> Iterator[tuple[Path, Path]]:
    """An inbox with one more report, and a copy of the undisturbed home on a disk of its own, where this user may mount one."""
    inbox, disk = work / "inbox", work / "disk"
    shutil.copytree(made.inbox, inbox)
    (inbox / "news.txt").write_text(NEWS, encoding="utf-8")
    disk.mkdir()
    if may_mount():
        subprocess.run([*_MOUNT, str(disk)], check=True)
    try:
        yield inbox, Path(shutil.copytree(made.home, disk / "home", symlinks=True))
    finally:
        remove(disk / "home")
        if may_mount():
            subprocess.run(["umount", "-l", str(disk)], check=False)


def _remount(home: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(home.parent)], check=True)


def _lacking(
    log: Path,
    inbox: Path,
    home: Path,
    made: World,
    limits: Mapping[int, int] | None = None,
    *,
    is_bound: bool = False,
    code: int = 1,
) -> tuple[int, list[str]]:
    """A run that lacks something: its exit code, and what is wrong with its end and the home."""
    ended = start(log, run_limited, str(inbox), str(home), limits or {}, is_bound).wait()
    changed = (
        ["latest is another release although the run failed"] if ended.code and marts_of(home) != made.marts else []
    )
    return ended.code, ended.faults(0, code) + faults_now(home) + changed


def _complete(log: Path, inbox: Path, home: Path, made: World) -> list[str]:
    """What is wrong with the next run, which has all that it needs."""
    faults = run_to_end(inbox, home, log).faults(0) + faults_now(home) + leftovers(home)
    is_new = len(documents_of(home)) == len(made.documents) + 1 and marts_of(home) != made.marts
    return [f"the next run: {fault}" for fault in faults + ([] if is_new else ["what is new was not published"])]


def full_disk(work: Path, size: Size) -> Outcome:
    """Runs the job on disks with more and more free space, each then with room."""
    made, faults, refused = world(), list[str](), 0
    release = sum(path.stat().st_size for path in (made.home / "releases" / "r000001").rglob("*") if path.is_file())
    for number, share in enumerate(SHARES[size]):
        free = int(release * NEED * share)
        (work / f"{number}").mkdir()
        with _home(work / f"{number}", made) as (inbox, home):
            if may_mount():
                _remount(home, f"size={shutil.disk_usage(home).used + free}")
            # A file that may not grow is no full disk, but it is what a user without the right to mount can try.
            code, found = _lacking(
                work / f"log-{number}", inbox, home, made, {} if may_mount() else {resource.RLIMIT_FSIZE: free // 4}
            )
            refused += code != 0
            if may_mount():
                _remount(home, "size=2g")
            found += _complete(work / f"again-{number}", inbox, home, made)
        faults += [f"{free / 1e6:.0f} MB free: {fault}" for fault in found]
    means = "" if may_mount() else "; no right to mount: files of limited size instead"
    return Outcome(len(SHARES[size]), faults, f"{refused} refused{means}")


def not_allowed(work: Path, size: Size) -> Outcome:
    """Runs the job without its inbox, on a read-only disk, and with folders of another user."""
    made, faults, tried = world(), list[str](), 1
    with _home(work, made) as (inbox, home):
        faults += _lacking(work / "log-gone", work / "nowhere", home, made, code=2)[1]
        if may_mount():
            tried += 1
            _remount(home, "ro")
            faults += _lacking(work / "log-ro", inbox, home, made)[1]
            _remount(home, "rw")
        if os.geteuid() == 0:
            for what in (home / "ledger", home / "releases"):
                tried += 1
                os.chown(what, NOBODY, NOBODY)
                faults += _lacking(work / f"log-{what.name}", inbox, home, made, is_bound=True)[1]
                os.chown(what, 0, 0)
        faults += _complete(work / "again", inbox, home, made)
    return Outcome(tried, faults)


def too_few(work: Path, size: Size) -> Outcome:
    """Few open files, or 1 GB of memory: an error or a whole run."""
    made, faults, refused = world(), list[str](), 0
    limits = [{resource.RLIMIT_NOFILE: limit} for limit in DESCRIPTORS[size]] + [{resource.RLIMIT_DATA: MEMORY}]
    for number, limit in enumerate(limits):
        (work / f"{number}").mkdir()
        with _home(work / f"{number}", made) as (inbox, home):
            code, found = _lacking(work / f"log-{number}", inbox, home, made, limit)
            refused += code != 0
            faults += [
                f"{limit}: {fault}"
                for fault in found + (_complete(work / f"again-{number}", inbox, home, made) if code else [])
            ]
    return Outcome(len(limits), faults, f"{refused} refused")


_TARGET = "a clear error, the release intact, the next run completes"
TRIALS = (
    Trial("disk full", _TARGET, full_disk),
    Trial("read-only or foreign home, missing inbox", _TARGET, not_allowed),
    Trial("few open files, 1 GB of memory", "a clear error or a whole run, the release intact", too_few),
)
