"""Verdicts that Great Expectations gave before, by the hash of what it was shown. One class, `KnownVerdicts`.

Belongs here: the file of passed checks, and what of a frame its expectations look at. A failure is never kept: Great Expectations
judges it again, and names its rows.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import polars as pl

from quality.check import Expect
from warehouse.fingerprint import ROOT, code_version

_LIBRARIES = ("great-expectations", "pandas", "numpy", "polars", "duckdb")
_COLUMNS = ("column", "column_A", "column_B")
_PAIR = "ExpectColumnPairValuesToBeEqual"
# Expectations that look at the number of rows and at the columns that they name, and at nothing else.
_LOOK_AT_THEIR_COLUMNS = frozenset(
    {
        "ExpectTableRowCountToEqual",
        "ExpectColumnValuesToBeBetween",
        "ExpectColumnValuesToBeInSet",
        "ExpectColumnValuesToMatchRegex",
        _PAIR,
    }
)


class KnownVerdicts:
    """Frames that passed their expectations, known by hash.

    The file can be deleted at any time. A damaged one, or one that other code or other libraries wrote, is as if it had never been.
    """

    def __init__(self, file: Path) -> None:
        """`file`: where the hashes are kept; its folder is made when they are written."""
        self._file, self._made_by = file, _made_by()
        self._before = _read(file, self._made_by)
        self._asked: dict[str, None] = {}

    def passed(self, frame: pl.DataFrame, expectations: Sequence[Expect]) -> bool:
        """Whether a frame that looks the same to these expectations passed them before."""
        key = _key(frame, expectations)
        if key not in self._before:
            return False
        self._asked[key] = None
        return True

    def add(self, frame: pl.DataFrame, expectations: Sequence[Expect]) -> None:
        """Notes that a frame passed."""
        self._asked[_key(frame, expectations)] = None

    def keep(self) -> None:
        """Writes what this build asked for; what it did not ask for is forgotten."""
        content = json.dumps({"made_by": self._made_by, "passed": sorted(self._asked)}).encode()
        with contextlib.suppress(OSError):  # no check depends on what the next build can take over
            self._file.parent.mkdir(parents=True, exist_ok=True)
            draft = self._file.with_name(f".tmp-{self._file.name}")
            draft.write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
            draft.replace(self._file)


def _read(file: Path, made_by: str) -> frozenset[str]:
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        digest, _, content = file.read_bytes().partition(b"\n")
        if digest.decode("ascii", "replace") == hashlib.sha256(content).hexdigest():
            kept = json.loads(content)
            return frozenset(kept["passed"]) if kept["made_by"] == made_by else frozenset()
    return frozenset()


def _made_by() -> str:
    return " ".join([code_version(ROOT), *(f"{library} {version(library)}" for library in _LIBRARIES)])


def _key(frame: pl.DataFrame, expectations: Sequence[Expect]) -> str:
    """Hash of the expectations and of all that they look at."""
    digest = hashlib.sha256()
    digest.update(repr([(one.kind, sorted(one.arguments.items())) for one in expectations]).encode())
    digest.update(
        repr((frame.height, *(_looked_at(frame, one) for one in expectations))).encode("utf-8", "surrogatepass")
    )
    return digest.hexdigest()


def _looked_at(frame: pl.DataFrame, expect: Expect) -> object:
    named = [str(expect.arguments[place]) for place in _COLUMNS if place in expect.arguments]
    if expect.kind not in _LOOK_AT_THEIR_COLUMNS or not set(named) <= set(frame.columns):
        return _content(frame)
    if expect.kind == _PAIR:  # totals differ from build to build; what counts is the rows in which a pair is unequal
        unequal = frame.filter(pl.col(named[0]).ne_missing(pl.col(named[1])))
        return (len(named), [frame.schema[name] for name in named], _content(unequal.select(named)))
    return _content(frame.select(named))


def _content(frame: pl.DataFrame) -> object:
    return (list(frame.schema.items()), frame.rows())
