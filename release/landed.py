"""Unpublished documents of the ledger: landed but in no release, those with claims set aside, and what guards hold back. Reading only.

The ledger is the only state: a document is known from the moment it lands, whether or not a release ever held it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import polars as pl

from release.catalogue import latest, release_ids, whole
from release.record import Release, ReleaseError
from warehouse.connection import query
from warehouse.decisions import read_decisions
from warehouse.finding import Finding
from warehouse.ledger import LedgerError, open_ledger
from warehouse.values.wording import counted

SHORTEST = 4  # characters of an id that name a document
ID_CHARS = 12
TAKE_BACK = "`parallax review take {} --answer retract --author NAME --reason TEXT` retracts it"


@dataclass(frozen=True, slots=True)
class Landed:
    """A document of the ledger.

    Attributes:
        document_id: sha256 of its bytes.
        name: file name, the first in alphabetical order where there are several.
        landed_at: our clock, UTC.
        markets: names of markets that its claims print, in alphabetical order; empty where it was not read.
        is_read: whether the ledger holds a reading of it.
    """

    document_id: str
    name: str
    landed_at: datetime
    markets: tuple[str, ...] = ()
    is_read: bool = True


@dataclass(frozen=True, slots=True)
class SetAside:
    """Claims of one document of a release that one rule set aside."""

    document_id: str
    document: str
    rule: str
    n_claims: int
    first: str  # the first of them: metric, figure as printed, market


def landed(home: Path, wanted: str) -> tuple[Landed, ...]:
    """Documents of the ledger that a name or the beginning of an id names; an id of fewer than four characters names none.

    Args:
        home: the data home.
        wanted: a file name, or the first characters of an id.

    Raises:
        LedgerError: the ledger is damaged.
    """
    by_id = pl.col("document_id").str.starts_with(wanted.lower()) & (len(wanted) >= SHORTEST)
    rows = _rows(home)
    named = rows.filter(pl.col("names").list.contains(wanted) | by_id)
    return tuple(Landed(*row) for row in named.select("document_id", "name", "landed_at").iter_rows())


def unreleased(home: Path) -> tuple[Landed, ...]:
    """Documents that landed, were not taken back, and that the latest release has not received; all where there is none.

    A document that proved unreadable is among them until a release lists its quarantine.

    Args:
        home: the data home.

    Returns:
        In order of their ids.

    Raises:
        LedgerError: the ledger is damaged.
    """
    received = _received(home)
    taken_back = [decision.document_id for decision in read_decisions(home).retractions]
    rows = _rows(home).filter(~pl.col("document_id").is_in([*received, *taken_back]))
    if rows.is_empty():
        return ()
    ledger = open_ledger(home)
    read = set(ledger.outcomes()["document_id"])
    claims = ledger.rows("raw.claims").filter(pl.col("document_id").is_in(rows["document_id"].to_list()))
    printed = claims.drop_nulls("market").group_by("document_id").agg(pl.col("market").unique().sort())
    markets: dict[str, list[str]] = dict(printed.iter_rows())
    return tuple(
        Landed(document_id, name, landed_at, tuple(markets.get(document_id, ())), document_id in read)
        for document_id, name, landed_at in rows.select("document_id", "name", "landed_at").iter_rows()
    )


def speaking_of(documents: Iterable[Landed], market: str) -> tuple[Landed, ...]:
    """Those of some documents that print a market's name, or a name within which it stands, or the reverse."""
    asked = market.casefold().strip()
    return tuple(
        one for one in documents if any(asked in name.casefold() or name.casefold() in asked for name in one.markets)
    )


def set_aside(release: Release) -> tuple[SetAside, ...]:
    """What bad data set aside in a release, by document and rule; empty for a release of a version that knew no such table."""
    if not _has(release, "marts", "set_aside"):
        return ()
    rows = query(
        release.database,
        "SELECT document_id, document_name, rule, count(*), min_by(concat_ws(' ', metric, value_as_printed, market), claim_id) "
        "FROM marts.set_aside GROUP BY ALL ORDER BY document_name, document_id, rule",
    )
    return tuple(SetAside(*row) for row in rows.iter_rows())


def held_back(release: Release) -> Mapping[str, int]:
    """Open questions of a release that a guard raised, by guard; empty for a release of a version that knew no guards."""
    if "guard" not in query(release.database, "SELECT * FROM marts.review_queue LIMIT 0").columns:
        return {}
    rows = query(
        release.database,
        "SELECT guard, count(*) FROM marts.review_queue WHERE guard IS NOT NULL AND state = 'open' GROUP BY guard ORDER BY guard",
    )
    return dict(rows.iter_rows())


def notes(home: Path) -> list[Finding]:
    """What a person should know of a home that is whole: documents in no release, and claims that were set aside.

    Args:
        home: the data home; where its ledger or its latest release is damaged, that part is left out (it is a finding).
    """
    found: list[Finding] = []
    try:
        for one in unreleased(home):
            state = "" if one.is_read else ", and has not been read yet"
            to_do = f"`parallax run` publishes it; {TAKE_BACK.format(one.document_id[:ID_CHARS])}"
            found.append(
                Finding(f"{one.name} ({one.document_id[:ID_CHARS]})", f"landed but is in no release{state}", to_do)
            )
    except LedgerError:
        pass
    release = _latest(home)
    for aside in set_aside(release) if release is not None else ():
        what = f"{counted(aside.n_claims, 'claim')} set aside by {aside.rule}, first {aside.first}"
        found.append(
            Finding(
                f"{aside.document} ({aside.document_id[:ID_CHARS]})",
                what,
                TAKE_BACK.format(aside.document_id[:ID_CHARS]),
            )
        )
    return found


def _rows(home: Path) -> pl.DataFrame:
    """document_id, name, names and landed_at of every document that landed, in order of document_id."""
    ledger = open_ledger(home) if (home / "ledger").is_dir() else None  # looking makes no ledger
    if ledger is None:
        return pl.DataFrame(schema={"document_id": pl.String, "landed_at": pl.Datetime(), "name": pl.String,
                                    "names": pl.List(pl.String)})  # fmt: skip
    receipts = ledger.rows("raw.receipts")
    names = receipts.group_by("document_id").agg(pl.col("name").min(), pl.col("name").unique().alias("names"))
    first = receipts.filter(pl.col("outcome") == "landed").group_by("document_id")
    return first.agg(pl.col("received_at").min().alias("landed_at")).join(names, "document_id").sort("document_id")


def _received(home: Path) -> list[str]:
    release = _latest(home)
    if release is None or not _has(release, "core", "receipts"):
        return []
    return query(release.database, "SELECT DISTINCT document_id FROM core.receipts")["document_id"].to_list()


def _latest(home: Path) -> Release | None:
    """The latest release; where it is damaged, the newest whole one."""
    try:
        return latest(home)
    except ReleaseError:
        return next(whole(home, reversed(release_ids(home))), None)


def _has(release: Release, schema: str, table: str) -> bool:
    """Whether a release has a table; one of an earlier version may not."""
    found = query(
        release.database,
        "SELECT count(*) FROM information_schema.tables WHERE table_schema = ? AND table_name = ?",
        [schema, table],
    )
    return bool(found.item())
