"""Rows that are taken over from the workbook before: one class, `KeptRows`.

Belongs here: the file with the digests of each sheet's rows, and cutting rows out of a sheet's XML. What a digest stands for is
`row_digests.py`'s.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from release.manifest import sha256_of
from warehouse.fingerprint import ROOT, code_version

LIBRARIES = ("babel", "duckdb", "xlsxwriter")  # their versions may show in a row or in its digest
Digests = Sequence[int | None]
_PLACE = re.compile(r'<(row|c) r="([A-Z]*)\d+"')  # text has no "<": it is escaped
_ENDS = "</row>"


@dataclass(frozen=True, slots=True)
class KeptWorkbook:
    """Where rows of workbooks are kept.

    Attributes:
        store: the file of digests; it can be deleted at any time.
        before: the workbook of the release before; None for the first.
    """

    store: Path
    before: Path | None


@dataclass
class KeptRows:
    """Rows of the workbook before by sheet and digest, and the digests of the one that is being written.

    Without a store, a whole workbook, or rows that the same code wrote, there are none.
    """

    kept: KeptWorkbook | None
    max_rows: int
    _known: Mapping[str, tuple[str, list[int | None]]] = field(init=False)
    _written: dict[str, tuple[str, Digests]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Reads the store."""
        self._made_by = "" if self.kept is None else _made_by(self.max_rows)
        self._known = {}
        if self.kept is not None and self.kept.before is not None:
            self._known = _read(self.kept.store, self._made_by, self.kept.before)

    def rows_of(self, sheet: str) -> dict[int, str]:
        """XML of each row of a sheet, by digest."""
        if sheet not in self._known or self.kept is None or self.kept.before is None:
            return {}
        member, digests = self._known[sheet]
        try:
            with zipfile.ZipFile(self.kept.before) as book:
                pieces = book.read(member).decode("utf-8").split(_ENDS)
        except (OSError, KeyError, ValueError, zipfile.BadZipFile):
            return {}
        # The first piece is the header; behind the last row, there may be a notice.
        found = zip(digests, pieces[1:], strict=False)
        return {digest: f"{piece}{_ENDS}" for digest, piece in found if digest is not None}

    def note(self, sheet: str, member: str, digests: Digests) -> None:
        """Notes the rows that a sheet has.

        Args:
            sheet: its name.
            member: its file in the workbook.
            digests: of its rows, in order.
        """
        self._written[sheet] = (member, digests)

    def keep(self, workbook: Path) -> None:
        """Writes the digests of a workbook that is closed, for the next release."""
        if self.kept is None:
            return
        told = {"made_by": self._made_by, "workbook": sha256_of(workbook), "sheets": self._written}
        content = json.dumps(told, separators=(",", ":")).encode()
        with contextlib.suppress(OSError):  # a release does not depend on what the next one can take over
            self.kept.store.parent.mkdir(parents=True, exist_ok=True)
            draft = self.kept.store.with_name(f".tmp-{self.kept.store.name}")
            draft.write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
            draft.replace(self.kept.store)


def at_row(xml: str, number: int) -> str:
    """A row's XML at another place of its sheet.

    Args:
        xml: of one row.
        number: its number from now on, from 1.
    """
    if xml.startswith(f'<row r="{number}"'):
        return xml
    return _PLACE.sub(rf'<\1 r="\g<2>{number}"', xml)


def _made_by(max_rows: int) -> str:
    return " ".join([code_version(ROOT), str(max_rows), *(f"{name} {version(name)}" for name in LIBRARIES)])


def _read(store: Path, made_by: str, workbook: Path) -> Mapping[str, tuple[str, list[int | None]]]:
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        digest, _, content = store.read_bytes().partition(b"\n")
        if digest.decode("ascii", "replace") == hashlib.sha256(content).hexdigest():
            kept = json.loads(content)
            if kept["made_by"] == made_by and kept["workbook"] == sha256_of(workbook):
                return {name: (member, digests) for name, (member, digests) in kept["sheets"].items()}
    return {}
