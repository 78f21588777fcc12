"""Formats of the ledger: the current one, and the migration from each earlier one to the next.

A step only adds files: it is a function of the old ledger that gives the new files' contents. They are written aside and
renamed into place, and `format.json` is renamed last: until then the ledger is whole in its old format, which knows
nothing of the new files. A program of another format refuses the ledger by name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from warehouse.ledger.batches import list_batches
from warehouse.ledger.head import HEAD, head_content
from warehouse.ledger.lock import exclusive
from warehouse.ledger.store import LedgerError, fsync_directory, write_durably

FORMAT_FILE = "format.json"


@dataclass(frozen=True, slots=True)
class FormatStep:
    """From one format to the next.

    Attributes:
        old: the format it starts from; it ends at the next number.
        what: what the new format has that the old had not, for people.
        added: root of a ledger of the old format → contents of the new files by path below the root.
    """

    old: int
    what: str
    added: Callable[[Path], Mapping[str, bytes]]


def _head(root: Path) -> Mapping[str, bytes]:
    batches = list_batches(root / "batches")
    return {HEAD: head_content(batches)} if batches else {}


STEPS: tuple[FormatStep, ...] = (
    FormatStep(1, "head.json names the newest batch, and several batches may have one number", _head),
)
FORMAT_VERSION = STEPS[-1].old + 1


def format_content(version: int) -> bytes:
    """What `format.json` says."""
    return json.dumps({"ledger": "parallax", "format_version": version}).encode()


def read_format(root: Path) -> int:
    """The format of a ledger.

    Raises:
        LedgerError: the file is missing or damaged.
    """
    file = root / FORMAT_FILE
    try:
        version = json.loads(file.read_bytes())["format_version"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LedgerError(f"{file}: missing or damaged; restore it from a backup") from error
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise LedgerError(f"{file}: damaged; restore it from a backup")
    return version


def check_format(root: Path) -> None:
    """Refuses a ledger of another format.

    Raises:
        LedgerError: older: the message names the command that migrates it; newer; or `format.json` is damaged.
    """
    file, version = root / FORMAT_FILE, read_format(root)
    if version > FORMAT_VERSION:
        raise LedgerError(
            f"{file}: ledger format {version} is newer than this program's, {FORMAT_VERSION}; "
            "use the program version that wrote it"
        )
    if version < FORMAT_VERSION:
        raise LedgerError(
            f"{file}: ledger format {version}, this program writes {FORMAT_VERSION}; "
            f"run `parallax migrate --home {root.parent}` once, this takes a moment and loses nothing"
        )


def write_format(root: Path, version: int) -> None:
    """Replaces `format.json` in one step; the caller holds the lock."""
    _place(root, FORMAT_FILE, format_content(version))


def migrate(root: Path, steps: Sequence[FormatStep] = STEPS) -> tuple[FormatStep, ...]:
    """Brings a ledger to the newest format, step by step. A kill leaves it whole in one of the formats on the way.

    Args:
        root: the ledger's folder.
        steps: all steps, in order.

    Returns:
        The steps taken; none where the ledger is of the newest format.

    Raises:
        LedgerError: the ledger is newer than the program, or damaged: the old format is left as it is.
        LedgerLocked: another process writes.
    """
    with exclusive(root / ".lock"):
        if read_format(root) > steps[-1].old + 1:
            check_format(root)
        taken = []
        for step in steps:
            if step.old == read_format(root):
                for name, content in step.added(root).items():
                    _place(root, name, content)
                write_format(root, step.old + 1)
                taken.append(step)
        return tuple(taken)


def _place(root: Path, name: str, content: bytes) -> None:
    (root / "tmp").mkdir(exist_ok=True)
    draft = root / "tmp" / name.replace("/", "-")
    draft.unlink(missing_ok=True)
    write_durably(draft, content)
    draft.rename(root / name)
    fsync_directory((root / name).parent)
