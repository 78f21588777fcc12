"""`head.json`: the newest batch by name, so that its loss is detected. The numbers reveal a missing batch in the middle.

The head is written right after its batch, so a kill leaves it at most one batch behind.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from warehouse.ledger.batches import Batch
from warehouse.ledger.store import LedgerError, fsync_directory, write_durably

HEAD = "head.json"


def head_content(batches: Sequence[Batch]) -> bytes:
    """What the file says of batches in force; at least one."""
    newest = batches[-1]
    return json.dumps({"batch_id": newest.batch_id, "number": newest.number}).encode()


def write_head(root: Path, batches: Sequence[Batch]) -> None:
    """Replaces the head in one step.

    Args:
        root: the ledger's folder; the caller holds its lock.
        batches: batches in force; none writes nothing.
    """
    if not batches:
        return
    draft = root / "tmp" / HEAD
    draft.unlink(missing_ok=True)
    write_durably(draft, head_content(batches))
    draft.rename(root / HEAD)
    fsync_directory(root)


def read_head(root: Path) -> tuple[str, int]:
    """Id and number of the newest batch when the head was written; ("", 0) where there is no head.

    Raises:
        LedgerError: the file is not in its form.
    """
    file = root / HEAD
    try:
        content = file.read_bytes()
        read = json.loads(content)
        head = str(read["batch_id"]), int(read["number"])
        if json.dumps({"batch_id": head[0], "number": head[1]}).encode() != content:
            raise ValueError("not in its form")
    except FileNotFoundError:
        return "", 0
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LedgerError(f"{file}: damaged ({error}); restore it from a backup") from error
    return head


def check_head(root: Path, head: tuple[str, int], batches: Sequence[Batch]) -> None:
    """Holds the batches in force against the head.

    Args:
        root: the ledger's folder, for the message.
        head: as read before the batches were listed.
        batches: in force.

    Raises:
        LedgerError: the newest batch is gone, the head is older than one batch, or it names another batch.
    """
    name, number = head
    newest = batches[-1].number if batches else 0
    if number > newest:
        raise LedgerError(f"{root / 'batches'}: the newest batch {name} is missing; restore its folder from a backup")
    if newest > number + 1:
        raise LedgerError(
            f"{root / HEAD}: {'missing' if not number else f'stops at {name}'}, the newest batch is "
            f"{batches[-1].batch_id}; restore it from a backup"
        )
    if any(batch.number == number and batch.first == number and batch.batch_id != name for batch in batches):
        raise LedgerError(f"{root / HEAD}: names {name}, which is not the batch of that number; restore a backup")
