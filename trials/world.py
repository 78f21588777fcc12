"""The undisturbed job's result on the small inbox, made once and shared, and what must hold of any home. No fault here."""

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
from threading import Lock
from typing import TYPE_CHECKING

from trials.inboxes import write_inbox
from trials.supervised import run, start

if TYPE_CHECKING:
    from release.record import Release

_MAKING = Lock()


@dataclass(frozen=True)
class World:
    """An undisturbed run.

    Attributes:
        inbox: the small inbox.
        home: the data home, with one release.
        marts: sha256 of every Parquet file of the release.
        documents: sha256 of every document that the ledger took in.
        stages: seconds of every stage, in order; what comes after publishing is called `after`.
    """

    inbox: Path
    home: Path
    marts: dict[str, str]
    documents: frozenset[str]
    stages: dict[str, float]

    @property
    def seconds(self) -> float:
        """How long the job takes."""
        return sum(self.stages.values())


def world() -> World:
    """The undisturbed run of this process; made once, whoever asks first, and removed when the process ends.

    Raises:
        RuntimeError: the job failed although nobody disturbed it.
    """
    with _MAKING:
        return _made()


@cache
def _made() -> World:
    folder = Path(tempfile.mkdtemp(prefix="parallax-chaos-world-"))
    atexit.register(remove, folder)
    inbox, home, told = write_inbox(folder / "inbox"), folder / "home", folder / "stages"
    ended = start(folder / "log", run, str(inbox), str(home), str(told)).wait()
    finished = time.monotonic()
    if ended.code:
        raise RuntimeError(f"the undisturbed job ended with {ended.code}: {ended.last_words}")
    moments = [(line.split(" ", 1)[1], float(line.split(" ", 1)[0])) for line in told.read_text().splitlines()]
    ends = [*(moment for _, moment in moments[1:]), finished]
    stages = {stage: end - begun for (stage, begun), end in zip(moments, ends, strict=True)}
    return World(inbox, home, marts_of(home), documents_of(home), stages)


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
    """Sha256 of every Parquet file of the latest release, as its manifest has it; empty where there is no release."""
    found = current(home)
    if found is None:
        return {}
    lines = (found.path / "manifest.sha256").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("  ", 1) for line in lines]
    return {name.removeprefix("parquet/"): digest for digest, name in pairs if name.startswith("parquet/")}


def documents_of(home: Path) -> frozenset[str]:
    """Names of all files that the ledger keeps documents in."""
    return frozenset(path.name for path in (home / "ledger" / "documents").rglob("*") if path.is_file())


def faults_now(home: Path) -> list[str]:
    """What is broken in a home that may have been left at any moment: releases that are not whole, a ledger that is damaged."""
    from release import verify
    from release.catalogue import latest, releases
    from warehouse.ledger.batches import list_batches
    from warehouse.ledger.batches import verify as verify_batches

    faults = []
    try:
        latest(home)
        faults += [f"{found.release_id}: {fault}" for found in releases(home) for fault in verify(found)]
        if (home / "ledger" / "batches").is_dir():
            verify_batches(list_batches(home / "ledger" / "batches"))
    except Exception as error:
        faults.append(f"{type(error).__name__}: {error}")
    return faults


def faults_at_end(home: Path, made: World) -> list[str]:
    """What is wrong with a home whose last run ended well: other marts, documents lost or doubled, things left lying about."""
    faults = faults_now(home)
    marts = marts_of(home)
    if marts != made.marts:
        differing = sorted(name for name in marts.keys() | made.marts.keys() if marts.get(name) != made.marts.get(name))
        faults.append(f"other marts: {', '.join(differing)}")
    return faults + _accounts(home, made) + leftovers(home)


def _accounts(home: Path, made: World) -> list[str]:
    from warehouse.ledger import open_ledger

    ledger = open_ledger(home)
    receipts = ledger.rows("raw.receipts")
    landed = Counter(receipts.filter(receipts["outcome"] == "landed")["document_id"].to_list())
    places = Counter(zip(receipts["origin"], receipts["document_id"], strict=True))
    read = Counter(ledger.rows("raw.documents").select("document_id", "extractor_version").iter_rows())
    there = documents_of(home)
    faults = [f"{len(made.documents - there)} documents lost"] if made.documents - there else []
    faults += [f"{len(there - made.documents)} documents of nowhere"] if there - made.documents else []
    faults += [f"{what} {many} times: {which}" for what, counts in (("landed", landed), ("received", places), ("read", read))
               for which, many in counts.items() if many > 1]  # fmt: skip
    return faults


def leftovers(home: Path) -> list[str]:
    """Temporary files and unpublished builds that lie in a home."""
    found = [
        *(home / "ledger" / "tmp").glob("*"),
        *(home / "releases").glob(".tmp-*"),
        *(home / "releases").glob(".next"),
        *(home / "builds").glob("*"),
    ]
    return [f"left behind: {path.relative_to(home)}" for path in found]
