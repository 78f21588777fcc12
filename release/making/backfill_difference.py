"""The effect of reading documents again: the chosen documents, and the difference of two builds that differ in nothing else.

Belongs here: choosing documents by what the latest release says of them, and building and comparing both sides. Reading
and taking into force is the ledger's (`warehouse/ledger/staging.py`).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from release.catalogue import find
from release.changes.alerts import alerts_of
from release.changes.compare import compare
from release.changes.record import Changes
from release.making.settling import settle
from release.record import DATABASE, Release
from warehouse.build import build
from warehouse.connection import query
from warehouse.decisions import read_decisions
from warehouse.fingerprint import inputs, joined
from warehouse.ledger import Ledger
from warehouse.marts import build_marts
from warehouse.policy import read_policy


class SelectionError(ValueError):
    """No document is chosen, or one that is not there. The message says what to give."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which documents are to be read again. Publishers and days narrow each other; documents are added to them.

    Attributes:
        publishers: ids or names.
        first: publication day from which on; documents without a day are not chosen by days.
        last: publication day up to which.
        documents: ids, or beginnings of ids of at least 6 digits.
        everything: all that landed.
    """

    publishers: tuple[str, ...] = ()
    first: date | None = None
    last: date | None = None
    documents: tuple[str, ...] = ()
    everything: bool = False


def chosen(home: Path, landed: Iterable[str], selection: Selection) -> tuple[str, ...]:
    """Documents that a selection names, in order of their ids.

    Args:
        home: the data home; publishers and days are those of its latest release.
        landed: all documents of the ledger.
        selection: what is asked for.

    Raises:
        SelectionError: nothing is asked for, a publisher or document is not there, or days in the wrong order.
        ReleaseError: publishers or days are asked for, and nothing has been published.
    """
    known = sorted(landed)
    if selection.everything:
        return tuple(known)
    by_publisher = bool(selection.publishers or selection.first or selection.last)
    if not by_publisher and not selection.documents:
        raise SelectionError("which documents? give --publisher, --from, --to, --document or --all")
    if selection.first and selection.last and selection.first > selection.last:
        raise SelectionError(f"--from {selection.first} is later than --to {selection.last}")
    found = {_named(known, name) for name in selection.documents}
    if by_publisher:
        found.update(_of_publishers(home, selection))
    return tuple(sorted(found.intersection(known)))


def _named(known: list[str], name: str) -> str:
    hits = [document_id for document_id in known if document_id.startswith(name.lower())] if len(name) >= 6 else []
    if len(hits) != 1:
        what = "no document" if not hits else f"{len(hits)} documents"
        raise SelectionError(
            f"--document {name}: {what} of the ledger begin so; `parallax sql` on marts.documents lists ids"
        )
    return hits[0]


def _of_publishers(home: Path, selection: Selection) -> set[str]:
    database = find(home, None).database
    rows = query(database, "SELECT document_id, publisher_id, publisher, published_on FROM marts.documents").rows()
    known = {name.casefold() for _, publisher_id, publisher, _ in rows for name in (publisher_id, publisher) if name}
    for name in selection.publishers:
        if name.casefold() not in known:
            raise SelectionError(
                f"--publisher {name}: no document of the latest release is theirs; see marts.publishers"
            )
    wanted = {name.casefold() for name in selection.publishers}
    return {
        document_id
        for document_id, publisher_id, publisher, day in rows
        if (not wanted or wanted & {(publisher_id or "").casefold(), (publisher or "").casefold()})
        and (selection.first is None or (day is not None and day >= selection.first))
        and (selection.last is None or (day is not None and day <= selection.last))
    }


def difference(home: Path, before: Ledger, after: Ledger, work: Path, as_of_day: date | None) -> Changes:
    """What the marts would say otherwise, with the same code, policy and decisions on both sides.

    Args:
        home: the data home, with a release.
        before: the ledger as it is in force.
        after: the same with the new readings.
        work: an empty or missing folder for the two builds; removed afterwards.
        as_of_day: the day by which the expiry of decisions is judged.

    Returns:
        The difference. Its release id is that of the latest release: what it says is what the next one would change.

    Raises:
        ReleaseError: nothing has been published yet.
    """
    latest, policy, decisions = find(home, None), read_policy(), read_decisions(home)
    shutil.rmtree(work, ignore_errors=True)
    made = inputs(before, policy, decisions, as_of_day)
    if joined(made) == latest.fingerprint:
        old = latest
    else:
        # Another program version or newer documents: only a build of today's ledger shows what the reading alone changes.
        settle(partial(build, before, work / "before", policy, decisions, None, as_of_day), policy.set_aside)
        build_marts(work / "before" / DATABASE)
        old = Release(work / "before", latest.record.model_copy(update={"made_from": made}))
    settle(partial(build, after, work / "after", policy, decisions, None, as_of_day), policy.set_aside)
    build_marts(work / "after" / DATABASE)
    try:
        alerts = partial(alerts_of, policy.change_alerts)
        then = inputs(after, policy, decisions, as_of_day)
        return compare(old, work / "after" / DATABASE, latest.release_id, then, alerts)
    finally:
        shutil.rmtree(work, ignore_errors=True)
