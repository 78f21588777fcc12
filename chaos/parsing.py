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
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from chaos.trial import Outcome, Size, Trial
from sources.extract import extractor_version
from sources.ingest import receive
from sources.ingest.workers import pool, processes, read_limits
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
    """Takes in one document of each kind; kinds by document id. Two kinds of the same bytes are one document."""
    folder.mkdir(parents=True)
    for kind in kinds:
        (folder / f"{kind.name}.txt").write_bytes(kind.make())
    found = ledger.take_in(receive(folder), now=_NOW).receipts
    return {receipt.document_id: KINDS[Path(receipt.origin).stem] for receipt in found if receipt.outcome == LANDED}


def _is_allowed(ledger: Ledger, reading: Reading, kind: Kind) -> bool:
    if reading.outcome == "read":
        return LANDED in kind.allowed and kind.must_say in ledger.text(reading.document_id)
    return reading.outcome == "unreadable" and str(reading.problem).partition(":")[0] in kind.allowed


def _one_among_many(work: Path, size: Size) -> Outcome:
    """Each kind alone among good documents."""
    names = _QUICK_KINDS if size == "quick" else tuple(KINDS)
    ledger = open_ledger(work / "home")
    _good(work / "good", 100 if size == "quick" else 999)
    good = _taken_in(ledger, work / "good")
    broken: list[str] = []
    for name in names:
        kinds = _hostile(ledger, work / "hostile" / name, [KINDS[name]])
        pending = sorted({*good, *kinds})
        readings = {found.document_id: found for found in read_pending(ledger, pending, extractor_version())}
        is_kept = all(readings[document].outcome == "read" for document in good) and all(
            _is_allowed(ledger, readings[document], kind) for document, kind in kinds.items()
        )
        broken += [] if is_kept and len(readings) == len(pending) else [name]
    return Outcome(len(names), len(broken), note=", ".join(broken) or f"each among {len(good)} good")


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
    wrong = [kind.name for document, kind in kinds.items() if not _is_allowed(ledger, readings[document], kind)]
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
    (work / "empty" / "sources").mkdir(parents=True)
    (work / "empty" / "sources" / "__init__.py").touch()
    late = read_limits().model_copy(update={"start_seconds": 0.01})
    mute = read_limits().model_copy(update={"answer_megabytes": 0.0005})
    return {
        "no such program": _instead(sys, "executable", str(work / "nowhere")),
        "a program that ends at once": _instead(sys, "executable", "/bin/false"),
        "the readers are not installed": _instead(processes, "_ROOT", work / "empty"),
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
    good = sum(found.outcome == "read" for found in read_pending(ledger, pending, extractor_version()))
    broken += [] if good == 20 else [f"{20 - good} did not land afterwards"]
    return Outcome(len(ways), len(broken), note="; ".join(broken) or "nothing quarantined; all land afterwards")


def _children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _killed_at_random(work: Path, size: Size) -> Outcome:
    """Workers are killed -9 while they read; every document lands, none is quarantined or left."""
    wanted = 4 if size == "quick" else 40
    ledger = open_ledger(work / "home")
    _good(work / "good", 60 * wanted)
    good = _taken_in(ledger, work / "good")
    chance, over = random.Random(_SEED), threading.Event()
    killed: list[int] = []
    own = set(_children(os.getpid()))

    def kill() -> None:
        while len(killed) < wanted and not over.wait(chance.uniform(0.1, 0.6)):
            workers = [pid for child in _children(os.getpid()) if child not in own for pid in _children(child)]
            if workers:
                killed.append(chance.choice(workers))
                os.kill(killed[-1], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    readings: list[Reading] = []
    for number, reading in enumerate(read_pending(ledger, good, extractor_version())):
        if not number:
            killer.start()
        readings.append(reading)
    over.set()
    killer.join()
    missed = len(good) - sum(found.outcome == "read" for found in readings)
    return Outcome(len(killed), missed + len(ledger.pending(extractor_version())), note=f"{len(good)} documents")


def _any_number_of_workers(work: Path, size: Size) -> Outcome:
    """One, two or five workers write the same ledger."""
    chosen = [KINDS[name] for name in _QUICK_KINDS]
    found = []
    for count in (1, 2) if size == "quick" else (1, 2, 3, 5, 8):
        ledger = open_ledger(work / str(count))
        _good(work / f"good-{count}", 70)
        folder = work / f"good-{count}"
        for kind in chosen:
            (folder / f"{kind.name}.txt").write_bytes(kind.make())
        arrivals = list(receive(folder))
        ledger.take_in(arrivals, now=_NOW)
        readings = list(read_pending(ledger, ledger.pending(extractor_version()), extractor_version(), n_workers=count))
        written = [ledger.rows(table).drop("batch_id") for table in ("raw.claims", "raw.documents", "raw.unreadable")]
        found.append((readings, written))
    differ = [
        other
        for other in found[1:]
        if other[0] != found[0][0] or not all(a.equals(b) for a, b in zip(other[1], found[0][1], strict=True))
    ]
    return Outcome(len(found), len(differ))


TRIALS: tuple[Trial, ...] = (
    Trial("one hostile document among 1,000", "the good land, the bad one ends as its kind may", _one_among_many),
    Trial("all hostile kinds at once with 100 good", "100 land, every document accounted for", _all_at_once),
    Trial("workers that cannot start or read", "a loud error, nothing quarantined", _broken_start),
    Trial("a worker killed at random while reading", "every document lands", _killed_at_random),
    Trial("another number of workers", "the same outcomes and rows", _any_number_of_workers),
)
