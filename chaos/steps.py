"""Kill -9 at every change of the file system that publishing, the ledger and their upkeep make, and the same work once more to its end.

Python announces every opening for writing, renaming, linking, making and removing to an audit hook; the hook counts and kills.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from chaos.jobs import CONTEXT
from chaos.publishers import fingerprint, home_to_publish, publish_numbered
from chaos.trial import Outcome, Size, Trial
from chaos.world import current, documents_of, doubled, faults_now, leftovers, remove, world
from trials.homes import FIRST_DAY, ledger_of_batches, tiny_release

KILLS = {"quick": 3, "full": 10_000}  # at most; the steps are spread evenly
RUNS = 4  # that leave a batch each
RELEASES, KEPT = 8, 3
_CHANGES = frozenset(
    {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.symlink", "os.link", "os.truncate"}
)


@dataclass(frozen=True, slots=True)
class Work:
    """What is killed.

    Attributes:
        name: in words.
        target: what must hold, in words.
        prepare: makes the home before; gives what a fault is judged by.
        act: the work on a home; importable by name.
        fault: (home, what `prepare` gave, whether the work is done) → what is wrong, "" where nothing is.
    """

    name: str
    target: str
    prepare: Callable[[Path], Any]
    act: Callable[[Path], object]
    fault: Callable[[Path, Any, bool], str]


def killed_at(step: int, work: Callable[[Path], object], folder: Path) -> int | None:
    """Runs `work(folder)` in a process of its own that dies at that change of the file system.

    Returns:
        How many changes the work made; None where it was killed. Of step 0 nothing is.

    Raises:
        RuntimeError: the work failed by itself.
    """
    told = folder.with_name(f"{folder.name}-steps")
    process = CONTEXT.Process(target=_run, args=(step, work, folder, told))
    process.start()
    process.join()
    if process.exitcode not in (0, -signal.SIGKILL):
        raise RuntimeError(f"{work.__name__} failed by itself with {process.exitcode}, killed at {step}")
    return None if process.exitcode else int(told.read_text())


def _run(step: int, work: Callable[[Path], object], folder: Path, told: Path) -> None:
    seen, is_over = 0, False

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal seen
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if not is_over and (event in _CHANGES or writes) and f"{folder}/" in str(arguments[0]):
            seen += 1
            if seen == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    work(folder)
    is_over = True
    told.write_text(str(seen))


def at_every_step(work: Work, folder: Path, size: Size) -> Outcome:
    """Kills the work at each of its steps, in a fresh copy of the home each time, and runs it again to its end."""
    prepared = folder / "prepared"
    before = work.prepare(prepared)

    def copied(name: str) -> Path:
        return Path(shutil.copytree(prepared, folder / name, symlinks=True))

    last = killed_at(0, work.act, copied("undisturbed")) or 0
    faults, steps = [], range(1, last + 1, max(1, last // KILLS[size]))
    for step in steps:
        home = copied(f"at-{step}")
        killed_at(step, work.act, home)
        wrong = work.fault(home, before, False)
        if not wrong:
            killed_at(0, work.act, home)
            wrong = work.fault(home, before, True)
        faults += [f"killed at {step}: {wrong}"] if wrong else []
        remove(home)
    return Outcome(len(steps), faults, f"{last} steps")


def _to_publish(home: Path) -> None:
    home_to_publish(home, world())
    publish_numbered(home, 1)


def _publish(home: Path) -> None:
    publish_numbered(home, 2)


def _published(home: Path, _: None, is_done: bool) -> str:
    found = current(home)
    if found is None or found.fingerprint not in (fingerprint(2), *(() if is_done else [fingerprint(1)])):
        return "latest is neither the release before nor the new one"
    return "; ".join(
        faults_now(home) + [f"left behind: {path.name}" for path in (home / "releases").glob(".tmp-*") if is_done]
    )


def _arrive(home: Path) -> None:
    from sources.extract import extract, extractor_version
    from sources.ingest import receive
    from sources.parse import parse
    from sources.records import Unreadable
    from warehouse.ledger import open_ledger

    ledger = open_ledger(home)
    with ledger.lock():
        ledger.take_in(receive(home / "inbox"), now=FIRST_DAY)
        for document in ledger.pending(extractor_version()):
            try:
                parsed = parse(ledger.content(document))
            except Unreadable:
                continue
            ledger.record([(parsed, extract(parsed))])


def _to_arrive(home: Path) -> frozenset[str]:
    shutil.copytree(world().inbox, home / "inbox")
    return world().documents


def _arrived(home: Path, documents: frozenset[str], is_done: bool) -> str:
    lost = documents - documents_of(home) if is_done else frozenset()
    return "; ".join(
        faults_now(home)
        + doubled(home)
        + ([f"{len(lost)} documents lost"] if lost else [])
        + (leftovers(home) if is_done else [])
    )


def _state(home: Path) -> tuple[Any, ...]:
    """What a ledger says: its digest, and rows of tables of each kind with the batch that they were written in."""
    from warehouse.ledger import open_ledger

    ledger = open_ledger(home)
    names = ("raw.receipts", "raw.documents", "raw.claims", "raw.mentions", "raw.blocks")
    return ledger.digest(), *(tuple(map(str, ledger.rows(name).iter_rows())) for name in names)


def _batches(home: Path) -> tuple[int, tuple[Any, ...]]:
    ledger_of_batches(home, RUNS)
    return len(list((home / "ledger" / "batches").iterdir())), _state(home)


def _join(home: Path) -> None:
    from warehouse.ledger import open_ledger

    open_ledger(home).compact(small_rows=1_000, rows_at_most=60)


def _joined(home: Path, before: tuple[int, tuple[Any, ...]], is_done: bool) -> str:
    if _state(home) != before[1]:
        return "other rows or another digest"
    n_batches = len(list((home / "ledger" / "batches").iterdir()))
    return "nothing was joined" if is_done and n_batches >= before[0] else "; ".join(faults_now(home))


def _first_format(home: Path) -> tuple[Any, ...]:
    from warehouse.ledger.formats import format_content

    _, before = _batches(home)
    (home / "ledger" / "head.json").unlink()  # the shape of format 1
    (home / "ledger" / "format.json").unlink()
    (home / "ledger" / "format.json").write_bytes(format_content(1))
    return before


def _migrate(home: Path) -> None:
    from warehouse.ledger.formats import migrate

    migrate(home / "ledger")


def _migrated(home: Path, before: tuple[Any, ...], is_done: bool) -> str:
    from warehouse.ledger import LedgerError, open_ledger
    from warehouse.ledger.formats import FORMAT_VERSION, read_format

    if read_format(home / "ledger") == FORMAT_VERSION:
        return "" if _state(home) == before else "migrated to other rows"
    try:
        open_ledger(home)
    except LedgerError as error:
        return "not migrated" if is_done else "" if "migrate" in str(error) else f"refused without the command: {error}"
    return "opened half migrated"


def _releases(home: Path) -> list[str]:
    for number in range(1, RELEASES + 1):
        tiny_release(home, number, FIRST_DAY + timedelta(days=number))
    (home / "releases" / "r000002.pin").write_text("cited")
    return ["r000002", *(f"r{number:06d}" for number in range(RELEASES - KEPT + 1, RELEASES + 1))]


def _retire(home: Path) -> None:
    from release.keep.retention import KeptReleases, retire

    retire(home, KeptReleases(keep_at_least=KEPT, keep_hours=24), FIRST_DAY + timedelta(days=400))


def _retired(home: Path, wanted: list[str], is_done: bool) -> str:
    from release.catalogue import release_ids
    from release.manifest import verify_files

    there, newest = release_ids(home), current(home)
    if newest is None or newest.release_id != wanted[-1] or not set(wanted) <= set(there):
        return f"one too many is gone: {there}"
    half = [one for one in there if verify_files(home / "releases" / one)]
    return f"half deleted: {half or there}" if half or (is_done and (there != wanted or leftovers(home))) else ""


WORKS = (
    Work(
        "publishing",
        "latest is whole, the old one or the new; the next run recovers",
        _to_publish,
        _publish,
        _published,
    ),
    Work("receiving and reading", "0 documents lost, 0 doubled, the next run completes", _to_arrive, _arrive, _arrived),
    Work("joining batches of the ledger", "same rows, none doubled", _batches, _join, _joined),
    Work("migrating the ledger", "old or new, never half", _first_format, _migrate, _migrated),
    Work("deleting old releases", "whole or gone; latest and pinned stay", _releases, _retire, _retired),
)
TRIALS = tuple(Trial(f"kill -9 at each step of {one.name}", one.target, partial(at_every_step, one)) for one in WORKS)
