"""The undisturbed job's result on a small inbox, made once and shared, and what must hold of any home. No fault here."""

from __future__ import annotations

import atexit
import shutil
import stat
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from chaos.jobs import run_to_end
from trials.synthetic.composing import BRIEF
from trials.synthetic.writing import write_reports

if TYPE_CHECKING:
    from release.record import Release

REPORTS = 10


@dataclass(frozen=True)
class World:
    """An undisturbed run: its inbox, its home with one release, SHA-256 of the marts' files, names of the documents, its seconds."""

    inbox: Path
    home: Path
    marts: dict[str, str]
    documents: frozenset[str]
    seconds: float


def small_inbox(folder: Path) -> Path:
    """Writes ten briefs, a copy of one of them, an empty file and one that cannot be read; the same bytes at every call."""
    write_reports(folder, REPORTS, range(REPORTS), length=BRIEF)
    copied = next(path for path in sorted((folder / "000").iterdir()) if path.suffix == ".txt")
    shutil.copyfile(copied, folder / "again.txt")
    (folder / "empty.txt").touch()
    (folder / "torn.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
    return folder


@cache
def world() -> World:
    """The undisturbed run of this process, removed when the process ends.

    Raises:
        RuntimeError: the undisturbed job failed.
    """
    folder = Path(tempfile.mkdtemp(prefix="parallax-chaos-world-"))
    atexit.register(remove, folder)
    inbox, home, began = small_inbox(folder / "inbox"), folder / "home", time.monotonic()
    ended = run_to_end(inbox, home, folder / "log")
    if ended.code:
        raise RuntimeError(f"the undisturbed job {ended.words}")
    return World(inbox, home, marts_of(home), documents_of(home), time.monotonic() - began)


def remove(folder: Path) -> None:
    """Removes a folder with releases in it, which are read-only."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir() and not path.is_symlink():
            path.chmod(stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)


def current(home: Path) -> Release | None:
    """The release that `latest` leads to; None where it leads nowhere, which `faults_now` tells."""
    from release.catalogue import latest
    from release.record import ReleaseError

    try:
        return latest(home)
    except ReleaseError:
        return None


def marts_of(home: Path) -> dict[str, str]:
    """SHA-256 of every Parquet file of the latest release, as its manifest has it; empty where there is no release."""
    found = current(home)
    lines = (found.path / "manifest.sha256").read_text(encoding="utf-8").splitlines() if found else []
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines) if name.startswith("parquet/")}


def documents_of(home: Path) -> frozenset[str]:
    """Names of all files that the ledger keeps documents in."""
    return frozenset(path.name for path in (home / "ledger" / "documents").rglob("*") if path.is_file())


def faults_now(home: Path) -> list[str]:
    """What is broken in a home that may have been left at any moment: releases that are not whole, a ledger that is damaged."""
    from release import verify
    from release.catalogue import latest, releases
    from warehouse.ledger.batches import list_batches
    from warehouse.ledger.batches import verify as verify_batches

    try:
        latest(home)
        faults = [f"{found.release_id}: {fault}" for found in releases(home) for fault in verify(found)]
        if (home / "ledger" / "batches").is_dir():
            verify_batches(list_batches(home / "ledger" / "batches"))
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
    return faults


def faults_at_end(home: Path, made: World) -> list[str]:
    """What is wrong with a home whose last run ended well: other marts, documents lost or doubled, things left lying about."""
    marts, there = marts_of(home), documents_of(home)
    differing = sorted(name for name in marts.keys() | made.marts.keys() if marts.get(name) != made.marts.get(name))
    faults = [f"other marts: {', '.join(differing)}"] if differing else []
    faults += [f"{len(made.documents - there)} documents lost"] if made.documents - there else []
    faults += [f"{len(there - made.documents)} documents of nowhere"] if there - made.documents else []
    return faults_now(home) + faults + doubled(home) + leftovers(home)


def doubled(home: Path) -> list[str]:
    """Documents that a ledger says landed, came from one place or were read by one reader more than once."""
    from warehouse.ledger import open_ledger

    ledger = open_ledger(home)
    receipts, read = ledger.rows("raw.receipts"), ledger.rows("raw.documents")
    columns = {
        "landed": receipts.filter(receipts["outcome"] == "landed").select("document_id"),
        "received": receipts.select("origin", "document_id"),
        "read": read.select("document_id", "extractor_version"),
    }
    return [
        f"{what} {n} times: {which}"
        for what, rows in columns.items()
        for which, n in Counter(rows.iter_rows()).items()
        if n > 1
    ]


def leftovers(home: Path) -> list[str]:
    """Temporary files and unpublished builds that lie in a home."""
    places = (("ledger/tmp", "*"), ("releases", ".tmp-*"), ("releases", ".next"), ("builds", "*"))
    return [f"left behind: {path.relative_to(home)}" for place, names in places for path in (home / place).glob(names)]
