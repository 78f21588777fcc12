"""The proof that a release is a function of ledger, policy and decisions. One verb, `check_again`.

Belongs here: computing the tables of a release again without any store, in a scratch folder, and comparing them. Nothing in the home
changes; to put a release in its place again is the work of `rebuilding.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from release.catalogue import FOLDER
from release.keep.release_records import kept_record
from release.making.rebuilding import Inputs, inputs_then
from release.making.settling import settle
from release.trust import trusted
from warehouse.aside import Aside
from warehouse.build import BuildReport, build
from warehouse.database_comparison import TableComparison, compare
from warehouse.ledger import Ledger
from warehouse.marts import build_marts
from warehouse.temporary import scratch_folder
from warehouse.values.wording import counted

PUBLISHED, REBUILT = "published", "rebuilt"
_SCHEMAS = ("core", "marts")
_SHOWN = 600  # characters of a row


@dataclass(frozen=True, slots=True)
class ReleaseCheck:
    """The tables of a release beside those that are computed again.

    Attributes:
        release_id: the release.
        tables: of core and marts, each with its schema.
        inputs: inputs that are no longer those of the release: documents, code, engines, policy, decisions.
    """

    release_id: str
    tables: tuple[TableComparison, ...]
    inputs: tuple[str, ...]

    @property
    def differing(self) -> tuple[TableComparison, ...]:
        """Tables that are not equal."""
        return tuple(table for table in self.tables if not table.is_equal)

    @property
    def n_rows(self) -> int:
        """Rows of the release that were compared."""
        return sum(table.rows[PUBLISHED] or 0 for table in self.tables)


def check_again(home: Path, ledger: Ledger, release_id: str) -> ReleaseCheck:
    """Computes core and marts of a release again and compares them row by row with what is published.

    Args:
        home: the data home; it is only read.
        ledger: its ledger; the caller holds its lock.
        release_id: a release that is there.

    Returns:
        The comparison.

    Raises:
        ReleaseError: the release is damaged, or what it was made from is unknown.
        BuildError: a step breaks a contract.
        LedgerError: the ledger is damaged.
    """
    published, kept = trusted(home / FOLDER / release_id), kept_record(home, release_id)
    then = inputs_then(home, ledger, kept)
    others = tuple(name for name, hashed in then.made_from.items() if kept.record.made_from.get(name) != hashed)
    with scratch_folder("rebuild") as folder:
        rebuilt = _rebuilt(then, folder / "build", kept.record.as_of_day)
        return ReleaseCheck(release_id, tuple(_compared(published.database, rebuilt)), others)


def in_words(check: ReleaseCheck) -> str:
    """How much is equal; where something differs, each such table with the first row that does."""
    if not check.differing:
        return f"equal: {counted(len(check.tables), 'table')}, {counted(check.n_rows, 'row')}"
    lines = []
    for table in check.differing:
        columns = "; columns differ" if table.columns_differ else ""
        lines.append(f"{table.table}: {counted(table.differences, 'row')} in one of the two only{columns}")
        lines += [f"  {table.example[:_SHOWN]}"] if table.example else []
    return "\n".join(lines)


def _rebuilt(then: Inputs, target: Path, as_of_day: date | None) -> Path:
    """The database; the engine of this machine computes every group, because it is given no store."""

    def make(aside: tuple[Aside, ...]) -> BuildReport:
        return build(then.ledger, target, then.policy, then.decisions, None, as_of_day, aside)

    database = settle(make, then.policy.set_aside).database
    build_marts(database)
    return database


def _compared(published: Path, rebuilt: Path) -> Iterator[TableComparison]:
    for schema in _SCHEMAS:
        for table in compare(published, rebuilt, schema, (PUBLISHED, REBUILT)):
            yield replace(table, table=f"{schema}.{table.table}")
