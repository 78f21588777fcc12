"""One feed in a run: its addresses that are due, what became of each, and the documents that arrived. It keeps nothing."""

from __future__ import annotations

import hashlib
import html
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from sources.ingest.arrival import Arrival, shown_name
from sources.ingest.feeds.feed_file import BadAddress, Feed, address_of
from sources.ingest.feeds.visiting import Answer, Unfetched, Visitor
from sources.parse.canonical import server_charset
from sources.records import Metadata, Visit, VisitRole

Known: TypeAlias = Mapping[tuple[str, str], Visit]  # the newest visit by feed and address

FIRST_RETRY = timedelta(minutes=15)  # after the first failure; doubled with each, up to the feed's own interval
# Of RSS and Atom only links are read, by a pattern: neither broken nor hostile XML costs anything.
_ENTRY = re.compile(r"<(?:item|entry)[\s>]")
_OTHER = r"(?![^<>]{0,999}\brel=.(?!alternate))"  # a link to something else than the entry
_LINK = re.compile(rf"<link{_OTHER}(?:[^<>]{{0,999}}\bhref=.([^\"'<>]+)|[^<>]{{0,999}}>(?:<!\[CDATA\[|\s)*([^\s<\]]+))")


def next_due(feed: Feed, known: Known, now: datetime) -> datetime:
    """When a feed should be asked next; `now` where one of its addresses never was."""
    seen = (known.get((feed.name, url)) for url in feed.urls)
    return min((visit.due_at or now) if visit else now for visit in seen)


def due_feeds(feeds: Iterable[Feed], known: Known, now: datetime) -> list[Feed]:
    """Feeds that are on and have an address whose time has come, in order."""
    return [feed for feed in feeds if feed.enabled and next_due(feed, known, now) <= now]


def fetch(
    feed: Feed, known: Known, visitor: Visitor, *, everything: bool = False
) -> Iterator[tuple[Visit, Arrival | None]]:
    """Asks for what is due, one address after the other, until the feed's time or number of documents is used up.

    Args:
        feed: the feed, its publisher as it is to be written.
        known: of the runs before.
        visitor: asks; its `now` is the run's clock.
        everything: also what is not due, and whole: a change in the feed's file reaches its documents so.

    Yields:
        One visit per address asked for, with the document where one came. A problem of one address costs no other.
    """
    until = visitor.clock() + feed.max_minutes * 60
    todo, asked = deque(feed.urls), set[str]()
    while todo and visitor.clock() < until and len(asked) < feed.max_documents + len(feed.urls):
        url = todo.popleft()
        before = known.get((feed.name, url))
        is_due = before is None or (before.due_at is not None and before.due_at <= visitor.now)
        if url in asked or not (everything or is_due):
            continue
        asked.add(url)
        role: VisitRole = "entry" if url not in feed.urls else "list" if feed.kind == "rss" else "page"
        visit = replace(before or Visit(feed.name, url, role, visitor.now, "new"), role=role, tried_at=visitor.now)
        try:
            # A list is asked for whole: the last run may have left some of its entries.
            answer = visitor.get(feed, url, {} if everything or role == "list" else _validators(visit))
            todo.extend(links_of(answer) if role == "list" else ())
        except Unfetched as problem:
            yield _missed(feed, visit, problem), None
        else:
            is_document = role != "list" and answer.status == 200
            yield _seen(feed, visit, answer), _arrival(feed, url, answer) if is_document else None


def name_of(address: str) -> str:
    """What to call a document for people: the last part of its path, else its host."""
    parts = urlsplit(address)
    last = next((part for part in reversed(parts.path.split("/")) if part), "")
    return shown_name(Path(unquote(last, errors="replace")))[:200] or parts.netloc


def _validators(visit: Visit) -> dict[str, str]:
    """What makes a request conditional, where bytes of it are known."""
    asked = {"If-None-Match": visit.etag, "If-Modified-Since": visit.last_modified} if visit.document_id else {}
    return {name: value for name, value in asked.items() if value and value.isascii() and value.isprintable()}


def links_of(answer: Answer) -> Iterator[str]:
    """Addresses of a list's entries. A link that is no address is passed over: nobody could follow it.

    Raises:
        Unfetched: it is no list.
    """
    entries = _ENTRY.split(answer.body.decode("utf-8", "replace"))[1:]
    if not entries:
        raise Unfetched("failed", "no RSS or Atom list with entries; correct its address, or its kind", answer.status)
    for link in filter(None, map(_LINK.search, entries)):
        with suppress(BadAddress):
            yield address_of(html.unescape(link[1] or link[2]), answer.address)


def _arrival(feed: Feed, url: str, answer: Answer) -> Arrival:
    """The document as it arrived; its place is the address that was asked for, whatever that redirects to."""
    document_id = hashlib.sha256(answer.body).hexdigest()
    said = Metadata(
        document_id=document_id,
        origin=url,
        publisher=feed.publisher,
        url=answer.address,
        licence=feed.licence,
        quote_limit_chars=feed.quote_limit_chars,
        charset=server_charset(answer.headers.get("content-type")),
        no_external=feed.no_external or None,
    )
    return Arrival(url, name_of(url), document_id, answer.body, said, None)


def _seen(feed: Feed, visit: Visit, answer: Answer) -> Visit:
    is_kept = answer.status == 304
    document_id = visit.document_id if is_kept else hashlib.sha256(answer.body).hexdigest()
    hours = feed.every_hours if visit.role != "entry" else 24 * (feed.revisit_days or 0)
    return replace(
        visit,
        outcome="unchanged" if document_id == visit.document_id else "new",
        status=answer.status,
        etag=answer.headers.get("etag", visit.etag if is_kept else None),
        last_modified=answer.headers.get("last-modified", visit.last_modified if is_kept else None),
        document_id=document_id,
        failures=0,
        problem=None,
        due_at=visit.tried_at + timedelta(hours=hours) if hours else None,
    )


def _missed(feed: Feed, visit: Visit, problem: Unfetched) -> Visit:
    every = timedelta(hours=feed.every_hours)
    soon = min(FIRST_RETRY * 2 ** min(visit.failures, 20), every) if problem.kind == "failed" else every
    return replace(
        visit,
        outcome=problem.kind,
        status=problem.status,
        failures=visit.failures + 1,
        problem=str(problem),
        due_at=visit.tried_at + max(soon, timedelta(seconds=problem.wait_seconds)),
    )
