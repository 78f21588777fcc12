"""One feed in a run: the addresses that are due, their outcomes, and the documents that arrived.

The verb is `fetch`. It keeps nothing: what is known comes in, visits go out, and the ledger stores both with the documents
in one batch, so that a kill loses neither or both.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

from sources.ingest.arrival import Arrival, shown_name
from sources.ingest.feeds.addresses import Address, BadAddress, address_of
from sources.ingest.feeds.downloading import Unfetched
from sources.ingest.feeds.entries import Entry, NoList, entries_of
from sources.ingest.feeds.feed_file import Feed
from sources.ingest.feeds.pace import OutOfTime
from sources.ingest.feeds.visit import Known, Role, Visit, is_due, usable_validator, validators
from sources.ingest.feeds.visiting import Got, Visitor
from sources.parse.canonical import server_charset
from sources.records import Metadata

FIRST_RETRY = timedelta(minutes=15)  # after the first failure; doubled with each, up to the feed's own interval
MAX_FAILURES = 6  # of an entry, after which it is asked for only when its list dates it anew
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class FeedOutcome:
    """What became of one address.

    Attributes:
        visit: for the ledger.
        arrival: the document, where bytes came.
        said: what is said of a document whose server says that its bytes are the same; the file or the list may say another
            thing of it than when they came.
        warning: what people should look at: what, where, what to do.
    """

    visit: Visit
    arrival: Arrival | None = None
    warning: str | None = None
    said: Metadata | None = None


@dataclass(frozen=True, slots=True)
class _Listed:
    """What a list says of an entry."""

    title: str | None = None
    published_on: date | None = None
    stamp: str | None = None


def due_feeds(feeds: Iterable[Feed], known: Known, now: datetime) -> list[Feed]:
    """Feeds that are on and have an address whose time has come, in order."""
    return [feed for feed in feeds if feed.enabled and next_due(feed, known, now) <= now]


def next_due(feed: Feed, known: Known, now: datetime) -> datetime:
    """When a feed should be asked next; `now` where it never was."""
    times = [now if (seen := known.get((feed.name, url))) is None else seen.due_at for url in feed.urls]
    times += [visit.due_at for visit in _entries_known(feed, known)]
    return min((time for time in times if time is not None), default=now)


def fetch(
    feed: Feed,
    known: Known,
    visitor: Visitor,
    *,
    publisher: str | None = None,
    everything: bool = False,
) -> Iterator[FeedOutcome]:
    """Asks for what is due, one address after the other.

    Args:
        feed: the feed; it is on.
        known: the newest visit by feed and address.
        visitor: asks; its `now` is the run's clock.
        publisher: name of the publisher, where the feed has one.
        everything: also what is not due; what has not changed since is still not sent again.

    Yields:
        One outcome per address asked for. A problem of one address is told in its outcome and costs no other.
    """
    turn = _Turn(feed, known, visitor, publisher, everything)
    try:
        yield from turn.pages() if feed.kind == "page" else turn.lists()
    except OutOfTime:
        logging.getLogger("parallax").info("feed %s: its %g minutes are over", feed.name, feed.max_minutes)


def _entries_known(feed: Feed, known: Known) -> list[Visit]:
    return [visit for visit in known.values() if visit.feed == feed.name and visit.role == "entry"]


class _Turn:
    """One feed in one run: counts what it has asked for."""

    def __init__(self, feed: Feed, known: Known, visitor: Visitor, publisher: str | None, everything: bool) -> None:
        self.feed, self.known, self.visitor, self.publisher, self.everything = (
            feed,
            known,
            visitor,
            publisher,
            everything,
        )
        self.now = visitor.now
        self.until = visitor.pace.clock() + feed.max_minutes * 60
        self.left = feed.max_documents

    def pages(self) -> Iterator[FeedOutcome]:
        for url in self.feed.urls:
            before = self.known.get((self.feed.name, url))
            if self.left and (self.everything or is_due(before, self.now)):
                self.left -= 1
                yield self.document(address_of(url), "page", before, _Listed())

    def lists(self) -> Iterator[FeedOutcome]:
        asked: set[str] = set()
        for url in self.feed.urls:
            before = self.known.get((self.feed.name, url))
            if self.everything or is_due(before, self.now):
                yield from self.list_and_entries(url, before, asked)
        for before in sorted(_entries_known(self.feed, self.known), key=lambda visit: visit.url):
            if before.url not in asked and self.left and is_due(before, self.now):
                self.left -= 1
                listed = _Listed(stamp=before.entry_stamp)
                yield self.document(address_of(before.url), "entry", before, listed, is_listed=False)

    def list_and_entries(self, url: str, before: Visit | None, asked: set[str]) -> Iterator[FeedOutcome]:
        # A list is asked for whole where everything is wanted: "not changed" would name no entry.
        conditions = {} if self.everything else validators(before)
        try:
            got = self.visitor.get(self.feed, address_of(url), conditions, self.until)
            listed = None if got.answer.status == 304 else self.read_list(got)
        except Unfetched as problem:
            yield self.missed(url, "list", before, problem, None)
            return
        seen = self.seen(url, "list", before, got, None)
        if listed is None:
            yield FeedOutcome(seen)
            return
        entries, damaged = listed
        leftover = yield from self.entries(got.address, entries, asked)
        if leftover:  # ask for the whole list again next time, and soon: "not changed" would lose them
            seen = replace(seen, etag=None, last_modified=None, due_at=self.now)
        warning = f"{self.feed.name}: {url}: bytes that do not fit its encoding were replaced; titles that hold them are left out"
        yield FeedOutcome(seen, None, warning if damaged else None)

    def read_list(self, got: Got) -> tuple[tuple[Entry, ...], bool]:
        try:
            listed = entries_of(got.answer.body, got.answer.headers.get("content-type", ""))
        except NoList as error:
            raise Unfetched(
                "failed", f"{error}; ask the owner of the site, or take the feed out", status=200
            ) from error
        return listed.entries, listed.damaged

    def entries(self, base: Address, entries: Iterable[Entry], asked: set[str]) -> Generator[FeedOutcome, None, bool]:
        """Outcomes of a list's entries; returns whether some are left for another run."""
        leftover = False
        for entry in entries:
            listed = _Listed(entry.title, entry.published_on, entry.stamp)
            try:
                address = address_of(entry.link, base.text)
            except BadAddress as error:
                outcome = self.unaddressable(entry, str(error))
                if outcome is not None:
                    yield outcome
                continue
            before = self.known.get((self.feed.name, address.text))
            wanted = before is None or before.entry_stamp != entry.stamp or is_due(before, self.now) or self.everything
            if not wanted or address.text in asked:
                continue
            if not self.left:
                leftover = True
                continue
            asked.add(address.text)
            self.left -= 1
            try:
                yield self.document(address, "entry", before, listed)
            except OutOfTime:
                self.left, leftover = 0, True
        return leftover

    def unaddressable(self, entry: Entry, problem: str) -> FeedOutcome | None:
        """An entry whose link is no address: told once, under a name made of its hash."""
        name = f"invalid:{hashlib.sha256(entry.link.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
        if (self.feed.name, name) in self.known:
            return None
        visit = Visit(
            self.feed.name, name, "entry", self.now, "refused", None, None, None, None, entry.stamp, 0, problem, None
        )
        return FeedOutcome(visit, None, f"{self.feed.name}: a link of its list is passed over: {problem}")

    def document(
        self, address: Address, role: Role, before: Visit | None, listed: _Listed, *, is_listed: bool = True
    ) -> FeedOutcome:
        """Asks for one document."""
        try:
            got = self.visitor.get(self.feed, address, validators(before), self.until)
        except Unfetched as problem:
            return self.missed(address.text, role, before, problem, listed.stamp)
        seen = self.seen(address.text, role, before, got, listed.stamp)
        # A list that no longer names an entry must not take back what it said of it: the same bytes are no news then.
        if seen.outcome == "unchanged" and not is_listed:
            return FeedOutcome(seen)
        if got.answer.status == 304 and seen.document_id is not None:
            return FeedOutcome(seen, said=self.said(seen.document_id, address, got, listed))
        return FeedOutcome(seen, self.arrival(address, got, listed))

    def arrival(self, asked: Address, got: Got, listed: _Listed) -> Arrival:
        """The document as it arrived; its place is the address that was asked for, whatever that redirects to."""
        body = got.answer.body
        document_id = hashlib.sha256(body).hexdigest()
        metadata = self.said(document_id, asked, got, listed)
        return Arrival(asked.text, name_of(asked), document_id, body, metadata, None)

    def said(self, document_id: str, asked: Address, got: Got, listed: _Listed) -> Metadata:
        """What the feed's file, its list and the server say of a document."""
        return Metadata(
            document_id=document_id,
            origin=asked.text,
            publisher=self.publisher,
            title=listed.title,
            url=got.address.text,
            published_on=listed.published_on,
            licence=self.feed.licence,
            quote_limit_chars=self.feed.quote_limit_chars,
            charset=server_charset(got.answer.headers.get("content-type")),
            no_external=self.feed.no_external or None,
        )

    def seen(self, url: str, role: Role, before: Visit | None, got: Got, stamp: str | None) -> Visit:
        answer = got.answer
        not_modified = answer.status == 304
        digest = None if not_modified else hashlib.sha256(answer.body).hexdigest()
        same = before is not None and before.document_id is not None and digest in (None, before.document_id)
        every = timedelta(hours=self.feed.every_hours)
        if role == "entry":
            again = None if self.feed.revisit_days is None else self.now + timedelta(days=self.feed.revisit_days)
        else:
            again = self.now + every
        return Visit(
            feed=self.feed.name,
            url=url,
            role=role,
            tried_at=self.now,
            outcome="unchanged" if same else "new",
            status=answer.status,
            etag=usable_validator(answer.headers.get("etag")) or (before.etag if before and not_modified else None),
            last_modified=usable_validator(answer.headers.get("last-modified"))
            or (before.last_modified if before and not_modified else None),
            document_id=before.document_id if before and not_modified else digest,
            entry_stamp=stamp,
            failures=0,
            problem=None,
            due_at=again,
        )

    def missed(self, url: str, role: Role, before: Visit | None, problem: Unfetched, stamp: str | None) -> FeedOutcome:
        failures = (before.failures if before else 0) + 1
        every = timedelta(hours=self.feed.every_hours)
        due: datetime | None = self.now + every
        if problem.kind == "failed":
            wait = min(FIRST_RETRY * 2 ** min(failures - 1, 20), every)
            due = self.now + max(wait, timedelta(seconds=problem.wait_seconds or 0))
        if role == "entry" and (problem.kind == "refused" or failures >= MAX_FAILURES):
            due = None
        visit = Visit(
            feed=self.feed.name,
            url=url,
            role=role,
            tried_at=self.now,
            outcome=problem.kind,
            status=problem.status,
            etag=before.etag if before else None,
            last_modified=before.last_modified if before else None,
            document_id=before.document_id if before else None,
            entry_stamp=stamp,
            failures=failures,
            problem=str(problem),
            due_at=due,
        )
        return FeedOutcome(visit, None, f"{self.feed.name}: {url}: {problem}")


def name_of(address: Address) -> str:
    """What to call a document for people: the last part of its path, else its host."""
    last = next((part for part in reversed(address.target.partition("?")[0].split("/")) if part), "")
    return shown_name(Path(unquote(last, errors="replace")))[:LONGEST_NAME] or address.host
