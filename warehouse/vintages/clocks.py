"""The clocks of one document and what they say of a day: certainly there, possibly, unknown, or not yet there.

Belongs here: dates in, vintage out. No frame, no database, and no clock of ours: when we received a document is asked
apart from it (`Asked.known_by`) and never makes a document older or younger than its own dates do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from warehouse.resolve.dates import VagueDate
from warehouse.resolve.portrait import Portrait


class Vintage(StrEnum):
    """Whether a document was there on a day. In the order of the alphabet the later word is the weaker one: `max` of
    several is the vintage of what rests on all of them."""

    known = "known"  # every day that its dates may be lies on or before the day asked for
    possible = "possible"  # some of them do
    unknown = "unknown"  # its dates do not tell
    absent = "absent"  # dated later, or not received by then; never a vintage of a row


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the past.

    Attributes:
        as_of: day of the publishers' clocks, inclusive; None asks for every document whatever its dates.
        known_by: day of our own clock, inclusive, UTC: documents received later are absent; None asks for all that were
            ever received.
        only_known: leaves out what was only possibly there and what has no date.
    """

    as_of: date | None = None
    known_by: date | None = None
    only_known: bool = False

    @property
    def is_present(self) -> bool:
        """Whether nothing is asked of the past: the release as it stands answers."""
        return self.as_of is None and self.known_by is None

    @property
    def received_before(self) -> datetime | None:
        """First moment of our clock that is too late, UTC without zone as stored."""
        return None if self.known_by is None else datetime.combine(self.known_by + timedelta(days=1), time())


@dataclass(frozen=True, slots=True)
class Clocks:
    """The dates of one document, each None where neither sidecar nor text gives it.

    Attributes:
        published: the publisher's date of the text.
        data_as_of: date of the figures.
        last_updated: last change of the page. It says by when at the latest the words stood, not since when.
        first_received: our clock, UTC.
    """

    published: VagueDate | None
    data_as_of: VagueDate | None
    last_updated: VagueDate | None
    first_received: datetime | None = None

    @classmethod
    def of(cls, known: Portrait, first_received: datetime | None) -> Clocks:
        """The clocks of a document's portrait."""
        return cls(known.published, known.data_as_of, known.last_updated, first_received)

    @property
    def by_name(self) -> Mapping[str, VagueDate | None]:
        """The publisher's dates by the words that people know them by."""
        return {"published": self.published, "figures of": self.data_as_of, "last updated": self.last_updated}


def vintage_of(clocks: Clocks, asked: Asked) -> tuple[Vintage, str]:
    """Whether a document was there, and why in a few words.

    A text cannot have been there before it was published, nor before the date of its figures: both bound it from below,
    and the later one decides. The last change of a page bounds it from above: at the end of that day the text stood as
    we hold it; before, it may have stood with other figures, unless the figures carry a date of their own.

    Args:
        clocks: the document's dates.
        asked: the question.

    Returns:
        The vintage and its reason.
    """
    too_late = asked.received_before
    if too_late is not None and (clocks.first_received is None or clocks.first_received >= too_late):
        return Vintage.absent, "not received by then"
    if asked.as_of is None:
        return Vintage.known, "received by then" if too_late is not None else "whatever its dates"
    return _by_its_dates(clocks, asked.as_of)


def sets_aside_by(dated: VagueDate | None, asked: Asked) -> VagueDate | None:
    """The date by which an edition may set earlier ones aside: None where it was not certainly out by then.

    Args:
        dated: the date that editions are ordered by.
        asked: the question.

    Returns:
        `dated`, or None: then both editions stay current with their order unknown, as undated ones do.
    """
    certainly_out = dated is None or asked.as_of is None or dated.last <= asked.as_of
    return dated if certainly_out else None


def _by_its_dates(clocks: Clocks, day: date) -> tuple[Vintage, str]:
    from_below = [date_ for date_ in (clocks.published, clocks.data_as_of) if date_ is not None]
    updated = clocks.last_updated
    said = "; ".join(f"{words} {date_.edtf}" for words, date_ in clocks.by_name.items() if date_ is not None)
    if not from_below and updated is None:
        return Vintage.unknown, "undated"
    if any(bound.first > day for bound in from_below):
        return Vintage.absent, f"later: {said}"
    if any(bound.last > day for bound in from_below):
        return Vintage.possible, f"its date is no day: {said}"
    if updated is None or updated.last <= day:
        return Vintage.known, said
    if clocks.data_as_of is not None:
        return Vintage.known, said
    if from_below:
        return Vintage.possible, f"changed later, its figures perhaps, too: {said}"
    if updated.first <= day:
        return Vintage.possible, f"its date is no day: {said}"
    return Vintage.unknown, f"changed later, and nothing says since when its figures stand: {said}"
