"""A visit: the outcome of one request to a feed's address, and the time of the next from the visits before.

Records only; the ledger stores them, nobody else keeps state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["page", "list", "entry"]
VisitOutcome: TypeAlias = Literal["new", "unchanged", "failed", "refused"]


@dataclass(frozen=True, slots=True)
class Visit:
    """One address asked for, once.

    Attributes:
        feed: name of the feed.
        url: canonical address.
        role: a page of its own, a list of entries, or an entry of a list.
        tried_at: the run's clock, UTC.
        outcome: new bytes; unchanged (the server says so); failed (worth another try); refused (by the file, by robots.txt,
            or because it is not there: not asked again before something changes).
        status: HTTP status of the last answer; None where there was none.
        etag: validator for the next request; None where the next one must ask for everything.
        last_modified: likewise.
        document_id: sha256 of the bytes; None where none came.
        entry_stamp: what the list says of the entry's version, so that a later version is asked for.
        failures: visits in a row that failed, this one included.
        problem: why it failed or was refused, in words.
        due_at: when to ask again; None: not before the list says something new of it.
    """

    feed: str
    url: str
    role: Role
    tried_at: datetime
    outcome: VisitOutcome
    status: int | None
    etag: str | None
    last_modified: str | None
    document_id: str | None
    entry_stamp: str | None
    failures: int
    problem: str | None
    due_at: datetime | None


Known: TypeAlias = Mapping[tuple[str, str], Visit]


def newest(visits: Iterable[Visit]) -> dict[tuple[str, str], Visit]:
    """The last visit of each feed and address.

    Args:
        visits: oldest first.
    """
    return {(visit.feed, visit.url): visit for visit in visits}


def is_due(visit: Visit | None, now: datetime) -> bool:
    """Whether an address should be asked for: it never was, or its time has come."""
    return visit is None or (visit.due_at is not None and visit.due_at <= now)


def validators(before: Visit | None) -> dict[str, str]:
    """What makes a request conditional, where bytes of it are known."""
    if before is None or before.document_id is None:
        return {}
    asked = {"If-None-Match": before.etag, "If-Modified-Since": before.last_modified}
    return {name: value for name, value in asked.items() if value is not None}


def usable_validator(value: str | None) -> str | None:
    """A validator that can be sent back as it came: visible ASCII, not endless."""
    return value if value and len(value) <= 500 and value.isascii() and value.isprintable() else None
