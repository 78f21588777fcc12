"""Upkeep under kill and under readers: joining batches, deleting releases, migrating, making a release again."""

from __future__ import annotations

import json
import multiprocessing
import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from chaos.steps import killed_at
from chaos.trial import Outcome, Size, Trial
from trials.homes import FIRST_DAY, ledger_of_batches, small_home, tiny_release

RUNS = {"quick": 4, "full": 8}
KILLS = {"quick": 8, "full": 10_000}  # at most; the steps are spread evenly
PUBLISHES = {"quick": 30, "full": 300}
READERS = 4
HELD_SECONDS = 6.0  # a release is kept so long after the next one was made ...
READ_SECONDS = 0.5  # ... and read for so long after it was resolved;
COUNTED_SECONDS = 3.0  # a reader that this machine stopped for longer has no promise
RELEASES = 8
KEPT = 3
COMPARED = ("raw.receipts", "raw.documents", "raw.claims", "raw.mentions", "raw.blocks")
NOW = FIRST_DAY + timedelta(days=400)


def _join(home: Path) -> None:
    from warehouse.ledger import open_ledger

    open_ledger(home).compact(small_rows=1_000, rows_at_most=60)


def _state(home: Path) -> tuple[Any, ...]:
    """What a ledger says: its digest, and rows of tables of each kind with the batch that they were written in."""
    from warehouse.ledger import open_ledger

    ledger = open_ledger(home)
    batches = ledger.batches()
    return ledger.digest(), *(tuple(map(str, ledger.rows(name, batches).iter_rows())) for name in COMPARED)


def _at_every_step(
    folder: Path, size: Size, prepared: Path, work: Callable[[Path], object], fault: Callable[[Path, bool], str]
) -> Outcome:
    """Kills `work` at each of its steps, in a fresh copy each time, and runs it again to its end.

    Args:
        folder: where copies go.
        size: how many of the steps.
        prepared: the home before.
        work: what is killed.
        fault: (home, whether the work is done) → what is wrong, "" where nothing is.
    """
    last = _steps(folder, prepared, work)
    steps = range(1, last + 1, max(1, last // KILLS[size]))
    failures, note = 0, ""
    for step in steps:
        home = folder / f"at-{step}"
        shutil.copytree(prepared, home, symlinks=True)
        killed_at(step, work, home)
        wrong = fault(home, False)
        if not wrong:
            killed_at(last + 1_000, work, home)
            wrong = fault(home, True)
        failures += bool(wrong)
        note = note or (f"killed at {step}: {wrong}" if wrong else "")
        shutil.rmtree(home)
    return Outcome(len(steps), failures, note=note or f"{last} steps")


def _steps(folder: Path, prepared: Path, work: Callable[[Path], object]) -> int:
    """How many changes of the file system the undisturbed work makes."""
    low, high = 0, 4_096  # killed at `low` (or not at all yet), not killed at `high`
    while high - low > 1:
        home = folder / "counted"
        shutil.copytree(prepared, home, symlinks=True)
        middle = (low + high) // 2
        if killed_at(middle, work, home):
            low = middle
        else:
            high = middle
        shutil.rmtree(home)
    return low


def _joining(folder: Path, size: Size) -> Outcome:
    prepared = folder / "prepared"
    ledger_of_batches(prepared, RUNS[size])
    before, batches = _state(prepared), len(list((prepared / "ledger" / "batches").iterdir()))

    def fault(home: Path, is_done: bool) -> str:
        from warehouse.ledger.health import ledger_findings

        if _state(home) != before:
            return "other rows or another digest"
        if is_done and len(list((home / "ledger" / "batches").iterdir())) >= batches:
            return "nothing was joined"
        return str(ledger_findings(home)[0]) if is_done and ledger_findings(home) else ""

    return _at_every_step(folder, size, prepared, _join, fault)


def _migrate(home: Path) -> None:
    from warehouse.ledger.formats import migrate

    migrate(home / "ledger")


def _migrating(folder: Path, size: Size) -> Outcome:
    from warehouse.ledger import LedgerError, open_ledger
    from warehouse.ledger.formats import FORMAT_VERSION, format_content, read_format

    prepared = folder / "prepared"
    ledger_of_batches(prepared, RUNS["quick"])
    before = _state(prepared)
    (prepared / "ledger" / "head.json").unlink()  # the shape of format 1
    (prepared / "ledger" / "format.json").unlink()
    (prepared / "ledger" / "format.json").write_bytes(format_content(1))

    def fault(home: Path, is_done: bool) -> str:
        version = read_format(home / "ledger")
        if version == FORMAT_VERSION:
            return "" if _state(home) == before else "migrated to other rows"
        try:
            open_ledger(home)
        except LedgerError as error:
            told = "parallax migrate" in str(error)
            return "not migrated" if is_done else "" if told else f"refused without the command: {error}"
        return "opened half migrated"

    return _at_every_step(folder, size, prepared, _migrate, fault)


def _retire(home: Path) -> None:
    from release.keep.retention import KeptReleases, retire

    retire(home, KeptReleases(keep_at_least=KEPT, keep_hours=24), NOW)


def _retiring(folder: Path, size: Size) -> Outcome:
    from release.catalogue import latest, release_ids
    from release.manifest import verify_files

    prepared = folder / "prepared"
    for number in range(1, RELEASES + 1):
        tiny_release(prepared, number, FIRST_DAY + timedelta(days=number))
    (prepared / "releases" / "r000002.pin").write_text("cited")
    wanted = ["r000002", *(f"r{number:06d}" for number in range(RELEASES - KEPT + 1, RELEASES + 1))]

    def fault(home: Path, is_done: bool) -> str:
        there, newest = release_ids(home), latest(home)
        if newest is None or newest.release_id != wanted[-1]:
            return "latest leads elsewhere"
        if not set(wanted) <= set(there):
            return f"one too many is gone: {there}"
        half = [one for one in there if verify_files(home / "releases" / one)]
        left = [path.name for path in (home / "releases").glob(".tmp-*")]
        if half or (is_done and (left or there != wanted)):
            return f"half deleted: {half or left or there}"
        return ""

    return _at_every_step(folder, size, prepared, _retire, fault)


def _read_on(home: Path, is_over: Any, told: Any) -> None:
    """Resolves `latest`, asks its database and its Parquet file for a while, and begins again until told to end."""
    from release.catalogue import latest
    from warehouse.connection import query

    questions, failures = 0, []
    while not is_over.is_set():
        began = time.time()
        try:
            release = latest(home)
            assert release is not None
            resolved = time.time()
            while time.time() - resolved < READ_SECONDS:
                wanted = int(release.release_id[1:])
                stored = query(release.database, "SELECT number FROM marts.numbers").item()
                exported = query(
                    release.database, f"SELECT number FROM read_parquet('{release.parquet / 'numbers.parquet'}')"
                ).item()
                questions += 1
                if (stored, exported) != (wanted, wanted):
                    failures.append(f"{release.release_id} says {stored} and {exported}")
        except Exception as error:
            if time.time() - began < COUNTED_SECONDS:
                questions += 1
                failures.append(f"{type(error).__name__}: {error}")
    told.put((questions, failures))


def _readers(folder: Path, size: Size) -> Outcome:
    from release.keep.retention import KeptReleases, retire

    tiny_release(folder, 1, datetime.now(UTC))
    context = multiprocessing.get_context("forkserver")
    told, is_over = context.Queue(), context.Event()
    readers = [context.Process(target=_read_on, args=(folder, is_over, told)) for _ in range(READERS)]
    for reader in readers:
        reader.start()
    gone, number, began = 0, 1, time.time()
    rule = KeptReleases(keep_at_least=1, keep_hours=HELD_SECONDS / 3600)
    while number < PUBLISHES[size] or time.time() - began < HELD_SECONDS + 2:
        number += 1
        tiny_release(folder, number, datetime.now(UTC))
        gone += len(retire(folder, rule))
        time.sleep(0.1)
    is_over.set()
    results = [told.get() for _ in readers]
    for reader in readers:
        reader.join()
    failures = [failure for _, found in results for failure in found]
    note = f"{number} releases, {gone} deleted" + (f"; {failures[0][:160]}" if failures else "")
    return Outcome(sum(questions for questions, _ in results), len(failures) + (gone == 0), note=note)


def _again(folder: Path, size: Size) -> Outcome:
    """The latest release deleted, its database damaged, its record damaged, and decisions edited since: the same bytes."""
    from release.catalogue import latest
    from release.health import release_findings
    from release.keep.retention import discard_folder
    from release.making.rebuilding import last_release, rebuild
    from release.manifest import sha256_of
    from warehouse.connection import query
    from warehouse.ledger import open_ledger

    home = folder / "home"
    shutil.copytree(small_home(), home, symlinks=True)
    path = home / "releases" / "r000002"
    right = {file.name: sha256_of(file) for file in (path / "parquet").iterdir()}
    (document_id,) = query(path / "warehouse.duckdb", "SELECT min(document_id) FROM marts.documents").row(0)
    (home / "decisions").mkdir()
    (home / "decisions" / "later.yml").write_text(
        f"- {{kind: retraction, document_id: {document_id}, author: chaos, date: 2026-01-01, reason: decided since}}\n"
    )
    faults: list[str] = []
    damages = ("deleted", "warehouse.duckdb", "release.json")[: 1 if size == "quick" else 3]
    for damage in damages:
        if damage == "deleted":
            discard_folder(path)
        else:
            file = path / damage
            file.chmod(0o644)
            content = bytearray(file.read_bytes())
            content[len(content) // 2] ^= 1
            file.write_bytes(content)
        ledger = open_ledger(home)
        with ledger.lock():
            made = rebuild(home, ledger, last_release(home))
        now = {file.name: sha256_of(file) for file in (path / "parquet").iterdir()} if path.is_dir() else {}
        current = latest(home)
        if now != right or made.differing or made.inputs or current is None or current.release_id != "r000002":
            faults.append(f"{damage}: differing {made.differing}, inputs {made.inputs}")
        faults += [str(finding) for finding in release_findings(home)]
    return Outcome(len(damages), len(faults), note=json.dumps(faults)[:200] if faults else f"{len(right)} marts")


TRIALS: tuple[Trial, ...] = (
    Trial("joining batches of the ledger killed at a step", "same rows, none doubled", _joining),
    Trial("migrating the ledger killed at a step", "old or new, never half", _migrating),
    Trial("deleting old releases killed at a step", "whole or gone; latest and pinned stay", _retiring),
    Trial("releases deleted while 4 readers read", "failed or torn queries 0", _readers),
    Trial("the latest release deleted or damaged, decisions edited, made again", "marts byte by byte the same", _again),
)
