"""Answers on their way into the ledger: each is appended to one file on disk before the next, then all become one batch.

A kill loses calls under way and nothing else; what it left is taken in by the next one that asks.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from sources.records import StoredAnswer
from warehouse.ledger import Ledger
from warehouse.ledger.store import fsync_directory

_SHAPE = TypeAdapter(StoredAnswer)


def spool_path(ledger: Ledger) -> Path:
    """Where a ledger's spool is; missing where nothing waits."""
    return ledger.root / "answers.jsonl"


def spooled(ledger: Ledger) -> tuple[StoredAnswer, ...]:
    """Answers that wait, in the order they came. A line that a kill cut off is none."""
    path, answers = spool_path(ledger), []
    for line in path.read_bytes().split(b"\n")[:-1] if path.is_file() else ():
        with suppress(ValidationError):
            answers.append(_SHAPE.validate_json(line))
    return tuple(answers)


def append(ledger: Ledger, answers: Iterable[StoredAnswer]) -> None:
    """Puts answers on disk; returns once they are there. The caller holds the ledger's lock and has absorbed before."""
    path = spool_path(ledger)
    is_new = not path.exists()
    with path.open("ab") as file:
        file.write(b"".join(_SHAPE.dump_json(answer) + b"\n" for answer in answers))
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        fsync_directory(path.parent)


def absorb(ledger: Ledger) -> int:
    """Takes what waits into the ledger as one batch; what is there already is left out. Returns the number taken in.

    Raises:
        LedgerError: a batch is damaged.
        LedgerLocked: another process writes.
    """
    path = spool_path(ledger)
    if not path.exists():
        return 0
    with ledger.lock():
        known = {(answer.question_id, answer.document_id) for answer in ledger.answers()}
        fresh = {k: a for a in spooled(ledger) if (k := (a.question_id, a.document_id)) not in known}
        ledger.record_answers(fresh.values())
        path.unlink()
        fsync_directory(path.parent)
        return len(fresh)
