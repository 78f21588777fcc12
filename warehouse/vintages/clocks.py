"""The clocks of one document for a given day: certainly there, possibly, unknown, or not yet there.

Belongs here: dates in, vintage out. No frame, no database, and no clock of ours: when we received a document is asked
apart from it (`Asked.known_by`) and never makes a document older or younger than its own dates do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from warehouse.resolve.documents.document_metadata import DocumentMetadata
    from warehouse.resolve.documents.vague_dates import VagueDate


class Vintage(StrEnum):
    """Whether a document was there on a day. In the order of the alphabet the later word is the weaker one: `max` of
    several is the vintage of what rests on all of them.
    """

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
        if self.known_by is None or self.known_by == date.max:  # no day follows the calendar's last
            return None
        return datetime.combine(self.known_by + timedelta(days=1), time())


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
    def of(cls, known: DocumentMetadata, first_received: datetime | None) -> Clocks:
        """The clocks of a document's metadata."""
        return cls(known.published, known.data_as_of, known.last_updated, first_received)

    @property
    def by_name(self) -> Mapping[str, VagueDate | None]:
        """The publisher's dates by the words that people know them by."""
        return {"published": self.published, "figures of": self.data_as_of, "last updated": self.last_updated}


@dataclass(frozen=True, slots=True)
class Seen:
    """What the clocks say of a day.

    Attributes:
        figures: whether the document's figures were there: the answer that estimates and claims carry.
        text: whether its words as we hold them were there; weaker where only the figures carry a date.
        reason: the dates it rests on, in a few words.
    """

    figures: Vintage
    text: Vintage
    reason: str


def seen(clocks: Clocks, asked: Asked) -> Seen:
    """Whether a document was there.

    A text was not there before it was published, and its figures not before their own date; both bound from below. The
    last change of a page bounds the text from above: at the end of that day it stood as we hold it; before, it may have
    said something else. Figures with a date of their own are not touched by later changes of the page.

    Args:
        clocks: the document's dates.
        asked: the question.

    Returns:
        The vintages of figures and text with their reason.
    """
    too_late = asked.received_before
    if too_late is not None and (clocks.first_received is None or clocks.first_received >= too_late):
        return Seen(Vintage.absent, Vintage.absent, "not received by then")
    if asked.as_of is None:
        return Seen(Vintage.known, Vintage.known, "whatever its dates")
    text = _text(clocks, asked.as_of)
    figures = _figures(clocks, text, asked.as_of)
    said = "; ".join(f"{words} {day.edtf}" for words, day in clocks.by_name.items() if day is not None)
    return Seen(figures, Vintage.absent if figures is Vintage.absent else text, _reason(clocks, figures, said))


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


def _text(clocks: Clocks, day: date) -> Vintage:
    published, updated = clocks.published, clocks.last_updated
    if published is not None:
        since = _not_before(published, day)
        changed_later = updated is not None and updated.last > day
        return Vintage.possible if since is Vintage.known and changed_later else since
    if updated is None or updated.first > day:
        return Vintage.unknown
    return Vintage.known if updated.last <= day else Vintage.possible


def _figures(clocks: Clocks, text: Vintage, day: date) -> Vintage:
    if clocks.data_as_of is None:
        return text
    dates = [bound for bound in (clocks.published, clocks.data_as_of) if bound is not None]
    vintages = {_not_before(bound, day) for bound in dates}
    return Vintage.absent if Vintage.absent in vintages else max(vintages)


def _not_before(bound: VagueDate, day: date) -> Vintage:
    """What a date from which on something was there says of a day."""
    if bound.first > day:
        return Vintage.absent
    return Vintage.known if bound.last <= day else Vintage.possible


def _reason(clocks: Clocks, figures: Vintage, said: str) -> str:
    if not said:
        return "undated"
    updated_only = clocks.published is None and clocks.data_as_of is None
    words = {
        Vintage.known: "",
        Vintage.possible: "not certain by then: ",
        Vintage.unknown: "nothing says since when its figures stand: " if updated_only else "",
        Vintage.absent: "later: ",
    }
    return words[figures] + said
