"""Hostile documents, dying workers and a broken start against the reading of documents: the good ones land, all are accounted for.

The real ledger and the real workers; hostile documents come from `tests.hostile`, where each says what may become of it.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from chaos.trial import Outcome, Size, Trial
from sources.extract import extractor_version
from sources.ingest import receive
from sources.ingest.containers.opening import INSIDE
from sources.ingest.workers import pool, read_limits, server
from tests.hostile import KINDS, LANDED, Kind
from warehouse.ledger import Ledger, open_ledger
from warehouse.ledger.reading import Reading, ReadingError, read_pending

_NOW = datetime(2026, 1, 2, tzinfo=UTC)
_QUICK_KINDS = ("html_200k_nested_divs", "pdf_one_page_of_three_damaged", "text_with_lone_surrogates")
_SEED = 20260102


def _good(folder: Path, count: int) -> None:
    """Short reports, each with one figure of its own."""
    folder.mkdir()
    for number in range(count):
        text = f"The kite market of town {number} was worth USD {number + 1} million in 2024.\n"
        (folder / f"good-{number:04}.txt").write_text(text)


def _taken_in(ledger: Ledger, folder: Path) -> list[str]:
    return [receipt.document_id for receipt in ledger.take_in(receive(folder), now=_NOW).receipts]


def _hostile(ledger: Ledger, folder: Path, kinds: Sequence[Kind]) -> dict[str, Kind]:
    """Takes in one file of each kind; kinds by document id, those inside archives among them. Two of the same bytes are one document."""
    folder.mkdir(parents=True)
    for kind in kinds:
        (folder / f"{kind.name}.txt").write_bytes(kind.make())
    found = ledger.take_in(receive(folder), now=_NOW).receipts
    return {
        receipt.document_id: KINDS[Path(receipt.origin.partition(INSIDE)[0]).stem]
        for receipt in found
        if receipt.outcome == LANDED
    }


def _not_as_allowed(ledger: Ledger, kinds: Mapping[str, Kind]) -> list[str]:
    """Names of the kinds of which the ledger says what may not become of them, or of which text is lost."""
    ends = dict(ledger.outcomes().select("document_id", "reason").iter_rows())
    wrong = []
    for document, kind in kinds.items():
        end = (ends[document] or LANDED) if document in ends else "not accounted for"
        is_said = end != LANDED or kind.must_say in ledger.text(document)
        wrong += [] if end in kind.allowed and is_said else [f"{kind.name}: {end if is_said else 'text lost'}"]
    return wrong


def _one_among_many(work: Path, size: Size) -> Outcome:
    """One reading, in which one of every 1,000 documents is hostile; where a reading breaks off, the next thousand begins another."""
    names = _QUICK_KINDS[:1] if size == "quick" else tuple(KINDS)
    ledger = open_ledger(work / "home")
    _good(work / "good", 999)
    good = _taken_in(ledger, work / "good")
    hostile = _hostile(ledger, work / "hostile", [KINDS[name] for name in names])
    thousands = deque((document, sorted([*good, document])) for document in sorted(hostile))
    broken: list[str] = []
    started = time.monotonic()
    while thousands:
        readings = read_pending(ledger, [one for _, block in thousands for one in block], extractor_version())
        try:
            while thousands:
                document, block = thousands[0]
                found = {reading.document_id: reading for reading in islice(readings, len(block))}
                landed = sum(found[one].outcome == "read" for one in good)
                broken += [] if landed == len(good) else [f"{hostile[document].name}: {len(good) - landed} lost"]
                thousands.popleft()
            deque(readings, maxlen=0)  # writes the last batch
        except ReadingError as error:
            broken.append(hostile[thousands.popleft()[0]].name if thousands else str(error))
    broken += _not_as_allowed(ledger, hostile)
    n_read, seconds = len(hostile) * (len(good) + 1), time.monotonic() - started
    return Outcome(
        len(hostile), len(broken), note=", ".join(broken) or f"{n_read:,} documents read in {seconds:,.0f} s"
    )


def _all_at_once(work: Path, size: Size) -> Outcome:
    """All kinds in one batch with good documents; a quick trial leaves those out that take long."""
    ledger = open_ledger(work / "home")
    _good(work / "good", 100)
    good = _taken_in(ledger, work / "good")
    chosen = [kind for kind in KINDS.values() if size == "full" or not kind.is_slow]
    kinds = _hostile(ledger, work / "hostile", chosen)
    started = time.monotonic()
    pending = ledger.pending(extractor_version())
    readings = {found.document_id: found for found in read_pending(ledger, pending, extractor_version())}
    seconds = time.monotonic() - started
    lost = [document for document in good if readings[document].outcome != "read"]
    wrong = _not_as_allowed(ledger, kinds)
    left = ledger.pending(extractor_version())
    note = ", ".join(wrong) or f"{len(kinds)} kinds, {len(good)} good, {seconds:.0f} s"
    return Outcome(len(pending), len(lost) + len(wrong) + len(left), note=note)


@contextmanager
def _instead(owner: object, name: str, value: object) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _broken_starts(work: Path) -> dict[str, AbstractContextManager[None]]:
    rooms = work / "empty" / "sources" / "ingest" / "workers"
    rooms.mkdir(parents=True)
    for room in (rooms, rooms.parent, rooms.parent.parent):
        (room / "__init__.py").touch()
    (rooms / "worker.py").write_text("import a_library_that_was_uninstalled\n", encoding="utf-8")
    late = read_limits().model_copy(update={"start_seconds": 0.01})
    mute = read_limits().model_copy(update={"answer_megabytes": 0.0005})
    return {
        "no such program": _instead(sys, "executable", str(work / "nowhere")),
        "a program that ends at once": _instead(sys, "executable", "/bin/false"),
        "a library is not installed": _instead(server, "_ROOT", work / "empty"),
        "no time to start": _instead(pool, "read_limits", lambda: late),
        "no room for any answer": _instead(pool, "read_limits", lambda: mute),
    }


def _broken_start(work: Path, size: Size) -> Outcome:
    """Workers cannot start, or cannot read anything: loud, and no document is blamed."""
    ledger = open_ledger(work / "home")
    _good(work / "good", 20)
    _taken_in(ledger, work / "good")
    kinds = _hostile(ledger, work / "hostile", [KINDS["html_200k_nested_divs"], KINDS["pdf_head_only"]])
    pending = ledger.pending(extractor_version())
    broken: list[str] = []
    ways = _broken_starts(work)
    for name, way in ways.items():
        try:
            with way:
                list(read_pending(ledger, pending, extractor_version()))
            broken.append(f"{name}: no error")
        except ReadingError:
            blamed = set(ledger.outcomes()["document_id"]) - set(kinds)  # those two are refused before anything is read
            broken += [f"{name}: {len(blamed)} documents were blamed"] if blamed else []
    note = "nothing quarantined"
    if size == "full":
        good = sum(found.outcome == "read" for found in read_pending(ledger, pending, extractor_version()))
        broken += [] if good == 20 else [f"{20 - good} did not land afterwards"]
        note = "nothing quarantined; all land afterwards"
    return Outcome(len(ways), len(broken), note="; ".join(broken) or note)


def _children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


@contextmanager
def _killer(own: set[int], wanted: int, killed: list[int]) -> Iterator[None]:
    """Kills workers at random moments, so many, each noted; children that are our own are left alone, and theirs."""
    chance, over = random.Random(_SEED), threading.Event()

    def kill() -> None:
        left = wanted
        while left and not over.wait(chance.uniform(0.05, 0.3)):
            workers = [pid for child in _children(os.getpid()) if child not in own for pid in _children(child)]
            if workers:
                killed.append(chance.choice(workers))
                with suppress(ProcessLookupError):
                    os.kill(killed[-1], signal.SIGKILL)
                left -= 1

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield
    finally:
        over.set()
        killer.join()


def _killed_at_random(work: Path, size: Size) -> Outcome:
    """The same documents read by one worker in peace, then by several that are killed: the same outcomes and rows."""
    wanted, counts = (4, (3,)) if size == "quick" else (20, (1, 2, 3, 5, 8))
    _good(work / "good", 50 * wanted)
    for name in _QUICK_KINDS:
        (work / "good" / f"{name}.txt").write_bytes(KINDS[name].make())
    killed: list[int] = []
    peace = _read_anew(work, 1, 0, killed)
    differ = [count for count in counts if _read_anew(work, count, wanted, killed) != peace]
    lost = {name for name in _QUICK_KINDS if LANDED not in KINDS[name].allowed}
    missed = 50 * wanted + len(_QUICK_KINDS) - len(lost) - sum(reading.outcome == "read" for reading in peace[0])
    note = f"{50 * wanted} documents, read {len(counts) + 1} times, by 1 to {max(counts)} workers"
    return Outcome(len(killed), abs(missed) + len(differ), note=f"{differ} workers: other rows" if differ else note)


def _read_anew(work: Path, n_workers: int, n_kills: int, killed: list[int]) -> tuple[list[Reading], list[object]]:
    """Outcomes and rows of a ledger of its own, read by so many workers of which so many are killed."""
    ledger = open_ledger(work / f"home-{n_workers}-{n_kills}")
    ledger.take_in(list(receive(work / "good")), now=_NOW)
    pending = ledger.pending(extractor_version())
    own = set(_children(os.getpid()))
    found = read_pending(ledger, pending, extractor_version(), n_workers=n_workers)
    readings = list(islice(found, 1))  # workers are there
    with _killer(own, n_kills, killed):
        readings += found
    tables = [ledger.rows(name).drop("batch_id") for name in ("raw.claims", "raw.documents", "raw.unreadable")]
    return readings, [table.rows() for table in tables]


TRIALS: tuple[Trial, ...] = (
    Trial("one hostile document among 1,000", "999 land, the bad one ends as its kind may", _one_among_many),
    Trial("all hostile kinds at once with 100 good", "100 land, every document accounted for", _all_at_once),
    Trial("workers that cannot start or read", "a loud error, nothing quarantined", _broken_start),
    Trial("a worker killed at random while reading", "every document lands, with the same rows", _killed_at_random),
)
