"""Taking a decision: one entry appended to `decisions/<kind>.yml` of a data home, whole or not at all.

Belongs here: validation and writing. No entry that stands is touched: what was decided stays decided until its own file
is edited by a person.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml
from filelock import FileLock

from warehouse.decisions import FILE, PACKAGED, Decision, read_decisions, refuse_contradictions
from warehouse.reviewed import ReviewedFileError, read_reviewed

FOLDER = "decisions"
_LOCK = ".lock"


def take(home: Path, decision: Decision, packaged: Path = PACKAGED) -> Path:
    """Appends a decision to its file.

    Args:
        home: the data home; its folder of decisions is made where it is missing.
        decision: what was decided.
        packaged: folder of the packaged decisions, which it must not contradict.

    Returns:
        The file that it stands in now.

    Raises:
        ReviewedFileError: the decisions that are there cannot be read, it is already there or contradicts one of
            them, or the file is in no form that an entry can be appended to. Nothing is written then.
    """
    folder = home / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{decision.kind}.yml"
    with FileLock(folder / _LOCK, fallback_to_soft=False):  # one writer at a time
        if decision in tuple(read_decisions(home, packaged)):
            raise ReviewedFileError(f"{folder}: {decision.kind} {decision.subject!r} is already there, word for word")
        refuse_contradictions([*_standing(home, packaged), (decision, file)])
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        _write(file, _appended(before, entry(decision)), decision)
    return file


def entry(decision: Decision) -> str:
    """The decision as an item of a YAML list; reading it gives the same decision."""
    said = _plain(decision.model_dump(exclude_none=True))
    said = {key: said[key] for key in sorted(said, key=_place)}
    return yaml.safe_dump([said], sort_keys=False, allow_unicode=True, width=110)


def _place(field: str) -> int:
    """Kind and subject first, then who, when and why, then how long and on what ground."""
    order = ("author", "date", "reason", "expires", "expect", "figure")
    return -2 if field == "kind" else order.index(field) if field in order else -1


def _plain(value: Any) -> Any:
    """Values that YAML keeps: decimals as text, so that no digit is lost."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, Decimal):
        return format(value, "f")
    return value if isinstance(value, str | int | date) else str(value)


def _standing(home: Path, packaged: Path) -> Iterator[tuple[Decision, Path]]:
    for folder in (packaged, home / FOLDER):
        for path in sorted(folder.glob("*.yml")):
            yield from ((decision, path) for decision in _entries(path))


def _entries(path: Path) -> list[Decision]:
    return list(read_reviewed(path, FILE) or ())


def _appended(before: str, item: str) -> str:
    return before + ("" if not before or before.endswith("\n") else "\n") + item


def _write(file: Path, text: str, decision: Decision) -> None:
    """The new file under a temporary name, read back, then put in the place of the old one in one step."""
    before = _entries(file) if file.exists() else []
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}-", suffix=".tmp", dir=file.parent)
    staged = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        try:
            after = _entries(staged)
        except ReviewedFileError:
            after = []
        if after != [*before, decision]:
            raise ReviewedFileError(
                f"{file}: an entry cannot be appended to a file of this form; make it a list of `- kind: ...` entries "
                "(an empty list is an empty file), or move it away and take the decision again"
            )
        staged.chmod(file.stat().st_mode & 0o777 if file.exists() else 0o644)
        staged.replace(file)
    finally:
        staged.unlink(missing_ok=True)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
