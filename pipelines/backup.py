"""A backup of a data home in use: everything that cannot be made again, in one tar file. `tar -xf` restores it.

Belongs here: what is copied and in which order. Releases are not: they can be made again.
"""

from __future__ import annotations

import os
import tarfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from warehouse.ledger import LedgerError, open_ledger
from warehouse.ledger.formats import FORMAT_FILE
from warehouse.ledger.head import HEAD, head_content
from warehouse.ledger.store import fsync_directory

# What people wrote into a home, and what releases that are gone were made from.
OWN = (
    "decisions",
    "feeds",
    "expectations",
    "operations.yml",
    "second_reader.yml",
    "second_reader_odds.yml",
    "ledger/answers.jsonl",  # paid for, and not yet in a batch where a run was killed
    "releases/.records",
)
PINS = "releases/*.pin"
ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Saved:
    """What a backup holds, in numbers of files but for batches."""

    batches: int
    documents: int
    texts: int
    own: int


def back_up(home: Path, target: Path) -> Saved:
    """Copies the ledger as it is now, and what people wrote, into a new tar file. Waits for nobody and stops nobody.

    The head is that of the batches that are copied, and documents and texts are those that these batches name, so a run that
    goes on meanwhile is in the copy up to one of its batches.

    Args:
        home: the data home.
        target: the file; there only once it is whole.

    Raises:
        LedgerError: there is no ledger, or it is damaged.
        OSError: the file is there already, or cannot be written.
    """
    if not (home / "ledger" / FORMAT_FILE).is_file():
        raise LedgerError(f"{home / 'ledger'}: no ledger here; name the data home with --home")
    if target.exists():
        raise FileExistsError(17, "exists already; name a new file", str(target))
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        for attempt in range(ATTEMPTS):
            try:
                saved = _written(home, draft)
                break
            except (FileNotFoundError, LedgerError):  # `parallax tidy` joined batches that were listed before
                if attempt == ATTEMPTS - 1:
                    raise
        draft.rename(target)
        fsync_directory(target.parent)
    finally:
        draft.unlink(missing_ok=True)
    return saved


def _written(home: Path, draft: Path) -> Saved:
    ledger = open_ledger(home)
    batches = ledger.batches()
    with draft.open("wb") as file:
        with tarfile.open(fileobj=file, mode="w") as tar:
            tar.add(ledger.root / FORMAT_FILE, f"ledger/{FORMAT_FILE}")
            if batches:
                content = head_content(batches)
                head = tarfile.TarInfo(f"ledger/{HEAD}")
                head.size, head.mode = len(content), 0o644
                tar.addfile(head, BytesIO(content))
            for batch in batches:
                tar.add(batch.folder, f"ledger/batches/{batch.batch_id}")
            documents = set(ledger.rows("raw.receipts", batches)["document_id"])
            texts = {f"{text}.txt" for text in ledger.rows("raw.documents", batches)["text_sha256"]}
            counted = [
                _added(tar, home, ledger.root / "documents", documents),
                _added(tar, home, ledger.root / "texts", texts),
            ]
            own = sum(_added(tar, home, home / name) for name in OWN)
            own += sum(_added(tar, home, pin) for pin in sorted(home.glob(PINS)))
        file.flush()
        os.fsync(file.fileno())
    return Saved(len(batches), counted[0], counted[1], own)


def _added(tar: tarfile.TarFile, home: Path, root: Path, named: Collection[str] | None = None) -> int:
    """Adds files, those of some names only where names are given; how many."""
    chosen = [path for path in _files(root) if named is None or path.name in named]
    for path in chosen:
        tar.add(path, path.relative_to(home).as_posix())
    return len(chosen)


def _files(root: Path) -> Iterator[Path]:
    """Files at or below a place, in order of their names; none where there is nothing."""
    if root.is_file():
        yield root
    elif root.is_dir():
        for folder, folders, names in os.walk(root):
            folders.sort()
            yield from (Path(folder) / name for name in sorted(names))
