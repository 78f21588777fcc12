"""Stored rows of steps in Arrow files, found by the digest of the group that made them. Only one build at a time writes.

Belongs here: segments, their index, what is dropped. What a digest stands for is the caller's. A store may be lost at any time: a
segment that is damaged is as if it had never been, and a build computes its rows again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from warehouse.grouping.files import mapped
from warehouse.step import Frames
from warehouse.step_cache.group_digests import DIGEST

_INDEX = "index.json"
_DIGESTS = "digests.arrow"
_MOST_SEGMENTS = 12  # more are joined into one
_MOST_UNUSED = 0.5  # share of groups that nobody asked for, from which on a step's segments are joined without them
_DRAFT = ".draft-"


@dataclass(frozen=True)
class Found:
    """Stored groups of one step that were asked for.

    Attributes:
        digests: those that are there.
        frames: rows by table, with a column DIGEST; a table without rows may be missing.
    """

    digests: frozenset[str]
    frames: Frames


@dataclass
class ResultStore:
    """A folder of stored results, a folder in it for each step.

    Attributes:
        folder: made where it is missing.
    """

    folder: Path
    _segments: dict[str, dict[str, frozenset[str]]] = field(default_factory=dict)

    def find(self, step: str, digests: Sequence[str]) -> Found:
        """The stored groups of a step among some."""
        wanted = frozenset(digests)
        frames: dict[str, list[pl.DataFrame]] = {}
        there: set[str] = set()
        for name, held in self._of(step).items():
            asked = (held & wanted) - there
            if not asked:
                continue
            there |= asked
            chosen = pl.DataFrame({DIGEST: sorted(asked)})
            for table, rows in _rows(self.folder / step / name).items():
                frames.setdefault(table, []).append(rows if asked == held else rows.join(chosen, on=DIGEST, how="semi"))
        return Found(frozenset(there), {table: pl.concat(parts) for table, parts in frames.items()})

    def add(self, step: str, digests: Sequence[str], frames: Frames) -> None:
        """Stores groups of a step.

        Args:
            step: name of the step.
            digests: of all the groups, those without a row among them.
            frames: their rows by table, with a column DIGEST.
        """
        held = self._of(step)
        number = max((int(name) for name in held), default=0) + 1
        self._write(step, f"{number:06d}", frozenset(digests), frames)

    def keep(self, step: str, digests: Sequence[str]) -> None:
        """Drops groups that are not among some, once they are many, and joins segments, once these are many."""
        held, wanted = self._of(step), frozenset(digests)
        n_groups = sum(map(len, held.values()))
        n_unused = n_groups - len(wanted & frozenset().union(*held.values()))
        if len(held) <= _MOST_SEGMENTS and n_unused <= _MOST_UNUSED * n_groups:
            return
        found, old = self.find(step, digests), list(held)
        if found.digests:
            self.add(step, sorted(found.digests), found.frames)
        for name in old:
            del held[name]
        self._write_index(step)
        for name in old:
            shutil.rmtree(self.folder / step / name, ignore_errors=True)

    def _of(self, step: str) -> dict[str, frozenset[str]]:
        """Digests by segment of a step, as its index has them."""
        if step not in self._segments:
            self._segments[step] = dict(_read_index(self.folder / step))
        return self._segments[step]

    def _write(self, step: str, name: str, digests: frozenset[str], frames: Frames) -> None:
        place = self.folder / step
        place.mkdir(parents=True, exist_ok=True)
        for left in place.glob(f"{_DRAFT}*"):
            shutil.rmtree(left, ignore_errors=True)
        draft = Path(tempfile.mkdtemp(prefix=_DRAFT, dir=place))
        pl.DataFrame({DIGEST: sorted(digests)}).write_ipc(draft / _DIGESTS)
        for table, rows in frames.items():
            if rows.height:
                rows.write_ipc(draft / f"{table}.arrow", compat_level=pl.CompatLevel.newest())
        shutil.rmtree(place / name, ignore_errors=True)
        draft.rename(place / name)
        self._of(step)[name] = digests
        self._write_index(step)

    def _write_index(self, step: str) -> None:
        place = self.folder / step
        index = {name: _file_hashes(place / name) for name in self._of(step)}
        draft = place / f"{_DRAFT}index"
        draft.write_text(json.dumps(index, indent=1, sort_keys=True), encoding="utf-8")
        draft.replace(place / _INDEX)


def _read_index(place: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Segments whose files are what they were when they were written."""
    try:
        index = json.loads((place / _INDEX).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return
    for name, files in index.items() if isinstance(index, dict) else ():
        with contextlib.suppress(OSError):
            if _file_hashes(place / name) == files:
                yield name, frozenset(pl.read_ipc(place / name / _DIGESTS)[DIGEST])


def _file_hashes(segment: Path) -> dict[str, str]:
    """Sha256 of each file of a segment by name. Raises OSError where there is no segment."""
    hashes = {}
    for path in sorted(segment.iterdir()):
        with path.open("rb") as file:
            hashes[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return hashes


def _rows(segment: Path) -> Frames:
    return mapped({path.stem: path for path in sorted(segment.glob("*.arrow")) if path.name != _DIGESTS})
