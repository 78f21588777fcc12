"""The batches in force, listed and read while another process may write or join them. Whoever holds the lock is never disturbed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from warehouse.ledger.batches import Batch, list_batches
from warehouse.ledger.head import check_head, read_head
from warehouse.ledger.store import LedgerError

ATTEMPTS = 5
Answer = TypeVar("Answer")


def listed(root: Path) -> tuple[Batch, ...]:
    """Complete batches in order, held against the head.

    Args:
        root: the ledger's folder.

    Raises:
        LedgerError: a batch is missing or damaged.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return _listed(root)
        except LedgerError:
            continue  # another process may write just now
    return _listed(root)


def _listed(root: Path) -> tuple[Batch, ...]:
    head = read_head(root)  # before the listing: a batch written in between is no fault
    batches = list_batches(root / "batches")
    check_head(root, head, batches)
    return batches


def read_in_force(batches: Callable[[], tuple[Batch, ...]], ask: Callable[[tuple[Batch, ...]], Answer]) -> Answer:
    """What is read of the batches in force; once more where they were joined meanwhile, and their folders are gone.

    Args:
        batches: lists them.
        ask: reads them.

    Raises:
        LedgerError: a batch is missing or damaged.
    """
    for _ in range(ATTEMPTS - 1):
        there = batches()
        try:
            return ask(there)
        except LedgerError:
            if batches() == there:
                raise  # damage
    return ask(batches())
